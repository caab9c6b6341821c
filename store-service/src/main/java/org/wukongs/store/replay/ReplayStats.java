package org.wukongs.store.replay;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** CPU times of the replaying thread, by activity. */
public final class ReplayStats {

    private static final double NS_PER_US = 1000.0;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long tupleCount;
    private long encodeNs;
    private long injectNs;
    private long sinceNs;
    private boolean encoding;
    private boolean injecting;

    void countTuples(long count) {
        tupleCount += count;
    }

    void startEncoding() {
        stop();
        encoding = true;
    }

    void startInjecting() {
        stop();
        injecting = true;
    }

    void stop() {
        long nowNs = threads.getCurrentThreadCpuTime();
        if (encoding) {
            encodeNs += nowNs - sinceNs;
        } else if (injecting) {
            injectNs += nowNs - sinceNs;
        }
        encoding = false;
        injecting = false;
        sinceNs = nowNs;
    }

    public long tupleCount() {
        return tupleCount;
    }

    /** Returns the CPU time of encoding, including parsing, per tuple. */
    public double encodeCpuUsPerTuple() {
        return encodeNs / NS_PER_US / Math.max(1, tupleCount);
    }

    /**
     * Returns the CPU time of ring, absorption and progress per tuple; executions build the
     * windows.
     */
    public double injectCpuUsPerTuple() {
        return injectNs / NS_PER_US / Math.max(1, tupleCount);
    }
}
