package org.wukongs.store.server;

import org.agrona.concurrent.NanoClock;

/**
 * Work over all registered queries that an agent does now and then. The work rests for a multiple
 * of the time that it took, so that even with a million queries it takes at most a twentieth of the
 * agent's time. The agent's thread.
 */
final class RareWork {

    private static final int REST_FACTOR = 20;

    private final Runnable work;
    private final long intervalNsMin;
    private final NanoClock clock;
    private boolean due;
    private long endNs;
    private long tookNs;

    RareWork(Runnable work, long intervalNsMin, NanoClock clock) {
        this.work = work;
        this.intervalNsMin = intervalNsMin;
        this.clock = clock;
        this.endNs = clock.nanoTime();
    }

    /** Notes that there is something to do. */
    void due() {
        due = true;
    }

    /** Does the work if it is due and has rested; returns whether it did. */
    boolean runIfRested(long nowNs) {
        if (!due || nowNs - endNs < Math.max(intervalNsMin, REST_FACTOR * tookNs)) {
            return false;
        }
        run();
        return true;
    }

    /** Does the work now. */
    void run() {
        long startNs = clock.nanoTime();
        due = false;
        work.run();
        endNs = clock.nanoTime();
        tookNs = endNs - startNs;
    }
}
