package org.wukongs.benchmarks.e2e;

import java.util.List;
import java.util.Locale;
import org.wukongs.examples.lsbench.LsbenchJobConfig;

/**
 * A job for the Flink process.
 *
 * @param kafka bootstrap servers
 * @param store address, empty for jobs without one
 * @param tlsAuthorities PEM file of those whose certificates the job trusts, empty without TLS
 * @param storedFile N-Triples for jobs that keep stored triples themselves
 * @param round of {@link Kind#SINK}: part of its streams' names, so that no tuple is late
 * @param user constant of L1
 * @param person constant of L2 and L3
 * @param bounded read what the topics hold now and end
 * @param checkpointMs interval, 0 for none
 * @param checkpointFolder where checkpoints go
 * @param watermarkMs between two watermarks
 * @param profile file for a JFR recording, empty for none
 */
record JobSpec(
        Kind kind,
        String kafka,
        String store,
        String tlsAuthorities,
        String storedFile,
        int round,
        long user,
        long person,
        boolean bounded,
        long checkpointMs,
        String checkpointFolder,
        long watermarkMs,
        String profile) {

    /** What a job does with the tuples of the five topics. */
    enum Kind {
        /** The whole of it: into the store, L1 to L6, rows to the result topic. */
        STORE,
        /** As that, but each window once, by transactions, and again after failures. */
        KILLED,
        /** Into the store and no more. */
        SINK,
        /** Read, parsed and dropped. */
        DISCARD,
        /** L1 to L6 in Flink SQL, no store; streams meet by window joins. */
        SQL,
        /** As that, but L5 and L6 by interval joins. */
        SQL_INTERVALS,
        /** As that, state in RocksDB, each row once, by transactions, and again after failures. */
        SQL_KILLED;

        /** The ways in which Flink SQL has the queries. */
        static final List<Kind> FLINK_SQL = List.of(SQL, SQL_INTERVALS);

        /** As reports and topics have it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        boolean isFlinkSql() {
            return FLINK_SQL.contains(this) || this == SQL_KILLED;
        }

        /** Whether its processes are killed: it goes on from checkpoints, without repetitions. */
        boolean isKilled() {
            return this == KILLED || this == SQL_KILLED;
        }

        /** Where rows go. */
        String resultTopic() {
            return LsbenchJobConfig.RESULT_TOPIC + "-" + this;
        }
    }

    /** Of all streams, as the demo and the paper have it. */
    static final long BATCH_MS = 100;

    /**
     * What a bounded job took.
     *
     * @param cpuNs CPU time of the whole process, compiler and collector included
     */
    record Took(long cpuNs, long wallNs) {}
}
