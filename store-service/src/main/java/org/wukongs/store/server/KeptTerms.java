package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.node.TermSweeper;

/**
 * Asks a node's log for all terms that the dictionary has; waits for them when it is run. Any
 * thread but the log's.
 */
final class KeptTerms implements Runnable, TermSweeper.TermLog {

    /** Less than other nodes wait for an answer, so that they learn the reason. */
    private static final long WAIT_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    /** A fraction of the disk's delay. */
    private static final long PAUSE_NS = 50_000;

    private final LogWriter writer;
    private final WakingIdle logIdle;
    private final NanoClock clock;

    KeptTerms(LogWriter writer, WakingIdle logIdle, NanoClock clock) {
        this.writer = writer;
        this.logIdle = logIdle;
        this.clock = clock;
    }

    @Override
    public long request() {
        long request = writer.requestPreamble();
        logIdle.wake();
        return request;
    }

    @Override
    public boolean has(long request) {
        return writer.preambles() >= request;
    }

    @Override
    public void run() {
        long beginNs = clock.nanoTime();
        long request = request();
        while (!has(request)) {
            if (clock.nanoTime() - beginNs > WAIT_NS_MAX) {
                throw WukongsException.retriable(
                        "a node's log takes long, its disk is slow or fails");
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
