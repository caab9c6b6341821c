package org.wukongs.flink.sink;

import java.util.function.LongSupplier;
import org.apache.flink.annotation.Internal;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts elements that were skipped or became dead letters; logs the first one, then one a minute
 * with the count. Owned by the subtask's thread.
 */
@Internal
public final class BadTuples {

    private static final Logger LOG = LoggerFactory.getLogger(BadTuples.class);

    /** Often enough to be noticed, too seldom to fill a disk. */
    static final long LOG_INTERVAL_MS = 60_000;

    private final Counter count;
    private final LongSupplier clockMs;
    private final String what;
    private boolean logged;
    private long loggedMs;

    /** {@code what} begins the log lines. */
    public BadTuples(Counter count, LongSupplier clockMs, String what) {
        this.count = count;
        this.clockMs = clockMs;
        this.what = what;
    }

    /** Counts an element; true if it was logged. */
    public boolean add(BadTupleException why) {
        count.inc();
        long nowMs = clockMs.getAsLong();
        if (logged && nowMs - loggedMs < LOG_INTERVAL_MS) {
            return false;
        }
        logged = true;
        loggedMs = nowMs;
        LOG.warn("{}: count={} newest: {}", what, count.getCount(), why.getMessage());
        return true;
    }
}
