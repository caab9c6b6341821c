package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/** When to say again what happens too often to be said each time. Any thread. */
final class RareLog {

    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

    private final NanoClock clock;
    private final AtomicLong nextNs;

    RareLog(NanoClock clock) {
        this.clock = clock;
        this.nextNs = new AtomicLong(clock.nanoTime());
    }

    /** True for one caller now, and for one more each ten seconds. */
    boolean isDue() {
        long nowNs = clock.nanoTime();
        long dueNs = nextNs.get();
        return nowNs - dueNs >= 0 && nextNs.compareAndSet(dueNs, nowNs + INTERVAL_NS);
    }
}
