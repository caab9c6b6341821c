package org.wukongs.store.progress;

import java.util.LinkedHashMap;
import java.util.List;
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
 * timeless triples, takes mentions that are due, and changes each graph once. Everything happens
 * between the start and the publication of one stored snapshot, so the data of an SN under a key is
 * contiguous, and nothing is visible before the Coordinator publishes the plan.
 *
 * <p>Invariants: a plan is taken only after the previous one is done; a failed step has changed
 * nothing that its repetition would change again, and the next {@code doWork} repeats it.
 */
public final class Injector implements Agent {

    /** About 10 ms of work at 0.2 µs per tuple; a message is not split. */
    static final int TUPLES_PER_CYCLE = 1 << 16;

    /**
     * Mentions that a plan takes when they are due, so that a long step of event time does not make
     * one endless snapshot; the rest follows with the next plans.
     */
    static final int DUE_PER_PLAN = 1 << 18;

    private final Map<StoredGraph, StagedTriples> timeless = new LinkedHashMap<>();
    private InjectionPlan plan; // null if the last one is done
    private PlanTarget target;
    private int part;
    private int duePart;
    private long dueLeft;
    private boolean leavesDue;

    /** Offers the next plan, which changes graphs at {@code at}, after the previous one is done. */
    public void offer(InjectionPlan next, PlanTarget at) {
        if (plan != null) {
            throw new IllegalStateException(
                    "a plan was offered before the last one is done: vts="
                            + next.vts()
                            + " underWay="
                            + plan.vts());
        }
        plan = next;
        target = at;
        part = 0;
        duePart = 0;
        dueLeft = DUE_PER_PLAN;
        leavesDue = false;
    }

    /** Returns true if mentions were due that the last plan had no room for. */
    boolean leavesDue() {
        return leavesDue;
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
        if (!stage() || !takeDue()) {
            return 1;
        }
        PlanTarget.Step step = target.change(timeless);
        if (step == PlanTarget.Step.DONE) {
            plan = null;
        }
        return step == PlanTarget.Step.WAITS ? 0 : 1;
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
            current.late().forEach(late -> stageLate(current, late));
        }
        return true;
    }

    /**
     * Takes mentions that are due at the plan's end, stream by stream; returns true when there are
     * no more, or the plan has enough of them.
     */
    private boolean takeDue() {
        long left = TUPLES_PER_CYCLE;
        for (; duePart < plan.parts().size(); duePart++) {
            StreamState stream = plan.parts().get(duePart).stream();
            if (stream.retention() == null) {
                continue;
            }
            long closed = stream.plannedBatch();
            long countMax = Math.min(left, dueLeft);
            StagedTriples into = staged(stream);
            long taken = stream.retention().takeDue(closed, countMax, into.expired(), into.due());
            left -= taken;
            dueLeft -= taken;
            if (dueLeft == 0) {
                leavesDue |= stream.retention().hasDue(closed);
            } else if (left == 0) {
                return false;
            }
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
        List<EncodedBatch> messages = stream.ring().openUpTo(batch);
        for (EncodedBatch message : messages) {
            tuples += message.size();
        }
        if (stream.graph() != null) {
            stream.stageTimeless(batch, messages, staged(stream));
        }
        stream.index().close(batch);
        return tuples;
    }

    private void stageLate(StagedTuples part, EncodedBatch late) {
        if (part.stream().graph() != null) {
            part.stream().stageLate(part.upToBatch(), late, staged(part.stream()));
        }
    }

    private StagedTriples staged(StreamState stream) {
        return timeless.computeIfAbsent(
                stream.graph(), graph -> new StagedTriples(stream.definition().graph(), graph));
    }

    @Override
    public String roleName() {
        return "wukongs-injector";
    }
}
