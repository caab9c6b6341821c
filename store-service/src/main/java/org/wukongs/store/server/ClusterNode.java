package org.wukongs.store.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.SystemEpochClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreStatus.JoiningNode;
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
import org.wukongs.store.cluster.KnownGraphs;
import org.wukongs.store.cluster.LeftPeer;
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
import org.wukongs.store.metadata.ClusterLimits;
import org.wukongs.store.metadata.ClusterSnapshot;
import org.wukongs.store.metadata.ClusterState;
import org.wukongs.store.metadata.EnteredNode;
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
import org.wukongs.store.metadata.SnapshotParts;
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

    /** Between two looks of a load whether all nodes show it. */
    private static final long PAUSE_NS = 100_000;

    /** Precision of deadlines of connections. */
    private static final long WATCH_PAUSE_MS = 100;

    private static final long START_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Interval of lines about what a start waits for. */
    private static final long START_LOG_NS = TimeUnit.SECONDS.toNanos(5);

    /** A node that comes back goes on without those that cannot be reached for so long. */
    private static final long REACH_NS_MAX = TimeUnit.SECONDS.toNanos(5);

    /** A node that was removed ends after this time, whoever has not learned of it yet. */
    private static final long ALONE_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    /** A node that is removed has this time to show what it has given away. */
    private static final long REMOVE_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    /** A registration, or a move of streams and queries, is over by then. */
    private static final long HOMES_NS_MAX = TimeUnit.SECONDS.toNanos(30);

    /** As long as other threads of a server have to end. */
    private static final long END_MS_MAX = 4_000;

    private static final Answering STARTING =
            (node, request, answer) -> {
                answer.begin(FrameDescriptor.REPLY_ERROR);
                Codecs.put(Category.RETRIABLE, Reason.OTHER, "the node is starting", answer);
            };

    private final ClusterSettings settings;
    private final NanoClock clock;
    private final Endings endings;
    private final AtomicReference<Answering> answering = new AtomicReference<>(STARTING);
    private final TcpPeer.Environment environment;
    private final AgentRunner watchRunner;
    private final Map<Integer, TcpPeer> ways = new ConcurrentSkipListMap<>(); // by number
    private final Map<Integer, Member> joined = new ConcurrentHashMap<>(); // newest, by number
    private final ClusterPlaces places;
    private Members members; // null before there is a node; guarded by this, as who enters
    private final Set<Integer> copied = new HashSet<>(); // places; guarded by replicaRunners
    private final Set<WakingIdle> copyingIdles = ConcurrentHashMap.newKeySet();
    private NodeCalls calls; // null before begin; guarded by replicaRunners
    private PeerListener listener;
    private volatile ClusterAgent agent; // null before join
    private AgentRunner agentRunner;
    private final ChangeTurns turns = new ChangeTurns();
    private final VersionedOwners owners; // owner: the thread of the metadata log
    private final Set<Long> given = ConcurrentHashMap.newKeySet(); // changes of this process
    private final DataDirectory data; // null if the node keeps nothing
    private NodeIdentity me; // set by join
    private boolean comesBack; // set by join
    private boolean connects; // to who joins; guarded by this
    private TermDictionary dictionary; // set by begin
    private volatile StoreNode node; // set by begin
    private AgentRunner changesRunner; // null before begin
    private final Map<Integer, AgentRunner> replicaRunners = new HashMap<>(); // guarded by itself
    private boolean ends; // guarded by replicaRunners
    private volatile boolean isRemoved;
    private final ReadWriteLock homesLock = new ReentrantReadWriteLock(true);
    private final WakingIdle changesIdle = WakingIdle.forAllWork();
    private volatile Runnable wakeNode = () -> {}; // set by begin
    private final QueryHomes queries = new QueryHomes();
    private final ClusterHomes homes;
    private final OtherServers others;
    private long dictionaryId; // set by join
    private MetadataTrimmer trimmer; // set by join
    private volatile long checkpointed; // position in the metadata log; owner: checkpoints
    private volatile Throwable failure; // of the agent

    /**
     * Whom the node tells that it is no longer one of its cluster.
     *
     * @param onFailure told when it can no longer be one
     * @param onRemoved run when it was removed, and nobody asks it any longer
     */
    record Endings(Consumer<Throwable> onFailure, Runnable onRemoved) {}

    private ClusterNode(
            ClusterSettings settings,
            DataDirectory data,
            PeerThreads threads,
            NanoClock clock,
            ServerTls tls,
            Endings endings) {
        this.settings = settings;
        this.data = data;
        this.clock = clock;
        this.endings = endings;
        this.owners = new VersionedOwners(VertexOwners.of(settings.founders().size()));
        this.places = new ClusterPlaces(settings.founders());
        this.homes = new ClusterHomes(settings, places, () -> agent.view(), queries);
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
     * that comes back does not wait for long. One that is none of those that found the cluster
     * enters it then.
     *
     * @param data the node's, null if it keeps nothing
     * @param client where this node listens for clients
     * @param tls keys for connections with other nodes, null for none
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
            Endings endings) {
        ClusterNode node = new ClusterNode(settings, data, threads, clock, tls, endings);
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
        listener =
                PeerListener.start(
                        environment, listenAddress(), places::place, this::isMember, delegate());
        DataCluster known = known();
        comesBack = known != null;
        ClusterSnapshot begin = begin(known);
        MetadataLog log = settings.log().apply(begin.point());
        if (log.position() > begin.point().position()) {
            begin = beginLater(log);
            log = settings.log().apply(begin.point());
        }
        begin.point().checkIdentity(log.identity());
        checkpointed = begin.point().position();
        me = identity(known, log.identity());
        dictionaryId = dictionaryId(settings.cluster(), log.identity());
        MetadataReplica replica = MetadataReplica.open(log, me, begin, settings.replica(), clock);
        queries.begin(replica.state());
        ownedBefore(replica.state());
        agent = new ClusterAgent(replica, clock);
        trimmer = new MetadataTrimmer(agent, settings.replica().trimAfter());
        agentRunner = new AgentRunner(agent.idle(), this::onAgentError, null, agent);
        agent.add(queries); // before the node learns of turns with which they move
        agent.add(this::applied);
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
        boolean enters = places.place(settings.node()) < 0;
        if (comesBack && !enters) {
            awaitReached();
        } else {
            await("to be reached", this::unreachable);
        }
        if (enters) {
            // From then on no change is made without this node, so all have to reach it before.
            await("to reach this node", this::unconnected);
            agreed(new Proposal.Enter());
        }
    }

    /** Whether a number is that of a node that may connect. Any thread. */
    private boolean isMember(int number) {
        ClusterAgent known = agent;
        return places.place(number) >= 0
                || (known != null && ClusterHomes.member(known.view(), number) != null);
    }

    private List<String> unconnected() {
        return otherNumbers().stream()
                .filter(number -> !listener.isConnected(number))
                .map(number -> "node=" + number)
                .toList();
    }

    /** Returns the numbers of the other nodes that take part, in order of their places. */
    private List<Integer> otherNumbers() {
        return places.numbers().stream().filter(number -> number != settings.node()).toList();
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

    /** Returns with what a node begins that knows nothing, if the log's oldest records are gone. */
    private ClusterSnapshot beginLater(MetadataLog log) {
        try (log) {
            ClusterSnapshot found = SnapshotParts.find(log, settings.startNs(), clock);
            LOG.info("begins with a snapshot in the metadata log: {}", found.point());
            return found;
        }
    }

    /** A checkpoint with what {@link #agreed} has returned is on disk. */
    void checkpointed(byte[] newest) {
        checkpointed = position(newest);
        try {
            byte[] oldest = data.oldestAgreed();
            if (oldest != null) {
                trimmer.checkpointed(position(oldest));
            }
        } catch (WukongsException e) {
            LOG.warn("an older checkpoint cannot be read: {}", e.getMessage());
        }
    }

    private static long position(byte[] agreed) {
        return ClusterSnapshot.decode(agreed).point().position();
    }

    /** Returns how many positions of the metadata log a start of some node may need. */
    long metadataNeededCount() {
        return agent.neededCount();
    }

    /** Returns whether a checkpoint is due because the metadata log has become long since. */
    boolean isMetadataLong() {
        return agent.position() - checkpointed >= settings.replica().trimAfter();
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
        endings.onFailure().accept(error);
        throw new AgentTerminationException(error);
    }

    private void agreed(Proposal proposal) {
        Outcome outcome = awaited(agent.propose(proposal), settings.startNs());
        if (!outcome.isAccepted() && data != null && !comesBack) {
            DataCluster.delete(data.path()); // it is none of this cluster's nodes
        }
        outcome.orThrow();
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
        } finally {
            proposed.cancel(false); // nobody waits for it any longer
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
            if (isRemoved) {
                throw WukongsException.user(Refusal.HAS_LEFT.text() + ": node=" + settings.node());
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
        for (int number : places.numbers()) {
            if (member(number) == null) {
                missing.add("node=" + number);
            }
        }
        return missing;
    }

    private Member member(int number) {
        return ClusterHomes.member(agent.view(), number);
    }

    /** Connects to all other nodes; from now on to each that joins, too. */
    private synchronized void connect() {
        connects = true;
        for (int number : otherNumbers()) {
            others.add(number, way(number));
        }
        for (Member member : agent.view().members()) {
            way(member.identity().node());
        }
    }

    /** A node has begun anew, in general at another address: that does not wait for a pause. */
    private void hurry(int number) {
        TcpPeer known = ways.get(number);
        if (known != null) {
            known.connectSoon();
        }
    }

    /** Connects to a node that has joined, if this one connects to others by now. */
    private synchronized void meet(int number) {
        if (connects) {
            way(number);
        }
    }

    /** Returns the way to another node, which may take no part yet; null for this one. */
    private synchronized TcpPeer way(int number) {
        return number == settings.node() ? null : ways.computeIfAbsent(number, this::newWay);
    }

    private TcpPeer newWay(int number) {
        TcpPeer way = new TcpPeer(environment, number, () -> address(number));
        way.measureCosts();
        return way;
    }

    /** Returns where another node listens: where it has joined last. */
    private StoreAddress address(int node) {
        Member newest = joined.get(node); // before the agent's view has it
        return StoreAddress.parse(
                newest == null
                        ? homes.address(node, ClusterHomes.FOR_NODES)
                        : newest.addresses().get(ClusterHomes.FOR_NODES));
    }

    private List<String> unreachable() {
        List<String> missing = new ArrayList<>();
        for (int number : otherNumbers()) {
            TcpPeer way = way(number);
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
        } else if (record.proposal() instanceof Proposal.Enter) {
            joined(state.member(state.node(record.epoch())));
        } else if (record.proposal() instanceof Proposal.Leave leave) {
            forget(leave.node()); // one that took part is forgotten with the owners before
        } else if (record.proposal() instanceof Proposal.PublishPlan plan) {
            given(plan.plan(), plan.change(), record.epoch(), state);
        } else if (record.proposal() instanceof Proposal.PublishDivided plan) {
            given(plan.plan(), plan.change(), record.epoch(), state);
        } else if (record.proposal() instanceof Proposal.MovePartitions move) {
            given(move.plan(), move.change(), record.epoch(), state);
        } else if (record.proposal() instanceof Proposal.MoveHomes move) {
            given(move.plan(), move.change(), record.epoch(), state);
        }
    }

    private void given(long plan, long change, long epoch, ClusterState state) {
        if (places.place(settings.node()) < 0) {
            return; // all turns before this node takes part are over for it
        }
        int node = state.node(epoch);
        if (state.member(node).identity().equals(me)) {
            given.add(change);
        }
        turns.add(new Turn(plan, places.placeOnce(node), change));
        wakeNode.run();
    }

    /** Notes who owns what, of a state that need not have all versions of that. */
    private void ownedBefore(ClusterState state) {
        List<OwnersVersion> kept = state.ownersVersions();
        if (!kept.isEmpty() && kept.get(0).number() > VersionedOwners.FIRST) {
            OwnersVersion oldest = kept.get(0);
            oldest.entered().forEach(entered -> places.enter(entered.node()));
            oldest.left().forEach(left -> places.leave(places.placeOnce(left.node())));
            owners.beginWith(version(oldest));
        }
        owned(state);
    }

    /** Notes who owns what, and who takes part, from now on. In the thread of the metadata log. */
    private void owned(ClusterState state) {
        long known = owners.newest().number();
        if (state.ownersVersion() > known) {
            state.ownersVersions().stream()
                    .filter(next -> next.number() > known)
                    .forEach(this::owned);
        }
    }

    private synchronized void owned(OwnersVersion next) {
        int placeCount = settings.founders().size() + next.entered().size();
        boolean enters = placeCount > places.count();
        if (enters) {
            int number = next.entered().get(next.entered().size() - 1).node();
            places.enter(number);
            if (number == settings.node()) {
                entered(next);
                return;
            }
            if (connects) {
                LOG.info(
                        "a node enters, changes wait until it has begun: node={} place={} plan={}",
                        number,
                        places.place(number),
                        next.plan());
                others.add(number, way(number));
            }
            if (members != null) {
                members.add(way(number));
            }
        }
        owners.add(version(next));
        if (enters) {
            copyFrom(places.count() - 1);
        }
        for (EnteredNode left : next.left()) {
            int place = places.placeOnce(left.node());
            if (!places.hasLeft(place)) {
                places.leave(place);
                left(place);
            }
        }
    }

    /** A node takes part no longer. Nothing is asked of it, kept for it, or awaited from it. */
    private void left(int place) {
        int number = places.number(place);
        if (number == settings.node()) {
            removed();
            return;
        }
        others.remove(number);
        forget(number);
        if (members != null) {
            members.remove(place);
        }
        if (node != null) {
            node.served().left(place);
            node.partitioned().remove(place);
        }
        turns.left(place);
        endCopying(place);
        wakeNode.run();
    }

    /** Ends the way to a node and its connection, if there are any. */
    private synchronized void forget(int number) {
        joined.remove(number);
        TcpPeer way = ways.remove(number);
        if (way != null) {
            LOG.info("a node has left the cluster: node={}", number);
            way.close();
        }
        listener.end(number);
    }

    /**
     * This node was removed. It answers the others as long as they ask, which learn of it a moment
     * earlier or later, and ends then.
     */
    private void removed() {
        isRemoved = true;
        if (node == null) {
            return; // a start, which is refused
        }
        environment.threads().start(this::endWhenAlone, "wukongs-removed");
    }

    private void endWhenAlone() {
        LOG.info("this node was removed from the cluster, and ends: node={}", settings.node());
        long beginNs = clock.nanoTime();
        while (isAsked() && clock.nanoTime() - beginNs < ALONE_NS_MAX) {
            LockSupport.parkNanos(START_PAUSE_NS);
        }
        endings.onRemoved().run();
    }

    private boolean isAsked() {
        return otherNumbers().stream().anyMatch(listener::isConnected);
    }

    /** Returns whether this node was removed from the cluster while it ran. Any thread. */
    boolean isRemoved() {
        return isRemoved;
    }

    /** This node begins with the snapshot before the first one in whose change it takes part. */
    private void entered(OwnersVersion own) {
        VersionedOwners.Version first = version(own);
        owners.beginWith(
                new VersionedOwners.Version(
                        first.number(), first.fromSn() - 1, first.owners(), first.since()));
    }

    private VersionedOwners.Version version(OwnersVersion agreed) {
        int founderCount = settings.founders().size();
        long[] since = new long[founderCount + agreed.entered().size()];
        for (int i = founderCount; i < since.length; i++) {
            since[i] = agreed.entered().get(i - founderCount).plan();
        }
        for (EnteredNode left : agreed.left()) {
            since[places.placeOnce(left.node())] = VersionedOwners.LEFT;
        }
        int[] byPartition = Arrays.stream(agreed.owners()).map(places::placeOnce).toArray();
        return new VersionedOwners.Version(
                agreed.number(), agreed.plan(), VertexOwners.of(since.length, byPartition), since);
    }

    private void joined(Member member) {
        joined.put(member.identity().node(), member);
        hurry(member.identity().node());
        int place = places.place(member.identity().node());
        if (place >= 0) {
            turns.begin(place, ChangeTurns.firstChange(member.epoch()));
        } else {
            meet(member.identity().node());
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
            Outcome outcome = awaited(agent.propose(state -> plan(change, vts, state)), waitNs);
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
        if (change.movesHomes()) {
            return new Proposal.MoveHomes(
                    sn, change.change(), change.owners(), places.number(change.homesTo()));
        }
        return move == null
                ? new Proposal.PublishDivided(sn, change.change(), change.owners(), vts)
                : new Proposal.MovePartitions(
                        sn,
                        change.change(),
                        change.owners(),
                        places.number(move.to()),
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

    /**
     * Makes a change of the entries of table catalogs; returns false if they are not as it expects.
     *
     * @throws WukongsException USER if there are too many, or they are too large together
     */
    boolean changeEntries(NodeRecord change) {
        Outcome outcome = changed(change);
        if (outcome.refusal() != Refusal.ENTRY_DIFFERS) {
            outcome.orThrow();
        }
        return outcome.isAccepted();
    }

    /** Returns the entries of table catalogs whose keys begin with a prefix, by key. */
    List<CatalogEntry> entries(String prefix) {
        return awaited(
                agent.read(state -> state.entries(prefix)), settings.replica().proposalTimeoutNs());
    }

    /**
     * Gives the cluster the entries that this node has of its own: before the metadata log had
     * them, the first founding node did. One for which the cluster has no room stays.
     */
    void giveEntries(NodeCalls calls) {
        for (CatalogEntry entry : calls.call(own -> own.catalogEntries().startingWith(""))) {
            try {
                if (!changeEntries(new NodeRecord.PutEntry(entry))) {
                    LOG.warn(
                            "the cluster has a catalog entry of this key already: key={}",
                            entry.key());
                }
            } catch (WukongsException e) {
                if (e.category() != Category.USER) {
                    throw e;
                }
                LOG.warn(
                        "a catalog entry of this node cannot be one of the cluster, nobody sees it:"
                                + " key={} reason={}",
                        entry.key(),
                        e.getMessage());
                continue;
            }
            calls.kept(own -> own.catalogEntries().change(new NodeRecord.RemoveEntry(entry.key())));
        }
    }

    private Outcome changed(NodeRecord record) {
        return agreedOn(new Proposal.Change(record));
    }

    private Outcome agreedOn(Proposal proposal) {
        return awaited(agent.propose(proposal), settings.replica().proposalTimeoutNs());
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
        int place = places.place(number);
        if (place < 0) {
            throw WukongsException.user(
                    "there is no such node: node=" + number + " nodes=" + places.numbers());
        }
        VertexOwners now = owners.newest().owners();
        int own = places.place(settings.node());
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

    /**
     * Moves all streams of this node, with the queries that read them, to another one; returns when
     * all nodes show that. Any thread.
     *
     * @throws WukongsException USER if there is no such node, or they cannot move there; RETRIABLE
     *     if a node cannot be reached, or others change the cluster
     */
    void moveHomes(int number) {
        int place = places.place(number);
        if (place < 0 || number == settings.node()) {
            throw WukongsException.user(
                    "there is no such other node: node=" + number + " nodes=" + places.numbers());
        }
        lockHomes(homesLock.writeLock());
        try {
            node.homesMover().move(place);
        } finally {
            homesLock.writeLock().unlock();
        }
    }

    /**
     * Names streams and queries, or gives names back, with what this node does for that, while none
     * of them moves to another node.
     *
     * @throws WukongsException RETRIABLE if they do for long
     */
    <T> T whileHomesStay(Supplier<T> naming) {
        lockHomes(homesLock.readLock());
        try {
            return naming.get();
        } finally {
            homesLock.readLock().unlock();
        }
    }

    private static void lockHomes(Lock lock) {
        try {
            if (lock.tryLock(HOMES_NS_MAX, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw WukongsException.retriable(
                "streams and queries of the node move, or are being registered, for long");
    }

    /**
     * Removes another node from the cluster, for good; returns when this node knows of it. It has
     * to have nothing: no vertex partitions, streams or queries. One that has joined and takes no
     * part yet is forgotten. Any thread.
     *
     * @throws WukongsException USER if there is no such node, or it has something; RETRIABLE if not
     *     all nodes show yet what it has given away
     */
    void remove(int number) {
        ClusterLimits.checkNode(number);
        int place = places.place(number);
        if (number == settings.node()) {
            throw WukongsException.user("a node cannot remove itself, ask another one");
        }
        if (place >= 0) {
            awaitGivenAway(place);
        }
        agreedOn(new Proposal.Leave(number)).orThrow();
    }

    /** So that no query reads a snapshot any longer at which the node had something. */
    private void awaitGivenAway(int place) {
        long beginNs = clock.nanoTime();
        // The newest version may begin with a plan that nobody has made yet.
        long sn = Math.min(owners.newest().fromSn(), agent.newestPlan());
        while (isShowing(place) && shown() < sn) {
            if (clock.nanoTime() - beginNs > REMOVE_NS_MAX) {
                throw WukongsException.retriable(
                        "not all nodes show yet what the node has given away: node="
                                + places.number(place));
            }
            pause();
        }
    }

    /** Returns whether a node can be reached: one that is dead shows nothing any more. */
    private boolean isShowing(int place) {
        TcpPeer way = ways.get(places.number(place));
        return way != null && way.connection() != Peer.NOT_CONNECTED;
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
    synchronized ClusterPlace place() {
        List<Peer> peers = new ArrayList<>();
        int self = places.placeOnce(settings.node());
        for (int place = 0; place < places.count(); place++) {
            peers.add(
                    places.hasLeft(place)
                            ? new LeftPeer(place)
                            : place == self
                                    ? new LocalPeer(self, answering::get)
                                    : ways.get(places.number(place)));
        }
        members = new Members(owners, self, peers);
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
        awaited(agent.propose(add), settings.replica().proposalTimeoutNs()).orThrow();
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
        long entered = enter(calls);
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
                "to show the first snapshot",
                () -> shown() >= entered ? List.of() : List.of("sn=" + entered));
        await(
                "to give the first predicate",
                () ->
                        dictionary.isGivenPid(Keys.RDF_TYPE)
                                ? List.of()
                                : List.of("pid=" + Keys.RDF_TYPE));
    }

    /**
     * Lets a node that has entered and has nothing yet take part, from the snapshot before its
     * first one on; returns its number, 0 for any other node. No node goes beyond that before this
     * one answers.
     */
    private long enter(NodeCalls ofNode) {
        long before = owners.newest().since()[places.place(settings.node())] - 1;
        if (node.stored().memory().publishedSnapshot() >= before) {
            return 0;
        }
        KnownGraphs[] known = new KnownGraphs[1];
        await(
                "to know the graphs",
                () -> {
                    known[0] = knownGraphs(before);
                    return known[0] == null ? List.of("sn=" + before) : List.of();
                });
        ofNode.kept(
                store -> {
                    store.enter(known[0]);
                    return true;
                });
        return before;
    }

    private long shown() {
        return node.coordinator().stablePointAcquire().storedSnapshot();
    }

    /** Returns what another node knows of the graphs at a snapshot, null if none answers yet. */
    private KnownGraphs knownGraphs(long sn) {
        for (int number : otherNumbers()) {
            try {
                KnownGraphs known = node.partitioned().known(places.place(number));
                if (known.sn() > sn) {
                    throw WukongsException.fatal(
                            "the cluster has made changes without this node: sn="
                                    + sn
                                    + " made="
                                    + known.sn());
                }
                if (known.sn() == sn) {
                    return known;
                }
            } catch (WukongsException e) {
                if (e.category() != Category.RETRIABLE) {
                    throw e;
                }
                LOG.debug("a node does not tell of its graphs: node={}", number, e);
            }
        }
        return null;
    }

    /** Starts a thread for each other node whose streams are copied while queries read them. */
    private void beginCopying(NodeCalls ofNode) {
        node.useReplicaWakes(() -> copyingIdles.forEach(WakingIdle::wake));
        synchronized (replicaRunners) {
            calls = ofNode;
        }
        for (int place = 0; place < places.count(); place++) {
            int each = place;
            if (places.hasLeft(place)) {
                ofNode.call(
                        store -> {
                            store.forget(each);
                            return true;
                        });
            } else if (places.number(place) != settings.node()) {
                copyFrom(place);
            }
        }
    }

    /** As above, for the node of a place that takes part now; later if this one has not begun. */
    private void copyFrom(int place) {
        synchronized (replicaRunners) {
            if (calls == null || ends || places.hasLeft(place) || !copied.add(place)) {
                return;
            }
            ReplicaPuller puller = node.replicaPuller(place, calls);
            WakingIdle idle = new WakingIdle(new CopyingIdle(puller::copies));
            copyingIdles.add(idle);
            AgentRunner runner = new AgentRunner(idle, this::onAgentError, null, puller);
            replicaRunners.put(place, runner);
            AgentRunner.startOnThread(runner, task -> daemon(task, puller.roleName()));
        }
    }

    private void endCopying(int place) {
        AgentRunner runner;
        synchronized (replicaRunners) {
            runner = replicaRunners.remove(place);
        }
        if (runner != null) { // closing it waits for the node's thread, which may wait for this one
            environment.threads().start(runner::close, "wukongs-left-" + places.number(place));
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
     * Returns all nodes that take part, as this one sees them, without asking them. Any thread.
     *
     * @param own what this node has
     */
    List<NodeStatus> status(NodeSize own) {
        ClusterAgent.View view = agent.view();
        List<NodeStatus> nodes = new ArrayList<>();
        for (int number : places.numbers()) {
            int place = places.placeOnce(number);
            boolean self = number == settings.node();
            long made = node.served().progress().madeBy(place);
            nodes.add(
                    new NodeStatus(
                            number,
                            self,
                            homes.address(number, ClusterHomes.FOR_NODES),
                            homes.address(number, ClusterHomes.FOR_CLIENTS),
                            self ? "" : failure(place, number),
                            self ? "" : node.partitioned().fabric(place).text(),
                            partitionCount(view, number),
                            streams(view, number),
                            made,
                            Math.max(0, agent.newestPlan() - made),
                            self ? own : null));
        }
        return nodes;
    }

    private String failure(int place, int number) {
        String reason = failure(number);
        boolean isAwaited = node.served().progress().isAwaited(place);
        return isAwaited
                ? "it has entered and has not begun yet, all changes wait for it"
                        + (reason.isEmpty() ? "" : ": " + reason)
                : reason;
    }

    /** Returns why another node cannot be reached, empty if it can. */
    private String failure(int number) {
        TcpPeer way = ways.get(number);
        String reason = way == null ? "not connected yet" : way.failure();
        return reason == null ? "" : reason;
    }

    /** Returns the nodes that have joined and take no part yet. Any thread. */
    List<JoiningNode> joining() {
        List<JoiningNode> joining = new ArrayList<>();
        for (Member member : agent.view().members()) {
            int number = member.identity().node();
            if (member.joined() && places.place(number) < 0) {
                joining.add(
                        new JoiningNode(
                                number,
                                homes.address(number, ClusterHomes.FOR_NODES),
                                homes.address(number, ClusterHomes.FOR_CLIENTS),
                                failure(number)));
            }
        }
        return joining;
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
        for (TcpPeer way : ways.values()) {
            PeerStatistics asked = way.statistics();
            int place = places.place(asked.node());
            if (place < 0) {
                statistics.add(asked);
                continue;
            }
            ReadCounts reads = node.partitioned().readsOf(place);
            statistics.add(
                    asked.withReads(
                            reads.inPlaceCount(),
                            reads.fallbackCount(),
                            node.partitioned().fabric(place)));
        }
        return statistics;
    }

    /** Ends the ways and connections; what other threads wait for fails. */
    @Override
    public void close() {
        synchronized (this) {
            connects = false;
            ways.values().forEach(TcpPeer::close);
        }
        List<AgentRunner> runners;
        synchronized (replicaRunners) {
            ends = true;
            runners = List.copyOf(replicaRunners.values());
        }
        if (listener != null) {
            listener.close();
        }
        ThreadEnds.closeAll(
                Stream.concat(runners.stream(), Stream.of(changesRunner, agentRunner))
                        .filter(Objects::nonNull)
                        .toList(),
                END_MS_MAX);
        watchRunner.close();
    }

    /** Waits for the threads that read the node, after {@link #close}. */
    boolean awaitEnd() {
        List<Thread> threads = new ArrayList<>();
        ways.values().forEach(way -> threads.add(way.thread()));
        listener.threads().forEach(threads::add);
        return ThreadEnds.joinAll(threads, END_MS_MAX);
    }
}
