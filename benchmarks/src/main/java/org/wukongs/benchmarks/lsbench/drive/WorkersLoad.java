package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.client.FetchedWindows;
import org.wukongs.error.WukongsException;
import org.wukongs.store.query.WindowFetch;
import org.wukongs.store.server.StoreNode;

/**
 * Each query a job of its own for the node's query workers, as many at once as they have room for.
 */
final class WorkersLoad implements ContinuousLoad {

    private final StoreNode node;
    private final RegisteredQueries registered;
    private final List<WindowFetch> begun = new ArrayList<>();
    private int firstBegun;

    /** {@code node} has query workers. */
    WorkersLoad(StoreNode node) {
        this.node = node;
        this.registered = new RegisteredQueries(node);
    }

    @Override
    public void register(List<BenchQuery> queries) {
        registered.register(queries);
    }

    @Override
    public int execute(long windowEndMs, Listener listener) {
        firstBegun = 0;
        for (String name : registered.names()) {
            WindowFetch fetch = node.continuous().start(name, windowEndMs, 1);
            if (fetch.isVain()) {
                finish(listener); // then the workers have room
                fetch = node.continuous().start(name, windowEndMs, 1);
            }
            begun.add(fetch);
        }
        finish(listener);
        return registered.names().size();
    }

    private void finish(Listener listener) {
        for (WindowFetch begunFetch : begun) {
            try (WindowFetch fetch = begunFetch) {
                FetchedWindows fetched = fetch.join();
                if (fetched.results().size() != 1) {
                    throw WukongsException.fatal(
                            "a window is not ready: query=" + registered.names().get(firstBegun));
                }
                listener.answered(new WindowAnswer(firstBegun++, fetched.results().get(0)));
            }
        }
        begun.clear();
        node.collect();
    }

    @Override
    public void release(long windowEndMs) {
        registered.release(windowEndMs);
    }

    @Override
    public String description() {
        return "each query a job of the store's query workers, rows as strings";
    }

    @Override
    public void close() {
        registered.unregister();
    }
}
