package org.wukongs.store.progress;

import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.concurrent.Agent;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.stream.StagedTuples;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.EncodedBatch;

/**
 * Carries out injection plans, one after the other (Wukong+S, SOSP'17, section 4.1). Its thread is
 * the Coordinator's: the store agent's, as stored graphs and rings have one writer.
 *
 * <p>Of each plan it closes the batches of its streams in their rings and indexes, merges their
 * timeless triples and inserts those with one insert a graph. All of it is between the begin and
 * the publication of one stored snapshot, so what an SN brings to a key is contiguous, and nothing
 * is visible before the Coordinator publishes the plan.
 *
 * <p>Invariants: a plan is taken only when the one before is done; a step that fails has changed
 * nothing that its repetition would change again, and is repeated by the next {@code doWork}.
 */
public final class Injector implements Agent {

    /** About 10 ms of work at 0.2 µs a tuple; a message is not divided. */
    static final int TUPLES_PER_CYCLE = 1 << 16;

    private final Map<StoredGraph, TripleBuffer> timeless = new LinkedHashMap<>();
    private InjectionPlan plan; // null if the last one is done
    private int part;

    /** The next plan, after the one before is done. */
    public void offer(InjectionPlan next) {
        if (plan != null) {
            throw new IllegalStateException(
                    "a plan before the last is done: snapshot="
                            + next.snapshot()
                            + " underWay="
                            + plan.snapshot());
        }
        plan = next;
        part = 0;
    }

    /** Whether the store has all that was offered: Local_VTS is that of the newest plan. */
    public boolean isDone() {
        return plan == null;
    }

    /** A bounded part of the plan offered; 0 where there is nothing to do. */
    @Override
    public int doWork() {
        if (plan == null) {
            return 0;
        }
        if (stage() && !insertOne()) {
            plan = null;
        }
        return 1;
    }

    /** Goes through the plan batch by batch; true where all is staged. */
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

    /** Stages whole batches until there are so many tuples or no more; returns how many tuples. */
    private long stageBatches(StreamState stream, long upToBatch, long tuplesMin) {
        long tuples = 0;
        while (tuples < tuplesMin && stream.ring().firstOpenBatch() <= upToBatch) {
            tuples += stageBatch(stream, stream.ring().firstOpenBatch());
        }
        if (tuples < tuplesMin) {
            stream.index().close(upToBatch); // those without tuples too
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
                tuples, timeless.computeIfAbsent(stream.graph(), g -> new TripleBuffer()));
    }

    /**
     * One graph's insert; false where none is left. All or nothing: a full graph stays as it is.
     */
    private boolean insertOne() {
        for (Map.Entry<StoredGraph, TripleBuffer> entry : timeless.entrySet()) {
            if (entry.getValue().size() > 0) {
                entry.getKey().insert(entry.getValue());
                entry.getValue().clear();
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
