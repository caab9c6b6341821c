package org.wukongs.benchmarks.e2e;

/**
 * A job for the Flink process.
 *
 * @param kafka bootstrap servers
 * @param store address, empty for jobs without one
 * @param storedFile N-Triples for jobs that keep stored triples themselves
 * @param round of {@link JobKind#SINK}: part of its streams' names, so that no tuple is late
 * @param user constant of L1
 * @param person constant of L2 and L3
 * @param bounded read what the topics hold now and end
 * @param checkpointMs interval, 0 for none
 * @param checkpointFolder where checkpoints go
 * @param watermarkMs between two watermarks
 * @param profile file for a JFR recording, empty for none
 */
record JobSpec(
        JobKind kind,
        String kafka,
        String store,
        String storedFile,
        int round,
        long user,
        long person,
        boolean bounded,
        long checkpointMs,
        String checkpointFolder,
        long watermarkMs,
        String profile) {

    /** Of all streams, as the demo and the paper have it. */
    static final long BATCH_MS = 100;

    /**
     * What a bounded job took.
     *
     * @param cpuNs CPU time of the whole process, compiler and collector included
     */
    record Took(long cpuNs, long wallNs) {}
}
