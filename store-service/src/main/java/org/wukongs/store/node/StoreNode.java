package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.StoreCheck;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.UpdateResult;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.changelog.ChangeFetch;
import org.wukongs.store.changelog.Changelogs;
import org.wukongs.store.changelog.ChangesWanted;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.checkpoint.Restored;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.cluster.ClusterPlace;
import org.wukongs.store.cluster.FabricOptions;
import org.wukongs.store.cluster.HomesMover;
import org.wukongs.store.cluster.KnownGraphs;
import org.wukongs.store.cluster.Members;
import org.wukongs.store.cluster.MemoryWays;
import org.wukongs.store.cluster.PartitionMover;
import org.wukongs.store.cluster.PartitionedChanges;
import org.wukongs.store.cluster.PartitionedGraphs;
import org.wukongs.store.cluster.RemoteStreams;
import org.wukongs.store.cluster.RemoteTerms;
import org.wukongs.store.cluster.ServedNode;
import org.wukongs.store.cluster.StreamHomes;
import org.wukongs.store.continuous.CompiledRegistration;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.continuous.QueryRegistration;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.execution.Cancellation;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.QueryFailures;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.explore.ForkServer;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.OtherNodes;
import org.wukongs.store.graph.SharedMemory;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeLog;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.plan.Lessons;
import org.wukongs.store.plan.OneShotEngine;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.plan.VersionedNames;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.IdleStreams;
import org.wukongs.store.progress.InjectionCycle;
import org.wukongs.store.progress.Injector;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.TransientMemory;
import org.wukongs.store.text.TextCounts;
import org.wukongs.store.update.PreparedUpdate;
import org.wukongs.store.update.UpdateEngine;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * Facade over one store node: stored graphs, streams, dictionary and queries. One thread owns it:
 * the {@link org.wukongs.store.server.StoreAgent} in a server, the caller if it is embedded. Other
 * threads may use {@link #dictionary}, {@link #strings} and {@link #terms}, parse, execute one-shot
 * queries, and look up names.
 */
public final class StoreNode implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StoreNode.class);

    private final StoreConfig config;
    private final TermDictionary dictionary;
    private final SharedDictionary strings;
    private final StoredGraphs stored;
    private final Injector injector = new Injector();
    private final Coordinator coordinator;
    private final InjectionCycle injection;
    private final IdleStreams idleStreams;
    private final StreamCatalog streams;
    private final GraphLoader loader;
    private final StreamWriters writers;
    private final SoleWriters derivedWriters;
    private final SoleWriters replicaWriters;
    private final DerivedWriter derivedWriter;
    private final StreamReplicas replicas;
    private final ReplicaReaders replicaReaders;
    private final TupleReaders tupleReaders;
    private final RemoteStreams remoteStreams; // null on a node of its own
    private final VersionedNames queryNames;
    private final ContinuousEngine continuous;
    private final VersionedNames names;
    private final OneShotEngine oneShot;
    private final UpdateEngine updates;
    private final GraphUpdater updater;
    private final ExecutionResources resources;
    private final Changelogs changelogs;
    private final Reclaimer reclaimer;
    private final CatalogEntries catalogEntries;
    private final History history = new History();
    private final NodeThreads threads;
    private final NanoClock clock;
    private final Members members; // null on a node of its own
    private final MemoryWays ways; // to other nodes' memory, null for a node of its own
    private final PartitionedGraphs partitioned; // null on a node of its own
    private final ServedNode served; // likewise
    private final PartitionMover mover; // null on a node of its own
    private final PartitionedChanges changes; // likewise
    private final GraphTurns turns; // likewise
    private final PartitionedUpdater nodesUpdater; // likewise
    private final Runnable hindrance; // likewise
    private final Homes homes; // likewise
    private HomesMover homesMover; // likewise, null before other nodes are served
    private final QueryRegistrar registrar = new QueryRegistrar(this, action -> action.apply(this));
    private final List<Integer> forgotten = new ArrayList<>(); // places, until all turns are made
    private long endedCount; // executions that have ended and were collected
    private Restored restored; // null if there was no checkpoint

    /** A node without threads: the caller does all work. */
    public StoreNode(StoreConfig config, NanoClock clock) {
        this(config, clock, NodeThreads.NONE);
    }

    /** A node for which {@code threads} work; it ends them when it is closed. */
    public StoreNode(StoreConfig config, NanoClock clock, NodeThreads threads) {
        this(config, clock, threads, null);
    }

    /** Stored graphs whose memory other nodes can read themselves, if the options say so. */
    private static StoredGraphs stored(
            StoreConfig config, NodeThreads threads, ClusterPlace place) {
        FabricOptions fabric = place == null ? FabricOptions.TCP : place.fabric();
        if (fabric.kind() != FabricOptions.Kind.TCP) {
            try {
                return new StoredGraphs(
                        SharedMemory.create(fabric.shared(), config.storeMemoryBytes()),
                        threads.inserters());
            } catch (WukongsException e) {
                if (!fabric.kind().allowsMessages()) {
                    throw e;
                }
                LOG.warn("other nodes cannot read this one's memory: {}", e.getMessage());
            }
        }
        return new StoredGraphs(config.storeMemoryBytes(), threads.inserters());
    }

    /** Gives the memory of the graphs back if the options demand a way that there is not. */
    private static MemoryWays ways(FabricOptions fabric, StoredGraphs stored) {
        MemoryWays opened = null;
        try {
            opened = MemoryWays.open(fabric, stored.memory().shared());
            return opened;
        } finally {
            if (opened == null) {
                stored.close();
            }
        }
    }

    /**
     * A node of a cluster, or of its own if {@code place} is null. Other nodes reach it by {@link
     * #served}; it is used after all of them can be reached.
     */
    public StoreNode(StoreConfig config, NanoClock clock, NodeThreads threads, ClusterPlace place) {
        this.members = place == null ? null : place.members();
        this.hindrance = place == null ? null : place.hindrance();
        this.threads = threads;
        this.clock = clock;
        this.config = config;
        this.dictionary =
                place == null
                        ? TermDictionary.open(config.dictionary())
                        : TermDictionary.open(
                                config.dictionary(),
                                new RemoteTerms(members, place.pause(), clock),
                                place.predicates());
        this.strings = new SharedDictionary(dictionary);
        this.stored = stored(config, threads, place);
        this.coordinator = new Coordinator(stored.memory(), injector);
        this.coordinator.useHistory(history);
        this.injection = new InjectionCycle(coordinator, injector);
        this.catalogEntries = new CatalogEntries(history);
        this.idleStreams = new IdleStreams(coordinator);
        this.streams =
                new StreamCatalog(
                        config,
                        dictionary,
                        stored,
                        coordinator,
                        injection,
                        history,
                        place == null ? StreamHomes.NONE : place.homes());
        this.loader = new GraphLoader(streams, stored, coordinator, injection, history);
        this.served =
                place == null
                        ? null
                        : new ServedNode(
                                members,
                                stored,
                                dictionary,
                                LoadOptions.STRICT.stagedBytesMax(),
                                clock);
        this.ways = place == null ? null : ways(place.fabric(), stored);
        if (ways != null) {
            served.offer(ways);
        }
        this.partitioned = place == null ? null : new PartitionedGraphs(members, served, ways);
        this.changes = place == null ? null : served.changes(place.order(), place.pause());
        this.mover = place == null ? null : served.mover(changes);
        this.turns = place == null ? null : turns(place, clock);
        this.writers =
                new StreamWriters(streams::state, coordinator, injection, this::makeRoom, history);
        this.derivedWriters = new SoleWriters("derived", writers, coordinator);
        this.replicaWriters = new SoleWriters("replica", writers, coordinator);
        this.derivedWriter = new DerivedWriter(streams, derivedWriters, strings);
        this.remoteStreams = place == null ? null : new RemoteStreams(members, dictionary);
        this.resources =
                new ExecutionResources(
                        stored,
                        coordinator,
                        dictionary,
                        config.limits(),
                        threads.workers(),
                        clock,
                        partitioned == null ? OtherNodes.NONE : partitioned);
        if (served != null) {
            served.answerForks(
                    partitioned,
                    new ForkServer(dictionary, config.limits(), resources.budget(), clock)::answer);
        }
        this.continuous =
                new ContinuousEngine(
                        streams::state, coordinator, resources, threads.jobs(), derivedWriter);
        this.continuous.useHistory(history);
        StreamHomes streamHomes = streams.homes();
        this.replicas =
                new StreamReplicas(
                        streams,
                        replicaWriters,
                        writers,
                        coordinator,
                        continuous,
                        history,
                        place == null ? 0 : members.self(),
                        place == null ? () -> 1 : members::count,
                        streamHomes::node);
        this.replicaReaders =
                new ReplicaReaders(
                        streams,
                        coordinator,
                        history,
                        clock,
                        config.readerTimeoutMs(),
                        place == null ? () -> 1 : members::count,
                        streamHomes::node);
        this.continuous.useOtherReaders(replicaReaders::checkUnread);
        this.tupleReaders = new TupleReaders(streams, coordinator, dictionary);
        this.derivedWriter.onDrop(this::forgetReaders);
        this.homes = place == null ? null : new Homes(this, served.staged(), members.self());
        if (turns != null) {
            turns.tellLeft(this::forget);
            turns.tellHomes(this.homes::moved);
            history.useHold(this.homes::isFrozen);
            continuous.useHold(history::checkNotHeld);
            continuous.useElsewhere(streamHomes::elsewhere);
        }
        Lessons lessons = new Lessons(threads.jobs());
        this.names = new VersionedNames(streams, streams::version);
        this.queryNames = new VersionedNames(streams.forQueries(), streams::version);
        this.oneShot = new OneShotEngine(resources, names, lessons);
        this.updates =
                new UpdateEngine(
                        resources,
                        strings,
                        strings,
                        oneShot::compile,
                        lessons,
                        config.loadDirectory());
        this.updater =
                new GraphUpdater(streams, stored, coordinator, injection, updates, clock, history);
        this.nodesUpdater =
                place == null
                        ? null
                        : new PartitionedUpdater(
                                changes, updates, streams::checkGraphName, place.fed(), clock);
        this.changelogs =
                new Changelogs(
                        stored, config.changelogMemoryBytes(), config.readerTimeoutMs(), clock);
        coordinator.observe(changelogs::publish);
        this.reclaimer =
                new Reclaimer(
                        streams,
                        coordinator,
                        continuous,
                        replicaReaders,
                        tupleReaders,
                        config.keptTupleCount(),
                        clock,
                        history);
        continuous.readers().useTimeout(config.readerTimeoutMs());
    }

    private GraphTurns turns(ClusterPlace place, NanoClock clock) {
        GraphTurns made =
                new GraphTurns(
                        stored,
                        coordinator,
                        place.turns(),
                        served,
                        changes,
                        members.self(),
                        clock,
                        history);
        coordinator.useTarget(made);
        coordinator.linger(clock);
        members.beforeGain(dictionary::open);
        injection.useHindrance(hindrance);
        loader.useNodes(changes);
        stored.memory().holdSnapshots();
        return made;
    }

    public TermDictionary dictionary() {
        return dictionary;
    }

    /**
     * The dictionary for threads that allocate terms while the node's thread may run {@link
     * #check}.
     */
    public StringServer strings() {
        return strings;
    }

    /** As {@link #strings}, for terms as bytes. */
    public TermServer terms() {
        return strings;
    }

    public Coordinator coordinator() {
        return coordinator;
    }

    public ContinuousEngine continuous() {
        return continuous;
    }

    /**
     * Frees the memory of the stored graphs; the node can no longer be used. A node that is not
     * closed frees it when it is garbage-collected; a node whose workers do not end keeps it.
     */
    @Override
    public void close() {
        resources.budget().close();
        if (!threads.end().getAsBoolean()) {
            LOG.warn("a query does not end, the stored graphs and the dictionary stay open");
            return;
        }
        if (partitioned != null) {
            partitioned.close();
            ways.close();
        }
        stored.close();
        dictionary.close();
    }

    /** The entries that table catalogs keep in this node. */
    public CatalogEntries catalogEntries() {
        return catalogEntries;
    }

    // The cluster

    /** What the node does for the other nodes of its cluster; null on a node of its own. */
    public ServedNode served() {
        return served;
    }

    /** Counts of this node's reads of other nodes' memory over a network, such as RDMA. */
    public FabricCounts networkCounts() {
        return ways == null ? FabricCounts.NONE : ways.networkCounts();
    }

    /** The graphs of all nodes of the cluster; null on a node of its own. */
    public PartitionedGraphs partitioned() {
        return partitioned;
    }

    /**
     * What this node changes in the graphs of all nodes, to be run by a thread that may wait for
     * them; null on a node of its own.
     */
    public PartitionedChanges changes() {
        return changes;
    }

    /** What gives vertex partitions of this node to others; null on a node of its own. */
    public PartitionMover mover() {
        return mover;
    }

    /**
     * What gives this node's streams and queries to another one; null on a node of its own, and
     * before {@link #serveStreams}.
     */
    public HomesMover homesMover() {
        return homesMover;
    }

    /** The streams and queries as they move between nodes; null on a node of its own. */
    Homes homes() {
        return homes;
    }

    IdleStreams idleStreams() {
        return idleStreams;
    }

    /** Returns whether streams and queries move, so that those of this node do not go on. */
    private boolean isMoving() {
        return homes != null && (homes.isFrozen() || homes.isWaiting());
    }

    /**
     * Makes a change whose turn it is, of any node of the cluster, and shows what all nodes have;
     * returns 0 if there is none. Part of {@link #doWork}.
     */
    public int doTurns() {
        return turns == null ? 0 : turns.doWork();
    }

    /**
     * Keeps what this node promises to the others in its log, before others can ask it.
     *
     * @param calls runs an action in the node's thread; what it returns completes when the log has
     *     all before it on disk
     * @param terms waits until the log has all terms of now on disk, without the node's thread
     */
    public void keepChanges(
            Function<Consumer<StoreNode>, CompletableFuture<?>> calls, Runnable terms) {
        served.useKeeper(new KeptChanges(calls, terms));
    }

    /**
     * Lets the other nodes read this node's streams, and learn of the graphs; {@code calls} are
     * those of any thread.
     */
    public void serveStreams(NodeCalls calls) {
        served.serveReplicas(new ServedReplicas(replicaReaders, calls, clock));
        NodeHomes moving = new NodeHomes(calls, remoteStreams, members.self());
        served.moveHomes(moving);
        homesMover = served.homesMover(changes, moving);
        served.tellGraphs(() -> calls.call(node -> node.turns.known()));
    }

    /**
     * Returns what copies the streams of each other node, as far as queries read them here, to be
     * run each by a thread that may wait for that node.
     */
    public List<ReplicaPuller> replicaPullers(NodeCalls calls) {
        List<ReplicaPuller> pullers = new ArrayList<>();
        for (int place = 0; place < members.count(); place++) {
            if (place != members.self() && members.takesPart(place)) {
                pullers.add(replicaPuller(place, calls));
            }
        }
        return pullers;
    }

    /** As above, of the node of one place. */
    public ReplicaPuller replicaPuller(int place, NodeCalls calls) {
        return new ReplicaPuller(place, remoteStreams, replicas, coordinator, calls, clock);
    }

    /**
     * Takes part in the changes of the cluster after a snapshot. The node is new and has nothing;
     * it is done once, and is in the log.
     *
     * @param known what another node knows of the graphs at that snapshot
     */
    public void enter(KnownGraphs known) {
        turns.enter(known);
    }

    /**
     * Forgets the node of a place, which has left the cluster; one that is forgotten changes
     * nothing. Done at its place among the turns, and for all that have left before a start.
     */
    public void forget(int place) {
        replicaReaders.leave(place);
        forgotten.add(place);
    }

    /** Streams of a node that has left may have moved with turns that are still to be made. */
    private void forgetHomes() {
        if (!forgotten.isEmpty() && turns.isAtEnd()) {
            forgotten.forEach(replicas::leave);
            forgotten.clear();
        }
    }

    /** Calls {@code wake} when what copies streams may have something to do. Any thread. */
    public void useReplicaWakes(Runnable wake) {
        replicas.useWake(wake);
    }

    /**
     * How many nodes that copied streams of this one were let go, as they were gone. Any thread.
     */
    public long droppedReplicaCount() {
        return replicaReaders.droppedCount();
    }

    /** The streams of other nodes that queries of this one read. */
    StreamReplicas replicas() {
        return replicas;
    }

    /** The nodes that copy streams of this one. */
    ReplicaReaders replicaReaders() {
        return replicaReaders;
    }

    /** The turns of the cluster's changes; null on a node of its own. */
    GraphTurns turns() {
        return turns;
    }

    // The log

    /** What changes the node is reported here. */
    public History history() {
        return history;
    }

    /**
     * Records everything from now on, and shows nothing before the log has kept it; called once,
     * before the node is used and after it was restored.
     */
    public void beginHistory(NodeLog log) {
        stored.memory().holdSnapshots();
        history.begin(log);
    }

    /** Shows what has waited for the log, if the log has kept it; returns 1 if it did. */
    public int showKept() {
        return coordinator.showKept() ? 1 : 0;
    }

    /** Returns true if something is complete or waits that goes on when the log is further. */
    public boolean waitsForLog() {
        return coordinator.isHeld() || !history.hasRoom();
    }

    /** Returns how long the next plan lingers if nothing else happens, in ns, 0 if it does not. */
    public long lingerNs() {
        return coordinator.lingerNs();
    }

    /** Does again what a log says until {@link #endReplay}. */
    void beginReplay() {
        if (turns != null) {
            turns.beginReplay();
        }
    }

    void endReplay() {
        if (turns != null) {
            turns.endReplay();
        }
    }

    InjectionCycle injection() {
        return injection;
    }

    GraphUpdater updater() {
        return updater;
    }

    DerivedWriter derivedWriter() {
        return derivedWriter;
    }

    /** Notes that the writer of a stream was opened, as the log says. */
    void opened(String stream, long epoch) {
        derivedWriters.opened(stream, epoch);
        replicaWriters.opened(stream, epoch);
    }

    // Checkpoints

    /**
     * Makes a cut of the node's present state, including what is being injected, to be written
     * while the node goes on. The caller closes the cut.
     *
     * @throws WukongsException if the injection plan under way fails
     * @throws org.wukongs.store.history.NotNowException as {@link #beginCut}
     */
    public StoreCut cut() {
        StoreCut cut = beginCut(null);
        while (!cut.step()) {}
        return cut;
    }

    /**
     * As {@link #cut}, but the caller does its {@link StoreCut#step steps} before it is read. In a
     * cluster, it has what the node has made, which may not be shown yet.
     *
     * @param agreed what all nodes of the cluster have agreed on up to some place before now, null
     *     if that is not known or there is no cluster
     * @throws org.wukongs.store.history.NotNowException if the plan under way has to have its turn
     *     in the cluster first, or a snapshot of a node of its own has to be kept
     */
    public StoreCut beginCut(byte[] agreed) {
        injection.retryFailed();
        if (turns == null) {
            coordinator.checkSettled();
        } else if (homes.isWaiting()) {
            throw History.nodesWait();
        }
        injection.finishPlan();
        return NodeCut.of(this, agreed);
    }

    /**
     * Returns all that names terms at present, to be read while the node goes on. The caller closes
     * it.
     *
     * @throws WukongsException if the injection plan under way fails
     */
    public TermRoots termRoots() {
        injection.retryFailed();
        coordinator.checkSettled();
        injection.finishPlan();
        return new TermRoots(this);
    }

    /**
     * Fills an empty node from the newest checkpoint, and begins a start of the store; returns
     * false if there is none. For a node without a log: one that the directory has is not carried
     * out.
     *
     * @param start number of this start of the store, see {@link DataDirectory#nextStart}
     */
    public boolean restore(DataDirectory data, long start) {
        read(data, ReadProgress.NONE);
        data.settle();
        beginStart(startAfter(start));
        return restored != null;
    }

    /** Fills an empty node from the newest checkpoint; changes nothing on disk. */
    void read(DataDirectory data, ReadProgress progress) {
        restored = data.restore(new NodeRestore(this), progress);
    }

    /** Returns the number of a new start: this one, or a higher one if the node is beyond it. */
    long startAfter(long start) {
        return Math.max(start, coordinator.start() + 1);
    }

    /** Begins a start of the store: writers have to open again, except those of derived streams. */
    void beginStart(long start) {
        coordinator.beginStart(start);
        derivedWriters.beginAgain();
        replicaWriters.beginAgain();
    }

    /** The checkpoint from which the node was restored, or null. */
    public Restored restored() {
        return restored;
    }

    // Streams

    public StreamCatalog streams() {
        return streams;
    }

    /**
     * Drops a stream with its tuples; triples that it brought to stored graphs stay. USER error if
     * queries read it.
     */
    public void dropStream(String name) {
        streams.checkIsHome(name);
        continuous.checkUnread(name);
        if (derivedWriter.contains(name)) {
            throw WukongsException.user(
                    "a query derives the stream, unregister the query instead: stream=" + name);
        }
        coordinator.checkTurn();
        forgetReaders(name);
        streams.remove(name);
        history.add(new NodeRecord.DropStream(name));
    }

    private void forgetReaders(String stream) {
        replicaReaders.forget(stream);
        tupleReaders.forget(stream);
    }

    /** Live readers of the tuples of streams. */
    public TupleReaders tupleReaders() {
        return tupleReaders;
    }

    /** Returns the stream that a registered query derives, if it derives one. */
    public Optional<StreamDefinition> derivedStream(String query) {
        return derivedWriter.contains(query) ? streams.streamHere(query) : Optional.empty();
    }

    /** The writers of streams. */
    public StreamWriters writers() {
        return writers;
    }

    /** As {@link StreamWriters#open}; USER error if a query derives the stream. */
    public long openWriter(WriterId writer, WriterOrigin origin) {
        streams.checkIsHome(writer.stream());
        checkNotDerived(writer.stream());
        return writers.open(writer, origin);
    }

    /** As above, for a writer that sends nothing again. */
    public long openWriter(WriterId writer) {
        return openWriter(writer, WriterOrigin.UNRELATED);
    }

    /** USER error if a query derives the stream. */
    public void checkNotDerived(String stream) {
        if (derivedWriter.contains(stream)) {
            throw WukongsException.user(
                    "a query derives the stream, it can have no other writer: stream=" + stream);
        }
    }

    private void makeRoom(StreamState stream, long tupleCount) {
        reclaimer.makeRoom(stream, tupleCount);
    }

    /**
     * Does a bounded part of the injection that is due, or of the cleaning up after it; returns 0
     * if there is none.
     */
    public int doWork() {
        if (!history.hasRoom()) {
            return 0;
        }
        boolean isFrozen = homes != null && homes.isFrozen();
        if (!isMoving()) {
            idleStreams.follow(continuous.streamSets());
        }
        if (!isFrozen) {
            replicas.follow();
        }
        int workCount = doTurns() + injection.doWork();
        if (homes != null) {
            forgetHomes();
            homes.follow();
        }
        replicaReaders.follow();
        return workCount > 0 ? workCount : stored.memory().retireMarks();
    }

    /** Injects all batches that writers have closed; for a node without an agent. */
    public void advance() {
        idleStreams.follow(continuous.streamSets());
        injection.finish();
        while (turns != null && coordinator.isHeld()) {
            hindrance.run();
        }
        replicas.follow();
        replicaReaders.follow();
    }

    /** As above, as one snapshot with the number {@code sn}, which must not go back. */
    public void advanceAs(long sn) {
        injection.finishAs(sn);
    }

    /**
     * Drops the tuples that no query needs any longer; writers that were held back then have room.
     */
    public void reclaim() {
        if (history.hasRoom() && !isMoving()) {
            reclaimer.reclaim();
        }
    }

    // Queries

    /** A query that was parsed and compiled with the names of a version of the catalog. */
    record ParsedRegistration(
            CompiledRegistration query, long catalogVersion, List<StreamReplicas.Begun> replicas) {

        ParsedRegistration {
            replicas = List.copyOf(replicas);
        }
    }

    /** As {@link QueryRegistrar#register}, in the thread that owns the node. */
    public QueryDescription registerQuery(String text) {
        return registrar.register(text).query();
    }

    /** Registers a text that is like others; returns null if it must be parsed. */
    QueryRegistration registerAlike(String text) {
        history.checkRoom();
        QueryRegistration registered = continuous.registerAlike(text, queryNames);
        return registered == null ? null : recorded(registered);
    }

    private QueryRegistration recorded(QueryRegistration registered) {
        idleStreams.followAgain();
        if (registered.created()) {
            history.add(new NodeRecord.RegisterQuery(registered.query().text()));
        }
        return registered;
    }

    /** Registers a parsed query; returns null if names have changed since. */
    QueryRegistration register(ParsedRegistration parsed) {
        if (parsed.catalogVersion() != streams.version()) {
            return null;
        }
        history.checkRoom();
        replicas.begin(parsed.replicas());
        return recorded(continuous.register(parsed.query()));
    }

    /**
     * Parses and compiles a text that is going to be registered. Any thread that may wait for other
     * nodes.
     *
     * @param begun is told which streams other nodes keep for this one since, to be {@link
     *     StreamReplicas#settle settled} whatever becomes of the registration
     */
    ParsedRegistration parsed(String text, List<StreamReplicas.Begun> begun) {
        return oneShot(
                text,
                () -> {
                    long version = streams.version();
                    CsparqlQuery query = parsedContinuous(text, begun);
                    return new ParsedRegistration(CompiledRegistration.of(query), version, begun);
                });
    }

    private CsparqlQuery parsedContinuous(String text, List<StreamReplicas.Begun> begun) {
        CsparqlQuery query =
                CsparqlParser.parse(text, new OneHomeCatalog(streams, remoteStreams, begun));
        if (!query.continuous()) {
            throw WukongsException.user(
                    "only a query with REGISTER can be registered, this is a one-shot query");
        }
        for (QueryWindow window : query.windows()) {
            if (window.tripleCount() > config.ringTupleCountMax()) {
                throw WukongsException.user(
                        "the window is larger than the stream's ring, raise --ring-tuples-max: triples="
                                + window.tripleCount()
                                + " ringTuplesMax="
                                + config.ringTupleCountMax());
            }
        }
        return query;
    }

    /** The plan of a one-shot query; with {@code execute}, also what its steps took. Any thread. */
    public QueryPlan explain(String text, boolean execute) {
        return oneShot(text, () -> oneShot.explain(CsparqlParser.parse(text, streams), execute));
    }

    /** Executes a one-shot query and returns all rows as strings. Any thread. */
    public OneShotResult query(String text) {
        try (OneShotRows rows = oneShot.execute(text, RequestDataset.NONE, new Cancellation())) {
            return rows.collect();
        }
    }

    /**
     * Executes a one-shot query and returns its rows one by one; the caller closes them. Any
     * thread.
     */
    public OneShotRows rows(String text) {
        return rows(text, RequestDataset.NONE, new Cancellation());
    }

    /**
     * As above. If the request names a dataset, it replaces that of the query's FROM clauses
     * (SPARQL 1.1 Protocol, 2.1.4). Any thread.
     */
    public OneShotRows rows(String text, RequestDataset dataset, Cancellation cancellation) {
        return oneShot(text, () -> oneShot.execute(text, dataset, cancellation));
    }

    /** How many texts of one-shot queries and updates were known, and how many parsed. */
    public TextCounts textCounts() {
        return oneShot.textCounts().plus(updates.textCounts());
    }

    /** Turns any fault into a failure of the query, and records it. */
    private <T> T oneShot(String text, Supplier<T> work) {
        try {
            return QueryGuard.run(work);
        } catch (WukongsException e) {
            resources.failures().note(e, () -> QueryFailures.digest(text));
            throw e;
        }
    }

    /** The resources that executions of queries share. Any thread. */
    public ExecutionResources resources() {
        return resources;
    }

    // Stored data

    public GraphLoader loader() {
        return loader;
    }

    /** Prepares requests of SPARQL Update. Any thread. */
    public UpdateEngine updates() {
        return updates;
    }

    /**
     * Executes a request of SPARQL Update as one snapshot, all or nothing. The node's thread; in a
     * cluster any other one, which waits for the other nodes.
     */
    public GraphsChanged update(PreparedUpdate update) {
        return nodesUpdater == null ? updater.update(update) : nodesUpdater.update(update);
    }

    /** As above, for an embedded node. */
    public UpdateResult update(String text) {
        TermHold held = dictionary.hold();
        try (held) {
            return update(updates.prepare(text, RequestDataset.NONE)).result();
        }
    }

    /** Returns whether there is a stored graph of this name, as queries see it. Any thread. */
    public boolean hasGraph(String name) {
        long shown = coordinator.stablePointAcquire().storedSnapshot();
        return stored.at(shown).hasGraph(name);
    }

    /**
     * Returns the next changes of a graph for a reader, to be read and closed by any one thread;
     * null if there are none and {@code due} is false.
     */
    public ChangeFetch fetchChanges(ChangesWanted wanted, boolean due) {
        if (dictionary.isPartitioned()) {
            throw WukongsException.user(
                    "changes of graphs need a store of one node, this is a cluster");
        }
        if (wanted.from().isStart()) {
            coordinator.checkSettled();
            injection.finishPlan(); // its first changes may be in already
        }
        return changelogs.fetch(wanted, due);
    }

    /** Ends a reader of a graph's changes, if there is such a reader. */
    public void endChanges(String reader, String graph) {
        changelogs.end(reader, graph);
    }

    public StoreStatus status() {
        List<StreamStatus> streamStatus = new ArrayList<>();
        for (StreamState state : streams.states()) {
            if (state.replica() == null) {
                streamStatus.add(writers.status(state));
            }
        }
        return new StoreStatus(
                coordinator.stableSn(),
                stored.tripleCount(),
                restored == null ? null : restored.status(),
                streamStatus,
                continuous.status(),
                changelogs.status(),
                history.status(),
                null,
                List.of(),
                List.of(),
                replicas.status());
    }

    /** Returns how much stored graphs, windows and changelogs take of what they may take. */
    public List<CapacityUse> capacityUse() {
        GraphMemory graphs = stored.memory();
        TransientMemory windows = streams.memory();
        return List.of(
                new CapacityUse("graphs", graphs.usedBytes(), graphs.budgetBytes()),
                new CapacityUse("windows", windows.usedBytes(), windows.budgetBytes()),
                new CapacityUse(
                        "changelogs", changelogs.memoryBytes(), changelogs.memoryMaxBytes()));
    }

    /**
     * Verifies the stored graphs, the streams and the dictionary by walking them, which takes about
     * as long as loading did. Other threads may allocate terms by {@link #strings} and {@link
     * #terms} only.
     */
    public StoreCheck check() {
        while (stored.memory().retireMarks() > 0) {
            // A vertex that has lost its last triple is there as long as its marks, its term not.
        }
        return NodeCheck.of(
                stored, streams.states(), strings, members == null ? null : this::isOwn);
    }

    /** Returns whether this node owns a vertex at the newest snapshot that it has made. */
    private boolean isOwn(long vid) {
        return members.isOwn(vid, stored.memory().publishedSnapshot());
    }

    /** The changelogs of stored graphs. */
    Changelogs changelogs() {
        return changelogs;
    }

    /** The stored graphs with their memory. */
    public StoredGraphs stored() {
        return stored;
    }

    /** Off-heap bytes of the stored graphs per stored triple, without strings. */
    public double bytesPerStoredTriple() {
        return (double) stored.memoryBytes() / Math.max(1, stored.tripleCount());
    }

    /** Collects executions that have ended; returns how many there were. */
    public int collect() {
        int ended = continuous.collect();
        endedCount += ended;
        return ended;
    }

    /**
     * Advances derived streams and passes their results to {@code results}; returns how many steps
     * were done. Called, after streams have advanced, until it returns 0.
     */
    public int deriveStreams(Consumer<WindowResult> results) {
        return !history.hasRoom() || isMoving() ? 0 : continuous.deriveStreams(results);
    }

    /** Rises whenever a window may have become ready, or a full ring or queue may have room. */
    public long version() {
        return coordinator.version()
                + streams.removedCount()
                + reclaimer.reclaimedCount()
                + endedCount;
    }
}
