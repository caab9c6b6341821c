package org.wukongs.store.explore;

import java.util.concurrent.atomic.AtomicLong;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;

/**
 * What all executions of a node share: memory on the heap, results that are not sent yet included,
 * and whether they are to end. Any thread.
 */
public final class NodeBudget {

    /**
     * Of the heap, so much by default: windows take a quarter and remembered rows at most a fourth
     * of this; what is left is for growing, where old and new arrays are there together.
     */
    private static final double HEAP_SHARE = 0.375;

    private final long memoryMaxBytes;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();
    private volatile boolean closed; // owner: whoever closes the node

    public NodeBudget(long memoryMaxBytes) {
        this.memoryMaxBytes = memoryMaxBytes;
    }

    /** The default bound: 1.5 GiB of 4 GiB of heap. */
    public static long memoryMaxBytesDefault() {
        return (long) (Runtime.getRuntime().maxMemory() * HEAP_SHARE);
    }

    public long memoryMaxBytes() {
        return memoryMaxBytes;
    }

    /** Bytes that executions and unsent results have now. */
    public long takenBytes() {
        return taken.get();
    }

    /** How many executions were refused because the others had the memory. */
    public long refusalCount() {
        return refusals.get();
    }

    /**
     * Takes bytes for an execution that has {@code heldBytes} already; RETRIABLE where the others
     * have the rest, USER where it can have no more even alone.
     */
    void take(long bytes, long heldBytes) {
        if (taken.addAndGet(bytes) <= memoryMaxBytes) {
            return;
        }
        taken.addAndGet(-bytes);
        refusals.incrementAndGet();
        if (heldBytes + bytes > memoryMaxBytes) {
            throw WukongsException.limit(
                    Reason.MEMORY_LIMIT,
                    "query memory limit of the node reached, raise --queries-memory-max or -Xmx:"
                            + " queriesMemoryMaxBytes="
                            + memoryMaxBytes);
        }
        throw WukongsException.retriable(
                "other queries use the memory for queries, come again or raise"
                        + " --queries-memory-max: queriesMemoryMaxBytes="
                        + memoryMaxBytes);
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** All executions end at their next look at the time. */
    public void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }
}
