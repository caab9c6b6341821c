package org.wukongs.store.execution;

import org.HdrHistogram.Histogram;

/**
 * Latencies in ns of many queries: the first ones that execute have a histogram each, all others
 * one together, which their statuses then show. The agent's thread.
 */
public final class Latencies {

    /** Five minutes at 3 digits: 200 KB a histogram. */
    public static final long NS_MAX = 300_000_000_000L;

    /** 50 MB. */
    private static final int COUNT_MAX = 256;

    private static final String OTHERS = "others";

    private final Histogram others = new Histogram(NS_MAX, 3);
    private int count;

    public Latencies() {
        others.setTag(OTHERS);
    }

    public Histogram take() {
        if (count == COUNT_MAX) {
            return others;
        }
        count++;
        return new Histogram(NS_MAX, 3);
    }

    /** One that was taken is not needed any more. */
    @SuppressWarnings("ReferenceEquality") // the one object that is shared
    public void giveBack(Histogram taken) {
        count -= taken == null || OTHERS.equals(taken.getTag()) ? 0 : 1;
    }
}
