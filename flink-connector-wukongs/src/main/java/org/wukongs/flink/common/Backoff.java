package org.wukongs.flink.common;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.flink.annotation.Internal;
import org.wukongs.client.RetryStrategy;

/**
 * Retries a lost connection for a bounded time: at once, then after pauses that double. A try under
 * way at the end of that time is not interrupted. Owned by one thread, whose interruption ends the
 * retries.
 */
@Internal
public final class Backoff implements RetryStrategy {

    /** Waits, as {@link TimeUnit#sleep}. */
    @FunctionalInterface
    interface Pause {
        void ofMs(long ms) throws InterruptedException;
    }

    /** Enough for the restart of a proxy, or for a switch to learn a new route. */
    static final long PAUSE_MS_MIN = 100;

    /** Short compared with a checkpoint interval. */
    static final long PAUSE_MS_MAX = 2_000;

    private final long withinMs;
    private final LongSupplier clockNs;
    private final Pause pause;
    private long lostNs;

    /** Zero means no retries. */
    public Backoff(Duration within) {
        this(within, System::nanoTime, TimeUnit.MILLISECONDS::sleep);
    }

    Backoff(Duration within, LongSupplier clockNs, Pause pause) {
        this.withinMs = within.toMillis();
        this.clockNs = clockNs;
        this.pause = pause;
    }

    @Override
    public boolean awaitTry(int number) {
        if (number == 1) {
            lostNs = clockNs.getAsLong();
            return withinMs > 0;
        }
        long elapsedMs = TimeUnit.NANOSECONDS.toMillis(clockNs.getAsLong() - lostNs);
        long pauseMs = pauseMs(number);
        return elapsedMs + pauseMs <= withinMs && waited(pauseMs);
    }

    private static long pauseMs(int number) {
        int doublings = Math.min(number - 2, Integer.SIZE);
        return Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN << doublings);
    }

    private boolean waited(long ms) {
        try {
            pause.ofMs(ms);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
