package org.wukongs.store.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.CompositeAgent;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.UpdateResult;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.DataCluster;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.Restored;
import org.wukongs.store.cluster.Answering;
import org.wukongs.store.cluster.ClusterPlace;
import org.wukongs.store.continuous.QueryRegistration;
import org.wukongs.store.copy.DurableCopy;
import org.wukongs.store.dictionary.DictionaryStatistics;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.explore.NodeBudget;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.log.LogStall;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.node.CapacityUse;
import org.wukongs.store.node.GraphsChanged;
import org.wukongs.store.node.NodeStart;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.QueryRegistrar;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.node.TermSweeper;
import org.wukongs.store.peer.PeerStatistics;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.store.text.TextCounts;
import org.wukongs.store.update.PreparedUpdate;
import org.wukongs.store.update.UpdateEngine;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.WireReader;

/**
 * A store node that serves clients over TCP. Its threads: the agent's, the query workers', one that
 * accepts connections, one that ends late connections, and one per connection.
 */
public final class StoreServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StoreServer.class);

    /**
     * Time that each kind of thread has when the server closes. Workers check their budget every
     * few thousand rows, the agent's work is bounded except {@code check}, and a session ends when
     * its socket is closed. A thread that does not end in this time is left running, with the
     * memory that it reads.
     */
    private static final long END_MS_MAX = 4_000;

    /** The log is woken when it has work; after an error it looks whether it may try again. */
    private static final long LOG_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int ACCEPT_BACKLOG = 128;

    private static final Duration GREETING_MAX = Duration.ofSeconds(5);

    /** The own session ends at once; those of clients that reconnect are not waited for. */
    private static final long SESSIONS_WAIT_NS_MAX = TimeUnit.MILLISECONDS.toNanos(500);

    /** By then a store that has much to mark has at least begun to. */
    private static final long MARKS_WAIT_MS_MAX = 1_000;

    /** Precision of the connections' deadlines. */
    private static final long CONNECTIONS_PAUSE_MS = 100;

    /** The log grows by some MB in this time. */
    private static final long CHECKPOINTS_PAUSE_MS = 200;

    /** A checkpoint of a job waits no longer than it must. */
    private static final long COPY_PAUSE_MS = 1;

    /** Files of tokens and keys are looked at every few seconds. */
    private static final long SECURITY_PAUSE_MS = 100;

    /** A round of reclaiming terms takes much longer. */
    private static final long TERMS_PAUSE_MS = 100;

    private final SystemNanoClock clock = new SystemNanoClock();
    private final QueryWorkers workers;
    private final StoreNode node;
    private final OneShotQueries queries;
    private final StoreAgent agent;
    private final AgentCalls calls;
    private final LiveWindows live;
    private final LiveTuples liveTuples;
    private final Registrations registrations;
    private final AgentRunner runner;
    private final ServerSocket listener;
    private final Checkpoints checkpoints;
    private final long process = UUID.randomUUID().getMostSignificantBits();
    private final Connections connections;
    private final AgentRunner connectionsRunner;
    private final StoreSecurity security;
    private final AgentRunner securityRunner; // null if there is nothing to read again
    private final TermSweeper termSweeper;
    private final AgentRunner termsRunner;
    private final NodeStart begun; // null if the store keeps nothing
    private final Path dataPath; // null if the store keeps nothing
    private final StoreConfig config;
    private final WakingIdle idle = WakingIdle.forAllWork();
    private final WakingIdle logIdle = new WakingIdle(new SleepingIdleStrategy(LOG_PAUSE_NS));
    private final AgentRunner logRunner; // null if the store keeps nothing
    private final AgentRunner checkpointsRunner; // null if the store makes none
    private final ServedCopy copy; // null if there is none
    private final AgentRunner copyRunner; // null if there is none
    private final ClusterNode cluster; // null for a node of its own
    private final Set<Thread> sessions = ConcurrentHashMap.newKeySet();
    private final Object statusLock = new Object();
    private CompletableFuture<StoreStatus> pendingStatus; // guarded by statusLock
    private final CountDownLatch ended = new CountDownLatch(1);
    private WorkerThreads workerThreads; // set before any other thread starts
    private volatile boolean closed; // to new connections
    private boolean closeBegun; // guarded by this
    private volatile Throwable failure;

    private StoreServer(
            StoreConfig config,
            ConnectionLimits limits,
            DataDirectory data,
            LogSettings log,
            ServerSocket listener,
            ClusterSettings cluster,
            StoreSecurity.Settings settings) {
        this.listener = listener;
        this.config = config;
        this.dataPath = data == null ? null : data.path();
        this.security = security(settings);
        this.securityRunner =
                security.isOn()
                        ? new AgentRunner(
                                new SleepingMillisIdleStrategy(SECURITY_PAUSE_MS),
                                error -> LOG.error("tokens and keys are not read again", error),
                                null,
                                security)
                        : null;
        this.connections = new Connections(limits, clock);
        this.connectionsRunner =
                new AgentRunner(
                        new SleepingMillisIdleStrategy(CONNECTIONS_PAUSE_MS),
                        connections::failed,
                        null,
                        connections);
        this.workers =
                new QueryWorkers(config.queryWorkerCount(), QueryWorker.QUEUE_CAPACITY, clock);
        if (cluster == null && data != null) {
            DataCluster.checkNone(data.path(), "start with --cluster");
        }
        this.cluster = cluster == null ? null : joined(cluster, data);
        this.node = newNode(config);
        this.begun = data == null ? null : begun(data, log);
        LogReplies replies = begun == null ? null : new LogReplies(node);
        this.queries = new OneShotQueries(node, workers);
        idle.endsPauses(node::lingerNs);
        this.agent = new StoreAgent(node, clock, replies, idle::wakeOtherFirst, idle::wake);
        this.logRunner = begun == null ? null : logRunner(replies);
        this.copy = data == null || log.copy() == null ? null : copy(log.copy(), data);
        this.copyRunner =
                copy == null
                        ? null
                        : new AgentRunner(
                                new SleepingMillisIdleStrategy(COPY_PAUSE_MS),
                                error -> LOG.error("nothing is copied any longer", error),
                                null,
                                copy);
        this.calls = new AgentCalls(agent, copy, this.cluster, clock);
        this.live = new LiveWindows(calls);
        this.liveTuples = new LiveTuples(calls);
        this.registrations =
                new Registrations(new QueryRegistrar(node, calls::now), calls, this.cluster);
        KeptTerms keptTerms = begun == null ? null : new KeptTerms(begun.writer(), logIdle, clock);
        if (cluster != null && data != null) {
            node.keepChanges(calls::submitFlushed, keptTerms);
        }
        if (cluster != null) {
            node.serveStreams(calls);
        }
        ServedLog served = data == null ? null : served();
        CheckpointPacer pacer = new CheckpointPacer(log.checkpointBytesPerSecond(), clock);
        this.checkpoints =
                new Checkpoints(
                        data, this.cluster, served, calls, pacer, clock, SystemEpochClock.INSTANCE);
        this.checkpointsRunner =
                data == null
                        ? null
                        : new AgentRunner(
                                new SleepingMillisIdleStrategy(CHECKPOINTS_PAUSE_MS),
                                error -> LOG.error("no checkpoints are made any longer", error),
                                null,
                                new CheckpointSchedule(
                                        served,
                                        cluster == null
                                                ? () -> false
                                                : this.cluster::isMetadataLong,
                                        checkpoints,
                                        log.checkpointAfterBytes(),
                                        clock));
        this.termSweeper =
                new TermSweeper(
                        node.dictionary(),
                        () -> calls.read(StoreNode::version),
                        () -> calls.read(StoreNode::termRoots),
                        keptTerms == null ? TermSweeper.TermLog.NONE : keptTerms,
                        config.termsKeptMs(),
                        clock);
        this.termsRunner =
                new AgentRunner(
                        new SleepingMillisIdleStrategy(TERMS_PAUSE_MS),
                        error -> LOG.error("terms are not reclaimed any longer", error),
                        null,
                        termSweeper);
        this.runner = new AgentRunner(idle, this::onAgentError, null, agent);
    }

    private StoreSecurity security(StoreSecurity.Settings settings) {
        RareLog refusals = new RareLog(clock);
        return new StoreSecurity(settings, clock, SystemEpochClock.INSTANCE, refusals::isDue);
    }

    private ClusterNode joined(ClusterSettings settings, DataDirectory data) {
        return ClusterNode.join(
                settings,
                data,
                address(),
                StoreServer::started,
                clock,
                security.tls(),
                new ClusterNode.Endings(this::stopBecause, this::stopListening));
    }

    private static Thread started(Runnable task, String name) {
        Thread thread = daemon(task, name);
        thread.start();
        return thread;
    }

    private StoreNode newNode(StoreConfig config) {
        NodeThreads threads =
                HelperThreads.of(workers, workers.telling(idle::wake), config, () -> true);
        if (cluster == null) {
            return new StoreNode(config, clock, threads);
        }
        boolean made = false;
        try {
            ClusterPlace place = cluster.place();
            StoreNode placed = new StoreNode(config, clock, threads, place);
            cluster.number(placed.changes());
            made = true;
            return placed;
        } finally {
            if (!made) {
                cluster.close();
            }
        }
    }

    private AgentRunner logRunner(LogReplies replies) {
        LogWriter writer = begun.writer();
        idle.wakes(logIdle, () -> writer.hasWaiting() || replies.hasWaiting());
        logIdle.wakes(idle, agent::waitsForLog);
        return new AgentRunner(
                logIdle, this::onWorkerError, null, new CompositeAgent(writer.agent(), replies));
    }

    private NodeStart begun(DataDirectory data, LogSettings log) {
        boolean done = false;
        try {
            long nowSeconds = TimeUnit.MILLISECONDS.toSeconds(SystemEpochClock.INSTANCE.time());
            NodeStart.Settings settings =
                    new NodeStart.Settings(
                            log.options(),
                            log.storage(),
                            new StartProgress(clock, LOG::info),
                            clock);
            NodeStart start = NodeStart.of(node, data, nowSeconds, settings);
            if (cluster == null || !node.coordinator().planUnderWay()) {
                node.cut().close(); // loads what the first cut would stop the agent for
            }
            done = true;
            return start;
        } finally {
            if (!done) {
                node.close();
                CloseHelper.quietClose(cluster);
            }
        }
    }

    private ServedCopy copy(CopySettings settings, DataDirectory data) {
        return new ServedCopy(
                settings,
                data.path(),
                begun.writer(),
                clock,
                SystemEpochClock.INSTANCE,
                this::stopBecause);
    }

    private ServedLog served() {
        long replayedBytes = begun.replayed() == null ? 0 : begun.replayed().bytes();
        return new ServedLog(begun.writer(), begun.logId(), replayedBytes, calls);
    }

    /** Starts a node that keeps no checkpoints. */
    public static StoreServer start(StoreConfig config, String host, int port) {
        return start(config, null, host, port);
    }

    /**
     * Starts a node that listens on {@code host:port}, port 0 for any free port; USER error if the
     * port is in use.
     *
     * @param data keeps checkpoints and the log, from which the node is restored; null for none;
     *     the server closes it
     */
    public static StoreServer start(StoreConfig config, DataDirectory data, String host, int port) {
        return start(config, ConnectionLimits.DEFAULT, data, host, port);
    }

    /** As above, with limits for connections. */
    public static StoreServer start(
            StoreConfig config,
            ConnectionLimits limits,
            DataDirectory data,
            String host,
            int port) {
        return start(config, limits, data, LogSettings.DEFAULT, host, port);
    }

    /**
     * As above, with a log that is kept as {@code log} says; without {@code data} there is none.
     */
    public static StoreServer start(
            StoreConfig config,
            ConnectionLimits limits,
            DataDirectory data,
            LogSettings log,
            String host,
            int port) {
        return start(config, limits, data, log, host, port, null);
    }

    /** Starts a node of a cluster, which keeps nothing on disk; waits for all other nodes. */
    public static StoreServer start(
            StoreConfig config,
            ConnectionLimits limits,
            String host,
            int port,
            ClusterSettings cluster) {
        return start(config, limits, null, LogSettings.DEFAULT, host, port, cluster);
    }

    /**
     * Starts a node of a cluster with a log and checkpoints in {@code data}; waits for all other
     * nodes the first time.
     */
    public static StoreServer start(
            StoreConfig config,
            ConnectionLimits limits,
            DataDirectory data,
            LogSettings log,
            String host,
            int port,
            ClusterSettings cluster) {
        return start(config, limits, data, log, host, port, cluster, StoreSecurity.Settings.NONE);
    }

    /** As above, protected by tokens and keys; {@code cluster} is null for a node of its own. */
    public static StoreServer start(
            StoreConfig config,
            ConnectionLimits limits,
            DataDirectory data,
            LogSettings log,
            String host,
            int port,
            ClusterSettings cluster,
            StoreSecurity.Settings security) {
        try {
            ServerSocket listener = new ServerSocket();
            listener.setReuseAddress(true);
            try {
                listener.bind(
                        new InetSocketAddress(InetAddress.getByName(host), port), ACCEPT_BACKLOG);
            } catch (IOException e) {
                listener.close();
                throw e;
            }
            return started(config, limits, data, log, listener, cluster, security);
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot listen: address=" + host + ":" + port + " reason=" + e.getMessage(),
                    e);
        }
    }

    private static StoreServer started(
            StoreConfig config,
            ConnectionLimits limits,
            DataDirectory data,
            LogSettings log,
            ServerSocket listener,
            ClusterSettings cluster,
            StoreSecurity.Settings security) {
        boolean started = false;
        try {
            StoreServer server =
                    new StoreServer(config, limits, data, log, listener, cluster, security);
            server.run();
            started = true;
            return server;
        } finally {
            if (!started) {
                CloseHelper.quietCloseAll(listener, data, copyOf(log));
            }
        }
    }

    private static DurableCopy copyOf(LogSettings log) {
        return log.copy() == null ? null : log.copy().copy();
    }

    private void run() {
        workerThreads = WorkerThreads.start(workers, this::onWorkerError);
        AgentRunner.startOnThread(runner, task -> daemon(task, "wukongs-store"));
        if (begun != null) {
            AgentRunner.startOnThread(logRunner, task -> daemon(task, "wukongs-log"));
        }
        if (checkpointsRunner != null) {
            AgentRunner.startOnThread(
                    checkpointsRunner, task -> daemon(task, "wukongs-checkpoints"));
        }
        if (copy != null) {
            AgentRunner.startOnThread(copyRunner, task -> daemon(task, "wukongs-copy"));
        }
        AgentRunner.startOnThread(connectionsRunner, task -> daemon(task, "wukongs-connections"));
        if (securityRunner != null) {
            AgentRunner.startOnThread(securityRunner, task -> daemon(task, "wukongs-security"));
        }
        AgentRunner.startOnThread(termsRunner, task -> daemon(task, "wukongs-terms"));
        Acceptor acceptor =
                new Acceptor(listener, connections, clock, this::startSession, () -> closed);
        if (cluster != null) {
            beginCluster();
        }
        daemon(acceptor, "wukongs-accept").start();
        greetItself();
    }

    private void beginCluster() {
        boolean begun = false;
        try {
            Answering answers = new ServerAnswers(node.served(), calls, calls::httpAddress);
            cluster.begin(node, answers, calls, idle::wake);
            cluster.giveEntries(calls);
            begun = true;
        } finally {
            if (!begun) {
                close();
            }
        }
    }

    /**
     * Connects to itself as the first client, and lets terms be marked a first time. The virtual
     * machine needs descriptors to load the classes for that. If it first loaded them when
     * descriptors are short, it would fail for good: no connection could be closed any longer, and
     * a cut that fails ends the store.
     */
    private void greetItself() {
        try {
            if (security.isOn()) {
                OwnGreeting.greet(address(), security, (int) GREETING_MAX.toMillis());
            } else {
                try (StoreClient own = StoreClient.connect(List.of(address()), GREETING_MAX)) {
                    own.status();
                }
            }
        } catch (IOException | WukongsException e) {
            if (security.tls() != null && security.tls().knowsClients()) {
                LOG.debug("clients need a certificate that this node has not", e);
            } else {
                LOG.warn("the store cannot reach its own port: address={}", address(), e);
            }
        }
        try {
            long endNs = clock.nanoTime() + SESSIONS_WAIT_NS_MAX;
            for (Thread session : sessions) {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - clock.nanoTime());
                session.join(Math.max(1, leftMs)); // 0 would be for ever
            }
            termSweeper.awaitMarks(MARKS_WAIT_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The checkpoint from which the node was restored; null if there was none. */
    public Restored restored() {
        return node.restored();
    }

    /** What the start has carried out of the log; null if there was none. */
    public NodeStart.Replayed replayed() {
        return begun == null ? null : begun.replayed();
    }

    /**
     * What has to be sent again, if the start was told to do without a part of the log; or null.
     */
    public String toSendAgain() {
        return begun == null ? null : begun.toSendAgain();
    }

    public StoreAddress address() {
        return new StoreAddress(
                listener.getInetAddress().getHostAddress(), listener.getLocalPort());
    }

    /** Where the other nodes of its cluster reach it; null for a node of its own. */
    public StoreAddress clusterAddress() {
        return cluster == null ? null : cluster.address();
    }

    /** As {@link #ask}, to register a stream, whose name a cluster has only once. */
    public <T> T registerStream(StreamDefinition stream, Function<StoreNode, T> register) {
        return calls.registerStream(stream, register);
    }

    /** As {@link #ask}, to drop a stream. */
    public <T> T dropStream(String name, Function<StoreNode, T> drop) {
        return calls.dropStream(name, drop);
    }

    /** How many positions of the metadata log some node may need; 0 for a node of its own. */
    public long metadataNeededCount() {
        return cluster == null ? 0 : cluster.metadataNeededCount();
    }

    /** What it has asked each other node of its cluster; empty for a node of its own. */
    public List<PeerStatistics> peerStatistics() {
        return cluster == null ? List.of() : cluster.statistics();
    }

    /**
     * Runs {@code question}, which must not wait, in the agent's thread. The answer comes when the
     * log has what it has changed; that need not be visible then. RETRIABLE error if the agent's
     * queue is full. Any thread.
     */
    public <T> CompletableFuture<T> submit(Function<StoreNode, T> question) {
        return calls.submit(question);
    }

    /** Like {@link #submit}, and waits for the answer. */
    public <T> T ask(Function<StoreNode, T> question) {
        return calls.now(question);
    }

    /**
     * As {@link #ask}, for a question that changes nothing: it does not wait for the log, so it is
     * answered while the disk is full.
     */
    public <T> T read(Function<StoreNode, T> question) {
        return calls.read(question);
    }

    /** Registers a continuous query; the caller parses, the agent registers. Any thread. */
    public QueryRegistration register(String text) {
        return registrations.register(text);
    }

    /** Checks a text that could be registered, and describes its query. Any thread. */
    public QueryDescription checkRegistration(String text) {
        return registrations.check(text);
    }

    /** Returns a page of the templates of all nodes, in the order of their names. Any thread. */
    public List<TemplateDescription> templates(String afterName, int countMax) {
        return calls.templates(afterName, countMax);
    }

    /**
     * Lets a worker execute a one-shot query; RETRIABLE error if too many wait. The caller closes
     * the rows. Any thread.
     */
    public OneShotRows query(String text, RequestDataset dataset) {
        return queries.rows(text, dataset);
    }

    /**
     * As above; {@code gone} is called now and then, and true ends the query, because its client is
     * gone.
     */
    public OneShotRows query(String text, RequestDataset dataset, BooleanSupplier gone) {
        return queries.rows(text, dataset, gone);
    }

    /**
     * Returns the plan of a one-shot query; with {@code execute}, also what its steps took. Any
     * thread.
     */
    public QueryPlan explain(String text, boolean execute) {
        return queries.explain(text, execute);
    }

    /**
     * As {@link org.wukongs.client.StoreClient#explainRegistered}; {@link
     * org.wukongs.error.ElsewhereException} if another node has the query. Any thread.
     */
    public QueryPlan explainRegistered(String query, boolean whole, boolean execute) {
        return calls.explain(query, whole, execute);
    }

    /**
     * Executes a request of SPARQL Update: the caller prepares it, the agent executes it, or the
     * caller if it has to wait for other nodes. Any thread.
     */
    public UpdateResult update(String text, RequestDataset dataset) {
        TermHold held = holdTerms();
        try (held) {
            return update(node.updates().prepare(text, dataset)).result();
        }
    }

    /** As above, a request that is prepared; the caller holds its terms. */
    public GraphsChanged update(PreparedUpdate prepared) {
        return cluster == null ? ask(store -> store.update(prepared)) : node.update(prepared);
    }

    /** Returns whether there is a stored graph of this name, as queries see it. Any thread. */
    public boolean hasGraph(String name) {
        return node.hasGraph(name);
    }

    /** Holds the terms that the caller looks up, until the agent has used their ids. Any thread. */
    public TermHold holdTerms() {
        return node.dictionary().hold();
    }

    /** Prepares requests of SPARQL Update. Any thread. */
    public UpdateEngine updates() {
        return node.updates();
    }

    /**
     * How many texts of one-shot queries and updates were known, and how many parsed. Any thread.
     */
    public TextCounts textCounts() {
        return node.textCounts();
    }

    /** How many readers were dropped because they were gone. Any thread. */
    public long droppedReaderCount() {
        return node.continuous().readers().droppedCount();
    }

    /** How many nodes that copied streams of this one were let go, as they were gone. */
    public long droppedReplicaCount() {
        return node.droppedReplicaCount();
    }

    /** How many executions an error, such as a full heap, has ended. Any thread. */
    public long queryErrorCount() {
        return node.resources().failures().errorCount();
    }

    /** The memory that executions of queries share. Any thread. */
    public NodeBudget queryBudget() {
        return node.resources().budget();
    }

    /**
     * As {@link #ask}, for a question that may have to wait: {@code attempt} gets whether {@code
     * waitMs} are over, and returns null to be tried again later; when they are over it must return
     * a result or throw.
     */
    public <T> T askWaiting(BiFunction<StoreNode, Boolean, T> attempt, long waitMs) {
        return calls.later(TimeUnit.MILLISECONDS.toNanos(waitMs), attempt);
    }

    /** The dictionary, for threads that encode tuples. Any thread. */
    public TermServer terms() {
        return node.terms();
    }

    /** Who may do what, and with which keys. Any thread. */
    public StoreSecurity security() {
        return security;
    }

    /** Windows of continuous queries for live readers. Any thread. */
    public LiveWindows liveWindows() {
        return live;
    }

    /** Tuples of streams for live readers. Any thread. */
    public LiveTuples liveTuples() {
        return liveTuples;
    }

    /** As {@link #status}, in a cluster that of all nodes, which takes 2 s longer at most. */
    public StoreStatus statusOfAll(long waitMs) {
        return calls.ofAll(status(waitMs));
    }

    /** Ends a continuous query; USER error if there is none of that name. Any thread. */
    public void unregister(String name) {
        registrations.unregister(name);
    }

    /** Throws an {@link org.wukongs.error.ElsewhereException} if another node has a subject. */
    public void checkHere(HomeSubject subject) {
        calls.checkHere(subject);
    }

    /**
     * Tells where this node answers HTTP, for other nodes of its cluster.
     *
     * @param address where it listens; another one if that is everywhere
     */
    public void useHttpAddress(StoreAddress address) {
        StoreAddress reachable = cluster == null ? address : cluster.reachable(address);
        String host = reachable.host();
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        String scheme = security.tls() == null ? "http://" : "https://";
        calls.useHttpAddress(scheme + shown + ":" + reachable.port());
    }

    /**
     * Returns where another node of the cluster answers HTTP, as {@code http://HOST:PORT}; USER
     * error if it does not, RETRIABLE if it cannot be asked. Any thread.
     */
    public String httpAddress(int otherNode) {
        String address =
                cluster.others()
                        .askOne(otherNode, NodeQuestion.HTTP_ADDRESS, WireReader::getString);
        if (address.isEmpty()) {
            throw WukongsException.user(
                    "the node of the cluster that has it does not answer HTTP: node=" + otherNode);
        }
        return address;
    }

    /**
     * The status of the node. It is the present status if the agent answers within {@code waitMs};
     * otherwise it is at most some 100 ms older than the beginning of the agent's present work. Any
     * thread. However many threads ask, one question waits in the agent's queue.
     */
    public StoreStatus status(long waitMs) {
        return calls.complete(nodeStatus(waitMs));
    }

    private StoreStatus nodeStatus(long waitMs) {
        try {
            return statusAnswer().get(waitMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return agent.lastStatus();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return agent.lastStatus();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(e.getCause());
        }
    }

    private CompletableFuture<StoreStatus> statusAnswer() {
        synchronized (statusLock) {
            if (pendingStatus == null || pendingStatus.isDone()) {
                pendingStatus = calls.submitRead(store -> agent.freshStatus());
            }
            return pendingStatus;
        }
    }

    /** Counts of the dictionary's terms and of its use. Any thread. */
    public DictionaryStatistics dictionaryStatistics() {
        return node.dictionary().statistics();
    }

    /** Returns the limits of the node. */
    public StoreConfig config() {
        return config;
    }

    /**
     * Returns how full each part of the node is that has a limit, and the file system of its data
     * directory. The parts of the agent are as old as {@link #status}. Any thread.
     */
    public List<CapacityUse> capacityUse() {
        List<CapacityUse> all = new ArrayList<>(agent.lastCapacityUse());
        long dictionaryBytes = dictionaryStatistics().limitedBytes();
        all.add(new CapacityUse("dictionary", dictionaryBytes, config.dictionary().bytesMax()));
        NodeBudget queryBytes = queryBudget();
        all.add(new CapacityUse("queries", queryBytes.takenBytes(), queryBytes.memoryMaxBytes()));
        ConnectionStatistics frames = connectionStatistics();
        all.add(new CapacityUse("frames", frames.frameBytes(), frames.frameBytesMax()));
        RingStatistics rings = ringStatistics();
        if (rings.bytesMax() > 0) {
            all.add(new CapacityUse("rings", rings.bytes(), rings.bytesMax()));
        }
        if (dataPath != null) {
            addDisk(all);
        }
        return all;
    }

    private void addDisk(List<CapacityUse> all) {
        try {
            FileStore disk = Files.getFileStore(dataPath);
            long usedBytes = disk.getTotalSpace() - disk.getUsableSpace();
            all.add(new CapacityUse("disk", usedBytes, disk.getTotalSpace()));
        } catch (IOException e) {
            LOG.debug("the size of the data directory's file system is not known", e);
        }
    }

    /** Writes a checkpoint, as {@link org.wukongs.client.StoreClient#checkpoint}. Any thread. */
    public StoreCheckpoint checkpoint() {
        return checkpoints.make();
    }

    /** Counts of checkpoints. Any thread. */
    public CheckpointStatistics checkpointStatistics() {
        return checkpoints.statistics();
    }

    /** Returns why the log does not go on, null if it does or there is none. Any thread. */
    public LogStall logStall() {
        return begun == null ? null : begun.writer().stall();
    }

    /** Returns counts of the log, null if there is none. Any thread. */
    public LogStatistics logStatistics() {
        return begun == null ? null : LogStatistics.of(begun.writer(), begun.replayed());
    }

    /** Returns why the copy outside of the machine fails, null if it does not. Any thread. */
    public String copyFailure() {
        return copy == null ? null : copy.failure();
    }

    /** Returns counts of that copy, null if there is none. Any thread. */
    public CopyStatistics copyStatistics() {
        return copy == null ? null : copy.statistics();
    }

    /** Counts of connections over TCP. Any thread. */
    public ConnectionStatistics connectionStatistics() {
        return connections.statistics();
    }

    /** Counts of connections through shared memory. Any thread. */
    public RingStatistics ringStatistics() {
        return connections.rings().statistics();
    }

    /** Counts of reads of other nodes' memory over RDMA. Any thread. */
    public FabricCounts networkCounts() {
        return node.networkCounts();
    }

    private ServerIdentity identity() {
        return new ServerIdentity(process, cluster == null ? process : cluster.dictionaryId());
    }

    private void startSession(Connection connection) {
        Runnable session =
                new ClientSession(
                        connection,
                        node,
                        calls,
                        queries,
                        registrations,
                        checkpoints,
                        new ClientSession.Beginning(identity(), security, connections.rings()));
        Thread thread = daemon(() -> serve(connection, session), "wukongs-client-" + connection);
        sessions.add(thread);
        boolean started = false;
        try {
            thread.start();
            started = true;
        } finally {
            if (!started) {
                sessions.remove(thread);
            }
        }
    }

    private void serve(Connection connection, Runnable session) {
        try {
            session.run();
        } finally {
            connections.remove(connection);
            sessions.remove(Thread.currentThread());
        }
    }

    /** Stops the node, because an invariant is broken. */
    private void onAgentError(Throwable error) {
        stopBecause(error);
        agent.onClose();
        workers.close();
        throw new AgentTerminationException(error);
    }

    private void onWorkerError(Throwable error) {
        stopBecause(error);
        throw new AgentTerminationException(error);
    }

    private void stopBecause(Throwable error) {
        if (error instanceof WukongsException) {
            LOG.error("the store stops: {}", error.getMessage());
        } else {
            LOG.error("the store stops", error);
        }
        failure = error;
        stopListening();
    }

    /** Whether the node was removed from its cluster while it ran, which ends it. Any thread. */
    public boolean isRemoved() {
        return cluster != null && cluster.isRemoved();
    }

    /** True once the node has stopped, by {@link #close} or by itself. */
    public boolean isClosed() {
        return closed;
    }

    /** Waits for the end of the node; FATAL error if a failure ended it. */
    public void awaitEnd() throws InterruptedException {
        ended.await();
        if (failure != null) {
            throw new WukongsException(
                    WukongsException.Category.FATAL,
                    "the store stopped: "
                            + (failure instanceof WukongsException
                                    ? failure.getMessage()
                                    : failure),
                    failure);
        }
    }

    /**
     * Takes at most three times {@link #END_MS_MAX}, plus the time of a checkpoint for which
     * somebody waits. Whoever comes second waits too: a thread that is being ended must not look as
     * if it had ended, so that memory is freed which it still reads.
     */
    @Override
    public synchronized void close() {
        if (closeBegun) {
            return;
        }
        closeBegun = true;
        stopListening();
        if (cluster != null) {
            cluster.close();
        }
        checkpoints.stop();
        node.resources().budget().close();
        boolean workersEnded = workerThreads.end(END_MS_MAX);
        List<AgentRunner> runners = new ArrayList<>(List.of(connectionsRunner, termsRunner));
        if (checkpointsRunner != null) {
            runners.add(checkpointsRunner);
        }
        if (securityRunner != null) {
            runners.add(securityRunner);
        }
        runners.add(runner);
        boolean agentEnded = ThreadEnds.closeAll(runners, END_MS_MAX);
        // Sessions use the dictionary, so they end before it is closed.
        if (copy != null) {
            copy.end();
        }
        boolean sessionsEnded = ThreadEnds.joinAll(sessions, END_MS_MAX);
        sessionsEnded &= cluster == null || cluster.awaitEnd();
        if (copyRunner != null) {
            ThreadEnds.closeAll(List.of(copyRunner), END_MS_MAX); // copies the rest
        }
        if (logRunner != null) {
            agentEnded &= ThreadEnds.closeAll(List.of(logRunner), END_MS_MAX); // writes the rest
        }
        checkpoints.close(); // lets another process use the data directory
        if (workersEnded && agentEnded && sessionsEnded) {
            node.close();
        } else {
            LOG.warn(
                    "a thread does not end, the stored graphs and the dictionary stay open:"
                            + " workersEnded={} agentEnded={}"
                            + " sessionsEnded={}",
                    workersEnded,
                    agentEnded,
                    sessionsEnded);
        }
    }

    private void stopListening() {
        closed = true;
        CloseHelper.quietClose(listener);
        connections.close();
        ended.countDown();
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
