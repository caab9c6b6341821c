package org.wukongs.store.text;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Decides from which texts to learn: those like several that were parsed, and only as much as
 * learning takes less than a share of all parses. A counter belongs to the hash that was counted
 * most often of late, so texts that are sent once never add up. Any thread; a count that two
 * threads change at once may be off by one.
 */
final class SeenTexts {

    /** A text that is sent once or twice is not worth dozens of parses. */
    static final int SEEN_MIN = 8;

    /** Learning takes at most one parse for this many parses of texts, besides the first few. */
    static final int TEXTS_A_PARSE = 4;

    /** Parses that learning may take at once, and before any text was parsed. */
    static final int PARSE_COUNT_MAX = 3 * (TextShape.PLACE_COUNT_MAX + 3);

    private static final int COUNTER_BITS = 12;

    private static final long COUNT = 0xFFFF_FFFFL;
    private static final long TAG = ~COUNT;

    /** From a text that has taught nothing, learning is tried again after so many like it. */
    private static final int REST = -10_000;

    /** By the first bits of a hash: its last 32 bits, then a signed count. */
    private final AtomicLongArray counts = new AtomicLongArray(1 << COUNTER_BITS);

    private final AtomicLong credit = new AtomicLong(TEXTS_A_PARSE * PARSE_COUNT_MAX);

    /**
     * Counts a text that was parsed. Returns true if it was seen often enough and the parses may be
     * done, which are then paid for.
     */
    boolean count(long hash, int parseCount) {
        if (credit.get() < TEXTS_A_PARSE * PARSE_COUNT_MAX) {
            credit.incrementAndGet();
        }
        if (counted(hash) < SEEN_MIN) {
            return false;
        }
        long cost = (long) TEXTS_A_PARSE * parseCount;
        long has = credit.get();
        boolean pays = has >= cost && credit.compareAndSet(has, has - cost);
        if (pays) {
            counts.set(index(hash), counter(hash, 0));
        }
        return pays;
    }

    /** Counts a hash, or takes one from the count of another one that has its counter. */
    private int counted(long hash) {
        int index = index(hash);
        long counter = counts.get(index);
        int count = (int) counter;
        if (counter == counter(hash, count)) {
            counts.set(index, counter(hash, count + 1));
            return count + 1;
        }
        // a count below zero rests, and comes closer to its end
        int left = count - Integer.signum(count);
        counts.set(index, left == 0 ? counter(hash, 1) : (counter & TAG) | (left & COUNT));
        return left == 0 ? 1 : 0;
    }

    /** Notes that nothing can be learned from a text. */
    void rest(long hash) {
        counts.set(index(hash), counter(hash, REST));
    }

    private static long counter(long hash, int count) {
        return (hash << Integer.SIZE) | (count & COUNT);
    }

    private static int index(long hash) {
        return (int) (hash >>> (Long.SIZE - COUNTER_BITS));
    }
}
