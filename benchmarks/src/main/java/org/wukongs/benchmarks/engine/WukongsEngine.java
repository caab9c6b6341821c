package org.wukongs.benchmarks.engine;

import java.nio.file.Path;
import java.util.List;
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
    public PreparedMix prepare(List<MixQuery> queries) {
        return new WukongsMix(prepared, queries);
    }

    @Override
    public double bytesPerTriple() {
        return node.bytesPerStoredTriple();
    }

    /** The graphs and the terms. */
    @Override
    public long nativeBytes() {
        return EmbeddedStore.nativeBytes(node);
    }

    @Override
    public void close() {
        node.close();
    }
}
