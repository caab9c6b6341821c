package org.wukongs.store.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;

/**
 * The changes that a batch has to publish, collected until all its memory is allocated, so that a
 * batch that finds the region full changes nothing that a reader sees.
 *
 * <p>Invariant: the journal has no word, and no length of a list, twice. While it {@link #track
 * tracks} words, a step of a batch reads what the step before it has changed. Owned by the writer.
 */
final class WriteJournal {

    // Kinds of entries, in the low bits of an entry's offset, which is a multiple of 8.
    private static final int VALUE = 0;
    private static final int DIRECTORY_WORD = 1; // + the directory's number, up to 3
    private static final int LENGTH = 4;
    private static final int INDEX = 5;
    private static final int RETIRE = 6;
    private static final int GRAPH = 7; // the entries after it are of this graph, by number
    private static final long KIND_MASK = 7;
    private static final int KIND_BITS = 3;

    private static final int CAPACITY_MIN = 64;

    /**
     * Up to this capacity, which suffices for a stream's batch, the journal is kept for the next
     * insert; a bulk load's is dropped.
     */
    private static final int CAPACITY_KEPT_MAX = 1 << 17;

    private static final int NONE = -1;

    private final MemoryRegion region;
    private final RetiredBlocks retired;
    private final List<StoredGraph> graphs = new ArrayList<>();
    private final Long2LongHashMap places = new Long2LongHashMap(NONE); // of tracked words
    private boolean tracking;
    private long[] entries = new long[CAPACITY_MIN];
    private int size;

    WriteJournal(MemoryRegion region, RetiredBlocks retired) {
        this.region = region;
        this.retired = retired;
    }

    /** Starts the changes of a graph. */
    void begin(StoredGraph graph) {
        add((long) graphs.size() << KIND_BITS | GRAPH, 0);
        graphs.add(graph);
    }

    /** Sets whether further words may be changed again by a later step. */
    void track(boolean on) {
        tracking = on;
        places.clear();
    }

    /** Returns the word at an offset as the steps so far leave it. */
    long read(long offset) {
        long place = tracking ? places.get(offset) : NONE;
        return place == NONE ? region.getLongAcquire(offset) : entries[(int) place];
    }

    /** Adds a word that is not in a directory. */
    void value(long offset, long value) {
        addWord(offset, VALUE, value);
    }

    /** Adds a word of the graph's directory {@code number}. */
    void directoryWord(int number, long offset, long word) {
        addWord(offset, DIRECTORY_WORD + number, word);
    }

    private void addWord(long offset, int kind, long word) {
        long place = tracking ? places.get(offset) : NONE;
        if (place != NONE) {
            entries[(int) place] = word;
            return;
        }
        if (tracking) {
            places.put(offset, size + 1L);
        }
        add(offset | kind, word);
    }

    /**
     * Adds the ids at these places of an indexed list to its membership index, before the list's
     * length includes them.
     */
    void index(long list, int from, int to) {
        add(list | INDEX, (long) from << Integer.SIZE | to);
    }

    /** Adds the length of a list whose ids are written. */
    void length(long list, int length) {
        add(list | LENGTH, length);
    }

    /** Adds a block that is unreachable after everything is published. */
    void retire(long offset, long granules) {
        add(offset | RETIRE, granules);
    }

    void clear() {
        size = 0;
        graphs.clear();
        track(false);
        if (entries.length > CAPACITY_KEPT_MAX) {
            entries = new long[CAPACITY_MIN];
        }
    }

    /** Publishes all changes, then retires replaced blocks. Allocates nothing. */
    void apply() {
        StoredGraph graph = null;
        for (int i = 0; i < size; i += 2) {
            int kind = (int) (entries[i] & KIND_MASK);
            if (kind == GRAPH) {
                graph = graphs.get((int) (entries[i] >>> KIND_BITS));
            } else {
                publish(graph, entries[i] & ~KIND_MASK, kind, entries[i + 1]);
            }
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
                // after nothing leads to it any longer
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
