package org.wukongs.benchmarks.engine;

import java.nio.file.Path;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.client.OneShotResult;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.query.PreparedQuery;
import org.wukongs.store.server.StoreConfig;
import org.wukongs.store.server.StoreNode;
import org.wukongs.stream.StreamDefinition;

/** This project's store, embedded as {@code wukongs query} does it. */
final class WukongsEngine implements Engine {

    private final StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());

    @Override
    public String version() {
        return "Wukong+S for Flink";
    }

    @Override
    public long load(Path nTriples) {
        RdfLoader loader = new RdfLoader(node.dictionary(), LoadOptions.STRICT);
        loader.add(StreamDefinition.STORED, nTriples);
        loader.finish(node::load);
        return node.status().storedTripleCount();
    }

    @Override
    public Execution execute(String query) {
        long startNs = System.nanoTime();
        OneShotResult result = node.query(query);
        return new Execution(result.engineNs(), System.nanoTime() - startNs, result.rows());
    }

    @Override
    public PreparedExecution prepare(String query) {
        PreparedQuery prepared = node.prepare(query);
        return () -> prepared.execute().size();
    }

    @Override
    public double bytesPerTriple() {
        return node.bytesPerStoredTriple();
    }

    @Override
    public void close() {
        // Nothing but memory.
    }
}
