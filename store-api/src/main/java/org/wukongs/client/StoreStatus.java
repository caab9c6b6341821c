package org.wukongs.client;

import java.util.List;

/**
 * What a store has done since its start.
 *
 * @param stableSnapshot Stable_SN
 * @param storedTripleCount triples in all stored graphs
 */
public record StoreStatus(
        long stableSnapshot,
        long storedTripleCount,
        List<StreamStatus> streams,
        List<QueryStatus> queries) {

    /**
     * One registered stream.
     *
     * @param stableMs event time up to which the stream is stable, {@code Long.MIN_VALUE} before
     *     its first closed batch, {@code Long.MAX_VALUE} when it has ended
     * @param graph the stored graph that its timeless triples feed
     * @param tupleCount tuples taken, late ones not counted; what a failed job had in open batches
     *     is dropped when it brings them again, and counts again, so that the number only grows
     * @param lateCount tuples that came behind the stream's progress
     * @param duplicateCount messages that were known by their sequence number and ignored
     * @param stagedTupleCount tuples that wait for their batch to be closed and injected
     * @param retainedTupleCount tuples kept for windows
     * @param writerCount writers of the current writer epoch, those not seen yet included
     * @param openWriterCount those of them that are connected
     * @param idle true where no writer holds the stream back
     * @param uncommittedCount messages of the current writer epoch that no completed checkpoint of
     *     the writers covers; writers without checkpoints never commit any
     */
    public record StreamStatus(
            String name,
            long batchIntervalMs,
            String graph,
            long stableMs,
            long tupleCount,
            long lateCount,
            long duplicateCount,
            long stagedTupleCount,
            long retainedTupleCount,
            int writerCount,
            int openWriterCount,
            boolean idle,
            long uncommittedCount) {}

    /**
     * One registered query. Latencies are the engine's time for one execution in µs.
     *
     * @param failureCount executions that failed, whose window somebody may ask for again
     * @param nextWindowEndMs the first window end that its reader has not let go of, {@code
     *     Long.MIN_VALUE} where it has asked for none
     * @param lagMs how far its streams are stable beyond the next window end to be executed; 0
     *     where none has been executed yet, or the streams have ended
     */
    public record QueryStatus(
            String name,
            long executionCount,
            long rowCount,
            long failureCount,
            long nextWindowEndMs,
            long lagMs,
            double p50Us,
            double p99Us,
            double maxUs) {}
}
