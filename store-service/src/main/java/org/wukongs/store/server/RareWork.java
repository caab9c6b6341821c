package org.wukongs.store.server;

import org.agrona.concurrent.NanoClock;

/**
 * Work over all registered queries that an agent does now and then: it rests for a multiple of the
 * time that the work took, so that a million queries slow it down by a twentieth at most. The
 * agent's thread.
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

    /** There is something to do. */
    void due() {
        due = true;
    }

    /** False where nothing is due, or it is too early. */
    boolean runIfRested(long nowNs) {
        if (!due || nowNs - endNs < Math.max(intervalNsMin, REST_FACTOR * tookNs)) {
            return false;
        }
        run();
        return true;
    }

    /** Now. */
    void run() {
        long startNs = clock.nanoTime();
        due = false;
        work.run();
        endNs = clock.nanoTime();
        tookNs = endNs - startNs;
    }
}
