package org.wukongs.store.graph;

/**
 * Reads values that may have a mark, see {@link MarkDescriptor}. Called by any thread between enter
 * and leave, for the snapshot that it holds, and by the writer's thread, for {@link #ALL}.
 */
final class Marks {

    /** The number of a snapshot that has everything inserted so far. */
    static final long ALL = Long.MAX_VALUE;

    private Marks() {}

    /** Returns the value without mark; {@link #length} returns its length. */
    static long plain(MemoryRegion region, long value) {
        return ValueDescriptor.isMarked(value)
                ? region.getLong(ValueDescriptor.offset(value) + MarkDescriptor.VALUE_OFFSET)
                : value;
    }

    /** Returns the number of neighbours of a value in a snapshot. */
    static int length(MemoryRegion region, long value, long sn) {
        return ValueDescriptor.isMarked(value)
                ? markedLength(region, ValueDescriptor.offset(value), sn)
                : NeighbourLists.plainLength(region, value);
    }

    private static int markedLength(MemoryRegion region, long newest, long sn) {
        if (sn >= region.getLong(newest + MarkDescriptor.SNAPSHOT_OFFSET)) {
            return region.getInt(newest + MarkDescriptor.LENGTH_OFFSET);
        }
        long mark = newest;
        long older = region.getLongAcquire(mark + MarkDescriptor.OLDER_OFFSET);
        while (older != 0 && sn < region.getLong(older + MarkDescriptor.SNAPSHOT_OFFSET)) {
            mark = older;
            older = region.getLongAcquire(mark + MarkDescriptor.OLDER_OFFSET);
        }
        return region.getInt(mark + MarkDescriptor.LENGTH_BEFORE_OFFSET);
    }

    /**
     * Returns a value without mark for the first {@code length} neighbours of a marked value: 0 for
     * none, the neighbour itself for one, else the list, which may be longer.
     */
    static long prefix(MemoryRegion region, long marked, int length) {
        if (length == 0) {
            return 0;
        }
        long value = plain(region, marked);
        return length == 1 && ValueDescriptor.isList(value)
                ? region.getLong(ListDescriptor.id(ValueDescriptor.offset(value), 0))
                : value;
    }
}
