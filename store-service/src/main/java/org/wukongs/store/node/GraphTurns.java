package org.wukongs.store.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.ChangeProgress;
import org.wukongs.store.cluster.ChangeTurns;
import org.wukongs.store.cluster.ChangeTurns.Turn;
import org.wukongs.store.cluster.GraphHalves;
import org.wukongs.store.cluster.PartitionedChanges;
import org.wukongs.store.cluster.ServedNode;
import org.wukongs.store.cluster.StagedChanges;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.PlanTarget;
import org.wukongs.store.stream.StagedTriples;
import org.wukongs.stream.StreamAdaptor;

/**
 * Makes the changes of all nodes of a cluster to this node's part of the stored graphs, each as the
 * next snapshot, in the order of their turns. A plan of this node is one of them: it waits until
 * its turn is over. The node's thread.
 */
final class GraphTurns implements PlanTarget {

    private static final Logger LOG = LoggerFactory.getLogger(GraphTurns.class);

    /** Snapshots that wait to be shown: readers hold marks for each of them. */
    private static final int HIDDEN_MAX = 8;

    /** Pause before a turn is tried again that does not fit into memory. */
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long NONE = -1;

    /** A turn that was made, and the position of its record. */
    private record Unflushed(long sn, long position) {}

    private final StoredGraphs stored;
    private final Coordinator coordinator;
    private final ChangeTurns turns;
    private final StagedChanges staged;
    private final ChangeProgress progress;
    private final PartitionedChanges changes;
    private final int self;
    private final NanoClock clock;
    private final History history;
    private final Deque<Unflushed> unflushed = new ArrayDeque<>(); // turns; oldest first
    private boolean isReplay;
    private final Map<String, Long> batches = new HashMap<>(); // of the plans so far
    // the turn that is being made
    private List<GraphHalves> parts; // null between turns
    private int nextPart;
    private boolean isRemoved; // of the next part
    private long newCount;
    private boolean fails;
    private long retryNs;
    // the plan under way
    private Map<String, Long> planBatches;
    private PartitionedChanges.Handed handed; // null if it was not handed on
    private List<GraphRows> rows; // null if they are not taken yet
    private long planSn = NONE; // of its turn, if that is over

    GraphTurns(
            StoredGraphs stored,
            Coordinator coordinator,
            ChangeTurns turns,
            ServedNode served,
            PartitionedChanges changes,
            int self,
            NanoClock clock,
            History history) {
        this.stored = stored;
        this.coordinator = coordinator;
        this.turns = turns;
        this.staged = served.staged();
        this.progress = served.progress();
        this.changes = changes;
        this.self = self;
        this.clock = clock;
        this.history = history;
    }

    /** Does again what a log says until {@link #endReplay}: hands nothing on and shows all. */
    void beginReplay() {
        isReplay = true;
    }

    /** From now on, turns come from the cluster. */
    void endReplay() {
        isReplay = false;
    }

    /** Makes the next turn, if there is one, and shows what is stable; returns 0 for nothing. */
    int doWork() {
        int work = makeNext() ? 1 : 0;
        work += tellFlushed() ? 1 : 0;
        work += coordinator.showKept() ? 1 : 0;
        progress.show(coordinator.stablePointAcquire().storedSnapshot());
        return work;
    }

    /** Lets others know of the turns that the log has; returns false if there are none. */
    private boolean tellFlushed() {
        long sn = NONE;
        while (!unflushed.isEmpty() && history.isFlushed(unflushed.peek().position())) {
            sn = unflushed.remove().sn();
        }
        if (sn != NONE) {
            progress.made(sn);
        }
        return sn != NONE;
    }

    private boolean makeNext() {
        Turn turn = nextTurn();
        boolean isHidden = stored.memory().publishedSnapshot() - progress.stable() >= HIDDEN_MAX;
        if (turn == null || planSn != NONE || isHidden) {
            return false;
        }
        if (fails && clock.nanoTime() - retryNs < 0) {
            return false;
        }
        try {
            make(turn);
        } catch (WukongsException e) {
            if (!fails) {
                LOG.error("a change of the cluster cannot be made, it is tried again", e);
            }
            fails = true;
            retryNs = clock.nanoTime() + RETRY_NS;
            staged.failed(e);
            return false;
        }
        fails = false;
        return true;
    }

    /** Returns the next turn that this node has not made, null if there is none yet. */
    private Turn nextTurn() {
        Turn turn = turns.next();
        while (turn != null && isOver(turn)) {
            turns.end();
            turn = turns.next();
        }
        return turn;
    }

    /** Returns whether there is nothing to make. */
    private boolean isOver(Turn turn) {
        if (!turn.isBegin()) {
            return turn.sn() <= stored.memory().publishedSnapshot(); // made in an earlier life
        }
        staged.begin(turn.node(), turn.change());
        boolean isLost = turn.node() == self && handed != null && handed.change() < turn.change();
        if (isLost && planSn == NONE) {
            handed = null; // it has had no turn, and is handed on again
        }
        return true;
    }

    /** Makes a turn that the log says was made; a plan may go on after that. */
    void again(NodeRecord.Turn turn) {
        if (planSn != NONE) {
            throw new IllegalStateException("a plan's turn is over, but not the plan: " + turn);
        }
        make(new Turn(turn.sn(), turn.node(), turn.change()));
    }

    /** The plan under way was handed on with a number. */
    void again(NodeRecord.HandOn handOn) {
        if (rows == null || rows.isEmpty()) {
            throw new IllegalStateException("no plan waits for its turn: " + handOn);
        }
        handed = new PartitionedChanges.Handed(handOn.change(), new CompletableFuture<>());
    }

    private void make(Turn turn) {
        if (parts == null) {
            if (turn.sn() != stored.memory().publishedSnapshot() + 1) {
                throw new IllegalStateException(
                        "changes have other turns than snapshots: turn="
                                + turn
                                + " published="
                                + stored.memory().publishedSnapshot());
            }
            parts = staged.parts(turn);
            nextPart = 0;
            isRemoved = false;
            newCount = 0;
            stored.memory().beginSnapshot(turn.sn());
        }
        for (; nextPart < parts.size(); nextPart++) {
            make(parts.get(nextPart));
            isRemoved = false;
        }
        stored.memory().publishSnapshot();
        parts = null;
        if (!isReplay) {
            turns.end();
        }
        staged.made(turn, newCount);
        history.add(new NodeRecord.Turn(turn.sn(), turn.node(), turn.change()));
        history.requestFlush();
        unflushed.add(new Unflushed(turn.sn(), history.position()));
        tellFlushed();
        if (turn.node() == self && handed != null && turn.change() == handed.change()) {
            planSn = turn.sn();
        } else {
            coordinator.publishTurn(turn.sn());
        }
    }

    /** What is done of a part is not done again if memory is full in between. */
    private void make(GraphHalves part) {
        StoredGraph graph = stored.graphFor(part.graph());
        if (!isRemoved) {
            graph.remove(part.removed());
            isRemoved = true;
        }
        newCount += graph.insert(part.added());
    }

    // Plans

    @Override
    public void begin(Map<String, Long> vts) {
        planBatches = new HashMap<>();
        vts.forEach(
                (stream, batch) -> {
                    boolean isFurther =
                            batch != StreamAdaptor.NO_BATCH
                                    && batch > batches.getOrDefault(stream, Long.MIN_VALUE);
                    if (isFurther) {
                        planBatches.put(stream, batch);
                    }
                });
    }

    @Override
    public Step change(Map<StoredGraph, StagedTriples> plan) {
        if (planSn != NONE) {
            return Step.DONE;
        }
        if (handed == null) {
            return handOn(plan);
        }
        if (handed.staged().isCompletedExceptionally()) {
            try {
                handed.staged().join();
            } catch (CompletionException e) {
                handed = null; // the next call hands it on again
                throw e.getCause() instanceof WukongsException known ? known : e;
            }
        }
        return Step.WAITS;
    }

    private Step handOn(Map<StoredGraph, StagedTriples> plan) {
        if (rows == null) {
            rows = new ArrayList<>();
            for (StagedTriples triples : plan.values()) {
                if (!triples.isEmpty()) {
                    rows.add(triples.take());
                }
            }
        }
        if (rows.isEmpty()) {
            return Step.DONE; // windows only, which other nodes do not have
        }
        if (isReplay) {
            return Step.WAITS;
        }
        handed = changes.hand(rows, planBatches);
        history.add(new NodeRecord.HandOn(handed.change()));
        return Step.SOME;
    }

    @Override
    public long publish() {
        long sn = planSn == NONE ? stored.memory().publishedSnapshot() : planSn;
        if (planSn != NONE) {
            batches.putAll(planBatches);
        }
        planSn = NONE;
        handed = null;
        rows = null;
        return sn;
    }

    @Override
    public long sn(long planned, long snapshot) {
        return snapshot;
    }

    @Override
    public boolean isStable(long snapshot) {
        return isReplay || snapshot <= progress.stable();
    }

    @Override
    public int hiddenMax() {
        return HIDDEN_MAX;
    }
}
