package org.wukongs.store.explore;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.graph.ReaderEpochs;

/**
 * The budget of one execution within its {@link ExecutionLimits}: time, rows, and bytes of binding
 * tables and of values that its expressions make. All workers of a query share it.
 *
 * <p>Bytes beyond {@link #FREE_BYTES} are taken from the {@link NodeBudget}, until the budget is
 * {@link #close closed}.
 */
public final class ExecutionBudget implements AutoCloseable {

    private static final long NS_PER_MS = 1_000_000;

    /** Light queries never touch the node's budget: 128 executions at a time are 8 MiB. */
    static final long FREE_BYTES = 1 << 16;

    /** The bytes requested from the node at a time. */
    private static final long STEP_BYTES = 1 << 20;

    private final ExecutionLimits limits;
    private final NodeBudget node; // null: no shared memory
    private final NanoClock clock;
    private final long startNs;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong valueBytes = new AtomicLong();
    private volatile long roomBytes = FREE_BYTES; // guarded by this
    private volatile WukongsException cancelled; // null: not cancelled
    private ReaderEpochs.Reader reader; // null: none
    private Runnable atChecks = () -> {};

    /** Makes the budget of an execution that shares memory with no others. */
    public ExecutionBudget(ExecutionLimits limits, NanoClock clock, long startNs) {
        this(limits, null, clock, startNs);
    }

    /** {@code startNs}, by {@code clock}, is the start of the execution. */
    public ExecutionBudget(ExecutionLimits limits, NodeBudget node, NanoClock clock, long startNs) {
        this.limits = limits;
        this.node = node;
        this.clock = clock;
        this.startNs = startNs;
    }

    /** Sets the reader whose snapshot the execution reads. */
    public void readSnapshotOf(ReaderEpochs.Reader held) {
        reader = held;
    }

    /** Has something done at each check of the time, by whichever thread checks. */
    public void atChecks(Runnable look) {
        atChecks = look;
    }

    /** Returns the nanoseconds since the start of the execution. */
    public long elapsedNs() {
        return clock.nanoTime() - startNs;
    }

    /** Returns true if the execution's time is over. */
    public boolean isOutOfTime() {
        return elapsedNs() > limits.timeMaxMs() * NS_PER_MS;
    }

    /** Ends the execution with {@code reason} at its next check of the time. Any thread. */
    public void cancel(WukongsException reason) {
        cancelled = reason;
    }

    /**
     * Checks the clock, whether the execution shall end, and whether the snapshot may still be
     * read. Call it every few thousand rows.
     */
    public void checkTime() {
        if (Thread.currentThread().isInterrupted()) {
            throw WukongsException.retriable("query was interrupted");
        }
        if (node != null && node.isClosed()) {
            throw WukongsException.retriable("query was interrupted, the store is shutting down");
        }
        atChecks.run();
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

    /** Checks the size of a table that has grown. */
    public void checkRows(long rowCount) {
        if (rowCount > limits.rowCountMax()) {
            throw WukongsException.limit(
                    Reason.ROW_LIMIT,
                    "query row limit reached, raise --query-rows-max: rowCountMax="
                            + limits.rowCountMax());
        }
    }

    /** Takes bytes for a table or another structure of the execution. */
    public void takeBytes(long count) {
        check(bytes.addAndGet(count) + valueBytes.get());
    }

    /** Gives back bytes. */
    public void giveBackBytes(long count) {
        bytes.addAndGet(-count);
    }

    /** Returns the bytes of tables that are currently taken. */
    public long bytes() {
        return bytes.get();
    }

    /**
     * Takes bytes of values that expressions make; called before the values are made if an
     * operation can multiply sizes.
     */
    public void takeValueBytes(long count) {
        check(bytes.get() + valueBytes.addAndGet(count));
    }

    public void giveBackValueBytes(long count) {
        valueBytes.addAndGet(-count);
    }

    /** Returns all bytes that are currently taken. */
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

    /** Returns true if it has memory of the node's budget. */
    public boolean holdsNodeMemory() {
        return roomBytes != FREE_BYTES;
    }

    /** Gives unused bytes back to the node, after the execution has its result. */
    public synchronized void trim() {
        long surplus = roomBytes - FREE_BYTES - takenBytes();
        if (node != null && surplus >= STEP_BYTES) {
            long steps = surplus / STEP_BYTES * STEP_BYTES;
            node.giveBack(Math.min(steps, roomBytes - FREE_BYTES));
            roomBytes -= Math.min(steps, roomBytes - FREE_BYTES);
        }
    }

    /**
     * Gives everything back after the execution and its result are done; further calls have no
     * effect.
     */
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
