package org.wukongs.store.dictionary;

import java.util.concurrent.atomic.LongAdder;

/** Counts look-ups that found a term and those that did not. Any thread may count. */
final class LookupCounts {

    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /** Counts a look-up that found {@code vid}; returns it. */
    long count(long vid) {
        (vid == TermDictionary.UNKNOWN ? misses : hits).increment();
        return vid;
    }

    /** Counts look-ups by outcome. */
    void add(long hitCount, long missCount) {
        hits.add(hitCount);
        misses.add(missCount);
    }

    long hits() {
        return hits.sum();
    }

    long misses() {
        return misses.sum();
    }
}
