package org.wukongs.store.explore;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.graph.ReaderEpochs;

/**
 * What is left to one execution of its {@link ExecutionLimits}: time, rows, and bytes of binding
 * tables and of the values that its expressions make. All workers of a query share it.
 *
 * <p>What it takes beyond {@link #FREE_BYTES} is taken from the {@link NodeBudget}, until it is
 * {@link #close closed}.
 */
public final class ExecutionBudget implements AutoCloseable {

    private static final long NS_PER_MS = 1_000_000;

    /** Light queries never meet the node's budget: 128 executions at a time are 8 MiB. */
    static final long FREE_BYTES = 1 << 16;

    /** The node is asked for so much at a time. */
    private static final long STEP_BYTES = 1 << 20;

    private final ExecutionLimits limits;
    private final NodeBudget node; // null: nobody else is there
    private final NanoClock clock;
    private final long startNs;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong valueBytes = new AtomicLong();
    private volatile long roomBytes = FREE_BYTES; // guarded by this
    private volatile WukongsException cancelled; // null: it goes on
    private ReaderEpochs.Reader reader; // null: none

    /** Of an execution that shares memory with no others. */
    public ExecutionBudget(ExecutionLimits limits, NanoClock clock, long startNs) {
        this(limits, null, clock, startNs);
    }

    /** {@code startNs}, by {@code clock}, is when the execution began. */
    public ExecutionBudget(ExecutionLimits limits, NodeBudget node, NanoClock clock, long startNs) {
        this.limits = limits;
        this.node = node;
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

    /** It ends with {@code reason} at its next look at the time. Any thread. */
    public void cancel(WukongsException reason) {
        cancelled = reason;
    }

    /**
     * To be called every some thousand rows: one look at the clock, whether the execution is to
     * end, and whether the snapshot may still be read.
     */
    public void checkTime() {
        if (Thread.currentThread().isInterrupted()) {
            throw WukongsException.retriable("query was interrupted");
        }
        if (node != null && node.isClosed()) {
            throw WukongsException.retriable("query was interrupted, the store is shutting down");
        }
        if (cancelled != null) {
            throw cancelled;
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
        check(bytes.addAndGet(count) + valueBytes.get());
    }

    /** Gives back bytes that were taken. */
    public void giveBackBytes(long count) {
        bytes.addAndGet(-count);
    }

    /** Bytes of tables that are taken now. */
    public long bytes() {
        return bytes.get();
    }

    /**
     * Accounts for bytes of values that expressions make, before they are made where an operation
     * can multiply sizes.
     */
    public void takeValueBytes(long count) {
        check(bytes.get() + valueBytes.addAndGet(count));
    }

    public void giveBackValueBytes(long count) {
        valueBytes.addAndGet(-count);
    }

    /** All bytes that are taken now. */
    public long takenBytes() {
        return bytes.get() + valueBytes.get();
    }

    private void check(long taken) {
        if (taken > limits.memoryMaxBytes()) {
            throw WukongsException.limit(
                    Reason.MEMORY_LIMIT,
                    "query memory limit reached, raise --query-memory-max: memoryMaxBytes="
                            + limits.memoryMaxBytes());
        }
        if (taken > roomBytes) {
            makeRoom(taken);
        }
    }

    private synchronized void makeRoom(long taken) {
        long missing = taken - roomBytes;
        if (missing > 0 && node != null) {
            long step = (missing + STEP_BYTES - 1) / STEP_BYTES * STEP_BYTES;
            node.take(step, roomBytes - FREE_BYTES);
            roomBytes += step;
        } else if (missing > 0) {
            roomBytes = Long.MAX_VALUE;
        }
    }

    /** Whether it has memory of the node's budget. */
    public boolean holdsNodeMemory() {
        return roomBytes != FREE_BYTES;
    }

    /** Gives the node back what is not taken any more: the execution has its result. */
    public synchronized void trim() {
        long surplus = roomBytes - FREE_BYTES - takenBytes();
        if (node != null && surplus >= STEP_BYTES) {
            long steps = surplus / STEP_BYTES * STEP_BYTES;
            node.giveBack(Math.min(steps, roomBytes - FREE_BYTES));
            roomBytes -= Math.min(steps, roomBytes - FREE_BYTES);
        }
    }

    /** The execution and its result are gone; again changes nothing. */
    @Override
    public void close() {
        if (roomBytes != FREE_BYTES) {
            giveBackAll();
        }
    }

    private synchronized void giveBackAll() {
        if (node != null) {
            node.giveBack(roomBytes - FREE_BYTES);
        }
        roomBytes = FREE_BYTES;
    }
}
