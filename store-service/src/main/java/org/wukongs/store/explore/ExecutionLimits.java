package org.wukongs.store.explore;

/**
 * What one execution may use; reaching a limit ends the query with a USER error that names the
 * option.
 *
 * @param rowCountMax rows of an intermediate or final result
 * @param timeMaxMs wall time in ms
 * @param memoryMaxBytes bytes of all binding tables that an execution holds at a time
 */
public record ExecutionLimits(long rowCountMax, long timeMaxMs, long memoryMaxBytes) {

    /** 10 M rows of ten columns are 800 MB: rows are the limit for most, bytes for wide tables. */
    public static final ExecutionLimits DEFAULT =
            new ExecutionLimits(10_000_000, 60_000, 1L << 30);
}
