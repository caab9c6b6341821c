package org.wukongs.client;

import java.util.List;

/**
 * What a store has done since its start.
 *
 * @param stableSnapshot Stable_SN
 * @param storedTripleCount triples in all stored graphs
 * @param restored what it was started from, null where it began empty
 */
public record StoreStatus(
        long stableSnapshot,
        long storedTripleCount,
        RestoredStatus restored,
        List<StreamStatus> streams,
        List<QueryStatus> queries) {

    /**
     * The checkpoint that a store was started from, and what it had.
     *
     * @param directory of the checkpoint
     * @param madeMs when it was written, in ms since 1970
     * @param tripleCount triples in all stored graphs
     */
    public record RestoredStatus(
            String directory,
            long madeMs,
            long tripleCount,
            long termCount,
            int streamCount,
            int queryCount) {}

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
     * @param yieldedTupleCount tuples dropped though queries without a reader wanted them, since
     *     there was no room for newer ones
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
            long uncommittedCount,
            long yieldedTupleCount) {}

    /**
     * One registered query. Latencies are the engine's time for one execution in µs.
     *
     * @param failureCount executions that failed, whose window somebody may ask for again
     * @param nextWindowEndMs the first window end that not all of its readers have let go of,
     *     {@code Long.MIN_VALUE} where they have asked for none
     * @param lagMs how far its streams are stable beyond the next window end to be executed; 0
     *     where none has been executed yet, or the streams have ended
     * @param lostWindowCount windows that nobody read before there was no more room for them
     * @param readers its own, those of its template not included
     */
    public record QueryStatus(
            String name,
            long executionCount,
            long rowCount,
            long failureCount,
            long nextWindowEndMs,
            long lagMs,
            long lostWindowCount,
            List<ReaderStatus> readers,
            double p50Us,
            double p99Us,
            double maxUs) {}

    /**
     * A reader of a query.
     *
     * @param nextWindowEndMs the first window end that it has not let go of, {@code Long.MIN_VALUE}
     *     before its first window
     * @param connected false where the store may drop it when it needs room
     */
    public record ReaderStatus(String name, long nextWindowEndMs, boolean connected) {}
}
