package org.wukongs.flink.source;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowsWanted;

/**
 * Position in a split that is being read: the next window to ask for and, when it is known, the
 * last one. Owned by the fetch thread.
 */
final class SplitCursor {

    private static final Logger LOG = LoggerFactory.getLogger(SplitCursor.class);

    private final StoreClient client;
    private final QuerySplit split;
    private final ReadOptions options;
    private final QueryMetrics metrics;
    private final SplitResults results;
    private final long stepMs;
    private long nextWindowEndMs;
    private long untilMs;
    private boolean over;
    private boolean ended;

    /** Attaches the split's reader. */
    SplitCursor(StoreClient client, QuerySplit split, ReadOptions options, QueryMetrics metrics) {
        this.client = client;
        this.split = split;
        this.options = options;
        this.metrics = metrics;
        this.results = new SplitResults(client, split);
        this.stepMs = results.stepMs();
        attach();
        this.nextWindowEndMs = split.nextWindowEndMs();
        this.untilMs = options.endWindowEndMs();
        metrics.attached(stepMs);
    }

    /** Attaches the reader, at the split's window end if the split is from a checkpoint. */
    private void attach() {
        ReaderStart start =
                split.begun() ? ReaderStart.resume(split.nextWindowEndMs()) : options.start();
        long lostCount = client.attachReader(split.readerId(), start);
        if (lostCount > 0) {
            LOG.warn(
                    "the store dropped windows that had no reader yet: split={} windows={}",
                    split.splitId(),
                    lostCount);
        }
    }

    ReaderId readerId() {
        return split.readerId();
    }

    String splitId() {
        return split.splitId();
    }

    /** The windows to ask for next. */
    WindowsWanted wanted() {
        return new WindowsWanted(
                split.readerId().kind(), split.name(), nextWindowEndMs, windowsMax());
    }

    /** Makes the results of the answer to {@link #wanted()}. */
    ReadyWindows ready(FetchedWindows fetched) {
        return results.ready(fetched);
    }

    /** Moves past the ready windows; returns those that are wanted. */
    List<FetchedWindow> take(ReadyWindows ready) {
        untilMs = options.untilMs(ready, stepMs);
        List<FetchedWindow> wanted = wanted(ready.windows());
        if (ready.windows().isEmpty() && nextWindowEndMs == QuerySplit.FROM_FIRST) {
            begin(ready.nextWindowEndMs());
        }
        over = nextWindowEndMs == QuerySplit.FROM_FIRST && ready.ended();
        ended = ready.ended() && ready.windows().isEmpty();
        metrics.stable(ready.stableMs());
        return wanted;
    }

    /** Whether no more windows will come, as far as is known. */
    boolean exhausted() {
        return over || nextWindowEndMs > untilMs;
    }

    /**
     * Whether the store would answer at once and without windows until a writer opens a stream
     * again.
     */
    boolean resting() {
        return ended || exhausted();
    }

    boolean finished() {
        return options.bounded() && exhausted();
    }

    /** Releases the windows fetched so far. */
    void release() {
        client.releaseWindows(split.readerId(), nextWindowEndMs);
    }

    /** The windows up to the last window end that is wanted; moves past them. */
    private List<FetchedWindow> wanted(List<FetchedWindow> ready) {
        List<FetchedWindow> wanted = new ArrayList<>(ready.size());
        for (FetchedWindow window : ready) {
            if (window.windowEndMs() <= untilMs) {
                begin(window.windowEndMs());
                nextWindowEndMs = window.nextWindowEndMs();
                wanted.add(window);
            }
        }
        return wanted;
    }

    /** Sets the first window end if it has just become known. */
    private void begin(long windowEndMs) {
        if (nextWindowEndMs == QuerySplit.FROM_FIRST && windowEndMs != QuerySplit.FROM_FIRST) {
            nextWindowEndMs = windowEndMs;
            LOG.info(
                    "reader begins: split={} reader={} windowEndMs={}",
                    split.splitId(),
                    split.reader(),
                    windowEndMs);
        }
    }

    private int windowsMax() {
        if (untilMs == ReadOptions.NO_END || nextWindowEndMs == QuerySplit.FROM_FIRST) {
            return options.windowsMax();
        }
        long left = Math.max(0, untilMs - nextWindowEndMs) / stepMs + 1;
        return (int) Math.min(options.windowsMax(), left);
    }
}
