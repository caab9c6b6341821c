package org.wukongs.benchmarks.e2e;

import java.util.List;
import java.util.Locale;
import org.wukongs.examples.lsbench.LsbenchJobConfig;

/** What a job does with the tuples of the five topics. */
public enum JobKind {
    /** The whole of it: into the store, L1 to L6, rows to the result topic. */
    STORE,
    /** Into the store and no more. */
    SINK,
    /** Read, parsed and dropped. */
    DISCARD,
    /** L1 to L6 in Flink SQL, no store; streams meet by window joins. */
    SQL,
    /** As that, but L5 and L6 by interval joins. */
    SQL_INTERVALS;

    /** The ways in which Flink SQL has the queries. */
    static final List<JobKind> FLINK_SQL = List.of(SQL, SQL_INTERVALS);

    /** As reports and topics have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isFlinkSql() {
        return FLINK_SQL.contains(this);
    }

    /** Where rows go. */
    String resultTopic() {
        return LsbenchJobConfig.RESULT_TOPIC + "-" + this;
    }
}
