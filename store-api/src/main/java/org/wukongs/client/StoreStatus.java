package org.wukongs.client;

import java.util.List;

/**
 * State of a store and counters since its start. In a cluster, triples, streams, queries and
 * replicas are those of all nodes that answer, and everything else is that of the asked node.
 *
 * @param stableSnapshot Stable_SN
 * @param storedTripleCount triples in all stored graphs
 * @param restored the checkpoint it was started from, null if there was none
 * @param log the state of its log, null if it keeps none
 * @param copy the state of its copy outside of the machine, null if it keeps none
 * @param nodes all nodes that take part in its cluster; empty for a store of one node
 * @param joining nodes that have joined its cluster and take no part yet
 * @param replicas where tuples of streams are copied to, because queries read them there
 */
public record StoreStatus(
        long stableSnapshot,
        long storedTripleCount,
        RestoredStatus restored,
        List<StreamStatus> streams,
        List<QueryStatus> queries,
        List<ChangelogStatus> changelogs,
        LogStatus log,
        CopyStatus copy,
        List<NodeStatus> nodes,
        List<JoiningNode> joining,
        List<ReplicaStatus> replicas) {

    /** Returns the same with a copy. */
    public StoreStatus withCopy(CopyStatus newCopy) {
        return new StoreStatus(
                stableSnapshot,
                storedTripleCount,
                restored,
                streams,
                queries,
                changelogs,
                log,
                newCopy,
                nodes,
                joining,
                replicas);
    }

    /** Returns the same with the nodes of a cluster. */
    public StoreStatus withNodes(List<NodeStatus> newNodes, List<JoiningNode> newJoining) {
        return new StoreStatus(
                stableSnapshot,
                storedTripleCount,
                restored,
                streams,
                queries,
                changelogs,
                log,
                copy,
                newNodes,
                newJoining,
                replicas);
    }

    /**
     * One node of a cluster, as another one sees it.
     *
     * @param node its number
     * @param self true for the node that says this
     * @param address where it listens for other nodes
     * @param clientAddress where it listens for clients
     * @param failure why it cannot be reached, or does not answer; empty if it does
     * @param fabric what carries the asked node's reads of its graphs, {@code tcp} or {@code shm},
     *     with the reason if that is not what the asked node's options prefer; empty for itself
     * @param partitionCount vertex partitions that it owns
     * @param streams whose home it is, in order of their names
     * @param madeSnapshot the newest change that it has made, as far as the asked node knows
     *     (Local_SN)
     * @param turnsBehind changes that have their turn and that it has not made
     * @param size what it has; null if it does not answer
     */
    public record NodeStatus(
            int node,
            boolean self,
            String address,
            String clientAddress,
            String failure,
            String fabric,
            int partitionCount,
            List<String> streams,
            long madeSnapshot,
            long turnsBehind,
            NodeSize size) {

        /** Returns the same as the node's own answer says, or with the reason why there is none. */
        public NodeStatus answered(String newFailure, NodeSize newSize) {
            return new NodeStatus(
                    node,
                    self,
                    address,
                    clientAddress,
                    newFailure,
                    fabric,
                    partitionCount,
                    streams,
                    madeSnapshot,
                    turnsBehind,
                    newSize);
        }

        /** Returns the same with a newer snapshot that the node has made. */
        public NodeStatus atSnapshot(long newest) {
            long more = Math.max(0, newest - madeSnapshot);
            return new NodeStatus(
                    node,
                    self,
                    address,
                    clientAddress,
                    failure,
                    fabric,
                    partitionCount,
                    streams,
                    madeSnapshot + more,
                    Math.max(0, turnsBehind - more),
                    size);
        }
    }

    /**
     * A node that has joined a cluster, and takes no part before all others and it reach each
     * other.
     *
     * @param failure why the asked node cannot reach it, empty if it does
     */
    public record JoiningNode(int node, String address, String clientAddress, String failure) {}

    /**
     * What a node of a cluster has.
     *
     * @param stableSnapshot the snapshot that its queries read (Stable_SN)
     * @param tripleCount triples whose subjects are its vertices
     * @param memoryBytes of its part of the stored graphs, off the heap
     * @param httpAddress where it answers HTTP, as {@code http://HOST:PORT}; empty if nowhere
     */
    public record NodeSize(
            long stableSnapshot,
            long tripleCount,
            long memoryBytes,
            int queryCount,
            String httpAddress) {}

    /**
     * The checkpoint that a store was started from, and what it held.
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
     *     its first closed batch, {@code Long.MAX_VALUE} after it has ended
     * @param graph the stored graph that its timeless triples feed
     * @param tupleCount tuples taken, without late ones; tuples that a failed job had in open
     *     batches and sends again count twice, so the number never falls
     * @param lateCount tuples that came after their batch was closed
     * @param duplicateCount messages ignored because their sequence number was known
     * @param stagedTupleCount tuples waiting for their batch to be closed and injected
     * @param retainedTupleCount tuples kept for windows
     * @param writerCount writers of the current writer epoch, those not seen yet included
     * @param openWriterCount how many of these writers are connected
     * @param idle true if no writer holds the stream back
     * @param uncommittedCount messages of the current writer epoch that no completed checkpoint of
     *     the writers covers; writers without checkpoints never commit any
     * @param yieldedTupleCount tuples dropped to make room for newer ones, though queries without a
     *     reader still needed them
     * @param newestMs event time of the newest tuple, without late ones, {@code Long.MIN_VALUE}
     *     before the first
     * @param mentionCount mentions that keep stored triples until they are due, by the stream's
     *     retention
     * @param expiredTripleCount stored triples that left with the last mention that kept them
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
            long yieldedTupleCount,
            long newestMs,
            long mentionCount,
            long expiredTripleCount) {}

    /**
     * A stream whose tuples one node of a cluster copies from another one, its home.
     *
     * @param home number of the stream's home
     * @param node number of the node with the queries
     * @param stableMs event time up to which the stream is stable there, as {@link
     *     StreamStatus#stableMs}
     * @param tupleCount tuples copied since the node's start
     * @param byteCount their size, without what frames add
     * @param retainedTupleCount tuples kept there for windows
     * @param failure why no more tuples come; empty if they do
     */
    public record ReplicaStatus(
            String stream,
            int home,
            int node,
            long stableMs,
            long tupleCount,
            long byteCount,
            long retainedTupleCount,
            String failure) {}

    /**
     * One registered query. Latencies are the engine's time for one execution, in µs.
     *
     * @param failureCount executions that failed; a reader may ask for their window again
     * @param nextWindowEndMs the first window end that not all of its readers have released, {@code
     *     Long.MIN_VALUE} if they have asked for none
     * @param lagMs how far its streams are stable beyond the next window end to execute; 0 if none
     *     has been executed yet or the streams have ended
     * @param lostWindowCount windows dropped unread because there was no room for them
     * @param readers of the query itself, without those of its template
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
     * @param nextWindowEndMs the first window end that it has not released, {@code Long.MIN_VALUE}
     *     before its first window
     * @param connected false if the store may drop it to make room
     */
    public record ReaderStatus(String name, long nextWindowEndMs, boolean connected) {}

    /**
     * The changelog of a graph that has readers of its changes.
     *
     * @param readerCount readers, those that are gone included
     * @param changeCount changes kept for them
     * @param memoryBytes heap for these changes
     * @param fromSnapshot a reader can continue from this Stable_SN or a later one
     */
    public record ChangelogStatus(
            String graph, int readerCount, long changeCount, long memoryBytes, long fromSnapshot) {}

    /**
     * The log of a store. Positions are numbers of records.
     *
     * @param appendedPosition the newest record
     * @param writtenPosition the newest record that the operating system has
     * @param durablePosition the newest record that is certainly on disk
     * @param stall why the log cannot be written, so that the store acknowledges nothing; empty if
     *     it can
     * @param stalledMs how long that has been so
     */
    public record LogStatus(
            long appendedPosition,
            long writtenPosition,
            long durablePosition,
            String stall,
            long stalledMs) {

        /** Returns true if the log cannot be written. */
        public boolean isStalled() {
            return !stall.isEmpty();
        }
    }

    /**
     * The copy of a store's data outside of its machine.
     *
     * @param place where it is
     * @param awaitedAtBarriers whether checkpoints of jobs wait for it
     * @param position up to where it has the log, -1 before the first copy of this start
     * @param behindBytes bytes of the log that came after that
     * @param behindMs age of the oldest of them at most, 0 if there are none
     * @param failure why the newest attempt failed, empty if it did not
     */
    public record CopyStatus(
            String place,
            boolean awaitedAtBarriers,
            long position,
            long behindBytes,
            long behindMs,
            String failure) {}
}
