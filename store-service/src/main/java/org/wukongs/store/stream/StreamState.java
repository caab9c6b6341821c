package org.wukongs.store.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.agrona.collections.LongHashSet;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;

/**
 * What this node holds of one stream: the ring with its index, and late tuples that wait for a
 * plan.
 *
 * <p>Invariant: every tuple of a batch up to {@code plannedBatch} is in a plan or was late; batches
 * after it are open in the ring. Owned by the store agent.
 */
public final class StreamState {

    /** Late tuples that wait for the next plan, which is a fraction of a second away. */
    private static final int LATE_TUPLE_COUNT_MAX = 1 << 18;

    private final StreamDefinition definition;
    private final StreamRing ring;
    private final StreamIndex index;
    private final StoredGraph graph;
    private final LongHashSet timingPids = new LongHashSet();
    private List<EncodedBatch> late = new ArrayList<>();
    private long lateWaitingCount;
    private long plannedBatch = Long.MIN_VALUE;
    private long firstTupleMs = Long.MAX_VALUE;
    private long lastTupleMs = Long.MIN_VALUE;
    private long tupleCount;
    private long lateCount;
    private long yieldedTupleCount;

    /**
     * {@code timingPids} are the pids of the definition's timing predicates; {@code graph} is null
     * where nothing is stored.
     */
    public StreamState(
            StreamDefinition definition,
            long tupleCountMax,
            TransientMemory memory,
            StoredGraph graph,
            long[] timingPids) {
        this.definition = definition;
        this.ring = new StreamRing(definition, tupleCountMax, memory);
        this.index = new StreamIndex(ring, memory);
        this.graph = graph;
        for (long pid : timingPids) {
            this.timingPids.add(pid);
        }
    }

    /**
     * Takes tuples in; false where there is no room and nothing was taken. Tuples of a batch that
     * is in a plan already, or marked late by their writer, never enter a window: the timeless ones
     * go into the stored graph with the next plan, the others are only counted.
     */
    public boolean stage(MessageId message, EncodedBatch tuples) {
        if (tuples.late() || tuples.batch() <= plannedBatch) {
            return stageLate(tuples);
        }
        if (!ring.offer(message, tuples)) {
            return false;
        }
        tupleCount += tuples.size();
        for (long eventTimeMs : tuples.eventTimesMs()) {
            firstTupleMs = Math.min(firstTupleMs, eventTimeMs);
            lastTupleMs = Math.max(lastTupleMs, eventTimeMs);
        }
        return true;
    }

    /** As above, of a message that is never dropped. */
    public boolean stage(EncodedBatch tuples) {
        return stage(MessageId.NONE, tuples);
    }

    /**
     * Drops what batches above {@code closedBatch} have of some messages; what is in a plan stays,
     * and late tuples, which go into no window. Returns how many tuples were dropped.
     */
    public long dropOpen(long closedBatch, Predicate<MessageId> messages) {
        return ring.dropOpen(Math.max(closedBatch, plannedBatch), messages);
    }

    private boolean stageLate(EncodedBatch tuples) {
        if (lateWaitingCount > 0 && lateWaitingCount + tuples.size() > LATE_TUPLE_COUNT_MAX) {
            return false;
        }
        if (tuples.size() > 0) {
            late.add(tuples);
            lateWaitingCount += tuples.size();
            lateCount += tuples.size();
        }
        return true;
    }

    /**
     * The newest batch up to {@code closedBatch} that fits into a plan which has room for {@code
     * tupleCountMax} tuples; a plan takes one batch of any size.
     */
    public long planLimit(long closedBatch, long tupleCountMax) {
        return ring.openLimit(closedBatch, tupleCountMax);
    }

    /** Hands all staged batches up to {@code batch} and all late tuples to a plan. */
    public StagedTuples takeUpTo(long batch) {
        plannedBatch = Math.max(plannedBatch, batch);
        StagedTuples part = new StagedTuples(this, plannedBatch, late);
        late = new ArrayList<>();
        lateWaitingCount = 0;
        return part;
    }

    /** What is here of the stream; no plan may be under way. */
    public StreamCut cut() {
        StreamCounts counts =
                new StreamCounts(plannedBatch, firstTupleMs, lastTupleMs, tupleCount, lateCount);
        return new StreamCut(definition, counts, late, ring.cut());
    }

    /**
     * Takes over where a cut begins; nothing has come yet. The tuples of closed batches follow in
     * order of position, then {@link #endRestore}; open and late ones at any time.
     */
    public void restore(StreamCounts counts, RingBounds bounds) {
        plannedBatch = counts.plannedBatch();
        firstTupleMs = counts.firstTupleMs();
        lastTupleMs = counts.lastTupleMs();
        tupleCount = counts.tupleCount();
        lateCount = counts.lateCount();
        ring.restore(bounds);
    }

    /** Tuples of a closed batch, or a part of one. */
    public void restoreClosed(EncodedBatch tuples) {
        index.close(tuples.batch() - 1);
        ring.restore(MessageId.NONE, tuples);
    }

    /** A message of an open batch. */
    public void restoreOpen(StagedMessage message) {
        ring.restore(message.message(), message.tuples());
    }

    /** A message that waits for a plan. */
    public void restoreLate(EncodedBatch tuples) {
        late.add(tuples);
        lateWaitingCount += tuples.size();
    }

    /** All has come. */
    public void endRestore(RingBounds bounds) {
        index.close(bounds.closedBatch());
    }

    /** True where late tuples wait for a plan. */
    public boolean hasLate() {
        return !late.isEmpty();
    }

    /** Adds the timeless triples of a message to {@code timeless}; the injector's thread. */
    public void stageTimeless(EncodedBatch tuples, TripleBuffer timeless) {
        for (int row = 0; row < tuples.size(); row++) {
            if (!timingPids.contains(tuples.predicates()[row])) {
                timeless.append(
                        tuples.subjects()[row], tuples.predicates()[row], tuples.objects()[row]);
            }
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

    /** Null where nothing is stored. */
    public StoredGraph graph() {
        return graph;
    }

    /** The newest batch that is in a plan, {@code Long.MIN_VALUE} for none. */
    public long plannedBatch() {
        return plannedBatch;
    }

    /** The batch of the newest tuple so far, {@code Long.MIN_VALUE} before the first. */
    public long lastBatch() {
        return lastTupleMs == Long.MIN_VALUE ? Long.MIN_VALUE : definition.batchOf(lastTupleMs);
    }

    /** Event time of the earliest tuple so far, {@code Long.MAX_VALUE} before the first. */
    public long firstTupleMs() {
        return firstTupleMs;
    }

    /** Event time of the newest tuple so far, {@code Long.MIN_VALUE} before the first. */
    public long lastTupleMs() {
        return lastTupleMs;
    }

    /** Tuples taken for windows, those dropped before their batch was closed included. */
    public long tupleCount() {
        return tupleCount;
    }

    /** Tuples have been dropped that queries without a reader still wanted. */
    public void countYielded(long count) {
        yieldedTupleCount += count;
    }

    /** How many that were since the start. */
    public long yieldedTupleCount() {
        return yieldedTupleCount;
    }

    /** Tuples that came behind their batch's closing, replayed ones included. */
    public long lateCount() {
        return lateCount;
    }

    /** Tuples that wait for a plan, late ones included. */
    public long stagedTupleCount() {
        return ring.openTupleCount() + lateWaitingCount;
    }
}
