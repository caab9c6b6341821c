package org.wukongs.store.explore;

import java.util.concurrent.atomic.AtomicLong;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;

/**
 * The heap budget that all executions of a node share, including their unsent results. It also
 * tells them to end when the node closes. Any thread may call it.
 */
public final class NodeBudget {

    /**
     * Default share of the heap. Windows take a quarter of the heap, and remembered rows at most a
     * fourth of this share; the rest is for arrays that grow, when the old and new ones exist
     * together.
     */
    private static final double HEAP_SHARE = 0.375;

    private final long memoryMaxBytes;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();
    private volatile boolean closed; // owner: the thread that closes the node

    public NodeBudget(long memoryMaxBytes) {
        this.memoryMaxBytes = memoryMaxBytes;
    }

    /** Returns the default limit: 1.5 GiB of 4 GiB of heap. */
    public static long memoryMaxBytesDefault() {
        return (long) (Runtime.getRuntime().maxMemory() * HEAP_SHARE);
    }

    public long memoryMaxBytes() {
        return memoryMaxBytes;
    }

    /** Returns the bytes that executions and unsent results currently have. */
    public long takenBytes() {
        return taken.get();
    }

    /** Returns how many executions were refused because others had the memory. */
    public long refusalCount() {
        return refusals.get();
    }

    /**
     * Takes bytes for an execution that already has {@code heldBytes}. Throws RETRIABLE if others
     * have the rest, USER if the execution could not have more even if it were alone.
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
                "other queries use the memory for queries, try again or raise"
                        + " --queries-memory-max: queriesMemoryMaxBytes="
                        + memoryMaxBytes);
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Ends all executions at their next check of the time. */
    public void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }
}
