package org.wukongs.store.stream;

import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.LongArrayList;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.EncodedBatch;

/**
 * What one plan changes in one stored graph. Of several tuples with a triple, the one with the
 * newest event time counts; of equal times, the last to arrive. The injector's thread.
 */
public final class StagedTriples {

    private record Triple(long subject, long pid, long object) {}

    /**
     * The newest removal of a triple.
     *
     * @param addedBefore how many additions had arrived before it
     */
    private record Removal(long timeMs, long addedBefore) {

        boolean isAfter(long addedMs, long addition) {
            return timeMs == addedMs ? addition < addedBefore : timeMs > addedMs;
        }
    }

    private TripleBuffer added = new TripleBuffer();
    private LongArrayList addedMs = new LongArrayList();
    private final Map<Triple, Removal> removed = new HashMap<>();

    void add(EncodedBatch tuples, int row) {
        added.append(tuples.subjects()[row], tuples.pid(row), tuples.objects()[row]);
        addedMs.addLong(tuples.eventTimesMs()[row]);
    }

    void remove(EncodedBatch tuples, int row) {
        Triple triple = new Triple(tuples.subjects()[row], tuples.pid(row), tuples.objects()[row]);
        Removal removal = new Removal(tuples.eventTimesMs()[row], added.size());
        removed.merge(triple, removal, (old, last) -> old.timeMs() > last.timeMs() ? old : last);
    }

    public boolean isEmpty() {
        return added.size() == 0 && removed.isEmpty();
    }

    /**
     * Changes the graph: removes all that is to be removed, or, if that is done, adds the rest. If
     * memory is full, the call has changed nothing and can be repeated.
     */
    public void applySome(StoredGraph graph) {
        if (!removed.isEmpty()) {
            settle();
        }
        if (!removed.isEmpty()) {
            TripleBuffer triples = new TripleBuffer();
            removed.keySet().forEach(t -> triples.append(t.subject(), t.pid(), t.object()));
            graph.remove(triples);
            removed.clear();
            return;
        }
        graph.insert(added);
        added.clear();
        addedMs.clear();
    }

    /** Leaves each triple either to add or to remove. */
    private void settle() {
        TripleBuffer kept = new TripleBuffer();
        LongArrayList keptMs = new LongArrayList();
        for (long row = 0; row < added.size(); row++) {
            Triple triple = new Triple(added.subject(row), added.pid(row), added.object(row));
            long timeMs = addedMs.getLong((int) row);
            Removal removal = removed.get(triple);
            if (removal != null && removal.isAfter(timeMs, row)) {
                continue;
            }
            removed.remove(triple);
            kept.append(triple.subject(), triple.pid(), triple.object());
            keptMs.addLong(timeMs);
        }
        added = kept;
        addedMs = keptMs;
    }
}
