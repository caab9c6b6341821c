package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateSubscription;

/**
 * The registered queries of a run and their readers. The one place that knows how this store's
 * continuous engine is asked: everything else of the benchmark sees window ends and executions.
 * Called by the feeding thread.
 */
public final class ContinuousLoad implements AutoCloseable {

    /** The ways in which this store can execute registered queries. */
    public enum Way {
        /** What an execution takes on its own, as {@code replay} does it. */
        ONE_BY_ONE(1, 5_000, "executed one by one on the feeding thread, rows as strings"),
        /** As many at once as the query workers have room for. */
        WORKERS(
                StoreConfig.QUERY_WORKER_COUNT_MAX,
                5_000,
                "each query a job of the store's query workers, rows as strings"),
        /** Queries that differ in constants only are read together. */
        TEMPLATES(
                StoreConfig.QUERY_WORKER_COUNT_MAX,
                Integer.MAX_VALUE,
                "one reader a template, each executed once for all of its queries, rows as ids,"
                        + " shared by queries with the same constants");

        private final int workersMax;
        private final int queriesMax;
        private final String description;

        Way(int workersMax, int queriesMax, String description) {
            this.workersMax = workersMax;
            this.queriesMax = queriesMax;
            this.description = description;
        }

        /** More queries would not fit into the heap, or take a minute for a window end. */
        public boolean takes(int workers, int queries) {
            return workers <= workersMax && queries <= queriesMax;
        }

        /** Query workers that the node has to have, 0 for none. */
        public int nodeWorkers(int workers) {
            return this == ONE_BY_ONE ? 0 : workers;
        }

        /** For reports. */
        public String description() {
            return this + ": " + description;
        }

        /** As results name it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What queries with the same constants have at a window end: one list of rows that they share.
     * To be read while it is told only.
     *
     * @param queryCount how many queries share it
     */
    public record Answer(
            TemplateResult result, TemplateSubscription first, int queryCount, int rowCount) {

        /** Names of the queries. */
        public Stream<String> queries() {
            return Stream.iterate(first, query -> query != null, TemplateSubscription::next)
                    .limit(queryCount)
                    .map(TemplateSubscription::query);
        }

        /**
         * From the beginning of the execution to its rows as ids, those of all queries that were
         * executed with it.
         */
        public long engineNs() {
            return result.engineNs();
        }

        /** As N-Triples strings, in the order of the variables. */
        public List<String[]> rows() {
            return result.strings(first);
        }
    }

    private final StoreNode node;
    private final Way way;
    private final List<String> names = new ArrayList<>();
    private final Map<ReaderId, TemplateSubscription> readers = new LinkedHashMap<>();
    private final List<Begun> begun = new ArrayList<>();

    private record Begun(TemplateSubscription query, WindowFetch fetch) {}

    /** The node has {@link Way#nodeWorkers}. */
    public ContinuousLoad(StoreNode node, Way way) {
        this.node = node;
        this.way = way;
    }

    /** Registers queries, after those that are there already. */
    public void register(List<BenchQuery> queries) {
        for (BenchQuery query : queries) {
            node.registerQuery(query.text());
            names.add(query.name());
            TemplateSubscription subscription = node.continuous().subscription(query.name());
            if (subscription == null) {
                throw WukongsException.fatal("no template for the query: query=" + query.name());
            }
            ReaderId reader =
                    way == Way.TEMPLATES
                            ? ReaderId.ofTemplate("", subscription.template().name())
                            : ReaderId.ofQuery("", query.name());
            if (readers.putIfAbsent(reader, subscription) == null) {
                ReaderConnection connection = new ReaderConnection(() -> 0);
                node.continuous().readers().attach(reader, ReaderStart.earliest(), connection);
            }
        }
    }

    /**
     * Executes every registered query at a window end up to which all streams are closed; returns
     * when for each of them its rows, or that there are none, are known and can be had by the query
     * in constant time. May be called again for the same window end until {@link #release}.
     *
     * @param listener is told, in this thread, of all executions where queries are executed one by
     *     one, of those with rows where they are executed together
     * @return how many queries were executed
     */
    public int execute(long windowEndMs, Consumer<Answer> listener) {
        readers.forEach(
                (reader, query) -> {
                    WindowFetch fetch = node.continuous().start(reader, windowEndMs, 1);
                    if (fetch.isVain() && !begun.isEmpty()) {
                        finish(listener); // then the workers have room
                        fetch = node.continuous().start(reader, windowEndMs, 1);
                    }
                    begun.add(new Begun(query, fetch));
                    if (way == Way.ONE_BY_ONE) {
                        finish(listener);
                    }
                });
        finish(listener);
        return names.size();
    }

    private void finish(Consumer<Answer> listener) {
        for (Begun one : begun) {
            try (WindowFetch fetch = one.fetch()) {
                List<TemplateResult> results = fetch.results();
                if (results.size() != 1) {
                    throw WukongsException.fatal(
                            "a window is not ready: query=" + one.query().query());
                }
                TemplateResult result = results.get(0);
                if (way == Way.TEMPLATES) {
                    tellMembers(result, listener);
                } else {
                    fetch.join(); // makes the rows' strings
                    listener.accept(new Answer(result, one.query(), 1, result.size(one.query())));
                }
            }
        }
        begun.clear();
        node.collect();
    }

    private static void tellMembers(TemplateResult result, Consumer<Answer> listener) {
        if (!result.failures().isEmpty()) {
            throw result.failures().get(0).reason();
        }
        result.forEachMember(
                (member, rows, from, to) ->
                        listener.accept(
                                new Answer(
                                        result, member.newest(), member.queryCount(), to - from)));
    }

    /** Window ends before {@code windowEndMs} will not be asked for again. */
    public void release(long windowEndMs) {
        readers.keySet()
                .forEach(reader -> node.continuous().readers().release(reader, windowEndMs));
    }

    @Override
    public void close() {
        names.forEach(node.continuous()::unregister);
    }
}
