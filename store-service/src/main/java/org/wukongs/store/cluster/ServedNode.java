package org.wukongs.store.cluster;

import java.nio.BufferUnderflowException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.SharedMemory;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * What a node does for the other nodes of its cluster: answers requests for its part of graphs and
 * terms. Nothing in a request is trusted. Any thread.
 */
public final class ServedNode implements Answering {

    /** Type of the requests that are for the server around a node. */
    public static final int ASK = PeerMessage.ASK.code();

    private final Members members;
    private final StoredGraphs stored;
    private final ServedSnapshots snapshots;
    private final TermDictionary dictionary;
    private final ServedTerms terms;
    private final StagedChanges staged;
    private final ChangeProgress progress;
    private final TurnHold hold;
    private final NanoClock clock;
    private final AtomicIntegerArray forks =
            new AtomicIntegerArray(Vids.PARTITION_COUNT); // under way, by asking node
    private volatile MemoryWays ways; // to this node's memory
    private volatile PartitionedGraphs graphs;
    private volatile ForkAnswering forkAnswering; // null before it is set
    private volatile ReplicaServing replicas; // null before it is set
    private volatile MovingHomes homes; // null before it is set
    private volatile Supplier<KnownGraphs> known; // null before it is set

    /**
     * @param stored this node's part of the graphs
     * @param dictionary terms of all nodes, of which this node's are served
     * @param stagedBytesMax memory of changes that wait for their turn
     */
    public ServedNode(
            Members members,
            StoredGraphs stored,
            TermDictionary dictionary,
            long stagedBytesMax,
            NanoClock clock) {
        this.clock = clock;
        this.hold = new TurnHold(clock);
        this.members = members;
        this.stored = stored;
        this.dictionary = dictionary;
        this.terms = new ServedTerms(members, dictionary);
        this.staged =
                new StagedChanges(
                        members, dictionary, stagedBytesMax, () -> stored.memory().freeBytes());
        this.progress = new ChangeProgress(members);
        this.snapshots = new ServedSnapshots(stored.memory().epochs());
        this.ways = MemoryWays.open(FabricOptions.TCP, stored.memory().shared());
    }

    /** Offers this node's memory by these ways from now on, which stay open. */
    public void offer(MemoryWays offered) {
        ways = offered;
    }

    /**
     * Answers forks from now on; {@code all} are the graphs of all nodes as this one reads them.
     */
    public void answerForks(PartitionedGraphs all, ForkAnswering answering) {
        graphs = all;
        forkAnswering = answering;
    }

    /** Serves the tuples of this node's streams by that from now on. */
    public void serveReplicas(ReplicaServing serving) {
        replicas = serving;
    }

    /** Takes over streams and queries of other nodes there from now on. */
    public void moveHomes(MovingHomes moving) {
        homes = moving;
    }

    private MovingHomes homes() {
        if (homes == null) {
            throw WukongsException.retriable("the node is not ready for streams of other nodes");
        }
        return homes;
    }

    /**
     * Returns what gives this node's streams and queries to others.
     *
     * @param changes of this node
     */
    public HomesMover homesMover(PartitionedChanges changes, MovingHomes moving) {
        return new HomesMover(members, staged, progress, changes, moving);
    }

    /** Tells nodes that enter what all nodes know of the graphs, from now on. */
    public void tellGraphs(Supplier<KnownGraphs> telling) {
        known = telling;
    }

    private KnownGraphs knownGraphs() {
        if (known == null) {
            throw WukongsException.retriable("the node is not ready to tell of its graphs");
        }
        return known.get();
    }

    private ReplicaServing replicas() {
        if (replicas == null) {
            throw WukongsException.retriable("the node is not ready to serve its streams");
        }
        return replicas;
    }

    /**
     * Returns what changes the graphs of all nodes.
     *
     * @param order of the changes of all nodes
     * @param pause called again and again by a change that waits for other nodes
     */
    public PartitionedChanges changes(ChangeOrder order, Runnable pause) {
        return new PartitionedChanges(members, staged, progress, hold, order, pause, clock);
    }

    /**
     * Returns what gives vertex partitions of this node to others.
     *
     * @param changes of this node
     */
    public PartitionMover mover(PartitionedChanges changes) {
        return new PartitionMover(members, stored, dictionary, terms, staged, changes);
    }

    /** Keeps there what this node promises to others from now on. Before it is asked. */
    public void useKeeper(ChangeKeeper keeper) {
        staged.useKeeper(keeper);
        terms.useKeeper(keeper);
    }

    /** The changes that wait for their turn at this node. */
    public StagedChanges staged() {
        return staged;
    }

    /** How far each node is. */
    public ChangeProgress progress() {
        return progress;
    }

    /** Holds a snapshot for what other nodes read of it when they go on with rows of this one. */
    boolean hold(long sn, long oldest) {
        return snapshots.hold(members.self(), sn, oldest);
    }

    @Override
    public void answer(int node, WireReader request, WireWriter answer) {
        try {
            answer.begin(FrameDescriptor.REPLY_OK);
            answerOk(node, request, answer);
            if (request.hasRemaining()) {
                throw WukongsException.user("a request between nodes is too long");
            }
        } catch (BufferUnderflowException e) {
            refuse(WukongsException.user("a request between nodes is too short"), answer);
        } catch (WukongsException e) {
            refuse(e, answer);
        }
    }

    @Override
    public void connected(int node) {
        SharedMemory shared = stored.memory().shared();
        if (shared != null) {
            shared.revoke(node); // an earlier process of it may still read
        }
    }

    /** A node has left: nothing is held for it any longer. */
    public void left(int node) {
        hold.free(node);
        snapshots.leave(node);
        connected(node); // so that it reads this node's memory no longer
        ways.left(node);
    }

    @Override
    public boolean isShort(WireReader request) {
        int type = request.type();
        return type == PeerMessage.READ.code()
                || type == PeerMessage.HOLD.code()
                || type == PeerMessage.FIND_TERMS.code()
                || type == PeerMessage.TEXTS.code();
    }

    private static void refuse(WukongsException failure, WireWriter answer) {
        Category category = failure.category();
        Reason reason = failure.reason();
        answer.begin(FrameDescriptor.REPLY_ERROR);
        Codecs.put(category, reason, failure.getMessage(), answer);
    }

    private void answerOk(int node, WireReader request, WireWriter answer) {
        switch (PeerMessage.of(request.type())) {
            case READ -> read(StepRequest.decode(request, this::ownAt), answer);
            case HOLD -> {
                long sn = request.getLong();
                progress.seen(sn);
                answer.putBoolean(snapshots.hold(node, sn, request.getLong()));
            }
            case SHARE -> ways.answer(node, request, answer);
            case FIND_TERMS -> terms.find(request, false, answer);
            case GIVE_IDS -> terms.find(request, true, answer);
            case TEXTS -> terms.texts(request, answer);
            case FORK -> fork(node, request, answer);
            case STAGE -> answer.putBoolean(staged.stage(node, request));
            case MOVE -> answer.putBoolean(staged.stageMove(node, request));
            case STAGE_HOMES -> answer.putBoolean(staged.stageHomes(node, request));
            case ADOPT_HOMES ->
                    homes().adopt(node, request.getLong(), MovingHomes.Copied.list(request));
            case COPY_TERMS -> terms.copy(request, answer);
            case DROP -> staged.drop(node, request.getLong());
            case MADE -> progress.made(node, request.getLong());
            case SHOWN_COUNTS ->
                    ChangeCounts.putTo(
                            answer, staged.shownCounts(node, request.getLong(), progress.shown()));
            case HOLD_TURNS -> answer.putBoolean(hold.take(node, holdNs(request.getLong())));
            case FREE_TURNS -> hold.free(node);
            case BEGIN_REPLICA ->
                    replicas().begin(node, ReplicaWanted.streamName(request)).putTo(answer);
            case READ_REPLICA -> replicas().read(node, ReplicaWanted.decode(request)).putTo(answer);
            case END_REPLICA ->
                    replicas().end(node, ReplicaWanted.streamName(request), request.getLong());
            case KNOWN_GRAPHS -> knownGraphs().putTo(answer);
            case ASK -> throw WukongsException.user("no server answers for the node");
        }
    }

    private LongPredicate ownAt(long sn) {
        VertexOwners owners = members.owners(sn);
        return vid -> owners.owner(vid) == members.self();
    }

    private static long holdNs(long ns) {
        return InputLimits.checkRange("time to hold turns", ns, 1, PartitionedChanges.HOLD_NS);
    }

    /**
     * A fork reads other nodes, each of which may wait for reads here: some threads stay free for
     * these.
     */
    private void fork(int node, WireReader request, WireWriter answer) {
        long sn = InputLimits.checkRange("snapshot", request.getLong(), 0, Long.MAX_VALUE - 1);
        if (forkAnswering == null) {
            throw WukongsException.retriable("the node is not ready for rows of other nodes");
        }
        boolean isBusy = forks.incrementAndGet(node) > RequestLimits.FORKS_MAX;
        try {
            snapshots.begin(sn);
            boolean held = false;
            try {
                held = !isBusy && graphs.holdInPlace(sn);
                forkAnswering.answer(graphs.with(stored.at(sn)), request, isBusy, answer);
            } finally {
                snapshots.end(sn);
                if (held) {
                    graphs.release(sn);
                }
            }
        } finally {
            forks.decrementAndGet(node);
        }
    }

    private void read(StepRequest request, WireWriter answer) {
        snapshots.begin(request.sn());
        try {
            ServedReads.answer(request, stored.at(request.sn()).graph(request.graph()), answer);
        } finally {
            snapshots.end(request.sn());
        }
    }
}
