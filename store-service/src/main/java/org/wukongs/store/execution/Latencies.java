package org.wukongs.store.execution;

import org.HdrHistogram.Histogram;

/**
 * Histograms of the latencies of many queries, in ns. The first queries that execute have a
 * histogram each; all others share one, which their statuses then show. The agent's thread.
 */
public final class Latencies {

    /** Five minutes. */
    public static final long NS_MAX = 300_000_000_000L;

    /**
     * Values within 1 %, in 34 KB a histogram: a seventh of what another digit takes, which the
     * agent's caches would have to hold for all queries.
     */
    private static final int DIGITS = 2;

    /** 9 MB. */
    private static final int COUNT_MAX = 256;

    private static final String OTHERS = "others";

    private final Histogram others = none();
    private int count;

    public Latencies() {
        others.setTag(OTHERS);
    }

    /** A histogram without latencies. */
    public static Histogram none() {
        return new Histogram(NS_MAX, DIGITS);
    }

    public Histogram take() {
        if (count == COUNT_MAX) {
            return others;
        }
        count++;
        return none();
    }

    /** Takes back a histogram that is no longer needed. */
    @SuppressWarnings("ReferenceEquality") // the one object that is shared
    public void giveBack(Histogram taken) {
        count -= taken == null || OTHERS.equals(taken.getTag()) ? 0 : 1;
    }
}
