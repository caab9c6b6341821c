package org.wukongs.store.load;

import java.util.Arrays;
import java.util.function.Consumer;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.dictionary.TermBatch;

/**
 * Writes the ids of terms to places of a column: at once if the {@link TermCache} knows the term,
 * otherwise in bulk at the next {@link #flush}. Each thread has its own.
 *
 * <p>Invariant: a negative id in the cache belongs to a waiting term and is {@code -1 - its index
 * in the batch}; a flush leaves none.
 */
final class TermLookup {

    private static final int NO_SLOT = -1;

    private final TermCache cache;
    private final Consumer<TermBatch> dictionary;
    private final TermBatch waiting = new TermBatch();
    // by index in the batch: the term's cache slot
    private int[] slots = new int[TermBatch.SIZE_GOOD];
    // waiting places, each with the index of its term in the batch
    private int[] places = new int[TermBatch.SIZE_GOOD];
    private int[] indexes = new int[TermBatch.SIZE_GOOD];
    private int placeCount;

    /** {@code dictionary} sets the ids of the terms of a batch. */
    TermLookup(int cacheSlots, Consumer<TermBatch> dictionary) {
        this.cache = new TermCache(cacheSlots);
        this.dictionary = dictionary;
    }

    /** Writes the id of a term to {@code column[place]}, now or with the next flush. */
    void ask(TermBytes term, long[] column, int place) {
        if (term.length() > TermCache.TERM_BYTES_MAX) {
            await(place, begin(NO_SLOT, term));
            return;
        }
        int slot = cache.slot(term);
        long id = cache.find(slot, term);
        if (id > TermCache.NONE) {
            column[place] = id;
        } else if (id < TermCache.NONE) {
            await(place, (int) (-1 - id));
        } else {
            int index = begin(slot, term);
            cache.put(slot, term, -1L - index);
            await(place, index);
        }
    }

    /** Like {@link #ask(TermBytes, long[], int)}, of a term as a string, with the next flush. */
    void ask(String term, int place) {
        waiting.add(term);
        await(place, begun(NO_SLOT));
    }

    /** Returns true if the batch is large enough for an efficient flush. */
    boolean isFull() {
        return waiting.isFull();
    }

    /** Writes all waiting ids to their places. */
    void flush(long[] column) {
        if (placeCount == 0) {
            return;
        }
        boolean found = false;
        try {
            dictionary.accept(waiting);
            found = true;
        } finally {
            settle(found);
        }
        for (int i = 0; i < placeCount; i++) {
            column[places[i]] = waiting.id(indexes[i]);
        }
        clear();
    }

    /** Forgets everything that waits. */
    void clear() {
        settle(false);
        waiting.clear();
        placeCount = 0;
    }

    private int begin(int slot, TermBytes term) {
        waiting.add(term.bytes, term.from, term.to);
        return begun(slot);
    }

    private int begun(int slot) {
        int index = waiting.size() - 1;
        if (index == slots.length) {
            slots = Arrays.copyOf(slots, 2 * index);
        }
        slots[index] = slot;
        return index;
    }

    private void await(int place, int index) {
        if (placeCount == places.length) {
            places = Arrays.copyOf(places, 2 * placeCount);
            indexes = Arrays.copyOf(indexes, 2 * placeCount);
        }
        places[placeCount] = place;
        indexes[placeCount++] = index;
    }

    /** Replaces the provisional ids in the cache by the found ids, or removes them. */
    private void settle(boolean found) {
        for (int i = 0; i < waiting.size(); i++) {
            if (slots[i] != NO_SLOT) {
                cache.settle(slots[i], -1L - i, found ? waiting.id(i) : TermCache.NONE);
            }
        }
    }
}
