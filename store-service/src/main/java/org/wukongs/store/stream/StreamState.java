package org.wukongs.store.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.agrona.collections.LongHashSet;
import org.wukongs.store.graph.MentionCut;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;

/**
 * A node's data of one stream: the ring with its index, and late tuples that wait for an injection
 * plan.
 *
 * <p>Invariant: every tuple of a batch up to {@code plannedBatch} is in a plan or was late; later
 * batches are open in the ring. Owned by the store agent.
 */
public final class StreamState {

    /** Late tuples that may wait for the next plan, which is a fraction of a second away. */
    private static final int LATE_TUPLE_COUNT_MAX = 1 << 18;

    private final StreamDefinition definition;
    private final StreamRing ring;
    private final StreamIndex index;
    private final StoredGraph graph;
    private final StreamRetention retention; // null if what it stores stays for ever
    private final Replica replica; // null if this node is the stream's home
    private final EventTimeOrder order = new EventTimeOrder();
    private final LongHashSet timingPids = new LongHashSet();
    private final List<EncodedBatch> late = new ArrayList<>();
    private long lateWaitingCount;
    private long plannedBatch = Long.MIN_VALUE;
    private long firstTupleMs = Long.MAX_VALUE;
    private long lastTupleMs = Long.MIN_VALUE;
    private long tupleCount;
    private long lateCount;
    private long yieldedTupleCount;

    /**
     * Makes the state of a stream that keeps what it stores for ever; {@code timingPids} are the
     * pids of the definition's timing predicates; {@code graph} is null if nothing is stored.
     */
    public StreamState(
            StreamDefinition definition,
            long tupleCountMax,
            TransientMemory memory,
            StoredGraph graph,
            long[] timingPids) {
        this(definition, tupleCountMax, memory, graph, timingPids, null);
    }

    /** As above; {@code retention} is null if everything stays for ever. */
    public StreamState(
            StreamDefinition definition,
            long tupleCountMax,
            TransientMemory memory,
            StoredGraph graph,
            long[] timingPids,
            StreamRetention retention) {
        this(definition, tupleCountMax, memory, graph, timingPids, retention, null);
    }

    private StreamState(
            StreamDefinition definition,
            long tupleCountMax,
            TransientMemory memory,
            StoredGraph graph,
            long[] timingPids,
            StreamRetention retention,
            Replica replica) {
        this.replica = replica;
        this.retention = retention;
        this.definition = definition;
        this.ring = new StreamRing(definition, tupleCountMax, memory);
        this.index = new StreamIndex(ring, memory);
        this.graph = graph;
        for (long pid : timingPids) {
            this.timingPids.add(pid);
        }
    }

    /**
     * Makes the state of a stream whose home is another node: its tuples get the same positions as
     * there, and nothing is stored.
     *
     * @param firstTupleMs event time of the earliest tuple at the home, {@code Long.MAX_VALUE} for
     *     none
     * @param bounds of the home's ring
     */
    public static StreamState replica(
            StreamDefinition definition,
            long tupleCountMax,
            TransientMemory memory,
            long firstTupleMs,
            RingBounds bounds) {
        StreamState state =
                new StreamState(
                        definition, tupleCountMax, memory, null, new long[0], null, new Replica());
        state.restore(new StreamCounts(Long.MIN_VALUE, firstTupleMs, Long.MIN_VALUE, 0, 0), bounds);
        return state;
    }

    /**
     * Takes in tuples; returns false and takes nothing if there is no room. Late tuples, that is of
     * a batch that is already in a plan or marked late by the writer, never enter a window: the
     * timeless ones go into the stored graph with the next plan, the others are only counted.
     */
    public boolean stage(MessageId message, EncodedBatch tuples) {
        if (isLate(tuples)) {
            return stageLate(tuples);
        }
        if (!ring.offer(message, tuples)) {
            return false;
        }
        count(tuples);
        return true;
    }

    /** Takes in tuples of a message that is never dropped. */
    public boolean stage(EncodedBatch tuples) {
        return stage(MessageId.NONE, tuples);
    }

    /** As above, for tuples that were taken before: they are not refused now. */
    public void stageAgain(MessageId message, EncodedBatch tuples) {
        if (isLate(tuples)) {
            addLate(tuples);
        } else if (tuples.size() > 0) {
            ring.restore(message, tuples);
            count(tuples);
        }
    }

    private boolean isLate(EncodedBatch tuples) {
        return tuples.late() || tuples.batch() <= plannedBatch;
    }

    private void count(EncodedBatch tuples) {
        tupleCount += tuples.size();
        for (long eventTimeMs : tuples.eventTimesMs()) {
            firstTupleMs = Math.min(firstTupleMs, eventTimeMs);
            lastTupleMs = Math.max(lastTupleMs, eventTimeMs);
        }
    }

    /**
     * Drops the tuples of some messages in batches above {@code closedBatch}, except for tuples in
     * a plan and late ones, which enter no window. Returns how many tuples were dropped.
     */
    public long dropOpen(long closedBatch, Predicate<MessageId> messages) {
        return ring.dropOpen(Math.max(closedBatch, plannedBatch), messages);
    }

    private boolean stageLate(EncodedBatch tuples) {
        if (lateWaitingCount > 0 && lateWaitingCount + tuples.size() > LATE_TUPLE_COUNT_MAX) {
            return false;
        }
        addLate(tuples);
        return true;
    }

    private void addLate(EncodedBatch tuples) {
        if (tuples.size() > 0) {
            late.add(tuples);
            lateWaitingCount += tuples.size();
            lateCount += tuples.size();
        }
    }

    /** Returns true if batches above {@code after} and up to {@code batch} have tuples. */
    public boolean hasOpenTuples(long after, long batch) {
        return ring.staged().hasTuples(Math.max(after, plannedBatch), batch);
    }

    /** Returns the number of tuples up to {@code batch} that are in no plan. */
    public long openTupleCount(long batch) {
        return ring.staged().tupleCount(plannedBatch, batch);
    }

    /**
     * Returns the newest batch up to {@code closedBatch} that fits into a plan with room for {@code
     * tupleCountMax} tuples; a plan takes one batch of any size.
     */
    public long planLimit(long closedBatch, long tupleCountMax) {
        return ring.staged().limit(plannedBatch, closedBatch, tupleCountMax);
    }

    /** Hands all staged batches up to {@code batch} and all late tuples to a plan. */
    public StagedTuples takeUpTo(long batch) {
        return takeUpTo(batch, late.size());
    }

    /**
     * Hands all staged batches up to {@code batch} and the first {@code count} late messages to a
     * plan.
     */
    public StagedTuples takeUpTo(long batch, int count) {
        plannedBatch = Math.max(plannedBatch, batch);
        List<EncodedBatch> first = late.subList(0, count);
        StagedTuples part = new StagedTuples(this, plannedBatch, first);
        part.late().forEach(message -> lateWaitingCount -= message.size());
        first.clear();
        return part;
    }

    /** Returns the node's data of the stream; no plan may be running. */
    public StreamCut cut() {
        StreamCounts counts =
                new StreamCounts(plannedBatch, firstTupleMs, lastTupleMs, tupleCount, lateCount);
        Map<Long, MentionCut> mentions = retention == null ? Map.of() : retention.cut();
        return new StreamCut(definition, counts, late, ring.cut(), mentions);
    }

    /**
     * Starts the restore of a cut into a state without tuples. The tuples of closed batches follow
     * in order of position, then {@link #endRestore}; open and late ones follow at any time.
     */
    public void restore(StreamCounts counts, RingBounds bounds) {
        plannedBatch = counts.plannedBatch();
        firstTupleMs = counts.firstTupleMs();
        lastTupleMs = counts.lastTupleMs();
        tupleCount = counts.tupleCount();
        lateCount = counts.lateCount();
        ring.restore(bounds);
    }

    /** Restores tuples of a closed batch, or a part of one. */
    public void restoreClosed(EncodedBatch tuples) {
        index.close(tuples.batch() - 1);
        ring.restore(MessageId.NONE, tuples);
    }

    /** Restores a message of an open batch. */
    public void restoreOpen(StagedMessage message) {
        ring.restore(message.message(), message.tuples());
    }

    /** Restores a message that waits for a plan. */
    public void restoreLate(EncodedBatch tuples) {
        late.add(tuples);
        lateWaitingCount += tuples.size();
    }

    /** Ends the restore of closed batches. */
    public void endRestore(RingBounds bounds) {
        index.close(bounds.closedBatch());
    }

    /** Returns true if late tuples wait for a plan. */
    public boolean hasLate() {
        return !late.isEmpty();
    }

    /** Returns the number of late messages that wait for a plan. */
    public int lateMessageCount() {
        return late.size();
    }

    /**
     * Adds what the timeless tuples of a closed batch change to {@code timeless}: in order of event
     * time if some are removals. The injector's thread.
     */
    public void stageTimeless(long batch, List<EncodedBatch> messages, StagedTriples timeless) {
        boolean inOrder = !hasRemovals(messages) || EventTimeOrder.isSorted(messages);
        List<EncodedBatch> parts =
                inOrder
                        ? messages
                        : List.of(order.sort(messages, batch * definition.batchIntervalMs()));
        timeless.begin(this, batch);
        parts.forEach(part -> stageTimeless(part, timeless));
    }

    /**
     * Adds what a late message changes to {@code timeless}, in its order: it counts as said in the
     * newest batch that was closed before it came. The injector's thread.
     */
    public void stageLate(long closedBatch, EncodedBatch message, StagedTriples timeless) {
        timeless.begin(this, Math.max(closedBatch, message.batch()));
        stageTimeless(message, timeless);
    }

    private static boolean hasRemovals(List<EncodedBatch> messages) {
        long any = 0;
        for (EncodedBatch message : messages) {
            for (long predicate : message.predicates()) {
                any |= predicate;
            }
        }
        return EncodedBatch.isRemoval(any);
    }

    private void stageTimeless(EncodedBatch tuples, StagedTriples timeless) {
        for (int row = 0; row < tuples.size(); row++) {
            if (timingPids.contains(tuples.pid(row))) {
                continue;
            }
            if (tuples.isRemoval(row)) {
                timeless.remove(tuples, row);
            } else {
                timeless.add(tuples, row);
            }
        }
    }

    /** Returns what the stream keeps for a time, null if everything stays for ever. */
    public StreamRetention retention() {
        return retention;
    }

    /** Returns what is to be known of a stream whose home is another node; null at its home. */
    public Replica replica() {
        return replica;
    }

    /** Frees all memory; the stream must no longer be used. */
    public void close() {
        ring.close();
        if (retention != null) {
            retention.close();
        }
    }

    public StreamDefinition definition() {
        return definition;
    }

    public StreamRing ring() {
        return ring;
    }

    public StreamIndex index() {
        return index;
    }

    /** Returns the graph that the stream feeds, null if nothing is stored. */
    public StoredGraph graph() {
        return graph;
    }

    /** Returns the newest batch in a plan, {@code Long.MIN_VALUE} for none. */
    public long plannedBatch() {
        return plannedBatch;
    }

    /** Returns the batch of the newest tuple so far, {@code Long.MIN_VALUE} before the first. */
    public long lastBatch() {
        return lastTupleMs == Long.MIN_VALUE ? Long.MIN_VALUE : definition.batchOf(lastTupleMs);
    }

    /**
     * Returns the event time of the earliest tuple so far, {@code Long.MAX_VALUE} before the first.
     */
    public long firstTupleMs() {
        return firstTupleMs;
    }

    /**
     * Returns the event time of the newest tuple so far, {@code Long.MIN_VALUE} before the first.
     */
    public long lastTupleMs() {
        return lastTupleMs;
    }

    /**
     * Returns the number of tuples taken for windows, including those dropped before their batch
     * was closed.
     */
    public long tupleCount() {
        return tupleCount;
    }

    /** Counts dropped tuples that queries without a reader still needed. */
    public void countYielded(long count) {
        yieldedTupleCount += count;
    }

    /** Returns the number of those tuples since the start. */
    public long yieldedTupleCount() {
        return yieldedTupleCount;
    }

    /**
     * Returns the number of tuples that came after their batch was closed, including tuples sent
     * again.
     */
    public long lateCount() {
        return lateCount;
    }

    /** Returns the number of tuples that wait for a plan, including late ones. */
    public long stagedTupleCount() {
        return ring.openTupleCount() + lateWaitingCount;
    }
}
