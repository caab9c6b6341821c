package org.wukongs.store.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.SystemEpochClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreStatus.NodeSize;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.id.Keys;
import org.wukongs.store.checkpoint.DataCluster;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.cluster.Answering;
import org.wukongs.store.cluster.ChangeOrder;
import org.wukongs.store.cluster.ChangeOrder.Given;
import org.wukongs.store.cluster.ChangeOrder.Wanted;
import org.wukongs.store.cluster.ChangeTurns;
import org.wukongs.store.cluster.ChangeTurns.Turn;
import org.wukongs.store.cluster.ClusterPlace;
import org.wukongs.store.cluster.LocalPeer;
import org.wukongs.store.cluster.Members;
import org.wukongs.store.cluster.PartitionedChanges;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.cluster.ReadCounts;
import org.wukongs.store.cluster.VersionedOwners;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.metadata.ClusterSnapshot;
import org.wukongs.store.metadata.ClusterState;
import org.wukongs.store.metadata.Member;
import org.wukongs.store.metadata.MetadataLog;
import org.wukongs.store.metadata.MetadataPoint;
import org.wukongs.store.metadata.MetadataRecord;
import org.wukongs.store.metadata.MetadataReplica;
import org.wukongs.store.metadata.NodeIdentity;
import org.wukongs.store.metadata.Outcome;
import org.wukongs.store.metadata.OwnersVersion;
import org.wukongs.store.metadata.Proposal;
import org.wukongs.store.metadata.Refusal;
import org.wukongs.store.metadata.StreamBatch;
import org.wukongs.store.node.NodeCalls;
import org.wukongs.store.node.ReplicaPuller;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.peer.PeerIdentity;
import org.wukongs.store.peer.PeerListener;
import org.wukongs.store.peer.PeerStatistics;
import org.wukongs.store.peer.PeerThreads;
import org.wukongs.store.peer.PeerWatch;
import org.wukongs.store.peer.TcpPeer;
import org.wukongs.store.security.ServerTls;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A server's part in a cluster: joins it, has the ways to the other nodes and answers them. Its
 * threads: one for the metadata log, one for this node's changes, one that ends late connections,
 * one that accepts those of other nodes, one for each way, and some for each connection of another
 * node.
 *
 * <p>A node with a data directory is the same one when it is started again. What a node without one
 * has is in memory: a process is a new directory, and one that is started again is refused, because
 * its part of the graphs is lost.
 */
final class ClusterNode implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterNode.class);

    private static final long CHANGES_PARK_NS_MIN = 10_000;

    /** Whoever has changes wakes their agent; what it tries again waits no longer. */
    private static final long CHANGES_PARK_NS_MAX = 2_000_000;

    /** Between two looks of a load whether all nodes show it. */
    private static final long PAUSE_NS = 100_000;

    /** Precision of deadlines of connections. */
    private static final long WATCH_PAUSE_MS = 100;

    private static final long START_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Interval of lines about what a start waits for. */
    private static final long START_LOG_NS = TimeUnit.SECONDS.toNanos(5);

    /** A node that comes back goes on without those that cannot be reached for so long. */
    private static final long REACH_NS_MAX = TimeUnit.SECONDS.toNanos(5);

    /** As long as other threads of a server have to end. */
    private static final long END_MS_MAX = 4_000;

    private static final Answering STARTING =
            (node, request, answer) -> {
                answer.begin(FrameDescriptor.REPLY_ERROR);
                Codecs.put(Category.RETRIABLE, Reason.OTHER, "the node is starting", answer);
            };

    private final ClusterSettings settings;
    private final NanoClock clock;
    private final Consumer<Throwable> onFailure;
    private final AtomicReference<Answering> answering = new AtomicReference<>(STARTING);
    private final TcpPeer.Environment environment;
    private final AgentRunner watchRunner;
    private final List<TcpPeer> ways = new ArrayList<>();
    private PeerListener listener;
    private ClusterAgent agent;
    private AgentRunner agentRunner;
    private final ChangeTurns turns = new ChangeTurns();
    private final VersionedOwners owners; // owner: the thread of the metadata log
    private final Set<Long> given = ConcurrentHashMap.newKeySet(); // changes of this process
    private final DataDirectory data; // null if the node keeps nothing
    private NodeIdentity me; // set by join
    private boolean comesBack; // set by join
    private TermDictionary dictionary; // set by begin
    private volatile StoreNode node; // set by begin
    private AgentRunner changesRunner; // null before begin
    private final List<AgentRunner> replicaRunners = new ArrayList<>(); // none before begin
    private final WakingIdle changesIdle =
            new WakingIdle(
                    new BackoffIdleStrategy(100, 10, CHANGES_PARK_NS_MIN, CHANGES_PARK_NS_MAX));
    private volatile Runnable wakeNode = () -> {}; // set by begin
    private final QueryHomes queries = new QueryHomes();
    private final ClusterHomes homes;
    private final OtherServers others;
    private long dictionaryId; // set by join
    private volatile Throwable failure; // of the agent

    private ClusterNode(
            ClusterSettings settings,
            DataDirectory data,
            PeerThreads threads,
            NanoClock clock,
            ServerTls tls,
            Consumer<Throwable> onFailure) {
        this.settings = settings;
        this.data = data;
        this.clock = clock;
        this.onFailure = onFailure;
        this.owners = new VersionedOwners(VertexOwners.of(settings.founders().size()));
        this.homes = new ClusterHomes(settings, () -> agent.view(), queries);
        this.others = new OtherServers(threads, clock);
        PeerWatch watch = new PeerWatch(clock);
        this.environment =
                new TcpPeer.Environment(
                        new PeerIdentity(settings.cluster(), ClusterState.FORMAT, settings.node()),
                        settings.token(),
                        settings.limits(),
                        watch,
                        threads,
                        clock,
                        tls);
        this.watchRunner =
                new AgentRunner(
                        new SleepingMillisIdleStrategy(WATCH_PAUSE_MS),
                        error -> LOG.error("connections of nodes are not ended any longer", error),
                        null,
                        watch);
    }

    /**
     * Joins the cluster, and waits until all of its nodes have joined and can be reached; a node
     * that comes back does not wait for long.
     *
     * @param data the node's, null if it keeps nothing
     * @param client where this node listens for clients
     * @param tls keys for connections with other nodes, null for none
     * @param onFailure told when the node can no longer be one of the cluster
     * @throws WukongsException USER if the cluster refuses the node; RETRIABLE if the metadata log
     *     or other nodes are not there in time
     */
    static ClusterNode join(
            ClusterSettings settings,
            DataDirectory data,
            StoreAddress client,
            PeerThreads threads,
            NanoClock clock,
            ServerTls tls,
            Consumer<Throwable> onFailure) {
        ClusterNode node = new ClusterNode(settings, data, threads, clock, tls, onFailure);
        boolean joined = false;
        try {
            node.join(client);
            joined = true;
            return node;
        } finally {
            if (!joined) {
                node.close();
            }
        }
    }

    private void join(StoreAddress client) {
        AgentRunner.startOnThread(watchRunner, task -> daemon(task, "wukongs-peer-watch"));
        listener = PeerListener.start(environment, listenAddress(), settings::place, delegate());
        DataCluster known = known();
        comesBack = known != null;
        ClusterSnapshot begin = begin(known);
        MetadataLog log = settings.log().apply(begin.point());
        begin.point().checkIdentity(log.identity());
        me = identity(known, log.identity());
        dictionaryId = dictionaryId(settings.cluster(), log.identity());
        MetadataReplica replica = MetadataReplica.open(log, me, begin, settings.replica(), clock);
        queries.begin(replica.state());
        ownedBefore(replica.state());
        agent = new ClusterAgent(replica, clock);
        agentRunner = new AgentRunner(agent.idle(), this::onAgentError, null, agent);
        agent.add(this::applied);
        agent.add(queries);
        AgentRunner.startOnThread(agentRunner, task -> daemon(task, "wukongs-metadata"));
        StoreAddress own = new StoreAddress(settings.host(), listener.address().port());
        agreed(new Proposal.Found(settings.cluster(), ClusterState.FORMAT, settings.founders()));
        Proposal join =
                new Proposal.Join(
                        settings.cluster(),
                        ClusterState.FORMAT,
                        me,
                        settings.host(),
                        List.of(own.toString(), reachable(client).toString()));
        agreed(join);
        await("to join", this::missing);
        connect();
        if (comesBack) {
            awaitReached();
        } else {
            await("to be reached", this::unreachable);
        }
    }

    /**
     * Returns what the data directory says, null if it is new or there is none.
     *
     * @throws WukongsException USER if it is not for this node
     */
    private DataCluster known() {
        if (data == null) {
            return null;
        }
        DataCluster known = DataCluster.of(data.path());
        if (known == null && data.hasData()) {
            throw WukongsException.user(
                    "the data directory is that of a store of one node, a node of a cluster begins"
                            + " with an empty one: path="
                            + data.path());
        }
        boolean isOther =
                known != null
                        && (!known.cluster().equals(settings.cluster())
                                || known.node() != settings.node()
                                || !known.nodes().equals(settings.founders()));
        if (isOther) {
            throw WukongsException.user(
                    "the data directory is that of another node: path="
                            + data.path()
                            + " cluster="
                            + known.cluster()
                            + " node="
                            + known.node()
                            + " nodes="
                            + known.nodes());
        }
        return known;
    }

    /**
     * Returns from where the metadata log is read: from what the checkpoint has of it, or its
     * beginning.
     */
    private ClusterSnapshot begin(DataCluster known) {
        if (known == null) {
            return new ClusterSnapshot(MetadataPoint.START, new ClusterState());
        }
        byte[] agreed = data.agreed();
        if (agreed == null) {
            return new ClusterSnapshot(new MetadataPoint(known.metadata(), 0), new ClusterState());
        }
        ClusterSnapshot snapshot = ClusterSnapshot.decode(agreed);
        snapshot.point().checkIdentity(known.metadata());
        return snapshot;
    }

    /**
     * Returns what all nodes have agreed on, to be kept in a checkpoint that is cut after this.
     *
     * @throws WukongsException RETRIABLE if the metadata log's thread does not answer in time
     */
    byte[] agreed() {
        return awaited(agent.snapshot(), settings.replica().proposalTimeoutNs());
    }

    private NodeIdentity identity(DataCluster known, String metadata) {
        SecureRandom random = new SecureRandom();
        long token = random.nextLong();
        if (data == null) {
            return new NodeIdentity(settings.node(), random.nextLong(), 1, token);
        }
        DataCluster here = known;
        if (here == null) {
            here =
                    new DataCluster(
                            settings.cluster(),
                            settings.node(),
                            settings.founders(),
                            metadata,
                            DataCluster.newDirectoryId());
            here.write(data.path());
        }
        long nowSeconds = TimeUnit.MILLISECONDS.toSeconds(SystemEpochClock.INSTANCE.time());
        long start = data.nextStart(nowSeconds);
        return new NodeIdentity(settings.node(), here.directoryId(), start, token);
    }

    /** Waits for other nodes, but not for long: one that has ended does not keep this one away. */
    private void awaitReached() {
        long beginNs = clock.nanoTime();
        while (!unreachable().isEmpty() && clock.nanoTime() - beginNs < REACH_NS_MAX) {
            LockSupport.parkNanos(START_PAUSE_NS);
        }
        if (!unreachable().isEmpty()) {
            LOG.warn("going on without nodes that cannot be reached: {}", unreachable());
        }
    }

    /**
     * Terms have the same ids at all nodes, for as long as the cluster has the same log: that of
     * another one gives other ids.
     */
    private static long dictionaryId(String cluster, String log) {
        byte[] name = (cluster + "\n" + log).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(name).getMostSignificantBits();
    }

    /** A node that listens for clients everywhere is where other nodes reach it. */
    StoreAddress reachable(StoreAddress client) {
        try {
            return InetAddress.getByName(client.host()).isAnyLocalAddress()
                    ? new StoreAddress(settings.host(), client.port())
                    : client;
        } catch (UnknownHostException e) {
            return client; // a name that somebody else knows
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private InetSocketAddress listenAddress() {
        try {
            InetAddress host = InetAddress.getByName(settings.host());
            if (host.isAnyLocalAddress()) {
                throw WukongsException.user(
                        "other nodes cannot connect to this address, name the one by which they"
                                + " reach this node: --cluster-listen="
                                + settings.host());
            }
            return new InetSocketAddress(host, settings.port());
        } catch (UnknownHostException e) {
            throw new WukongsException(
                    Category.USER,
                    "the address of --cluster-listen is unknown: host=" + settings.host(),
                    e);
        }
    }

    private void onAgentError(Throwable error) {
        failure = error;
        onFailure.accept(error);
        throw new AgentTerminationException(error);
    }

    private void agreed(Proposal proposal) {
        Outcome outcome = outcome(agent.propose(proposal), settings.startNs());
        if (!outcome.isAccepted() && data != null && !comesBack) {
            DataCluster.delete(data.path()); // it is none of this cluster's nodes
        }
        outcome.orThrow();
    }

    private Outcome outcome(CompletableFuture<Outcome> proposed, long waitNs) {
        return awaited(proposed, waitNs);
    }

    private <T> T awaited(CompletableFuture<T> proposed, long waitNs) {
        try {
            return proposed.get(waitNs, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw failed(e.getCause());
        } catch (TimeoutException e) {
            throw WukongsException.retriable("the metadata log gives no answer in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("the wait for the metadata log was interrupted");
        }
    }

    /** Returns the error of the agent if it has one, else that of a proposal. */
    private WukongsException failed(Throwable proposalFailure) {
        Throwable cause = failure == null ? proposalFailure : failure;
        return cause instanceof WukongsException known
                ? new WukongsException(known.category(), known.getMessage(), known)
                : new WukongsException(
                        Category.FATAL, "the metadata log cannot be used: " + cause, cause);
    }

    /** Waits until nothing is missing. */
    private void await(String what, Supplier<List<String>> missing) {
        long beginNs = clock.nanoTime();
        long logNs = beginNs + START_LOG_NS;
        for (List<String> left = missing.get(); !left.isEmpty(); left = missing.get()) {
            long nowNs = clock.nanoTime();
            if (failure != null) {
                throw failed(failure);
            }
            if (nowNs - beginNs > settings.startNs()) {
                throw WukongsException.retriable(
                        "not all nodes of the cluster are there: " + what + "=" + left);
            }
            if (nowNs - logNs > 0) {
                LOG.info("waiting for nodes {}: {}", what, left);
                logNs = nowNs + START_LOG_NS;
            }
            LockSupport.parkNanos(START_PAUSE_NS);
        }
    }

    private List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (int node : settings.founders()) {
            if (member(node) == null) {
                missing.add("node=" + node);
            }
        }
        return missing;
    }

    private Member member(int number) {
        return ClusterHomes.member(agent.view(), number);
    }

    private void connect() {
        for (int node : settings.founders()) {
            if (node != settings.node()) {
                TcpPeer way = new TcpPeer(environment, node, () -> address(node));
                way.measureCosts();
                ways.add(way);
                others.add(node, way);
            }
        }
    }

    /** Returns where another node listens: where it has joined last. */
    private StoreAddress address(int node) {
        return StoreAddress.parse(homes.address(node, ClusterHomes.FOR_NODES));
    }

    private List<String> unreachable() {
        List<String> missing = new ArrayList<>();
        for (TcpPeer way : ways) {
            String reason = way.failure();
            if (reason != null) {
                missing.add(way.address() + " (" + reason + ")");
            }
        }
        return missing;
    }

    /** Returns what answers by the node, as soon as there is one. */
    private Answering delegate() {
        return new Answering() {
            @Override
            public void answer(int place, WireReader request, WireWriter answer) {
                answering.get().answer(place, request, answer);
            }

            @Override
            public void connected(int place) {
                answering.get().connected(place);
            }

            @Override
            public boolean isShort(WireReader request) {
                return answering.get().isShort(request);
            }
        };
    }

    /** A change of some node has its turn, or a node has joined. */
    private void applied(long position, MetadataRecord record, ClusterState state) {
        owned(state); // before the turn from which on it is so
        if (record.proposal() instanceof Proposal.Join join) {
            joined(state.member(join.identity().node()));
        } else if (record.proposal() instanceof Proposal.PublishPlan plan) {
            given(plan.plan(), plan.change(), record.epoch(), state);
        } else if (record.proposal() instanceof Proposal.PublishDivided plan) {
            given(plan.plan(), plan.change(), record.epoch(), state);
        } else if (record.proposal() instanceof Proposal.MovePartitions move) {
            given(move.plan(), move.change(), record.epoch(), state);
        }
    }

    private void given(long plan, long change, long epoch, ClusterState state) {
        int node = state.node(epoch);
        if (state.member(node).identity().equals(me)) {
            given.add(change);
        }
        turns.add(new Turn(plan, settings.place(node), change));
        wakeNode.run();
    }

    /** Notes who owns what, of a state that need not have all versions of that. */
    private void ownedBefore(ClusterState state) {
        List<OwnersVersion> kept = state.ownersVersions();
        if (!kept.isEmpty() && kept.get(0).number() > VersionedOwners.FIRST) {
            owners.beginWith(version(kept.get(0)));
        }
        owned(state);
    }

    /** Notes who owns what from now on. In the thread of the metadata log. */
    private void owned(ClusterState state) {
        long known = owners.newest().number();
        if (state.ownersVersion() > known) {
            state.ownersVersions().stream()
                    .filter(next -> next.number() > known)
                    .forEach(next -> owners.add(version(next)));
        }
    }

    private VersionedOwners.Version version(OwnersVersion agreed) {
        int[] places = Arrays.stream(agreed.owners()).map(settings::place).toArray();
        return new VersionedOwners.Version(
                agreed.number(),
                agreed.plan(),
                VertexOwners.of(settings.founders().size(), places));
    }

    private void joined(Member member) {
        int place = settings.place(member.identity().node());
        if (place >= 0) {
            turns.begin(place, ChangeTurns.firstChange(member.epoch()));
        }
        StoreNode here = node;
        if (here != null) {
            here.partitioned().holdAgain();
            here.changes().tellAgain();
        }
    }

    /**
     * Gives a change its turn: the first one of a number has it, the others try the next one, or
     * have none if they need this one.
     */
    private Given give(Wanted change) {
        List<StreamBatch> vts = new ArrayList<>();
        change.batches().forEach((stream, batch) -> vts.add(new StreamBatch(stream, batch)));
        long waitNs = settings.replica().proposalTimeoutNs();
        while (!given.remove(change.change())) {
            Outcome outcome = outcome(agent.propose(state -> plan(change, vts, state)), waitNs);
            boolean isTaken = outcome.refusal() == Refusal.TAKEN;
            boolean hasOtherOwners = outcome.refusal() == Refusal.OWNERS_CHANGED;
            if (!outcome.isAccepted() && !isTaken && !hasOtherOwners) {
                outcome.orThrow();
            }
            boolean isOver = hasOtherOwners || (isTaken && change.sn() != ChangeOrder.ANY);
            if (isOver && !given.remove(change.change())) { // it may have been proposed twice
                return hasOtherOwners ? Given.OTHER_OWNERS : Given.TAKEN;
            } else if (isOver) {
                return Given.TURN;
            }
        }
        return Given.TURN;
    }

    private Proposal plan(Wanted change, List<StreamBatch> vts, ClusterState state) {
        long sn = change.sn() == ChangeOrder.ANY ? state.newestPlan() + 1 : change.sn();
        ChangeOrder.Move move = change.move();
        return move == null
                ? new Proposal.PublishDivided(sn, change.change(), change.owners(), vts)
                : new Proposal.MovePartitions(
                        sn,
                        change.change(),
                        change.owners(),
                        settings.founders().get(move.to()),
                        move.partitions());
    }

    /**
     * Takes a stream's name for this node. Throws an {@link ElsewhereException} if another node has
     * the stream, and a USER error if the name is taken otherwise.
     */
    void takeName(StreamDefinition stream) {
        homes.checkHere(HomeSubject.stream(stream.name()));
        Outcome outcome = changed(new NodeRecord.RegisterStream(stream));
        if (outcome.refusal() == Refusal.STREAM_ELSEWHERE) {
            homes.checkHere(HomeSubject.stream(stream.name())); // another node was faster
        }
        outcome.orThrow();
    }

    /** Gives a stream's name back. */
    void freeName(String stream) {
        changed(new NodeRecord.DropStream(stream)).orThrow();
    }

    /** Lets all nodes know a graph, which need not have triples; waits until they do. */
    void makeKnown(String graph) {
        if (!graph.equals(StreamDefinition.STORED)) {
            node.changes()
                    .change(
                            ChangeOrder.ANY,
                            List.of(new GraphRows(graph, new TripleBuffer(), new TripleBuffer())));
        }
    }

    private Outcome changed(NodeRecord record) {
        return agreedOn(new Proposal.Change(record));
    }

    private Outcome agreedOn(Proposal proposal) {
        return outcome(agent.propose(proposal), settings.replica().proposalTimeoutNs());
    }

    /** Takes a query's name for this node. USER error if another node has a query of this name. */
    void takeQuery(QueryDescription query) {
        String template = query.template() == null ? "" : query.template();
        Integer known = queries.ofQuery(query.name());
        boolean isTaken = known != null && known == settings.node();
        if (isTaken && queries.templateOf(query.name()).equals(template)) {
            return;
        }
        agreedOn(new Proposal.NameQuery(query.name(), template, true)).orThrow();
    }

    /** Gives a query's name back, if this node has it. */
    void freeQuery(String name) {
        Integer known = queries.ofQuery(name);
        if (known != null && known == settings.node()) {
            agreedOn(new Proposal.NameQuery(name, "", false)).orThrow();
        }
    }

    /** Moves those of some vertex partitions that this node has; returns how many. Any thread. */
    int movePartitions(int first, int last, int number) {
        int place = settings.place(number);
        if (place < 0) {
            throw WukongsException.user(
                    "there is no such node: node=" + number + " nodes=" + settings.founders());
        }
        VertexOwners now = owners.newest().owners();
        int own = settings.place(settings.node());
        List<Integer> partitions =
                IntStream.rangeClosed(first, last)
                        .filter(partition -> now.owner(partition) == own)
                        .boxed()
                        .toList();
        if (!partitions.isEmpty() && place != own) {
            node.mover().move(partitions, place);
            return partitions.size();
        }
        return 0;
    }

    /** Returns the memory of this node's part of the stored graphs. Any thread. */
    long storedMemoryBytes() {
        return node.stored().memoryBytes();
    }

    /** Which node has what. */
    ClusterHomes homes() {
        return homes;
    }

    /** The servers of the other nodes. */
    OtherServers others() {
        return others;
    }

    /** Identifies the ids that this cluster gives to terms. */
    long dictionaryId() {
        return dictionaryId;
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NS);
    }

    private static void hinder() {
        throw History.nodesWait();
    }

    /** Returns the place of the node, to make it with. */
    ClusterPlace place() {
        List<Peer> peers = new ArrayList<>();
        int next = 0;
        for (int node : settings.founders()) {
            peers.add(
                    node == settings.node()
                            ? new LocalPeer(settings.place(node), answering::get)
                            : ways.get(next++));
        }
        Members members = new Members(owners, settings.place(settings.node()), peers);
        return new ClusterPlace(
                members,
                this::addPredicate,
                this::give,
                turns,
                ClusterNode::pause,
                ClusterNode::hinder,
                homes,
                settings.fabric(),
                graph -> agent.view().fedGraphs().contains(graph));
    }

    /** Numbers a predicate: all nodes learn it, this one before the call returns. */
    private void addPredicate(long vid) {
        Proposal add = new Proposal.AddPredicates(List.of(dictionary.vertex(vid)));
        outcome(agent.propose(add), settings.replica().proposalTimeoutNs()).orThrow();
    }

    /** Numbers changes of this node from its joining on, before it makes any. */
    void number(PartitionedChanges changes) {
        changes.begin(ChangeTurns.firstChange(member(settings.node()).epoch()));
    }

    /**
     * Answers the other nodes from now on, and waits until rdf:type is known.
     *
     * @param asked answers what they ask the server
     * @param calls of threads that do not own the node
     * @param wake ends a pause of the node's thread; any thread
     */
    void begin(StoreNode made, Answering asked, NodeCalls calls, Runnable wake) {
        node = made;
        wakeNode = wake;
        dictionary = node.dictionary();
        freeForgottenNames();
        answering.set(asked);
        node.changes().useWakes(wake, changesIdle::wake);
        changesRunner = new AgentRunner(changesIdle, this::onAgentError, null, node.changes());
        AgentRunner.startOnThread(changesRunner, task -> daemon(task, "wukongs-changes"));
        beginCopying(calls);
        agent.teach(dictionary);
        await(
                "to give the first predicate",
                () ->
                        dictionary.isGivenPid(Keys.RDF_TYPE)
                                ? List.of()
                                : List.of("pid=" + Keys.RDF_TYPE));
    }

    /** Starts a thread for each other node whose streams are copied while queries read them. */
    private void beginCopying(NodeCalls calls) {
        List<WakingIdle> idles = new ArrayList<>();
        for (ReplicaPuller puller : node.replicaPullers(calls)) {
            WakingIdle idle = new WakingIdle(new CopyingIdle(puller::copies));
            idles.add(idle);
            replicaRunners.add(new AgentRunner(idle, this::onAgentError, null, puller));
        }
        node.useReplicaWakes(() -> idles.forEach(WakingIdle::wake));
        for (AgentRunner runner : replicaRunners) {
            AgentRunner.startOnThread(runner, task -> daemon(task, runner.agent().roleName()));
        }
    }

    /** Gives names back of streams that this node has dropped before it ended. */
    private void freeForgottenNames() {
        agent.view()
                .streams()
                .forEach(
                        (stream, home) -> {
                            boolean isHere = node.streams().streamHere(stream).isPresent();
                            if (home == settings.node() && !isHere) {
                                freeName(stream);
                            }
                        });
    }

    /** Returns where this node listens for others. */
    StoreAddress address() {
        return listener.address();
    }

    /**
     * Returns all nodes, as this one sees them, without asking them. Any thread.
     *
     * @param own what this node has
     */
    List<NodeStatus> status(NodeSize own) {
        ClusterAgent.View view = agent.view();
        List<NodeStatus> nodes = new ArrayList<>();
        int next = 0;
        for (int number : settings.founders()) {
            boolean self = number == settings.node();
            String failure = self ? null : ways.get(next++).failure();
            long made = node.served().progress().madeBy(settings.place(number));
            nodes.add(
                    new NodeStatus(
                            number,
                            self,
                            homes.address(number, ClusterHomes.FOR_NODES),
                            homes.address(number, ClusterHomes.FOR_CLIENTS),
                            failure == null ? "" : failure,
                            self ? "" : node.partitioned().fabric(settings.place(number)),
                            partitionCount(view, number),
                            streams(view, number),
                            made,
                            Math.max(0, agent.newestPlan() - made),
                            self ? own : null));
        }
        return nodes;
    }

    private static int partitionCount(ClusterAgent.View view, int number) {
        return (int) Arrays.stream(view.owners()).filter(owner -> owner == number).count();
    }

    private static List<String> streams(ClusterAgent.View view, int number) {
        return view.streams().entrySet().stream()
                .filter(stream -> stream.getValue() == number)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Returns what this node has asked each other one. Any thread. */
    List<PeerStatistics> statistics() {
        List<PeerStatistics> statistics = new ArrayList<>();
        for (TcpPeer way : ways) {
            PeerStatistics asked = way.statistics();
            ReadCounts reads = node.partitioned().readsOf(settings.place(asked.node()));
            statistics.add(asked.withReads(reads.inPlaceCount(), reads.fallbackCount()));
        }
        return statistics;
    }

    /** Ends the ways and connections; what other threads wait for fails. */
    @Override
    public void close() {
        ways.forEach(TcpPeer::close);
        if (listener != null) {
            listener.close();
        }
        ThreadEnds.closeAll(
                Stream.concat(replicaRunners.stream(), Stream.of(changesRunner, agentRunner))
                        .filter(Objects::nonNull)
                        .toList(),
                END_MS_MAX);
        watchRunner.close();
    }

    /** Waits for the threads that read the node, after {@link #close}. */
    boolean awaitEnd() {
        List<Thread> threads = new ArrayList<>();
        ways.forEach(way -> threads.add(way.thread()));
        listener.threads().forEach(threads::add);
        return ThreadEnds.joinAll(threads, END_MS_MAX);
    }
}
