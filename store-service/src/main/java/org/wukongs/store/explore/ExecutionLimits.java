package org.wukongs.store.explore;

/**
 * Limits of one execution; reaching one ends the query with a USER error that names the option.
 *
 * @param rowCountMax rows of a table: a result, or the rows that an operator keeps
 * @param timeMaxMs wall time in ms
 * @param memoryMaxBytes bytes of all binding tables and computed values that an execution holds at
 *     a time
 * @param workerCount threads that work on one large query, 1 or more
 * @param nodeMemoryMaxBytes like {@code memoryMaxBytes}, for all executions of a node together and
 *     their results until they are sent
 */
public record ExecutionLimits(
        long rowCountMax,
        long timeMaxMs,
        long memoryMaxBytes,
        int workerCount,
        long nodeMemoryMaxBytes) {

    /**
     * 10 M rows of ten columns are 800 MB: most queries meet the limit of rows first, wide tables
     * that of bytes.
     */
    private static final long MEMORY_BYTES_DEFAULT = 1L << 30;

    /** Half the processors; the other half is for clients, streams and other queries. */
    public static final int WORKER_COUNT_DEFAULT =
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    public static final ExecutionLimits DEFAULT = new ExecutionLimits(10_000_000, 60_000);

    /** Returns these limits with at most this time. */
    public ExecutionLimits within(long timeMs) {
        return new ExecutionLimits(
                rowCountMax,
                Math.min(timeMs, timeMaxMs),
                memoryMaxBytes,
                workerCount,
                nodeMemoryMaxBytes);
    }

    /** Makes limits with the default memory of a node. */
    public ExecutionLimits(long rowCountMax, long timeMaxMs, long memoryMaxBytes, int workerCount) {
        this(
                rowCountMax,
                timeMaxMs,
                memoryMaxBytes,
                workerCount,
                NodeBudget.memoryMaxBytesDefault());
    }

    /** Makes limits with the default memory and workers. */
    public ExecutionLimits(long rowCountMax, long timeMaxMs) {
        this(rowCountMax, timeMaxMs, MEMORY_BYTES_DEFAULT, WORKER_COUNT_DEFAULT);
    }
}
