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
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
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
    private Set<Set<String>> streamSets; // null where registrations have changed
    private final QueryStreams streams;
    private final WindowExecutor executor;
    private final JobQueue jobs;
    private final Set<WindowJob> inFlight = new LinkedHashSet<>();
    private final Queue<WindowJob> finished =
            new ManyToOneConcurrentArrayQueue<>(JOBS_IN_FLIGHT_MAX);

    /** {@code jobs} takes the executions. */
    public ContinuousEngine(
            Streams streams,
            Coordinator coordinator,
            ExecutionResources resources,
            JobQueue jobs) {
        this.streams = new QueryStreams(streams, coordinator);
        this.executor = new WindowExecutor(resources);
        this.jobs = jobs;
    }

    /** Registers a parsed query; the same text under the same name changes nothing. */
    public QueryDescription register(CsparqlQuery query) {
        RegisteredQuery known = queries.get(query.name());
        if (known == null) {
            if (query.stream()) {
                throw WukongsException.user(
                        "REGISTER STREAM is not supported yet, only queries are: name="
                                + query.name());
            }
            known = new RegisteredQuery(query, QueryGuard.run(() -> QueryCompiler.compile(query)));
            queries.put(query.name(), known);
            query.windows().forEach(window -> streams.state(window).index().attach());
            streamSets = null;
        } else if (!known.query().text().equals(query.text())) {
            throw WukongsException.user(
                    "another query has this name, unregister it first: name=" + query.name());
        }
        return known.description();
    }

    public void unregister(String name) {
        query(name).query().windows().forEach(window -> streams.state(window).index().detach());
        queries.remove(name);
        streamSets = null;
    }

    public QueryDescription describe(String name) {
        return query(name).description();
    }

    public Collection<String> names() {
        return List.copyOf(queries.keySet());
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

    /** Names of the queries that read a stream, those included whose jobs have not ended yet. */
    public List<String> readersOf(String stream) {
        Set<String> readers = new TreeSet<>();
        for (RegisteredQuery query : queries.values()) {
            addReader(stream, query, readers);
        }
        inFlight.forEach(job -> addReader(stream, job.query(), readers));
        return List.copyOf(readers);
    }

    private static void addReader(String stream, RegisteredQuery query, Set<String> readers) {
        if (query.description().streams().contains(stream)) {
            readers.add(query.query().name());
        }
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

    public void attachReader(String name, long fromWindowEndMs) {
        query(name).attachReader(fromWindowEndMs);
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
            return start(name, fromWindowEndMs, windowsMax).result().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
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
        boolean executed = windowEndMs > streams.firstTupleMs(text);
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
