package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
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
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.Restored;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.continuous.CompiledRegistration;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.continuous.QueryRegistration;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.execution.Cancellation;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.QueryFailures;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.plan.OneShotEngine;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.IdleStreams;
import org.wukongs.store.progress.InjectionCycle;
import org.wukongs.store.progress.Injector;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.template.TextLesson;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * All rooms of a store of one node behind one door. Owned by one thread: the {@link
 * org.wukongs.store.server.StoreAgent} in a server, the caller when embedded. Other threads may use
 * {@link #dictionary}, {@link #strings} and {@link #terms}, parse, execute one-shot queries, and
 * look up names.
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
    private final DerivedWriter derivedWriter;
    private final ContinuousEngine continuous;
    private final OneShotEngine oneShot;
    private final ExecutionResources resources;
    private final Reclaimer reclaimer;
    private final CatalogEntries catalogEntries = new CatalogEntries();
    private final NodeThreads threads;
    private long endedCount; // executions of which was taken note
    private Restored restored; // null where it began empty

    /** A store without threads: what it does is done by the caller. */
    public StoreNode(StoreConfig config, NanoClock clock) {
        this(config, clock, NodeThreads.NONE);
    }

    /** A store for which {@code threads} work; it ends them when it is closed. */
    public StoreNode(StoreConfig config, NanoClock clock, NodeThreads threads) {
        this.threads = threads;
        this.config = config;
        this.dictionary = TermDictionary.open(config.dictionary());
        this.strings = new SharedDictionary(dictionary);
        this.stored = new StoredGraphs(config.storeMemoryBytes(), threads.inserters());
        this.coordinator = new Coordinator(stored.memory(), injector);
        this.injection = new InjectionCycle(coordinator, injector);
        this.idleStreams = new IdleStreams(coordinator);
        this.streams = new StreamCatalog(config, dictionary, stored, coordinator, injection);
        this.loader = new GraphLoader(streams, stored, coordinator, injection);
        this.writers = new StreamWriters(streams::state, coordinator, injection, this::makeRoom);
        this.derivedWriter = new DerivedWriter(streams, writers, coordinator, strings);
        this.resources =
                new ExecutionResources(
                        stored, coordinator, dictionary, config.limits(), threads.workers(), clock);
        this.continuous =
                new ContinuousEngine(
                        streams::state, coordinator, resources, threads.jobs(), derivedWriter);
        this.oneShot = new OneShotEngine(resources);
        this.reclaimer =
                new Reclaimer(streams, coordinator, continuous, config.keptTupleCount(), clock);
        continuous.readers().useTimeout(config.readerTimeoutMs());
    }

    public TermDictionary dictionary() {
        return dictionary;
    }

    /** The dictionary for threads that allocate while the node's may be in {@link #check}. */
    public StringServer strings() {
        return strings;
    }

    /** As {@link #strings}, by bytes. */
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
     * Frees the memory of the stored graphs; the node cannot be used any more. One that is not
     * closed frees it when it is collected, and one whose workers do not end keeps it.
     */
    @Override
    public void close() {
        resources.budget().close();
        if (!threads.end().getAsBoolean()) {
            LOG.warn("a query does not end, the stores stay open");
            return;
        }
        stored.close();
        dictionary.close();
    }

    /** What catalogs of tables keep here. */
    public CatalogEntries catalogEntries() {
        return catalogEntries;
    }

    // Checkpoints

    /**
     * What the node has now, with all that is being injected, to be written beside it; the caller
     * closes it.
     *
     * @throws WukongsException what the plan under way fails with
     */
    public StoreCut cut() {
        injection.finishPlan();
        return NodeCut.of(this);
    }

    /**
     * Fills a node that has nothing yet from the newest checkpoint; false where there is none.
     *
     * @param start number of this start of the store, see {@link DataDirectory#nextStart}
     */
    public boolean restore(DataDirectory data, long start) {
        restored = data.restore(new NodeRestore(this, start));
        if (restored == null) {
            coordinator.beginStart(start, Collections.emptyNavigableMap());
        }
        return restored != null;
    }

    /** The checkpoint that it was restored from, null for none. */
    public Restored restored() {
        return restored;
    }

    // Streams

    public StreamCatalog streams() {
        return streams;
    }

    /**
     * Drops a stream with what windows need of it; what it brought to stored graphs stays. USER
     * error where queries read it.
     */
    public void dropStream(String name) {
        streams.state(name);
        continuous.checkUnread(name);
        if (derivedWriter.contains(name)) {
            throw WukongsException.user(
                    "a query derives the stream, unregister that: stream=" + name);
        }
        streams.remove(name);
    }

    /** Writers of streams. */
    public StreamWriters writers() {
        return writers;
    }

    /** As {@link StreamWriters#open}; USER error where a query derives the stream. */
    public long openWriter(WriterId writer, WriterOrigin origin) {
        streams.state(writer.stream());
        checkNotDerived(writer.stream());
        return writers.open(writer, origin);
    }

    /** As above, of a writer that sends nothing again. */
    public long openWriter(WriterId writer) {
        return openWriter(writer, WriterOrigin.UNRELATED);
    }

    /** USER error where a query derives the stream. */
    public void checkNotDerived(String stream) {
        if (derivedWriter.contains(stream)) {
            throw WukongsException.user(
                    "a query derives the stream, nobody else writes it: stream=" + stream);
        }
    }

    private void makeRoom(StreamState stream, long tupleCount) {
        reclaimer.makeRoom(stream, tupleCount);
    }

    /** A bounded part of the injection that is due, or of what is left of it; 0 where none is. */
    public int doWork() {
        idleStreams.follow(continuous.streamSets());
        int workCount = injection.doWork();
        return workCount > 0 ? workCount : stored.memory().retireMarks();
    }

    /** Has everything in that writers have closed by now: for a node without an agent. */
    public void advance() {
        idleStreams.follow(continuous.streamSets());
        injection.finish();
    }

    /** As above, as one snapshot with this number, which must not go back. */
    public void advanceAs(long sn) {
        injection.finishAs(sn);
    }

    /**
     * Drops the tuples that no query needs any more; writers that were held back have room then.
     */
    public void reclaim() {
        reclaimer.reclaim();
    }

    // Queries

    /** A text that was parsed and compiled with names as they were at a version. */
    public record ParsedRegistration(CompiledRegistration query, long catalogVersion) {}

    public QueryDescription registerQuery(String text) {
        QueryRegistration registered = registerAlike(text);
        if (registered == null) {
            registered = register(parsed(text));
            TextLesson lesson = registered.lesson();
            TextLesson.Learned learned = lesson == null ? null : lesson.learn(streams);
            if (learned != null) {
                continuous.know(learned);
            }
        }
        return registered.query();
    }

    /** Registers a text that is like others; null where it has to be parsed. */
    public QueryRegistration registerAlike(String text) {
        QueryRegistration registered = continuous.registerAlike(text, streams);
        if (registered != null) {
            idleStreams.followAgain();
        }
        return registered;
    }

    /** Registers what was parsed; null where names have changed since. */
    public QueryRegistration register(ParsedRegistration parsed) {
        if (parsed.catalogVersion() != streams.version()) {
            return null;
        }
        QueryRegistration registered = continuous.register(parsed.query());
        idleStreams.followAgain();
        return registered;
    }

    /** Parses and compiles a text, to be registered. Any thread. */
    public ParsedRegistration parsed(String text) {
        return oneShot(
                text,
                () -> {
                    long version = streams.version();
                    return new ParsedRegistration(
                            CompiledRegistration.of(parsedContinuous(text)), version);
                });
    }

    private CsparqlQuery parsedContinuous(String text) {
        CsparqlQuery query = CsparqlParser.parse(text, streams);
        if (!query.continuous()) {
            throw WukongsException.user(
                    "only REGISTER QUERY can be registered, this is a one-shot query");
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

    /** How a one-shot query is answered; with {@code execute}, what its steps took. Any thread. */
    public QueryPlan explain(String text, boolean execute) {
        return oneShot(text, () -> oneShot.explain(CsparqlParser.parse(text, streams), execute));
    }

    /** All rows as strings. Any thread. */
    public OneShotResult query(String text) {
        try (OneShotRows rows = oneShot.execute(CsparqlParser.parse(text, streams))) {
            return rows.collect();
        }
    }

    /** Rows one by one, to be closed. Any thread. */
    public OneShotRows rows(String text) {
        return rows(text, RequestDataset.NONE, new Cancellation());
    }

    /**
     * As above, over the dataset of its request, where it has one: then what its own FROM clauses
     * list does not count (SPARQL 1.1 Protocol, 2.1.4). Any thread.
     */
    public OneShotRows rows(String text, RequestDataset dataset, Cancellation cancellation) {
        return oneShot(
                text,
                () ->
                        oneShot.execute(
                                dataset.isEmpty()
                                        ? CsparqlParser.parse(text, streams)
                                        : CsparqlParser.parse(text),
                                dataset,
                                cancellation));
    }

    /** Keeps whatever goes wrong a failure of the query, and takes note of it. */
    private <T> T oneShot(String text, Supplier<T> work) {
        try {
            return QueryGuard.run(work);
        } catch (WukongsException e) {
            resources.failures().note(e, () -> QueryFailures.digest(text));
            throw e;
        }
    }

    /** What executions of queries share. Any thread. */
    public ExecutionResources resources() {
        return resources;
    }

    // Stored data

    public GraphLoader loader() {
        return loader;
    }

    public StoreStatus status() {
        List<StreamStatus> streamStatus = new ArrayList<>();
        streams.states().forEach(state -> streamStatus.add(writers.status(state)));
        return new StoreStatus(
                coordinator.stableSn(),
                stored.tripleCount(),
                restored == null ? null : restored.status(),
                streamStatus,
                continuous.status());
    }

    /**
     * Verifies the stored graphs, the streams and the dictionary by walking them, which takes about
     * as long as loading did. Other threads may allocate terms by {@link #strings} and {@link
     * #terms} only.
     */
    public StoreCheck check() {
        return NodeCheck.of(stored, streams.states(), strings);
    }

    /** The stored graphs: their memory and its use. */
    public StoredGraphs stored() {
        return stored;
    }

    /** Off-heap memory of the stored graphs per stored triple, strings not counted. */
    public double bytesPerStoredTriple() {
        return (double) stored.memoryBytes() / Math.max(1, stored.tripleCount());
    }

    /** Takes note of executions that have ended; how many. */
    public int collect() {
        int ended = continuous.collect();
        endedCount += ended;
        return ended;
    }

    /**
     * Goes on with derived streams, {@code results} getting their results; how much was done. To be
     * called until there is nothing more, when streams have gone forward.
     */
    public int deriveStreams(Consumer<WindowResult> results) {
        return continuous.deriveStreams(results);
    }

    /** Rises whenever a window may have become ready, or a full ring or queue may have room. */
    public long version() {
        return coordinator.version()
                + streams.removedCount()
                + reclaimer.reclaimedCount()
                + endedCount;
    }
}
