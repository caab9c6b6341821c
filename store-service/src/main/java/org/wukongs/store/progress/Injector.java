package org.wukongs.store.progress;

import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.concurrent.Agent;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.stream.StagedTriples;
import org.wukongs.store.stream.StagedTuples;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.EncodedBatch;

/**
 * Executes injection plans, one after the other (Wukong+S, SOSP'17, section 4.1). It runs in the
 * store agent's thread, like the Coordinator, because stored graphs and rings have one writer.
 *
 * <p>For each plan, it closes the batches of the streams in their rings and indexes, merges their
 * timeless triples, and changes each graph by at most one removal and one insert. Everything
 * happens between the start and the publication of one stored snapshot, so the data of an SN under
 * a key is contiguous, and nothing is visible before the Coordinator publishes the plan.
 *
 * <p>Invariants: a plan is taken only after the previous one is done; a failed step has changed
 * nothing that its repetition would change again, and the next {@code doWork} repeats it.
 */
public final class Injector implements Agent {

    /** About 10 ms of work at 0.2 µs per tuple; a message is not split. */
    static final int TUPLES_PER_CYCLE = 1 << 16;

    private final Map<StoredGraph, StagedTriples> timeless = new LinkedHashMap<>();
    private InjectionPlan plan; // null if the last one is done
    private int part;

    /** Offers the next plan, after the previous one is done. */
    public void offer(InjectionPlan next) {
        if (plan != null) {
            throw new IllegalStateException(
                    "a plan was offered before the last one is done: snapshot="
                            + next.snapshot()
                            + " underWay="
                            + plan.snapshot());
        }
        plan = next;
        part = 0;
    }

    /** Returns true if the newest plan is done, so that Local_VTS is that of the plan. */
    public boolean isDone() {
        return plan == null;
    }

    /** Does a bounded part of the offered plan; returns 0 if there is nothing to do. */
    @Override
    public int doWork() {
        if (plan == null) {
            return 0;
        }
        if (stage() && !changeOne()) {
            plan = null;
        }
        return 1;
    }

    /** Stages the plan batch by batch; returns true when everything is staged. */
    private boolean stage() {
        long left = TUPLES_PER_CYCLE;
        for (; part < plan.parts().size(); part++) {
            StagedTuples current = plan.parts().get(part);
            left -= stageBatches(current.stream(), current.upToBatch(), left);
            if (left <= 0) {
                return false;
            }
            current.late().forEach(late -> stageTimeless(current.stream(), late));
        }
        return true;
    }

    /**
     * Stages whole batches until there are {@code tuplesMin} tuples, or no more; returns the number
     * of tuples.
     */
    private long stageBatches(StreamState stream, long upToBatch, long tuplesMin) {
        long tuples = 0;
        while (tuples < tuplesMin && stream.ring().firstOpenBatch() <= upToBatch) {
            tuples += stageBatch(stream, stream.ring().firstOpenBatch());
        }
        if (tuples < tuplesMin) {
            stream.index().close(upToBatch); // including batches without tuples
        }
        return tuples;
    }

    private int stageBatch(StreamState stream, long batch) {
        int tuples = 0;
        for (EncodedBatch message : stream.ring().openUpTo(batch)) {
            stageTimeless(stream, message);
            tuples += message.size();
        }
        stream.index().close(batch);
        return tuples;
    }

    private void stageTimeless(StreamState stream, EncodedBatch tuples) {
        if (stream.graph() == null) {
            return;
        }
        stream.stageTimeless(
                tuples, timeless.computeIfAbsent(stream.graph(), g -> new StagedTriples()));
    }

    /**
     * Does the removals or the insert of one graph; returns false if none is left. All or nothing:
     * if memory is full, the graph does not change.
     */
    private boolean changeOne() {
        for (Map.Entry<StoredGraph, StagedTriples> entry : timeless.entrySet()) {
            if (!entry.getValue().isEmpty()) {
                entry.getValue().applySome(entry.getKey());
                return true;
            }
        }
        return false;
    }

    @Override
    public String roleName() {
        return "wukongs-injector";
    }
}
