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
 * <p>Of each plan it appends the batches of its streams to their transient stores; the injector of
 * the stored graphs also merges the timeless triples of all streams and inserts them with one insert a
 * graph, so that what one SN brings to a key is contiguous. Nothing of it is visible before the
 * Coordinator publishes the plan. A node's streams are divided among its injectors; the stored
 * graphs have one writer and so one injector.
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
    private int message;

    /** Injector {@code index} of {@code count}; the first has the stored graphs. */
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
            message = 0;
        }
        if (stage()) {
            if (insertOne()) {
                return 1;
            }
            injectedSnapshot = plan.snapshot(); // published last: all the plan's work is before it
        }
        return 1;
    }

    /** Goes through the messages of the plan; true where all are staged. */
    private boolean stage() {
        int tuples = 0;
        while (part < plan.parts().size()) {
            StreamPart current = plan.parts().get(part);
            int batchCount = current.batches().size();
            while (message < batchCount + current.late().size()) {
                if (tuples >= TUPLES_PER_CYCLE) {
                    return false;
                }
                boolean late = message >= batchCount;
                EncodedBatch batch =
                        late
                                ? current.late().get(message - batchCount)
                                : current.batches().get(message);
                stage(current.stream(), batch, late);
                tuples += batch.size();
                message++;
            }
            part++;
            message = 0;
        }
        return true;
    }

    private void stage(StreamState stream, EncodedBatch batch, boolean late) {
        if (!late && owns(stream)) {
            stream.ring().append(batch);
        }
        if (index == 0) {
            stream.stageTimeless(
                    batch, timeless.computeIfAbsent(stream.graph(), g -> new TripleBuffer()));
        }
    }

    private boolean owns(StreamState stream) {
        return Math.floorMod(stream.definition().name().hashCode(), count) == index;
    }

    /** One graph's insert; false where none is left. All or nothing: a full graph stays as it is. */
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
