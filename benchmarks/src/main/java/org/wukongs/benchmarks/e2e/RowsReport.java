package org.wukongs.benchmarks.e2e;

import java.util.List;

/**
 * The same topics by the store and by Flink SQL, from beginning to end, as fast as it goes; JVMs
 * just started.
 *
 * @param storeCpuUs CPU time a tuple of Flink process and store together
 * @param sqlCpuUs CPU time a tuple of the Flink process
 */
record RowsReport(
        long tuples,
        double storeCpuUs,
        double sqlCpuUs,
        double storeTuplesPerSecond,
        double sqlTuplesPerSecond,
        List<QueryRows> queries) {

    /**
     * Rows of all windows that both have.
     *
     * @param onlyStore rows that Flink SQL lacks
     * @param onlySql rows that the store lacks
     */
    record QueryRows(String query, long rows, long onlyStore, long onlySql) {}
}
