package org.wukongs.flink.source;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.WindowsWanted;

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

    long stepMs() {
        return stepMs;
    }

    /** What to ask for next. */
    WindowsWanted wanted() {
        return new WindowsWanted(split.name(), nextWindowEndMs, windowsMax());
    }

    /** Goes on behind what is ready; returns those windows of it that are wanted. */
    List<FetchedWindow> take(ReadyWindows ready) {
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
