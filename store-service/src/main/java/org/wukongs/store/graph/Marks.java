package org.wukongs.store.graph;

/**
 * Reads values that may have a mark, see {@link MarkDescriptor}. Called by any thread between enter
 * and leave, for the snapshot that it holds, and by the writer's thread, for {@link #ALL}.
 */
final class Marks {

    /** The number of a snapshot that has everything written so far. */
    static final long ALL = Long.MAX_VALUE;

    private Marks() {}

    /**
     * Returns a value without mark whose first {@link #length} neighbours are those of a snapshot.
     */
    static long plain(MemoryRegion region, long value, long sn) {
        return ValueDescriptor.isMarked(value)
                ? markedPlain(region, ValueDescriptor.offset(value), sn)
                : value;
    }

    private static long markedPlain(MemoryRegion region, long newest, long sn) {
        long plain = region.getLong(newest + MarkDescriptor.VALUE_OFFSET);
        long mark = newest;
        while (mark != 0 && sn < region.getLong(mark + MarkDescriptor.SNAPSHOT_OFFSET)) {
            long before = region.getLongAcquire(mark + MarkDescriptor.VALUE_BEFORE_OFFSET);
            plain = before == 0 ? plain : before;
            mark = region.getLongAcquire(mark + MarkDescriptor.OLDER_OFFSET);
        }
        return plain;
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
     * Returns a value without mark for the {@code length} neighbours of a marked value in a
     * snapshot: 0 for none, the neighbour itself for one, else the list, which may be longer.
     */
    static long prefix(MemoryRegion region, long marked, int length, long sn) {
        if (length == 0) {
            return 0;
        }
        long value = plain(region, marked, sn);
        return length == 1 && ValueDescriptor.isList(value)
                ? region.getLong(ListDescriptor.id(ValueDescriptor.offset(value), 0))
                : value;
    }
}
