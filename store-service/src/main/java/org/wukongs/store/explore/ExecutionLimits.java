package org.wukongs.store.explore;

/**
 * What one execution may use; reaching a limit ends the query with a USER error that names the
 * option.
 *
 * @param rowCountMax rows of a table: a result, or what an operator keeps
 * @param timeMaxMs wall time in ms
 * @param memoryMaxBytes bytes of all binding tables and computed values that an execution holds at
 *     a time
 * @param workerCount threads that work on one large query, 1 or more
 * @param nodeMemoryMaxBytes as {@code memoryMaxBytes}, of all executions of a node together and of
 *     their results until they are sent
 */
public record ExecutionLimits(
        long rowCountMax,
        long timeMaxMs,
        long memoryMaxBytes,
        int workerCount,
        long nodeMemoryMaxBytes) {

    /** 10 M rows of ten columns are 800 MB: rows are the limit for most, bytes for wide tables. */
    private static final long MEMORY_BYTES_DEFAULT = 1L << 30;

    /** Half of the processors: the other half is for clients, streams, and other queries. */
    public static final int WORKER_COUNT_DEFAULT =
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    public static final ExecutionLimits DEFAULT = new ExecutionLimits(10_000_000, 60_000);

    /** With the default memory of a node. */
    public ExecutionLimits(long rowCountMax, long timeMaxMs, long memoryMaxBytes, int workerCount) {
        this(
                rowCountMax,
                timeMaxMs,
                memoryMaxBytes,
                workerCount,
                NodeBudget.memoryMaxBytesDefault());
    }

    /** With the default memory and workers. */
    public ExecutionLimits(long rowCountMax, long timeMaxMs) {
        this(rowCountMax, timeMaxMs, MEMORY_BYTES_DEFAULT, WORKER_COUNT_DEFAULT);
    }
}
