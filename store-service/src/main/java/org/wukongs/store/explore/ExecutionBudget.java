package org.wukongs.store.explore;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.memory.ReaderEpochs;

/**
 * What is left to one execution of its {@link ExecutionLimits}: time, rows, and bytes of binding
 * tables. All workers of a query share it.
 */
public final class ExecutionBudget {

    private static final long NS_PER_MS = 1_000_000;

    private final ExecutionLimits limits;
    private final NanoClock clock;
    private final long startNs;
    private final AtomicLong bytes = new AtomicLong();
    private ReaderEpochs.Reader reader; // null: none

    /** {@code startNs}, by {@code clock}, is when the execution began. */
    public ExecutionBudget(ExecutionLimits limits, NanoClock clock, long startNs) {
        this.limits = limits;
        this.clock = clock;
        this.startNs = startNs;
    }

    /** The execution reads the snapshot that {@code held} holds. */
    public void readSnapshotOf(ReaderEpochs.Reader held) {
        reader = held;
    }

    /** Nanoseconds since the execution began. */
    public long elapsedNs() {
        return clock.nanoTime() - startNs;
    }

    /** Whether its time has passed. */
    public boolean isOutOfTime() {
        return elapsedNs() > limits.timeMaxMs() * NS_PER_MS;
    }

    /**
     * To be called every some thousand rows: one look at the clock, whether the thread is to end,
     * and whether the snapshot may still be read.
     */
    public void checkTime() {
        if (Thread.currentThread().isInterrupted()) {
            throw WukongsException.retriable("query was interrupted");
        }
        if (reader != null) {
            reader.checkSnapshot();
        }
        if (isOutOfTime()) {
            throw WukongsException.limit(
                    Reason.TIME_LIMIT,
                    "query time limit reached, raise --query-time-max: timeMaxMs="
                            + limits.timeMaxMs());
        }
    }

    /** To be called with the size of a table that grew. */
    public void checkRows(long rowCount) {
        if (rowCount > limits.rowCountMax()) {
            throw WukongsException.limit(
                    Reason.ROW_LIMIT,
                    "query row limit reached, raise --query-rows-max: rowCountMax="
                            + limits.rowCountMax());
        }
    }

    /** Accounts for bytes that a table or another structure of the execution takes now. */
    public void takeBytes(long count) {
        if (bytes.addAndGet(count) > limits.memoryMaxBytes()) {
            throw WukongsException.limit(
                    Reason.MEMORY_LIMIT,
                    "query memory limit reached, raise --query-memory-max: memoryMaxBytes="
                            + limits.memoryMaxBytes());
        }
    }

    /** Gives back bytes that were taken. */
    public void giveBackBytes(long count) {
        bytes.addAndGet(-count);
    }

    /** Bytes that are taken now. */
    public long bytes() {
        return bytes.get();
    }
}
