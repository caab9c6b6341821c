package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.node.StoreNode;

/**
 * Queries that are each read on their own: one after the other by the feeding thread, as {@code
 * replay} does it, or each a job for the node's query workers, as many at once as they have room
 * for.
 */
final class QueriesLoad implements ContinuousLoad {

    private final StoreNode node;
    private final boolean workers;
    private final List<String> names = new ArrayList<>();
    private final List<WindowFetch> begun = new ArrayList<>();
    private int firstBegun;

    /** With {@code workers} the node has query workers, else it has none. */
    QueriesLoad(StoreNode node, boolean workers) {
        this.node = node;
        this.workers = workers;
    }

    /** Of one query that was executed alone. */
    private record WindowAnswer(int query, WindowResult result) implements Answer {

        @Override
        public int queryCount() {
            return 1;
        }

        @Override
        public IntStream queries() {
            return IntStream.of(query);
        }

        @Override
        public long engineNs() {
            return result.engineNs();
        }

        @Override
        public int rowCount() {
            return result.rows().size();
        }

        @Override
        public List<String[]> rows() {
            return result.rows();
        }
    }

    @Override
    public void register(List<BenchQuery> queries) {
        for (BenchQuery query : queries) {
            node.registerQuery(query.text());
            node.continuous().attachReader(query.name(), Long.MIN_VALUE);
            names.add(query.name());
        }
    }

    @Override
    public int execute(long windowEndMs, Listener listener) {
        firstBegun = 0;
        for (String name : names) {
            WindowFetch fetch = node.continuous().start(name, windowEndMs, 1);
            if (workers && fetch.isVain()) {
                finish(listener); // then the workers have room
                fetch = node.continuous().start(name, windowEndMs, 1);
            }
            begun.add(fetch);
            if (!workers) {
                finish(listener);
            }
        }
        finish(listener);
        return names.size();
    }

    private void finish(Listener listener) {
        for (WindowFetch begunFetch : begun) {
            try (WindowFetch fetch = begunFetch) {
                List<WindowResult> results = fetch.join().results();
                if (results.size() != 1) {
                    throw WukongsException.fatal(
                            "a window is not ready: query=" + names.get(firstBegun));
                }
                listener.answered(new WindowAnswer(firstBegun++, results.get(0)));
            }
        }
        begun.clear();
        node.collect();
    }

    @Override
    public void release(long windowEndMs) {
        names.forEach(name -> node.continuous().release(name, windowEndMs));
    }

    @Override
    public String description() {
        return workers
                ? "each query a job of the store's query workers, rows as strings"
                : "executed one by one on the feeding thread, rows as strings";
    }

    @Override
    public void close() {
        names.forEach(node.continuous()::unregister);
    }
}
