package org.wukongs.flink.sink;

import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * Runs an action every batch interval of processing time, in place of watermarks. Owned by the
 * subtask's thread, which also runs the timer.
 */
final class ArrivalTimer {

    /** Batches may be shorter; a message to the store for each would cost more than it brings. */
    static final long INTERVAL_MS_MIN = 10;

    private final ProcessingTimeService clock;
    private final long intervalMs;
    private final ThrowingRunnable<InterruptedException> action;
    private ScheduledFuture<?> timer;

    ArrivalTimer(
            ProcessingTimeService clock,
            long intervalMs,
            ThrowingRunnable<InterruptedException> action) {
        this.clock = clock;
        this.intervalMs = Math.max(intervalMs, INTERVAL_MS_MIN);
        this.action = action;
        schedule();
    }

    void close() {
        timer.cancel(false);
    }

    private void schedule() {
        timer =
                clock.registerTimer(
                        clock.getCurrentProcessingTime() + intervalMs,
                        timestamp -> {
                            action.run();
                            schedule();
                        });
    }
}
