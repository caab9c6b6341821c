package org.wukongs.benchmarks.e2e;

import java.util.List;

/**
 * Rows by the store and by Flink SQL over the same topics, from beginning to end.
 *
 * @param engine in which way Flink SQL has it
 */
record RowsReport(String engine, long tuples, List<QueryRows> queries) {

    /**
     * Rows of all windows that both have.
     *
     * @param onlyStore rows that Flink SQL lacks
     * @param onlySql rows that the store lacks
     */
    record QueryRows(String query, long rows, long onlyStore, long onlySql) {}
}
