package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.coordinator.Coordinator;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.inject.StreamState;
import org.wukongs.store.memory.ReaderEpochs;
import org.wukongs.store.persistentstore.PersistentStore;
import org.wukongs.store.streamindex.WindowView;

/**
 * Registered continuous queries and their executions.
 *
 * <p>A query executes at every multiple t of its step, when all its streams are stable up to t; its
 * windows are [t−range, t). It begins with the first t after the first tuple of its streams, or,
 * where older tuples are gone already, with the first t whose windows are complete. What the
 * windows of a query need is kept until they are released.
 */
public final class ContinuousEngine {

    /** The streams of the store by name. */
    public interface Streams {
        StreamState stream(String name);
    }

    private final Map<String, RegisteredQuery> queries = new TreeMap<>();
    private final Streams streams;
    private Set<Set<String>> streamSets; // null where registrations have changed
    private final PersistentStore stored;
    private final Coordinator coordinator;
    private final TermDictionary dictionary;
    private final ExecutionLimits limits;
    private final NanoClock clock;
    private final ReaderEpochs.Reader reader;

    public ContinuousEngine(
            Streams streams,
            PersistentStore stored,
            Coordinator coordinator,
            TermDictionary dictionary,
            ExecutionLimits limits,
            NanoClock clock) {
        this.streams = streams;
        this.stored = stored;
        this.coordinator = coordinator;
        this.dictionary = dictionary;
        this.limits = limits;
        this.clock = clock;
        this.reader = stored.memory().epochs().newReader();
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
            streamSets = null;
            query.windows().forEach(window -> streams.stream(window.stream()).index().attach());
        } else if (!known.query().text().equals(query.text())) {
            throw WukongsException.user(
                    "another query has this name, unregister it first: name=" + query.name());
        }
        return known.description();
    }

    public void unregister(String name) {
        query(name).query()
                .windows()
                .forEach(window -> streams.stream(window.stream()).index().detach());
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

    /** Names of the queries that read a stream. */
    public List<String> readersOf(String stream) {
        return queries.values().stream()
                .filter(query -> query.description().streams().contains(stream))
                .map(query -> query.query().name())
                .toList();
    }

    public List<QueryStatus> status() {
        return queries.values().stream().map(RegisteredQuery::status).toList();
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
     * Executes the ready windows of a query from {@code fromWindowEndMs} on, at most {@code
     * windowsMax}.
     */
    public FetchedWindows fetch(String name, long fromWindowEndMs, int windowsMax) {
        RegisteredQuery query = query(name);
        long stableMs = stableMs(query);
        long lastTupleMs = lastTupleMs(query);
        long step = query.query().stepMs();
        long next =
                fromWindowEndMs == Long.MIN_VALUE
                        ? firstWindowEndMs(query)
                        : ceiling(fromWindowEndMs, step);
        List<WindowResult> results = new ArrayList<>();
        if (next == Long.MIN_VALUE) {
            return new FetchedWindows(results, next, stableMs, lastTupleMs);
        }
        checkRetained(query, next);
        boolean ended = stableMs == Long.MAX_VALUE;
        long readyMs = ended ? lastUsefulMs(query, lastTupleMs) : stableMs;
        while (next <= readyMs && results.size() < windowsMax) {
            results.add(execute(query, next));
            next += step;
        }
        return new FetchedWindows(results, next, stableMs, lastTupleMs);
    }

    /**
     * The event time from which a stream's tuples are still needed, {@code Long.MAX_VALUE} where no
     * query needs any.
     */
    public long neededFromMs(String stream) {
        long neededMs = Long.MAX_VALUE;
        for (RegisteredQuery query : queries.values()) {
            if (!query.pinned()) {
                continue;
            }
            for (QueryWindow window : query.query().windows()) {
                if (window.stream().equals(stream)) {
                    neededMs = Math.min(neededMs, neededFromMs(query, window));
                }
            }
        }
        return neededMs;
    }

    private static long neededFromMs(RegisteredQuery query, QueryWindow window) {
        if (query.pinnedMs() == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        return query.pinnedMs() - window.rangeMs() - historyMs(query.query());
    }

    /** ISTREAM and DSTREAM compare with the execution before. */
    private static long historyMs(CsparqlQuery query) {
        return query.emission() == Emission.RSTREAM ? 0 : query.stepMs();
    }

    private WindowResult execute(RegisteredQuery query, long windowEndMs) {
        long snapshot = coordinator.stableSn();
        QueryResult result = run(query, windowEndMs);
        List<String[]> rows = result.rows();
        Emission emission = query.query().emission();
        if (emission != Emission.RSTREAM) {
            List<String[]> before = previousRows(query, windowEndMs - query.query().stepMs());
            query.rememberRows(windowEndMs, rows);
            rows =
                    emission == Emission.ISTREAM
                            ? RowDifference.minus(rows, before)
                            : RowDifference.minus(before, rows);
        }
        query.recordExecution(result.engineNs(), rows.size());
        return new WindowResult(
                query.query().name(),
                windowEndMs,
                snapshot,
                result.form(),
                result.vars(),
                rows,
                result.engineNs());
    }

    /**
     * The whole result of the execution before, nothing where there was none: then everything is
     * new.
     */
    private List<String[]> previousRows(RegisteredQuery query, long windowEndMs) {
        List<String[]> known = query.previousRows(windowEndMs);
        if (known != null) {
            return known;
        }
        boolean executed = windowEndMs > firstTupleMs(query);
        return executed ? run(query, windowEndMs).rows() : List.of();
    }

    private QueryResult run(RegisteredQuery query, long windowEndMs) {
        long startNs = clock.nanoTime();
        GraphSet graphs = new GraphSet();
        for (QueryWindow window : query.query().windows()) {
            addWindow(window, windowEndMs, graphs);
        }
        ExecutionContext context = new ExecutionContext(graphs, dictionary, limits, clock, startNs);
        return QueryGuard.run(
                reader,
                sn -> {
                    Datasets.addStored(query.query(), stored.at(sn), graphs);
                    context.budget().readSnapshotOf(reader);
                    return query.compiled().execute(context);
                });
    }

    private void addWindow(QueryWindow window, long windowEndMs, GraphSet graphs) {
        StreamState stream = streams.stream(window.stream());
        WindowView view =
                stream.index().window(windowEndMs - window.rangeMs(), windowEndMs);
        graphs.addWindow(view);
        if (window.named()) {
            graphs.addNamed(window.iri(), view);
        } else {
            graphs.add(window.iri(), view);
            graphs.addToDefault(view);
        }
    }

    private long firstWindowEndMs(RegisteredQuery query) {
        long firstTupleMs = firstTupleMs(query);
        long completeMs = Long.MIN_VALUE;
        for (QueryWindow window : query.query().windows()) {
            StreamState stream = streams.stream(window.stream());
            long retainedMs = stream.ring().retainedFromMs();
            if (retainedMs != Long.MIN_VALUE) {
                completeMs =
                        Math.max(
                                completeMs,
                                retainedMs + window.rangeMs() + historyMs(query.query()));
            }
        }
        if (firstTupleMs == Long.MAX_VALUE) {
            return Long.MIN_VALUE;
        }
        return ceiling(Math.max(firstTupleMs + 1, completeMs), query.query().stepMs());
    }

    private long firstTupleMs(RegisteredQuery query) {
        long firstTupleMs = Long.MAX_VALUE;
        for (QueryWindow window : query.query().windows()) {
            firstTupleMs = Math.min(firstTupleMs, streams.stream(window.stream()).firstTupleMs());
        }
        return firstTupleMs;
    }

    private void checkRetained(RegisteredQuery query, long windowEndMs) {
        for (QueryWindow window : query.query().windows()) {
            long retainedMs = streams.stream(window.stream()).ring().retainedFromMs();
            long neededMs = windowEndMs - window.rangeMs() - historyMs(query.query());
            if (retainedMs != Long.MIN_VALUE && neededMs < retainedMs) {
                throw WukongsException.user(
                        "the window's tuples are gone: query="
                                + query.query().name()
                                + " stream="
                                + window.stream()
                                + " windowEndMs="
                                + windowEndMs
                                + " retainedFromMs="
                                + retainedMs);
            }
        }
    }

    private long stableMs(RegisteredQuery query) {
        long stableMs = Long.MAX_VALUE;
        for (QueryWindow window : query.query().windows()) {
            stableMs = Math.min(stableMs, coordinator.stableMs(window.stream()));
        }
        return stableMs;
    }

    private long lastTupleMs(RegisteredQuery query) {
        long lastTupleMs = Long.MIN_VALUE;
        for (QueryWindow window : query.query().windows()) {
            lastTupleMs = Math.max(lastTupleMs, streams.stream(window.stream()).lastTupleMs());
        }
        return lastTupleMs;
    }

    /** After it all windows of ended streams are empty, and have been for one execution. */
    private static long lastUsefulMs(RegisteredQuery query, long lastTupleMs) {
        long rangeMs = 0;
        for (QueryWindow window : query.query().windows()) {
            rangeMs = Math.max(rangeMs, window.rangeMs());
        }
        return lastTupleMs + rangeMs + query.query().stepMs();
    }

    private static long ceiling(long timeMs, long stepMs) {
        return -Math.floorDiv(-timeMs, stepMs) * stepMs;
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
