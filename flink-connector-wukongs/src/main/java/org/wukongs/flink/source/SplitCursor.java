package org.wukongs.flink.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;

/**
 * A split being read: the next window to ask for and, once known, the last. Owned by the fetch
 * thread.
 */
final class SplitCursor {

    private final SplitWindows windows;
    private final QuerySplit split;
    private final ReadOptions options;
    private final QueryMetrics metrics;
    private final long stepMs;
    private long nextWindowEndMs;
    private long untilMs;
    private boolean over;
    private boolean ended;

    /** Attaches to the split's windows. */
    SplitCursor(SplitWindows windows, QuerySplit split, ReadOptions options, QueryMetrics metrics) {
        this.windows = windows;
        this.split = split;
        this.options = options;
        this.metrics = metrics;
        this.stepMs = windows.attach(split);
        this.nextWindowEndMs = split.nextWindowEndMs();
        this.untilMs = options.endWindowEndMs();
        metrics.attached(stepMs);
    }

    String splitId() {
        return split.splitId();
    }

    List<FetchedWindow> fetch(Duration wait) {
        ReadyWindows ready = ready(wait);
        untilMs = options.untilMs(ready, stepMs);
        List<FetchedWindow> wanted = wanted(ready.windows());
        if (ready.windows().isEmpty() && nextWindowEndMs == QuerySplit.FROM_FIRST) {
            nextWindowEndMs = ready.nextWindowEndMs();
        }
        over = nextWindowEndMs == QuerySplit.FROM_FIRST && ready.ended();
        ended = ready.ended() && ready.windows().isEmpty();
        metrics.stable(ready.stableMs());
        return wanted;
    }

    /** There is no window to come, as far as is known. */
    boolean exhausted() {
        return over || nextWindowEndMs > untilMs;
    }

    /** The store would answer at once, with nothing, until a writer opens a stream again. */
    boolean resting() {
        return ended || exhausted();
    }

    boolean finished() {
        return options.bounded() && exhausted();
    }

    /** Lets go of what has been fetched. */
    void release() {
        windows.release(nextWindowEndMs);
    }

    private ReadyWindows ready(Duration wait) {
        try {
            return windows.fetch(nextWindowEndMs, windowsMax(), wait);
        } catch (WukongsException e) {
            throw isGone(e) ? gone(e) : e;
        }
    }

    private static boolean isGone(WukongsException e) {
        return e.category() == WukongsException.Category.USER
                && e.getMessage().startsWith(StoreClient.WINDOW_GONE);
    }

    private WukongsException gone(WukongsException cause) {
        return new WukongsException(
                WukongsException.Category.USER,
                "the store has let go of the window to be read next: its state is older than a checkpoint"
                        + " that was completed since. Restore the newest checkpoint or savepoint, or start"
                        + " without state: split="
                        + splitId()
                        + " windowEndMs="
                        + nextWindowEndMs,
                cause);
    }

    /** Windows up to the last window end that is wanted. */
    private List<FetchedWindow> wanted(List<FetchedWindow> ready) {
        List<FetchedWindow> wanted = new ArrayList<>(ready.size());
        for (FetchedWindow window : ready) {
            if (window.windowEndMs() <= untilMs) {
                nextWindowEndMs = window.nextWindowEndMs();
                wanted.add(window);
            }
        }
        return wanted;
    }

    private int windowsMax() {
        if (untilMs == ReadOptions.NO_END || nextWindowEndMs == QuerySplit.FROM_FIRST) {
            return options.windowsMax();
        }
        long left = Math.max(0, untilMs - nextWindowEndMs) / stepMs + 1;
        return (int) Math.min(options.windowsMax(), left);
    }
}
