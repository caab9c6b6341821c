package org.wukongs.store.graph;

import java.util.Arrays;

/**
 * What an insert has to publish, collected until all memory it needs has been allocated: so an
 * insert that finds the region full changes nothing that a reader sees.
 *
 * <p>Invariant: no word, and no length of a list, is in it twice. Owned by the writer.
 */
final class WriteJournal {

    // What to do with an entry, in the low bits of its offset, which is a multiple of 8.
    private static final int VALUE = 0;
    private static final int DIRECTORY_WORD = 1; // + the directory's number, up to 3
    private static final int LENGTH = 4;
    private static final int INDEX = 5;
    private static final int RETIRE = 6;
    private static final long KIND_MASK = 7;

    private static final int CAPACITY_MIN = 64;

    /** Kept for the next insert: that of a stream's batch; a bulk load's is dropped. */
    private static final int CAPACITY_KEPT_MAX = 1 << 17;

    private final MemoryRegion region;
    private final RetiredBlocks retired;
    private long[] entries = new long[CAPACITY_MIN];
    private int size;

    WriteJournal(MemoryRegion region, RetiredBlocks retired) {
        this.region = region;
        this.retired = retired;
    }

    /** A word that is not a directory's. */
    void value(long offset, long value) {
        add(offset | VALUE, value);
    }

    /** A word of the graph's directory {@code number}. */
    void directoryWord(int number, long offset, long word) {
        add(offset | (DIRECTORY_WORD + number), word);
    }

    /** The ids at these places of an indexed list become members; before they count. */
    void index(long list, int from, int to) {
        add(list | INDEX, (long) from << Integer.SIZE | to);
    }

    /** A list whose ids are in place. */
    void length(long list, int length) {
        add(list | LENGTH, length);
    }

    /** A block that cannot be reached any more once all is published. */
    void retire(long offset, long granules) {
        add(offset | RETIRE, granules);
    }

    void clear() {
        size = 0;
        if (entries.length > CAPACITY_KEPT_MAX) {
            entries = new long[CAPACITY_MIN];
        }
    }

    /** Publishes all into {@code graph}, then retires what was replaced. Allocates nothing. */
    void apply(StoredGraph graph) {
        for (int i = 0; i < size; i += 2) {
            long offset = entries[i] & ~KIND_MASK;
            publish(graph, offset, (int) (entries[i] & KIND_MASK), entries[i + 1]);
        }
        for (int i = 0; i < size; i += 2) {
            if ((entries[i] & KIND_MASK) == RETIRE) {
                retired.retire(entries[i] & ~KIND_MASK, entries[i + 1]);
            }
        }
        clear();
    }

    private void publish(StoredGraph graph, long offset, int kind, long value) {
        switch (kind) {
            case VALUE -> region.putLongRelease(offset, value);
            case LENGTH -> region.putIntRelease(offset + ListDescriptor.LENGTH_OFFSET, (int) value);
            case INDEX ->
                    NeighbourLists.index(
                            region, offset, (int) (value >>> Integer.SIZE), (int) value);
            case RETIRE -> {
                // when nothing leads to it any more
            }
            default -> {
                graph.countVertex(kind - DIRECTORY_WORD, region.getLong(offset), value);
                region.putLongRelease(offset, value);
            }
        }
    }

    private void add(long first, long second) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size * 2);
        }
        entries[size++] = first;
        entries[size++] = second;
    }
}
