package org.wukongs.store.text;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides from which texts to learn: those like several that were parsed, and only as much as
 * learning takes less than a share of all parses. Counts are by hash, so a text may be taken for
 * another; then it is learned from early. Any thread.
 */
final class SeenTexts {

    /** A text that is sent once or twice is not worth dozens of parses. */
    static final int SEEN_MIN = 8;

    /** Learning takes at most one parse for this many parses of texts, besides the first few. */
    static final int TEXTS_A_PARSE = 4;

    /** Parses that learning may take at once, and before any text was parsed. */
    static final int PARSE_COUNT_MAX = 3 * (TextShape.PLACE_COUNT_MAX + 3);

    private static final int COUNTER_BITS = 12;

    /** Then all counts begin anew, so that those of rare texts never add up. */
    private static final int COUNTED_MAX = 1 << 16;

    /** From a text that has taught nothing, learning is tried again after so many like it. */
    private static final int REST = -10_000;

    private final AtomicIntegerArray counts = new AtomicIntegerArray(1 << COUNTER_BITS);
    private final AtomicLong counted = new AtomicLong();
    private final AtomicLong credit = new AtomicLong(TEXTS_A_PARSE * PARSE_COUNT_MAX);

    /**
     * Counts a text that was parsed. Returns true if it was seen often enough and the parses may be
     * done, which are then paid for.
     */
    boolean count(long hash, int parseCount) {
        if (credit.get() < TEXTS_A_PARSE * PARSE_COUNT_MAX) {
            credit.incrementAndGet();
        }
        if (counted.incrementAndGet() % COUNTED_MAX == 0) {
            for (int i = 0; i < counts.length(); i++) {
                int count = counts.get(i);
                counts.set(i, Math.min(count, 0));
            }
        }
        int index = index(hash);
        if (counts.incrementAndGet(index) < SEEN_MIN) {
            return false;
        }
        long cost = (long) TEXTS_A_PARSE * parseCount;
        long has = credit.get();
        boolean pays = has >= cost && credit.compareAndSet(has, has - cost);
        if (pays) {
            counts.set(index, 0);
        }
        return pays;
    }

    /** Notes that nothing can be learned from a text. */
    void rest(long hash) {
        counts.set(index(hash), REST);
    }

    private static int index(long hash) {
        return (int) (hash >>> (Long.SIZE - COUNTER_BITS));
    }
}
