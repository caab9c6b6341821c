package org.wukongs.store.query;

/**
 * What one execution may use; reaching a limit ends the query with a USER error that names the
 * option.
 *
 * @param rowCountMax rows of an intermediate or final result; 10 M rows of five columns are 400 MB
 * @param timeMaxMs wall time in ms
 */
public record ExecutionLimits(long rowCountMax, long timeMaxMs) {

    public static final ExecutionLimits DEFAULT = new ExecutionLimits(10_000_000, 60_000);
}
