package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.Catalog;
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
    private final Map<Set<String>, Integer> streamSets = new HashMap<>(); // with queries of each
    private final QueryStreams streams;
    private final WindowReads reads;
    private final WindowExecutor executor;
    private final Latencies latencies = new Latencies();
    private final TemplateRegistry registry;
    private final ContinuousTemplates templates;
    private final RowsMemory rowsMemory;
    private final KnownTexts texts = new KnownTexts();
    private final JobQueue jobs;
    private final DerivedStreams derived;
    private final JobsInFlight inFlight;
    private final TemplateReaders templateReaders;
    private final Set<RegisteredQuery> pinning = new LinkedHashSet<>(); // those that are pinned

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
        this.registry = new TemplateRegistry(resources.dictionary());
        this.rowsMemory =
                new RowsMemory(resources.limits().memoryMaxBytes() / RowsMemory.EXECUTION_SHARE);
        this.templateReaders = new TemplateReaders(rowsMemory);
        this.jobs = jobs;
        this.inFlight = new JobsInFlight(executor, jobs);
        this.derived = new DerivedStreams(this, target);
        this.templates =
                new ContinuousTemplates(
                        this, registry, templateReaders, this.streams, executor, inFlight, resources.dictionary());
    }

    /**
     * Registers a parsed query; the same text under the same name changes nothing. Learns from the
     * text how to do without parsing others.
     *
     * @param catalog what the query's names were looked up in
     */
    public QueryDescription register(CsparqlQuery query, Catalog catalog) {
        RegisteredQuery known = queries.get(query.name());
        if (known != null) {
            return same(known, query.text());
        }
        CompiledQuery compiled = QueryGuard.run(() -> QueryCompiler.compile(query));
        RegisteredQuery added = add(query, compiled, null);
        if (added.subscription() != null) {
            texts.learn((ExplorationQuery) added.compiled(), added.subscription(), catalog);
        }
        return added.description();
    }

    /**
     * Registers a text that differs from known ones in its name and constants only, without parsing
     * it; null where it has to be parsed.
     */
    public QueryDescription registerAlike(String text, Catalog catalog) {
        KnownTexts.Alike alike = texts.find(text, catalog);
        if (alike == null) {
            return null;
        }
        CsparqlQuery query = alike.query().query();
        RegisteredQuery known = queries.get(query.name());
        return known == null
                ? add(query, alike.query(), alike.skeleton()).description()
                : same(known, text);
    }

    private static QueryDescription same(RegisteredQuery known, String text) {
        if (!known.text().equals(text)) {
            throw WukongsException.user(
                    "another query has this name, unregister it first: name="
                            + known.query().name());
        }
        return known.description();
    }

    private RegisteredQuery add(
            CsparqlQuery query, CompiledQuery compiled, QuerySkeleton skeleton) {
        RegisteredQuery added = registered(query, compiled, skeleton);
        if (query.stream()) {
            derived.add(added);
            added.attachReader(Long.MIN_VALUE);
        }
        queries.put(query.name(), added);
        pinning.add(added);
        if (templateReaders.of(added) != null) {
            unpinUnread(added);
        }
        query.windows().forEach(window -> streams.state(window).index().attach());
        streamSets.merge(streamSet(query), 1, Integer::sum);
        return added;
    }

    private RegisteredQuery registered(
            CsparqlQuery query, CompiledQuery compiled, QuerySkeleton skeleton) {
        TemplateSubscription subscription =
                query.stream() ? null : registry.register(query.name(), query, compiled);
        if (subscription != null && compiled instanceof ExplorationQuery exploration) {
            ExplorationQuery sharing = subscription.template().sharing(exploration);
            return new RegisteredQuery(sharing.query(), sharing, subscription, skeleton, rowsMemory);
        }
        return new RegisteredQuery(query, compiled, null, skeleton, rowsMemory);
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
        query.close();
        latencies.giveBack(query.latencyNs());
        if (query.subscription() != null) {
            QueryTemplate template = query.subscription().template();
            registry.unregister(query.subscription());
            if (template.memberCount() == 0) {
                texts.forget(template);
                templateReaders.remove(template);
            }
        }
        query.query().windows().forEach(window -> streams.state(window).index().detach());
        queries.remove(name);
        pinning.remove(query);
        streamSets.computeIfPresent(
                streamSet(query.query()), (set, count) -> count == 1 ? null : count - 1);
    }

    private static Set<String> streamSet(CsparqlQuery query) {
        Set<String> set = new HashSet<>();
        query.windows().forEach(window -> set.add(window.stream()));
        return set;
    }

    /** The sets of streams that queries read together. */
    public Set<Set<String>> streamSets() {
        return Collections.unmodifiableSet(streamSets.keySet());
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
        for (PinnedJob job : inFlight.all()) {
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
        RegisteredQuery query = query(name);
        query.attachReader(fromWindowEndMs);
        pinning.add(query);
        derived.startFrom(name, fromWindowEndMs);
    }

    public void release(String name, long windowEndMs) {
        query(name).release(windowEndMs);
    }

    /** Lets go of what only queries without a reader need; true where there was any. */
    public boolean unpinUnread() {
        boolean any = false;
        for (RegisteredQuery query : List.copyOf(pinning)) {
            any |= unpinUnread(query);
        }
        return any;
    }

    private boolean unpinUnread(RegisteredQuery query) {
        boolean unread = query.unpinUnread();
        if (unread) {
            pinning.remove(query);
        }
        return unread;
    }

    /** Readers of templates. */
    public ContinuousTemplates templates() {
        return templates;
    }

    /** Of templates: their readers keep what queries without readers of their own need. */
    void unpinUnread(TemplateReader reader) {
        for (RegisteredQuery pinned : List.copyOf(pinning)) {
            if (templateReaders.of(pinned) == reader) {
                unpinUnread(pinned);
            }
        }
    }

    /** The query among those of its template; null where it shares no execution with others. */
    public TemplateSubscription subscription(String name) {
        return query(name).subscription();
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
        WindowInputs before =
                reads.before(query.query(), query.remembered(), inputs.get(0));
        WindowJob job = new WindowJob(query, before, inputs, executor, fetch, inFlight.finished());
        return inFlight.offer(job, fetch, nextMs);
    }

    /** Takes note of jobs that have ended: what they read is not pinned any more; how many. */
    public int collect() {
        return inFlight.collect(job -> job.record(latencies));
    }

    /**
     * The event time from which a stream's tuples are still needed, {@code Long.MAX_VALUE} where no
     * query needs any.
     */
    public long neededFromMs(String stream) {
        long neededMs = Long.MAX_VALUE;
        for (RegisteredQuery query : pinning) {
            neededMs = Math.min(neededMs, neededFromMs(stream, query, query.pinnedMs()));
        }
        for (TemplateReader reader : templateReaders.all()) {
            neededMs = Math.min(neededMs, neededFromMs(stream, reader.any(), reader.pinnedMs()));
        }
        for (PinnedJob job : inFlight.all()) {
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

    RegisteredQuery query(String name) {
        RegisteredQuery query = queries.get(name);
        if (query == null) {
            throw WukongsException.user(
                    "no such query: name=" + name + " registered=" + shownNames());
        }
        return query;
    }
}
