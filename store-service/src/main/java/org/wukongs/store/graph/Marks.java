package org.wukongs.store.graph;

/**
 * Reads values that may carry a mark, see {@link MarkDescriptor}. Any thread between enter and
 * leave, for the snapshot it holds; the writer's thread, for {@link #ALL}.
 */
final class Marks {

    /** A snapshot that has all that was inserted so far. */
    static final long ALL = Long.MAX_VALUE;

    private Marks() {}

    /** The value without mark; its length is what {@link #length} says. */
    static long plain(MemoryRegion region, long value) {
        return ValueDescriptor.isMarked(value)
                ? region.getLong(ValueDescriptor.offset(value) + MarkDescriptor.VALUE_OFFSET)
                : value;
    }

    /** How many neighbours a value has in a snapshot. */
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
     * What stands for the first {@code length} neighbours of a marked value: 0 for none, the
     * neighbour itself for one, else the list, which may be longer.
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
