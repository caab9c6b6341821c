package org.wukongs.store.execution;

import org.HdrHistogram.Histogram;

/**
 * Histograms of the latencies of many queries, in ns. The first queries that execute have a
 * histogram each; all others share one, which their statuses then show. The agent's thread.
 */
public final class Latencies {

    /** Five minutes; with 3 digits a histogram takes 200 KB. */
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

    /** Takes back a histogram that is no longer needed. */
    @SuppressWarnings("ReferenceEquality") // the one object that is shared
    public void giveBack(Histogram taken) {
        count -= taken == null || OTHERS.equals(taken.getTag()) ? 0 : 1;
    }
}
