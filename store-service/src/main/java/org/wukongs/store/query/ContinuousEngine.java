package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.coordinator.Coordinator;
import org.wukongs.store.inject.StreamState;

/**
 * Registered continuous queries and the schedule of their executions. The agent's thread only; the
 * executions themselves are jobs for the workers.
 *
 * <p>A query executes at every multiple t of its step, when all its streams are stable up to t; its
 * windows are [t−range, t). It begins with the first t after the first tuple of its streams, or,
 * where older tuples are gone already, with the first t whose windows are complete. What the
 * windows of a query need is kept until they are released and until the jobs that read them have
 * ended.
 */
public final class ContinuousEngine {

    /** The streams of the store by name. */
    public interface Streams {
        StreamState stream(String name);
    }

    private static final int NAMES_SHOWN_MAX = 50;

    private final Map<String, RegisteredQuery> queries = new HashMap<>();
    private Set<Set<String>> streamSets; // null where registrations have changed
    private final QueryStreams streams;
    private final WindowReads reads;
    private final WindowExecutor executor;
    private final Latencies latencies = new Latencies();
    private final TemplateRegistry templates;
    private final JobQueue jobs;
    private final DerivedStreams derived;
    private final JobsInFlight inFlight;

    /** {@code jobs} takes the executions, {@code target} what derived streams find. */
    public ContinuousEngine(
            Streams streams,
            Coordinator coordinator,
            ExecutionResources resources,
            JobQueue jobs,
            DerivedTarget target) {
        this.streams = new QueryStreams(streams, coordinator);
        this.reads = new WindowReads(this.streams);
        this.executor = new WindowExecutor(resources);
        this.templates = new TemplateRegistry(resources.dictionary());
        this.jobs = jobs;
        this.inFlight = new JobsInFlight(executor, jobs);
        this.derived = new DerivedStreams(this, target);
    }

    /** Registers a parsed query; the same text under the same name changes nothing. */
    public QueryDescription register(CsparqlQuery query) {
        RegisteredQuery known = queries.get(query.name());
        if (known == null) {
            known = compiled(query);
            if (query.stream()) {
                derived.add(known);
                known.attachReader(Long.MIN_VALUE);
            }
            queries.put(query.name(), known);
            query.windows().forEach(window -> streams.state(window).index().attach());
            streamSets = null;
        } else if (!known.query().text().equals(query.text())) {
            throw WukongsException.user(
                    "another query has this name, unregister it first: name=" + query.name());
        }
        return known.description();
    }

    private RegisteredQuery compiled(CsparqlQuery query) {
        CompiledQuery compiled = QueryGuard.run(() -> QueryCompiler.compile(query));
        TemplateSubscription subscription =
                query.stream() ? null : templates.register(query.name(), query, compiled);
        if (subscription != null && compiled instanceof ExplorationQuery exploration) {
            ExplorationQuery sharing = subscription.template().sharing(exploration);
            return new RegisteredQuery(sharing.query(), sharing, subscription);
        }
        return new RegisteredQuery(query, compiled, null);
    }

    /** USER error where others read the stream that the query derives. */
    public void unregister(String name) {
        RegisteredQuery query = query(name);
        List<String> readers = query.query().stream() ? readersOf(name) : List.of();
        if (!readers.isEmpty()) {
            throw WukongsException.user(
                    "queries read the stream, unregister them first: stream="
                            + name
                            + " queries="
                            + readers);
        }
        derived.remove(name);
        latencies.giveBack(query.latencyNs());
        if (query.subscription() != null) {
            templates.unregister(query.subscription());
        }
        query.query().windows().forEach(window -> streams.state(window).index().detach());
        queries.remove(name);
        streamSets = null;
    }

    /** The sets of streams that queries read together. */
    public Set<Set<String>> streamSets() {
        if (streamSets == null) {
            streamSets =
                    queries.values().stream()
                            .map(query -> Set.copyOf(query.description().streams()))
                            .collect(Collectors.toUnmodifiableSet());
        }
        return streamSets;
    }

    /** Names of the queries that read a stream, those included that still have executions. */
    public List<String> readersOf(String stream) {
        collect();
        Set<String> readers = new TreeSet<>();
        for (RegisteredQuery query : queries.values()) {
            if (query.reads(stream)) {
                readers.add(query.query().name());
            }
        }
        for (WindowJob job : inFlight.all()) {
            if (job.query().reads(stream)) {
                readers.add(job.query().query().name());
            }
        }
        return List.copyOf(readers);
    }

    /**
     * Goes on with derived streams: executes what is ready, writes what was found; how much was
     * done. {@code results} gets the results.
     */
    public int deriveStreams(Consumer<WindowResult> results) {
        return derived.advance(results);
    }

    public QueryDescription describe(String name) {
        return query(name).description();
    }

    public Collection<String> names() {
        return new TreeSet<>(queries.keySet());
    }

    public List<QueryStatus> status() {
        collect();
        List<QueryStatus> status = new ArrayList<>(queries.size());
        for (RegisteredQuery query : queries.values()) {
            status.add(query.status(streams.stableMs(query.query())));
        }
        status.sort(Comparator.comparing(QueryStatus::name));
        return status;
    }

    /** Latencies of a query's executions in ns; of many queries, together with others'. */
    public Histogram latencyNs(String name) {
        Histogram known = query(name).latencyNs();
        return known == null ? new Histogram(Latencies.NS_MAX, 3) : known;
    }

    /** A derived stream's reader is the store: that begins there, if it has not begun yet. */
    public void attachReader(String name, long fromWindowEndMs) {
        query(name).attachReader(fromWindowEndMs);
        derived.startFrom(name, fromWindowEndMs);
    }

    public void release(String name, long windowEndMs) {
        query(name).release(windowEndMs);
    }

    /** Lets go of what only queries without a reader need; true where there was any. */
    public boolean unpinUnread() {
        boolean any = false;
        for (RegisteredQuery query : queries.values()) {
            any |= query.unpinUnread();
        }
        return any;
    }

    /**
     * Has the ready windows of a query executed from {@code fromWindowEndMs} on, at most {@code
     * windowsMax}, and waits for them: for an embedded store, whose own thread executes them.
     */
    public FetchedWindows fetch(String name, long fromWindowEndMs, int windowsMax) {
        try {
            return start(name, fromWindowEndMs, windowsMax).join();
        } finally {
            collect();
        }
    }

    /**
     * What is {@link #start started} from here to {@link #flush} is handed over then: executions of
     * queries of one template at one window end are one for the workers.
     */
    public void hold() {
        inFlight.hold();
    }

    /**
     * Hands over what was held, as far as the workers have room; true where nothing is left for the
     * next call.
     */
    public boolean flush() {
        return inFlight.flush(jobs);
    }

    /** As {@link #flush}; for what the workers have no room, the caller is one. */
    public void flushOrRun() {
        if (!flush()) {
            inFlight.flush(JobQueue.DIRECT);
        }
    }

    /**
     * Has the ready windows of a query executed from {@code fromWindowEndMs} on, at most {@code
     * windowsMax} and no more than the workers have room for.
     */
    public WindowFetch start(String name, long fromWindowEndMs, int windowsMax) {
        RegisteredQuery query = query(name);
        CsparqlQuery text = query.query();
        long firstMs =
                fromWindowEndMs == Long.MIN_VALUE
                        ? streams.firstWindowEndMs(text)
                        : QueryStreams.ceiling(fromWindowEndMs, text.stepMs());
        WindowFetch fetch =
                new WindowFetch(firstMs, streams.stableMs(text), streams.lastTupleMs(text));
        if (firstMs != Long.MIN_VALUE) {
            streams.checkRetained(text, firstMs);
            offerJobs(query, firstMs, windowsMax, fetch);
        }
        fetch.seal();
        return fetch;
    }

    /** Waits for the executions of derived streams that are under way. */
    public void awaitDerived() {
        derived.await();
    }

    /** Whether a registered query derives a stream. */
    public boolean derivesStream(String name) {
        return query(name).query().stream();
    }

    long firstWindowEndMs(RegisteredQuery query) {
        return streams.firstWindowEndMs(query.query());
    }

    long stableMs(RegisteredQuery query) {
        return streams.stableMs(query.query());
    }

    /** Whether a window end, or with {@code Long.MIN_VALUE} the first, can be executed. */
    boolean isReady(RegisteredQuery query, long windowEndMs) {
        long nextMs = windowEndMs == Long.MIN_VALUE ? firstWindowEndMs(query) : windowEndMs;
        long readyMs = streams.readyMs(query.query());
        return nextMs != Long.MIN_VALUE
                && reads.nextEndMs(query.query(), nextMs, readyMs) <= readyMs;
    }

    private void offerJobs(RegisteredQuery query, long firstMs, int windowsMax, WindowFetch fetch) {
        CsparqlQuery text = query.query();
        long readyMs = streams.readyMs(text);
        long nextMs = reads.nextEndMs(text, firstMs, readyMs);
        fetch.skipTo(following(text, nextMs, firstMs, readyMs));
        int left = windowsMax;
        boolean room = true;
        while (room && left > 0 && nextMs <= readyMs) {
            List<WindowInputs> inputs = new ArrayList<>();
            do {
                inputs.addAll(reads.at(text, nextMs));
                nextMs = reads.nextEndMs(text, nextMs + text.stepMs(), readyMs);
            } while (QueryStreams.comparesBefore(text)
                    && inputs.size() < left
                    && nextMs <= readyMs);
            left -= inputs.size();
            room = offer(query, inputs, fetch, following(text, nextMs, firstMs, readyMs));
        }
    }

    /** The window end to ask for next: a known one, or the first that is not ready. */
    private static long following(CsparqlQuery query, long nextMs, long firstMs, long readyMs) {
        long notReadyMs = QueryStreams.ceiling(readyMs + 1, query.stepMs());
        return nextMs != Long.MAX_VALUE ? nextMs : Math.max(firstMs, notReadyMs);
    }

    private boolean offer(
            RegisteredQuery query, List<WindowInputs> inputs, WindowFetch fetch, long nextMs) {
        if (inFlight.isFull()) {
            return fetch.refuse();
        }
        WindowInputs before = reads.before(query, inputs.get(0));
        WindowJob job = new WindowJob(query, before, inputs, executor, fetch, inFlight.finished());
        return inFlight.offer(job, fetch, nextMs);
    }

    /** Takes note of jobs that have ended: what they read is not pinned any more; how many. */
    public int collect() {
        return inFlight.collect(this::recordEnd);
    }

    private void recordEnd(WindowJob job) {
        for (WindowResult result : job.results()) {
            job.query()
                    .recordExecution(
                            result.windowEndMs(),
                            result.engineNs(),
                            result.rows().size(),
                            latencies);
        }
        if (job.failure() != null) {
            job.query().recordFailure();
        }
    }

    /**
     * The event time from which a stream's tuples are still needed, {@code Long.MAX_VALUE} where no
     * query needs any.
     */
    public long neededFromMs(String stream) {
        long neededMs = Long.MAX_VALUE;
        for (RegisteredQuery query : queries.values()) {
            if (query.pinned()) {
                neededMs = Math.min(neededMs, neededFromMs(stream, query, query.pinnedMs()));
            }
        }
        for (WindowJob job : inFlight.all()) {
            neededMs =
                    Math.min(neededMs, neededFromMs(stream, job.query(), job.firstWindowEndMs()));
        }
        return neededMs;
    }

    private long neededFromMs(String stream, RegisteredQuery query, long windowEndMs) {
        long neededMs = Long.MAX_VALUE;
        for (QueryWindow window : query.query().windows()) {
            if (window.stream().equals(stream)) {
                long fromMs = streams.neededFromMs(query.query(), window, windowEndMs);
                neededMs = Math.min(neededMs, fromMs);
            }
        }
        return neededMs;
    }

    /** Of a million queries, an error shows how many there are. */
    private Object shownNames() {
        return queries.size() > NAMES_SHOWN_MAX ? queries.size() : names();
    }

    private RegisteredQuery query(String name) {
        RegisteredQuery query = queries.get(name);
        if (query == null) {
            throw WukongsException.user(
                    "no such query: name=" + name + " registered=" + shownNames());
        }
        return query;
    }
}
