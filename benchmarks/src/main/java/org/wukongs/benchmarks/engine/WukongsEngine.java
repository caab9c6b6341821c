package org.wukongs.benchmarks.engine;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.client.OneShotResult;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.plan.PreparedQueries;

/** This project's store, embedded as {@code wukongs query} does it. */
final class WukongsEngine implements Engine {

    private final StoreNode node = EmbeddedStore.empty();
    private final PreparedQueries prepared = new PreparedQueries(node);

    @Override
    public String version() {
        return "Wukong+S for Flink";
    }

    @Override
    public long load(Path nTriples) {
        EmbeddedStore.load(node, nTriples);
        return node.status().storedTripleCount();
    }

    @Override
    public Execution execute(String query) {
        long startNs = System.nanoTime();
        OneShotResult result = node.query(query);
        return new Execution(result.engineNs(), System.nanoTime() - startNs, result.rows());
    }

    @Override
    public void update(String request) {
        node.update(request);
    }

    /** Queries of a name are parsed and planned once, executed with the ids of their constants. */
    @Override
    public Prepared prepare(List<NamedQuery> queries) {
        Map<String, PreparedQueries.Prepared> byName = new HashMap<>();
        PreparedQueries.Prepared[] plans = new PreparedQueries.Prepared[queries.size()];
        long[][] constants = new long[plans.length][];
        for (int i = 0; i < plans.length; i++) {
            String text = queries.get(i).text();
            constants[i] = prepared.constantIds(text);
            plans[i] =
                    byName.computeIfAbsent(queries.get(i).name(), name -> prepared.prepare(text));
        }
        return new Prepared() {
            @Override
            public long run(int query) {
                return plans[query].execute(constants[query]).size();
            }

            @Override
            public void close() {
                byName.values().forEach(PreparedQueries.Prepared::close);
            }
        };
    }

    @Override
    public Double bytesPerTriple() {
        return node.bytesPerStoredTriple();
    }

    /** The graphs and the terms. */
    @Override
    public long nativeBytes() {
        return node.stored().memoryBytes() + node.dictionary().statistics().memoryBytes();
    }

    @Override
    public void close() {
        node.close();
    }
}
