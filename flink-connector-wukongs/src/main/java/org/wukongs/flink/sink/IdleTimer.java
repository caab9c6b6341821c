package org.wukongs.flink.sink;

import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService;

/**
 * Reports when a subtask has had neither tuple nor watermark for between one and two timeouts of
 * processing time: once, until it gets something again.
 *
 * <p>Flink does not tell sinks that their input is idle ({@code SinkWriter} sees watermarks, not
 * watermark statuses), so a timer takes the place of the status. Owned by the subtask's thread,
 * which also runs the timer.
 */
final class IdleTimer {

    private final ProcessingTimeService clock;
    private final long timeoutMs;
    private final Runnable whenIdle;
    private ScheduledFuture<?> timer;
    private boolean active;
    private boolean idle;

    /** A timeout of 0 never ends. */
    IdleTimer(ProcessingTimeService clock, long timeoutMs, Runnable whenIdle) {
        this.clock = clock;
        this.timeoutMs = timeoutMs;
        this.whenIdle = whenIdle;
        if (timeoutMs > 0) {
            schedule();
        }
    }

    void active() {
        active = true;
        idle = false;
    }

    void close() {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    private void schedule() {
        timer =
                clock.registerTimer(
                        clock.getCurrentProcessingTime() + timeoutMs, timestamp -> check());
    }

    private void check() {
        if (!active && !idle) {
            idle = true;
            whenIdle.run();
        }
        active = false;
        schedule();
    }
}
