package org.wukongs.flink.sink;

import java.util.function.LongSupplier;
import org.apache.flink.annotation.Internal;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Elements that were passed over or became dead letters: counted, the first one is logged, and then
 * one a minute with how many there have been. Owned by the subtask's thread.
 */
@Internal
public final class BadTuples {

    private static final Logger LOG = LoggerFactory.getLogger(BadTuples.class);

    /** Often enough to be seen, not so often that it fills a disk. */
    static final long LOG_INTERVAL_MS = 60_000;

    private final Counter count;
    private final LongSupplier clockMs;
    private final String what;
    private boolean logged;
    private long loggedMs;

    /** {@code what} begins a line in the log. */
    public BadTuples(Counter count, LongSupplier clockMs, String what) {
        this.count = count;
        this.clockMs = clockMs;
        this.what = what;
    }

    /** One more; true where it was logged. */
    public boolean add(BadTupleException why) {
        count.inc();
        long nowMs = clockMs.getAsLong();
        if (logged && nowMs - loggedMs < LOG_INTERVAL_MS) {
            return false;
        }
        logged = true;
        loggedMs = nowMs;
        LOG.warn("{}: count={} the newest: {}", what, count.getCount(), why.getMessage());
        return true;
    }
}
