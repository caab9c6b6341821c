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
import java.util.function.IntConsumer;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.ClusterCut;
import org.wukongs.store.checkpoint.ReplicasCut;
import org.wukongs.store.cluster.ChangeCounts;
import org.wukongs.store.cluster.ChangeKeeper;
import org.wukongs.store.cluster.ChangeProgress;
import org.wukongs.store.cluster.ChangeTurns;
import org.wukongs.store.cluster.ChangeTurns.Turn;
import org.wukongs.store.cluster.GraphHalves;
import org.wukongs.store.cluster.KnownGraphs;
import org.wukongs.store.cluster.MoveNotes;
import org.wukongs.store.cluster.PartitionedChanges;
import org.wukongs.store.cluster.ServedNode;
import org.wukongs.store.cluster.StagedChanges;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.HalfMentionsCut;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleHalves;
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
    private IntConsumer left = node -> {};
    private HomesMoved homesMoved = (from, to, turn) -> {};
    private final Map<String, HalfMentions> mentions = new HashMap<>(); // by graph
    private final Map<String, Long> batches = new HashMap<>(); // of the plans so far
    // the turn that is being made
    private List<GraphHalves> parts; // null between turns
    private int nextPart;
    private TripleHalves expired; // of the next part, null if it is not known yet
    private boolean isExpired; // they are removed, or what is known of mentions has moved
    private boolean isRemoved; // of the next part
    private ChangeCounts counts;
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

    /** Tells of each node that has left, at its place among the turns. */
    void tellLeft(IntConsumer consumer) {
        left = consumer;
    }

    /** Told of streams and queries that belong to another node from a turn on. */
    interface HomesMoved {

        /**
         * They are at another node from this turn on.
         *
         * @param from place of the node that has given them with a change
         * @param to place of the node that has them
         * @param turn of that change
         */
        void moved(int from, int to, Turn turn);
    }

    /** Tells of each turn with which streams and queries move. */
    void tellHomes(HomesMoved listener) {
        homesMoved = listener;
    }

    /** Does again what a log says until {@link #endReplay}: hands nothing on and shows all. */
    void beginReplay() {
        isReplay = true;
    }

    /** From now on, turns come from the cluster. */
    void endReplay() {
        isReplay = false;
    }

    /**
     * Returns what all nodes know of the graphs at the newest snapshot of this one.
     *
     * @throws WukongsException RETRIABLE if a turn that is being made does not fit into memory
     */
    KnownGraphs known() {
        if (parts != null) {
            throw WukongsException.retriable("the node is in the middle of a change");
        }
        List<KnownGraphs.Oldest> oldest = new ArrayList<>();
        mentions.forEach(
                (graph, of) ->
                        of.oldest()
                                .forEach(
                                        (node, number) ->
                                                oldest.add(
                                                        new KnownGraphs.Oldest(
                                                                graph, node, number))));
        return new KnownGraphs(stored.memory().publishedSnapshot(), stored.names(), oldest);
    }

    /** Takes part in changes after a snapshot, of which this node has nothing. */
    void enter(KnownGraphs known) {
        List<NodeRecord.OldestMention> oldest =
                known.oldest().stream()
                        .map(
                                each ->
                                        new NodeRecord.OldestMention(
                                                each.graph(), each.node(), each.number()))
                        .toList();
        enterAgain(new NodeRecord.Enter(known.sn(), known.names(), oldest));
    }

    /** Does what the log says. */
    void enterAgain(NodeRecord.Enter enter) {
        if (enter.sn() <= stored.memory().publishedSnapshot()) {
            throw new IllegalStateException(
                    "the node takes part in changes already: sn="
                            + enter.sn()
                            + " published="
                            + stored.memory().publishedSnapshot());
        }
        stored.memory().beginSnapshot(enter.sn());
        enter.graphs().forEach(stored::graphFor);
        stored.memory().publishSnapshot();
        enter.oldest()
                .forEach(
                        each ->
                                mentions(each.graph())
                                        .noteOldest(staged.checkNode(each.node()), each.number()));
        history.add(enter);
        history.requestFlush();
        unflushed.add(new Unflushed(enter.sn(), history.position()));
        tellFlushed();
        coordinator.publishTurn(enter.sn());
    }

    /** Makes the next turn, if there is one, and shows what is stable; returns 0 for nothing. */
    int doWork() {
        MoveNotes notes = changes.notes();
        if (notes != null && parts == null) {
            notes.tell(stored.memory().publishedSnapshot(), mentions);
        }
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
        if (turn.isEnd()) {
            leave(turn.node());
        }
        boolean isLost = turn.node() == self && handed != null && handed.change() < turn.change();
        if (isLost && planSn == NONE) {
            handed = null; // it has had no turn, and is handed on again
        }
        return true;
    }

    /** A node that has left has no mentions, and copies no streams. */
    private void leave(int node) {
        mentions.values().forEach(ofGraph -> ofGraph.noteOldest(node, HalfMentions.NONE));
        mentions.values().removeIf(ofGraph -> !ofGraph.isNeeded());
        left.accept(node);
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
            beginPart();
            counts = new ChangeCounts(turn.sn(), 0, 0, false);
            stored.memory().beginSnapshot(turn.sn());
        }
        for (; nextPart < parts.size(); nextPart++) {
            make(turn, parts.get(nextPart));
            note(turn, parts.get(nextPart));
            beginPart();
        }
        parts.forEach(this::forget);
        if (!parts.isEmpty() && parts.get(0).homes() != null) {
            int to = parts.get(0).homes().to();
            mentions.values().forEach(ofGraph -> ofGraph.moveOldest(turn.node(), to));
            homesMoved.moved(turn.node(), to, turn);
        }
        mentions.values().removeIf(ofGraph -> !ofGraph.isNeeded());
        stored.memory().publishSnapshot();
        parts = null;
        MoveNotes notes = changes.notes();
        if (notes != null) {
            notes.made(turn.sn());
        }
        if (!isReplay) {
            turns.end();
        }
        staged.made(turn, counts);
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

    /** Notes what a part has done at vertices that move. */
    private void note(Turn turn, GraphHalves part) {
        MoveNotes notes = changes.notes();
        if (notes != null) {
            List<TripleHalves> removed =
                    expired == null ? List.of(part.removed()) : List.of(expired, part.removed());
            notes.add(turn.sn(), part.graph(), removed, part.added());
        }
    }

    private void beginPart() {
        expired = null;
        isExpired = false;
        isRemoved = false;
    }

    /** What is done of a part is not done again if memory is full in between. */
    private void make(Turn turn, GraphHalves part) {
        if (part.moved() != null) {
            move(part);
        }
        if (part.moved() != null || part.homes() != null) {
            return;
        }
        boolean isKnown = stored.isKnown(part.graph());
        if (!isKnown && part.existence() != GraphExistence.KNOWN) {
            return; // there is nothing to remove, and nothing is added
        }
        StoredGraph graph = stored.graphFor(part.graph());
        if (!isKnown) {
            count(0, 0, true);
        }
        HalfMentions kept = mentions(turn, part);
        if (kept != null) {
            expire(graph, kept, part);
        }
        if (!isRemoved) {
            TripleHalves gone = kept == null ? null : HalfMentions.present(graph, part.removed());
            count(0, graph.remove(part.removed()), false);
            isRemoved = true;
            if (kept != null) {
                kept.makeVoid(gone, HalfMentions.firstNumber(turn.sn()));
            }
        }
        boolean isSaid = kept != null && part.oldest() != HalfMentions.UNSAID;
        TripleHalves again = isSaid ? HalfMentions.again(graph, part.added()) : null;
        count(graph.insert(part.added()), 0, false);
        if (isSaid) {
            kept.repeat(again);
        }
    }

    /** What moves stays as it was said or removed: only the node that has it is another one. */
    private void move(GraphHalves part) {
        HalfMentions kept = mentions.get(part.graph());
        if (kept != null && !isExpired) {
            if (part.moved().anew()) {
                kept.drop(part.moved().moves());
            }
            kept.put(part.moved().out(), true);
            kept.put(part.moved().in(), false);
            isExpired = true;
        }
        if (stored.isKnown(part.graph())) {
            StoredGraph graph = stored.graphFor(part.graph());
            if (!isRemoved) {
                graph.remove(part.removed());
                isRemoved = true;
            }
            graph.insert(part.added());
        }
    }

    /** Returns what is known of a graph's mentions, null if no node says anything for a time. */
    private HalfMentions mentions(Turn turn, GraphHalves part) {
        if (part.oldest() < 0) {
            return mentions.get(part.graph());
        }
        HalfMentions kept = mentions.computeIfAbsent(part.graph(), name -> new HalfMentions());
        kept.noteOldest(
                turn.node(),
                part.oldest() == HalfMentions.OF_THIS_CHANGE
                        ? HalfMentions.firstNumber(turn.sn())
                        : part.oldest());
        return kept;
    }

    private void expire(StoredGraph graph, HalfMentions kept, GraphHalves part) {
        if (expired == null) {
            expired = kept.takeDue(part.dueOut(), part.dueIn());
        }
        if (!isExpired) {
            count(0, graph.remove(expired), false);
            isExpired = true;
        }
    }

    private void count(long added, long removed, boolean createsGraph) {
        counts =
                new ChangeCounts(
                        counts.sn(),
                        counts.added() + added,
                        counts.removed() + removed,
                        counts.createsGraph() || createsGraph);
    }

    private void forget(GraphHalves part) {
        boolean isForgotten = part.existence() == GraphExistence.FORGOTTEN;
        if (isForgotten && stored.isKnown(part.graph())) {
            stored.forget(part.graph());
        }
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
            plan.values().forEach(triples -> triples.logTaken(planSn));
            return Step.DONE;
        }
        if (handed != null && handed.staged().isDone() && isToBeHandedOnAgain()) {
            handed = null;
        }
        if (handed == null) {
            return handOn(plan);
        }
        return Step.WAITS;
    }

    /** Returns whether the plan gets no turn as it was divided; throws if it was refused. */
    private boolean isToBeHandedOnAgain() {
        try {
            return !handed.staged().join();
        } catch (CompletionException e) {
            handed = null; // the next call hands it on again
            throw e.getCause() instanceof WukongsException known ? known : e;
        }
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

    // Checkpoints

    /**
     * Returns what only a node of a cluster has; no plan may be under way.
     *
     * @throws WukongsException RETRIABLE if a turn that is being made does not fit into memory
     */
    ClusterCut cut(ReplicasCut replicas, byte[] agreed) {
        if (parts != null) {
            throw WukongsException.retriable(
                    "a change of the cluster is made in part, its rest does not fit into memory");
        }
        StagedChanges.Cut waiting = staged.cut();
        Map<String, HalfMentionsCut> halves = new HashMap<>();
        mentions.forEach((graph, ofGraph) -> halves.put(graph, ofGraph.cut()));
        List<NodeRecord.Turn> next = turns.waiting().stream().map(GraphTurns::record).toList();
        List<ClusterCut.Made> made = waiting.made().stream().map(GraphTurns::record).toList();
        List<ChangeKeeper.Part> staging = waiting.parts();
        return new ClusterCut(
                new ClusterCut.Head(waiting.firstChanges(), next, made, batches),
                halves,
                () -> staging.stream().map(KeptChanges::record).iterator(),
                replicas,
                agreed);
    }

    private static NodeRecord.Turn record(Turn turn) {
        return new NodeRecord.Turn(turn.sn(), turn.node(), turn.change());
    }

    private static ClusterCut.Made record(StagedChanges.Made made) {
        ChangeCounts counts = made.counts();
        return new ClusterCut.Made(
                new NodeRecord.Turn(counts.sn(), made.node(), made.change()),
                counts.added(),
                counts.removed(),
                counts.createsGraph());
    }

    private static StagedChanges.Made made(ClusterCut.Made made) {
        NodeRecord.Turn turn = made.turn();
        return new StagedChanges.Made(
                turn.node(),
                turn.change(),
                new ChangeCounts(turn.sn(), made.added(), made.removed(), made.createsGraph()));
    }

    /** The graphs are those of a checkpoint: others may know that this node has made that. */
    void restored() {
        progress.made(stored.memory().publishedSnapshot());
    }

    /** Restores turns and plans of a checkpoint. */
    void restore(ClusterCut.Head head) {
        staged.restore(head.firstChanges(), head.made().stream().map(GraphTurns::made).toList());
        turns.restore(
                head.waiting().stream()
                        .map(
                                turn ->
                                        new Turn(
                                                turn.sn(),
                                                staged.checkNode(turn.node()),
                                                turn.change()))
                        .toList());
        batches.putAll(head.batches());
    }

    /** Returns the newest batch that plans have brought of a stream, null if there is none. */
    Long batch(String stream) {
        return batches.get(stream);
    }

    /** A stream comes from another node, whose plans have brought that of it. */
    void adopt(Map<String, Long> ofStreams) {
        batches.putAll(ofStreams);
    }

    /** A stream is at another node now. */
    void giveAway(String stream) {
        batches.remove(stream);
    }

    /** Returns whether all turns are made that the node has been told of. */
    boolean isAtEnd() {
        return turns.next() == null;
    }

    /** Returns whether the node does again what its log says. */
    boolean isReplay() {
        return isReplay;
    }

    /** Returns what keeps the halves of a graph, which knows nothing at first. */
    HalfMentions mentions(String graph) {
        return mentions.computeIfAbsent(graph, name -> new HalfMentions());
    }
}
