package org.wukongs.store.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.graph.DueMentions;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.GraphRetention;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.EncodedBatch;

/**
 * What one plan changes in one stored graph. Of several tuples with a triple, the last one counts,
 * in the order in which they are staged. The injector's thread.
 */
public final class StagedTriples {

    private record Triple(long subject, long pid, long object) {}

    /**
     * Added triples of one batch of a stream: rows from {@code from} up to those of the next run.
     *
     * @param retention null if they stay for ever
     */
    private record Run(long from, StreamState stream, StreamRetention retention, long batch) {

        boolean isDue(long pid) {
            return retention != null && retention.isDue(pid, batch, stream.plannedBatch());
        }
    }

    private final String graph;
    private final StoredGraph to;
    private final TripleBuffer expired = new TripleBuffer();
    private DueMentions due = new DueMentions(); // in a cluster
    private TripleBuffer added = new TripleBuffer();
    private boolean isTaken; // what was added is still there, to be logged
    private List<Run> runs = new ArrayList<>();
    // by triple, how many additions were staged before its last removal
    private final Map<Triple, Long> removed = new HashMap<>();
    private boolean retaining; // some run has a retention
    private boolean settled;

    /** Changes of a graph, which has this name. */
    public StagedTriples(String graph, StoredGraph to) {
        this.graph = graph;
        this.to = to;
    }

    /** Returns the name of the graph. */
    public String graph() {
        return graph;
    }

    /**
     * Starts the tuples of a batch; late ones count as said in the stream's newest closed batch.
     */
    void begin(StreamState stream, long batch) {
        runs.add(new Run(added.size(), stream, stream.retention(), batch));
        retaining |= stream.retention() != null;
    }

    void add(EncodedBatch tuples, int row) {
        added.append(tuples.subjects()[row], tuples.pid(row), tuples.objects()[row]);
    }

    void remove(EncodedBatch tuples, int row) {
        Triple triple = new Triple(tuples.subjects()[row], tuples.pid(row), tuples.objects()[row]);
        removed.put(triple, added.size());
    }

    /** Returns where the triples go that nothing keeps any longer. */
    public TripleBuffer expired() {
        return expired;
    }

    /** Returns where mentions go that are due, if other nodes know what keeps their triples. */
    public DueMentions due() {
        return due;
    }

    public boolean isEmpty() {
        boolean losesNone = removed.isEmpty() && expired.size() == 0 && due.size() == 0;
        return isTaken || (losesNone && added.size() == 0);
    }

    /**
     * Changes the graph in the started snapshot: it loses what has expired, then what is removed,
     * and gets what is added. If memory is full, the call can be repeated.
     */
    public void apply(StoredGraph to) {
        settle();
        to.expire(expired);
        expired.clear();
        if (!removed.isEmpty()) {
            to.remove(gone());
            removed.clear();
        }
        to.insert(added, this::log);
        added.clear();
        runs.clear();
        retaining = false;
        settled = false;
    }

    /**
     * Returns what is due, removed and then added, for all nodes to do; the mentions among it are
     * to be logged by {@link #logTaken}.
     */
    public GraphRows take() {
        settle();
        GraphRows rows = new GraphRows(graph, GraphExistence.KNOWN, due, gone(), added, oldest());
        due = new DueMentions();
        removed.clear();
        isTaken = true;
        return rows;
    }

    private long oldest() {
        GraphRetention retention = retention();
        if (retention == null) {
            return HalfMentions.SAID;
        }
        long oldest = retention.oldest();
        return oldest == HalfMentions.NONE && hasMentions() ? HalfMentions.OF_THIS_CHANGE : oldest;
    }

    private boolean hasMentions() {
        for (int i = 0; i < runs.size(); i++) {
            if (runs.get(i).retention() != null && end(i) > runs.get(i).from()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Logs the mentions of what was taken, after it was done as a snapshot, and forgets it. If
     * memory is full, the call can be repeated.
     */
    public void logTaken(long sn) {
        if (!isTaken) {
            return;
        }
        GraphRetention retention = retention();
        if (retention != null) {
            retention.log(HalfMentions.firstNumber(sn), this::log);
        }
        added = new TripleBuffer();
        runs.clear();
        retaining = false;
        settled = false;
        isTaken = false;
    }

    /** Returns what the graph keeps for a time, null if no stream of this node says it for one. */
    private GraphRetention retention() {
        return to.retention();
    }

    private TripleBuffer gone() {
        TripleBuffer gone = new TripleBuffer();
        removed.keySet().forEach(t -> gone.append(t.subject(), t.pid(), t.object()));
        return gone;
    }

    /** Drops additions that a removal overtakes, or that are due when the plan is published. */
    private void settle() {
        if (settled || (removed.isEmpty() && !retaining)) {
            return;
        }
        TripleBuffer kept = new TripleBuffer();
        List<Run> keptRuns = new ArrayList<>(runs.size());
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            keptRuns.add(new Run(kept.size(), run.stream(), run.retention(), run.batch()));
            for (long row = run.from(); row < end(i); row++) {
                if (!run.isDue(added.pid(row)) && !isOvertaken(row)) {
                    kept.append(added.subject(row), added.pid(row), added.object(row));
                }
            }
        }
        added = kept;
        runs = keptRuns;
        settled = true;
    }

    private long end(int run) {
        return run + 1 < runs.size() ? runs.get(run + 1).from() : added.size();
    }

    private boolean isOvertaken(long row) {
        if (removed.isEmpty()) {
            return false;
        }
        Triple triple = new Triple(added.subject(row), added.pid(row), added.object(row));
        return row < removed.getOrDefault(triple, 0L);
    }

    private void log() {
        for (int i = 0; retaining && i < runs.size(); i++) {
            Run run = runs.get(i);
            if (run.retention() != null) {
                for (long row = run.from(); row < end(i); row++) {
                    run.retention()
                            .log(
                                    run.batch(),
                                    added.subject(row),
                                    added.pid(row),
                                    added.object(row));
                }
            }
        }
    }
}
