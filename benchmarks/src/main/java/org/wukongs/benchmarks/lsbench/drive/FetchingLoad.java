package org.wukongs.benchmarks.lsbench.drive;

import java.util.List;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.client.FetchedWindows;
import org.wukongs.error.WukongsException;
import org.wukongs.store.query.ContinuousEngine;
import org.wukongs.store.server.StoreNode;

/** One query after the other, each fetched by the feeding thread, as {@code replay} does it. */
final class FetchingLoad implements ContinuousLoad {

    private final StoreNode node;
    private final RegisteredQueries registered;

    FetchingLoad(StoreNode node) {
        this.node = node;
        this.registered = new RegisteredQueries(node);
    }

    @Override
    public void register(List<BenchQuery> queries) {
        registered.register(queries);
    }

    @Override
    public int execute(long windowEndMs, Listener listener) {
        ContinuousEngine engine = node.continuous();
        List<String> names = registered.names();
        for (int i = 0; i < names.size(); i++) {
            FetchedWindows fetched = engine.fetch(names.get(i), windowEndMs, 1);
            if (fetched.results().size() != 1) {
                throw WukongsException.fatal(
                        "a window is not ready: query="
                                + names.get(i)
                                + " windowEndMs="
                                + windowEndMs
                                + " stableMs="
                                + fetched.stableMs());
            }
            listener.answered(new WindowAnswer(i, fetched.results().get(0)));
        }
        return names.size();
    }

    @Override
    public void release(long windowEndMs) {
        registered.release(windowEndMs);
    }

    @Override
    public String description() {
        return "executed one by one on the feeding thread, rows as strings";
    }

    @Override
    public void close() {
        registered.unregister();
    }
}
