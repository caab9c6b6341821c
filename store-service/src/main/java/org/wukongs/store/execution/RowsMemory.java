package org.wukongs.store.execution;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.wukongs.store.explore.ExecutionLimits;

/** The memory that all {@link RememberedRows} of a store share. Any thread. */
public final class RowsMemory {

    /**
     * Remembered rows may take a fourth of the memory of one execution, or of the node if that is
     * less.
     */
    private static final int EXECUTION_SHARE = 4;

    private static final long OBJECT_BYTES = 24;

    private final long bytesMax;
    private final AtomicLong bytesTaken = new AtomicLong();

    public RowsMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    public static long bytesMax(ExecutionLimits limits) {
        return Math.min(limits.memoryMaxBytes(), limits.nodeMemoryMaxBytes()) / EXECUTION_SHARE;
    }

    /** Takes bytes; returns false and takes nothing if that would be too much. */
    boolean take(long bytes) {
        if (bytesTaken.addAndGet(bytes) <= bytesMax) {
            return true;
        }
        bytesTaken.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        bytesTaken.addAndGet(-bytes);
    }

    long bytesTaken() {
        return bytesTaken.get();
    }

    /** Estimates the bytes that rows of strings take. */
    public static long bytes(List<String[]> rows) {
        long bytes = OBJECT_BYTES;
        for (String[] row : rows) {
            bytes += OBJECT_BYTES;
            for (String term : row) {
                bytes += Integer.BYTES + (term == null ? 0 : 2 * OBJECT_BYTES + term.length());
            }
        }
        return bytes;
    }
}
