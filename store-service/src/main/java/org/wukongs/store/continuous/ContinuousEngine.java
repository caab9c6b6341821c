package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.VersionedNames;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.RegisteredTexts;
import org.wukongs.store.template.TemplateSubscription;
import org.wukongs.store.text.TextSkeleton;
import org.wukongs.stream.EncodedBatch;

/**
 * Registers continuous queries by name and executes them for their readers. The agent's thread
 * only; the executions themselves are jobs for the workers.
 *
 * <p>A query executes at every multiple t of its step, when all its streams are stable up to t; its
 * windows are [t−range, t). It begins with the first t after the first tuple of its streams or, if
 * older tuples are gone already, with the first t whose windows are complete. Tuples that the
 * windows of a query need are kept until the windows are released and the jobs that read them have
 * ended.
 */
public final class ContinuousEngine {

    /** The streams of the store by name. */
    public interface Streams {
        StreamState stream(String name);
    }

    private final QueryStreams streams;
    private final QueryRegistry queries;
    private final WindowReaders known;
    private final JobQueue jobs;
    private final JobsInFlight inFlight;
    private final WindowSchedule schedule;
    private final WindowPins pins;
    private final ContinuousTemplates templates;
    private final ContinuousReaders readers;
    private final DerivedStreams derived;
    private final Latencies latencies = new Latencies();
    private History history = new History();
    private Consumer<String> checkOthers = stream -> {};
    private Runnable hold = () -> {};

    /** {@code jobs} takes the executions, {@code target} the triples of derived streams. */
    public ContinuousEngine(
            Streams streams,
            Coordinator coordinator,
            ExecutionResources resources,
            JobQueue jobs,
            DerivedTarget target) {
        WindowExecutor executor = new WindowExecutor(resources);
        this.streams = new QueryStreams(streams, coordinator);
        RowsMemory rowsMemory = new RowsMemory(RowsMemory.bytesMax(resources.limits()));
        this.known = new WindowReaders();
        this.queries = new QueryRegistry(resources.dictionary(), known, rowsMemory, this::cutOf);
        this.jobs = jobs;
        this.inFlight = new JobsInFlight(jobs);
        this.schedule = new WindowSchedule(this.streams, executor, inFlight);
        this.pins = new WindowPins(this.streams, known, inFlight);
        this.derived = new DerivedStreams(schedule, target);
        this.readers =
                new ContinuousReaders(queries, known, pins, this.streams, resources, rowsMemory);
        this.templates = new ContinuousTemplates(queries, known, schedule, resources.dictionary());
    }

    /** Reports changes to the node's history; called before there is any. */
    public void useHistory(History newHistory) {
        history = newHistory;
        readers.useHistory(newHistory);
        pins.useHistory(newHistory);
        derived.useHistory(newHistory);
    }

    /** Derived tuples that wait for room in their streams, to be read by any thread. */
    public List<EncodedBatch> waitingTuples() {
        List<EncodedBatch> waiting = new ArrayList<>();
        derived.addWaiting(waiting);
        return waiting;
    }

    /** The constants of the registered queries, to be read by any thread. */
    public List<MembersView> members() {
        return queries.templates().templates().stream().map(QueryTemplate::members).toList();
    }

    // Registration

    /** Registers a query; the same text under the same name changes nothing. */
    public QueryRegistration register(CompiledRegistration asked) {
        CsparqlQuery query = asked.query();
        RegisteredQuery known = queries.known(query.name(), query.text());
        if (known != null) {
            return new QueryRegistration(known.description(), false, null);
        }
        RegisteredQuery added =
                add(queries.create(query, asked.compiled(), null, asked.heapBytes()));
        return new QueryRegistration(added.description(), true, queries.lesson(added));
    }

    /** Learns from the outcome of a {@link QueryRegistration#lesson}. */
    public void know(TextSkeleton<CompiledQuery> learned) {
        queries.know(learned);
    }

    /** Whether there is a query of this name. */
    public boolean isRegistered(String name) {
        return queries.contains(name);
    }

    /**
     * Registers, without parsing it, a text that differs from known ones in its name and constants
     * only; returns null if the text must be parsed.
     */
    public QueryRegistration registerAlike(String text, VersionedNames names) {
        RegisteredTexts.Alike alike = queries.alike(text, names);
        if (alike == null) {
            return null;
        }
        CsparqlQuery query = alike.query().query();
        RegisteredQuery known = queries.known(query.name(), text);
        RegisteredQuery registered =
                known == null
                        ? add(
                                queries.create(
                                        query,
                                        alike.query(),
                                        alike.skeleton(),
                                        QueryHeap.MEMBER_BYTES))
                        : known;
        return new QueryRegistration(registered.description(), known == null, null);
    }

    private RegisteredQuery add(RegisteredQuery added) {
        if (added.query().stream()) {
            derived.define(added);
        }
        queries.add(added);
        pins.add(added);
        if (added.query().stream()) {
            derived.add(readers.addOwn(added));
        }
        added.query().windows().forEach(window -> streams.state(window).index().attach());
        return added;
    }

    /** Unregisters a query; USER error if other queries read the stream that it derives. */
    public void unregister(String name) {
        RegisteredQuery query = queries.get(name);
        if (query.query().stream()) {
            checkUnread(name);
        }
        history.checkRoom();
        derived.remove(name);
        end(query);
        history.add(new NodeRecord.UnregisterQuery(name));
    }

    /**
     * Ends a query that is at another node from now on, whoever reads the stream that it derives;
     * those have ended before, and no execution is under way.
     */
    public void giveAway(String name) {
        RegisteredQuery query = queries.get(name);
        derived.remove(name);
        end(query);
    }

    private void end(RegisteredQuery query) {
        query.close();
        latencies.giveBack(query.latencyNs());
        query.query().windows().forEach(window -> streams.state(window).index().detach());
        queries.remove(query);
        pins.remove(query);
    }

    /** Returns the names of all queries in the order of their registration. */
    public List<String> namesInOrder() {
        return queries.all().stream().map(RegisteredQuery::name).toList();
    }

    /** Returns how many executions have not been collected yet. */
    public int executionCount() {
        return inFlight.count();
    }

    /** Starts no executions while {@code check} throws. */
    public void useHold(Runnable check) {
        hold = check;
    }

    /** Asks whether another node has a query or template that is not here. */
    public void useElsewhere(Function<HomeSubject, ElsewhereException> newElsewhere) {
        queries.useElsewhere(newElsewhere);
    }

    /** Also asks whether others than queries of this node read a stream, which throws if so. */
    public void useOtherReaders(Consumer<String> check) {
        checkOthers = check;
    }

    /** USER error if queries read a stream. */
    public void checkUnread(String stream) {
        List<String> readers = readersOf(stream);
        if (!readers.isEmpty()) {
            throw WukongsException.user(
                    "queries read the stream, unregister them first: stream="
                            + stream
                            + " queries="
                            + readers);
        }
        checkOthers.accept(stream);
    }

    /** Names of the queries that read a stream, including unregistered ones that still execute. */
    public List<String> readersOf(String stream) {
        collect();
        Set<String> readers = new TreeSet<>();
        for (RegisteredQuery query : queries.all()) {
            if (query.reads(stream)) {
                readers.add(query.query().name());
            }
        }
        for (PinnedJob job : inFlight.all()) {
            if (job.query().reads(stream)) {
                readers.add(job.query().query().name());
            }
        }
        return List.copyOf(readers);
    }

    /** The sets of streams that queries read together. */
    public Set<Set<String>> streamSets() {
        return queries.streamSets();
    }

    public Collection<String> names() {
        return queries.names();
    }

    public QueryDescription describe(String name) {
        return queries.get(name).description();
    }

    /** The status of one query. */
    public QueryStatus status(String name) {
        collect();
        RegisteredQuery query = queries.get(name);
        return status(query);
    }

    private QueryStatus status(RegisteredQuery query) {
        return query.status(schedule.stableMs(query), readers.status(query));
    }

    public List<QueryStatus> status() {
        collect();
        List<QueryStatus> status = new ArrayList<>();
        for (RegisteredQuery query : queries.all()) {
            status.add(status(query));
        }
        status.sort(Comparator.comparing(QueryStatus::name));
        return status;
    }

    /**
     * Finds out how a query is executed, over its newest windows that are kept. These may not be
     * complete.
     *
     * @param whole whether the plan is that of all queries of its template together
     * @param execute whether the steps have actual rows and times; this is no execution for a
     *     reader, and is not counted
     * @return to wait for; USER error if there is no such query or no window, RETRIABLE if the
     *     workers have no room
     */
    public CompletableFuture<QueryPlan> explain(String name, boolean whole, boolean execute) {
        return schedule.explain(queries.get(name), whole, execute);
    }

    /**
     * Latencies of a query's executions in ns; beyond a number of queries, many share a histogram.
     */
    public Histogram latencyNs(String name) {
        Histogram known = queries.get(name).latencyNs();
        return known == null ? Latencies.none() : known;
    }

    // Cuts

    /** Begins a cut of all queries and readers, in less than 1 ms. */
    public ContinuousCut beginCut() {
        ContinuousCut cut = new ContinuousCut(queries.beginCut(), known.beginCut());
        derived.names().forEach(queries::note); // their streams change without them
        return cut;
    }

    private QueryCut cutOf(RegisteredQuery query) {
        String name = query.query().name();
        DerivedCut stream = query.query().stream() ? derived.cut(name) : null;
        QueryCut.Reading reading = query.reading();
        if (stream != null) {
            reading = reading.readByStore(derived.pinnedMs(name));
        }
        return new QueryCut(name, query, reading, query.lost(), stream);
    }

    /** Continues a query, which has just been registered, from where a cut was made. */
    public void restore(QueryCut cut) {
        QueryCut.Reading reading = cut.reading();
        pins.restore(queries.get(cut.name()), reading);
        if (cut.derived() != null) {
            derived.restore(cut.name(), cut.derived(), reading.pinnedMs());
        } else if (reading.hasReader()) {
            ReaderId nameless = ReaderId.ofQuery(ReaderId.NAMELESS, cut.name());
            readers.restore(new ReaderCut(nameless, reading.pinnedMs()));
        }
    }

    /** Restores what a cut says of the windows that a query has lost, after all readers. */
    public void restore(String query, LostWindows lost) {
        queries.get(query).restore(lost);
    }

    /** Does again what the log says of readers and derived streams. */
    public void again(NodeRecord record) {
        switch (record.type()) {
            case PLACE_READER -> readers.placeAgain((NodeRecord.PlaceReader) record);
            case LOSE_WINDOWS -> {
                NodeRecord.LoseWindows lost = (NodeRecord.LoseWindows) record;
                pins.loseAgain(queries.get(lost.query()), lost);
            }
            case DERIVED -> {
                NodeRecord.Derived come = (NodeRecord.Derived) record;
                derived.restore(
                        come.stream(),
                        new DerivedCut(come.nextMs(), come.closedBatch()),
                        come.pinnedMs());
            }
            default -> throw new IllegalArgumentException("not of queries: " + record.type());
        }
    }

    // Readers

    /**
     * Attaches a live reader of a query.
     *
     * @return where it begins, as {@link LiveStart} says
     */
    public LiveStart attachLive(ReaderId id, ReaderStart start, ReaderConnection connection) {
        readers.attach(id, start, connection);
        RegisteredQuery query = queries.get(id.of());
        CsparqlQuery text = query.query();
        long askedMs = readers.find(id).pinnedMs();
        long beginMs = streams.beginMs(text, askedMs);
        boolean gap = start.mode() == ReaderStart.Mode.TIMESTAMP && streams.isGone(text, askedMs);
        return new LiveStart(
                query,
                beginMs == Long.MIN_VALUE ? askedMs : beginMs,
                streams.beginMs(text, streams.endAfterStableMs(text)),
                gap);
    }

    /** Whether a query is still the one that a live reader attached to. */
    public boolean isSame(String name, Object identity) {
        return queries.contains(name) && queries.get(name) == identity;
    }

    /**
     * The first window end of a query from a time on; {@code Long.MIN_VALUE}, which asks for the
     * first possible one, if none is known yet.
     */
    public long firstWindowEndMs(String name, long fromMs) {
        return schedule.firstMs(queries.get(name).query(), fromMs);
    }

    /** Named readers of queries and templates. */
    public ContinuousReaders readers() {
        return readers;
    }

    /**
     * Moves the nameless reader of a query of an embedded store to a window end, whatever its
     * position was. The reader of a derived stream is the store; it begins there if it has not
     * begun yet.
     *
     * @param fromWindowEndMs {@code Long.MIN_VALUE} for the first possible window end
     * @return how many windows a reader that starts with the earliest kept one has missed
     */
    public long attachReader(String name, long fromWindowEndMs) {
        if (derivesStream(name)) {
            derived.startFrom(name, fromWindowEndMs);
            return 0;
        }
        ReaderStart start =
                fromWindowEndMs == Long.MIN_VALUE
                        ? ReaderStart.earliest()
                        : ReaderStart.at(fromWindowEndMs);
        return readers.attach(nameless(name), start, readers.own());
    }

    /** As {@link #attachReader}, with {@link ReaderStart#resume}. */
    public void resumeReader(String name, long nextWindowEndMs) {
        readers.attach(nameless(name), ReaderStart.resume(nextWindowEndMs), readers.own());
    }

    /** Releases the window ends before {@code windowEndMs} for the nameless reader of a query. */
    public void release(String name, long windowEndMs) {
        readers.release(nameless(name), windowEndMs);
    }

    private static ReaderId nameless(String query) {
        return ReaderId.ofQuery(ReaderId.NAMELESS, query);
    }

    /**
     * Starts executing ready windows for a reader of a query or template from {@code
     * fromWindowEndMs} on, at most {@code windowsMax} and no more than the workers have room for.
     *
     * @param id of a reader of a template, which must be attached, or of any reader of a query
     * @param fromWindowEndMs {@code Long.MIN_VALUE} for the position of the reader, or the first
     *     possible window end if no reader has that name
     */
    public WindowFetch start(ReaderId id, long fromWindowEndMs, int windowsMax) {
        hold.run();
        WindowReader reader = readers.find(id);
        if (reader == null && id.kind() == ReaderId.Kind.TEMPLATE) {
            throw WukongsException.user(
                    "the template has no such reader: name=" + id.of() + " reader=" + id.reader());
        }
        WindowSubject subject = reader == null ? queries.get(id.of()) : reader.subject();
        long positionMs = reader == null ? Long.MIN_VALUE : reader.pinnedMs();
        long fromMs =
                fromWindowEndMs == Long.MIN_VALUE
                        ? streams.beginMs(subject.any().query(), positionMs)
                        : fromWindowEndMs;
        return schedule.start(subject, fromMs, windowsMax);
    }

    /** As above, for the reader without a name. */
    public WindowFetch start(String name, long fromWindowEndMs, int windowsMax) {
        return start(nameless(name), fromWindowEndMs, windowsMax);
    }

    /**
     * As above, and waits for the executions; for an embedded store, whose own thread runs them.
     */
    public FetchedWindows fetch(String name, long fromWindowEndMs, int windowsMax) {
        return fetch(nameless(name), fromWindowEndMs, windowsMax);
    }

    /** As above, for any reader. */
    public FetchedWindows fetch(ReaderId id, long fromWindowEndMs, int windowsMax) {
        try (WindowFetch fetch = start(id, fromWindowEndMs, windowsMax)) {
            return fetch.join();
        } finally {
            collect();
        }
    }

    /** Readers of templates. */
    public ContinuousTemplates templates() {
        return templates;
    }

    /** The query as a subscription to its template. */
    public TemplateSubscription subscription(String name) {
        return queries.get(name).subscription();
    }

    // Derived streams

    /**
     * Advances derived streams: executes ready windows and writes the triples found. Passes the
     * results to {@code results}; returns how many steps were done.
     */
    public int deriveStreams(Consumer<WindowResult> results) {
        return derived.advance(results);
    }

    /** Waits for the executions of derived streams that are under way. */
    public void awaitDerived() {
        derived.await();
    }

    /** Whether a registered query derives a stream. */
    public boolean derivesStream(String name) {
        return queries.get(name).query().stream();
    }

    // Jobs and what they read

    /**
     * Holds back what is {@link #start started} until {@link #flush}; then executions of queries of
     * one template at one window end become one job for the workers.
     */
    public void hold() {
        inFlight.hold();
    }

    /**
     * Hands over what was held, as far as the workers have room; returns true if nothing is left
     * for the next call.
     */
    public boolean flush() {
        return inFlight.flush(jobs);
    }

    /** As {@link #flush}; the caller runs the jobs for which the workers have no room. */
    public void flushOrRun() {
        if (!flush()) {
            inFlight.flush(JobQueue.DIRECT);
        }
    }

    /** Collects jobs that have ended and unpins what they read; returns how many there were. */
    public int collect() {
        return inFlight.collect(job -> job.record(latencies));
    }

    /**
     * Gives up the oldest windows of a stream that only queries without a reader need.
     *
     * @return names of queries that lost some
     */
    public List<String> yieldOldest(String stream) {
        return pins.yieldOldest(stream);
    }

    /** As above, for all windows of the stream that only such queries need. */
    public List<String> yieldAll(String stream) {
        return pins.yieldAll(stream);
    }

    /**
     * The event time from which a stream's tuples are still needed, {@code Long.MAX_VALUE} if no
     * query needs any.
     */
    public long neededFromMs(String stream) {
        return pins.neededFromMs(stream);
    }

    /** As above, but needed by readers that are connected, or by executions under way. */
    public long readNowFromMs(String stream) {
        return pins.readFromMs(stream, reader -> reader.connection().isOpen());
    }

    /** Keeps an index of a stream that has taken the place of another one for who reads that. */
    public void attachAgain(StreamState stream) {
        for (RegisteredQuery query : queries.all()) {
            for (QueryWindow window : query.query().windows()) {
                if (window.stream().equals(stream.definition().name())) {
                    stream.index().attach();
                }
            }
        }
    }

    /** As above, but needed by readers or by executions under way. */
    public long readFromMs(String stream) {
        return pins.readFromMs(stream, reader -> true);
    }
}
