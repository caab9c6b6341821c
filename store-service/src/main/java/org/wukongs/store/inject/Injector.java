package org.wukongs.store.inject;

import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.concurrent.Agent;
import org.wukongs.store.inject.InjectionPlan.StreamPart;
import org.wukongs.store.memory.StoredGraph;
import org.wukongs.store.memory.TripleBuffer;
import org.wukongs.stream.EncodedBatch;

/**
 * Carries out injection plans, one after the other (Wukong+S, SOSP'17, section 4.1).
 *
 * <p>Of each plan it closes the batches of its streams in their rings and indexes, merges their
 * timeless triples and inserts those with one insert a graph. All of it is between the begin and
 * the publication of one stored snapshot, so what an SN brings to a key is contiguous, and nothing
 * is visible before the Coordinator publishes the plan. A node's streams are divided among its
 * injectors; as stored graphs and rings have one writer, they all run in the store agent's thread.
 *
 * <p>Invariants: a plan is taken only when the one before is done; a step that fails has changed
 * nothing that its repetition would change again, and is repeated by the next {@code doWork}.
 */
public final class Injector implements Agent {

    /** About 10 ms of work at 0.2 µs a tuple; a message is not divided. */
    static final int TUPLES_PER_CYCLE = 1 << 16;

    private final int index;
    private final int count;
    private final Map<StoredGraph, TripleBuffer> timeless = new LinkedHashMap<>();
    private volatile InjectionPlan offered; // owner: Coordinator
    private volatile long injectedSnapshot; // owner: this agent
    private InjectionPlan plan;
    private int part;

    /** Injector {@code index} of {@code count}. */
    public Injector(int index, int count) {
        this.index = index;
        this.count = count;
    }

    /** Local_VTS is that of the newest plan done; the Coordinator's thread, after it is done. */
    public void offer(InjectionPlan next) {
        if (offered != null && injectedSnapshot != offered.snapshot()) {
            throw new IllegalStateException(
                    "a plan before the last is done: snapshot="
                            + next.snapshot()
                            + " done="
                            + injectedSnapshot);
        }
        offered = next;
    }

    /** The newest plan that is done, by its snapshot; what it brought may be read after it. */
    public long injectedSnapshotAcquire() {
        return injectedSnapshot;
    }

    /** A bounded part of the plan offered; 0 where there is nothing to do. */
    @Override
    public int doWork() {
        InjectionPlan current = offered;
        if (current == null || current.snapshot() == injectedSnapshot) {
            return 0;
        }
        if (plan == null || plan.snapshot() != current.snapshot()) {
            plan = current;
            part = 0;
        }
        if (stage()) {
            if (insertOne()) {
                return 1;
            }
            injectedSnapshot = plan.snapshot(); // published last: all the plan's work is before it
        }
        return 1;
    }

    /** Goes through the plan batch by batch; true where all is staged. */
    private boolean stage() {
        long left = TUPLES_PER_CYCLE;
        for (; part < plan.parts().size(); part++) {
            StreamPart current = plan.parts().get(part);
            if (!owns(current.stream())) {
                continue;
            }
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

    private boolean owns(StreamState stream) {
        return Math.floorMod(stream.definition().name().hashCode(), count) == index;
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
        return "wukongs-injector-" + index;
    }
}
