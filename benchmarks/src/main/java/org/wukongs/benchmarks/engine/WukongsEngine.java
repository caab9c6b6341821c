package org.wukongs.benchmarks.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.client.OneShotResult;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
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
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            RdfLoader loader =
                    new RdfLoader(
                            node.dictionary(),
                            new LoadOptions(false, bytes -> {}, threads, executor));
            loader.add(StreamDefinition.STORED, nTriples);
            loader.insert(node.loader()::load);
        } finally {
            executor.shutdown();
        }
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
        return new WukongsMix(node, queries);
    }

    @Override
    public double bytesPerTriple() {
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
