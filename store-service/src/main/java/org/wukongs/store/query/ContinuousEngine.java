package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.coordinator.Coordinator;
import org.wukongs.store.inject.StreamState;
import org.wukongs.store.streamindex.WindowView;

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

    /** Some full queues: more would be answered no sooner. */
    static final int JOBS_IN_FLIGHT_MAX = 8192;

    private final Map<String, RegisteredQuery> queries = new TreeMap<>();
    private final QueryStreams streams;
    private final WindowExecutor executor;
    private final JobQueue jobs;
    private final DerivedStreams derived;
    private final Set<WindowJob> inFlight = new LinkedHashSet<>();
    private final Queue<WindowJob> finished =
            new ManyToOneConcurrentArrayQueue<>(JOBS_IN_FLIGHT_MAX);

    /** {@code jobs} takes the executions, {@code target} what derived streams find. */
    public ContinuousEngine(
            Streams streams,
            Coordinator coordinator,
            ExecutionResources resources,
            JobQueue jobs,
            DerivedTarget target) {
        this.streams = new QueryStreams(streams, coordinator);
        this.executor = new WindowExecutor(resources);
        this.jobs = jobs;
        this.derived = new DerivedStreams(this, target);
    }

    /** Registers a parsed query; the same text under the same name changes nothing. */
    public QueryDescription register(CsparqlQuery query) {
        RegisteredQuery known = queries.get(query.name());
        if (known == null) {
            known = new RegisteredQuery(query, QueryGuard.run(() -> QueryCompiler.compile(query)));
            if (query.stream()) {
                derived.add(known);
                known.attachReader(Long.MIN_VALUE);
            }
            queries.put(query.name(), known);
            query.windows().forEach(window -> streams.state(window).index().attach());
        } else if (!known.query().text().equals(query.text())) {
            throw WukongsException.user(
                    "another query has this name, unregister it first: name=" + query.name());
        }
        return known.description();
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
        query.query().windows().forEach(window -> streams.state(window).index().detach());
        queries.remove(name);
    }

    /** Names of the queries that read a stream, those included that still have executions. */
    public List<String> readersOf(String stream) {
        Set<String> readers = new TreeSet<>();
        for (RegisteredQuery query : queries.values()) {
            if (query.reads(stream)) {
                readers.add(query.query().name());
            }
        }
        for (WindowJob job : inFlight) {
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
        return List.copyOf(queries.keySet());
    }

    public List<QueryStatus> status() {
        collect();
        List<QueryStatus> status = new ArrayList<>(queries.size());
        for (RegisteredQuery query : queries.values()) {
            status.add(query.status(streams.stableMs(query.query())));
        }
        return status;
    }

    /** Latencies of a query's executions in ns. */
    public Histogram latencyNs(String name) {
        return query(name).latencyNs();
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
        return nextMs != Long.MIN_VALUE && nextMs <= streams.readyMs(query.query());
    }

    private void offerJobs(
            RegisteredQuery query, long firstMs, int windowsMax, WindowFetch fetch) {
        long stepMs = query.query().stepMs();
        long readyMs = streams.readyMs(query.query());
        int windowsAJob = query.query().emission() == Emission.RSTREAM ? 1 : windowsMax;
        long nextMs = firstMs;
        int left = windowsMax;
        boolean room = true;
        while (room && left > 0 && nextMs <= readyMs) {
            List<WindowInputs> inputs = new ArrayList<>();
            while (inputs.size() < windowsAJob && nextMs <= readyMs) {
                inputs.add(inputs(query, nextMs));
                nextMs += stepMs;
            }
            left -= inputs.size();
            room = offer(query, inputs, fetch, nextMs);
        }
    }

    private boolean offer(
            RegisteredQuery query, List<WindowInputs> inputs, WindowFetch fetch, long nextMs) {
        if (inFlight.size() >= JOBS_IN_FLIGHT_MAX) {
            return fetch.refuse();
        }
        WindowJob job =
                new WindowJob(query, before(query, inputs), inputs, executor, fetch, finished);
        inFlight.add(job);
        boolean taken = false;
        try {
            taken = fetch.offer(job, jobs, nextMs);
        } finally {
            if (!taken) {
                inFlight.remove(job);
            }
        }
        return taken;
    }

    private WindowInputs before(RegisteredQuery query, List<WindowInputs> inputs) {
        CsparqlQuery text = query.query();
        long windowEndMs = inputs.get(0).windowEndMs() - text.stepMs();
        boolean compares = text.emission() != Emission.RSTREAM;
        // A reader may have asked for windows before the first tuple: stored graphs give rows, too.
        boolean executed =
                windowEndMs > streams.firstTupleMs(text)
                        || query.previousRows(windowEndMs) != null;
        return compares && executed ? inputs(query, windowEndMs) : null;
    }

    private WindowInputs inputs(RegisteredQuery query, long windowEndMs) {
        List<QueryWindow> read = query.query().windows();
        WindowView[] views = new WindowView[read.size()];
        for (int i = 0; i < views.length; i++) {
            long fromMs = windowEndMs - read.get(i).rangeMs();
            views[i] = streams.state(read.get(i)).index().window(fromMs, windowEndMs);
        }
        return new WindowInputs(windowEndMs, read, views);
    }

    /** Takes note of jobs that have ended: what they read is not pinned any more; how many. */
    public int collect() {
        int count = 0;
        for (WindowJob job = finished.poll(); job != null; job = finished.poll()) {
            inFlight.remove(job);
            for (WindowResult result : job.results()) {
                job.query()
                        .recordExecution(
                                result.windowEndMs(), result.engineNs(), result.rows().size());
            }
            if (job.failure() != null) {
                job.query().recordFailure();
            }
            count++;
        }
        return count;
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
        for (WindowJob job : inFlight) {
            neededMs = Math.min(neededMs, neededFromMs(stream, job.query(), job.firstWindowEndMs()));
        }
        return neededMs;
    }

    private static long neededFromMs(String stream, RegisteredQuery query, long windowEndMs) {
        long neededMs = Long.MAX_VALUE;
        for (QueryWindow window : query.query().windows()) {
            if (window.stream().equals(stream)) {
                long fromMs = QueryStreams.neededFromMs(query.query(), window, windowEndMs);
                neededMs = Math.min(neededMs, fromMs);
            }
        }
        return neededMs;
    }

    private RegisteredQuery query(String name) {
        RegisteredQuery query = queries.get(name);
        if (query == null) {
            throw WukongsException.user(
                    "no such query: name=" + name + " registered=" + queries.keySet());
        }
        return query;
    }
}
