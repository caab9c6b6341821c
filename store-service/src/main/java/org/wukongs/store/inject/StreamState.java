package org.wukongs.store.inject;

import org.agrona.collections.LongHashSet;
import org.wukongs.store.memory.StoredGraph;
import org.wukongs.store.memory.TripleBuffer;
import org.wukongs.store.streamindex.StreamIndex;
import org.wukongs.store.transientstore.StreamRing;
import org.wukongs.store.transientstore.TransientMemory;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/**
 * What this node holds of one stream.
 *
 * <p>Invariant: the timeless triples of every batch up to {@code absorbedBatch} are in the stored
 * graph and in windows; batches after it are open in the ring.
 */
public final class StreamState {

    private final StreamDefinition definition;
    private final StreamRing ring;
    private final StreamIndex index;
    private final StoredGraph graph;
    private final LongHashSet timingPids = new LongHashSet();
    private final TripleBuffer staged = new TripleBuffer();
    private long absorbedBatch = Long.MIN_VALUE;
    private long firstTupleMs = Long.MAX_VALUE;
    private long lastTupleMs = Long.MIN_VALUE;
    private long tupleCount;
    private long lateCount;

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
     * Takes tuples in; false where the ring has no room and nothing was taken. Tuples of a closed
     * batch, or marked late by their writer, never enter a window: the timeless ones go into the
     * stored graph at once, the others are only counted.
     */
    public boolean inject(EncodedBatch tuples) {
        if (tuples.late() || tuples.batch() <= absorbedBatch) {
            lateCount += tuples.size();
            stage(tuples);
            absorbStaged();
            return true;
        }
        if (!ring.offer(tuples)) {
            return false;
        }
        tupleCount += tuples.size();
        for (long eventTimeMs : tuples.eventTimesMs()) {
            firstTupleMs = Math.min(firstTupleMs, eventTimeMs);
            lastTupleMs = Math.max(lastTupleMs, eventTimeMs);
        }
        return true;
    }

    /** All batches up to {@code batch} are closed: their timeless triples become stored ones. */
    public void absorbUpTo(long batch) {
        if (batch <= absorbedBatch) {
            return;
        }
        for (EncodedBatch tuples : ring.openUpTo(batch)) {
            stage(tuples);
        }
        absorbStaged();
        index.close(batch);
        absorbedBatch = batch;
    }

    private void stage(EncodedBatch tuples) {
        if (graph == null) {
            return;
        }
        for (int row = 0; row < tuples.size(); row++) {
            long predicate = tuples.predicates()[row];
            if (!timingPids.contains(predicate)) {
                staged.append(tuples.subjects()[row], predicate, tuples.objects()[row]);
            }
        }
    }

    /** All or nothing: where the graph is full, the batches stay to be absorbed. */
    private void absorbStaged() {
        if (graph == null) {
            return;
        }
        try {
            graph.insert(staged);
        } finally {
            staged.clear();
        }
    }

    /** False where its triples are in windows only. */
    public boolean isStored() {
        return graph != null;
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

    /** Event time of the earliest tuple so far, {@code Long.MAX_VALUE} before the first. */
    public long firstTupleMs() {
        return firstTupleMs;
    }

    /** Event time of the newest tuple so far, {@code Long.MIN_VALUE} before the first. */
    public long lastTupleMs() {
        return lastTupleMs;
    }

    /** Tuples taken into the ring. */
    public long tupleCount() {
        return tupleCount;
    }

    /** Tuples that came behind their batch's closing, replayed ones included. */
    public long lateCount() {
        return lateCount;
    }
}
