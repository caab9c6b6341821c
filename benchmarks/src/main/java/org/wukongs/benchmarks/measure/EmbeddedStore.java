package org.wukongs.benchmarks.measure;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.HelperThreads;
import org.wukongs.stream.StreamDefinition;

/** This project's store in the process that measures it. */
public final class EmbeddedStore {

    private EmbeddedStore() {}

    /** An empty store with the default configuration. */
    public static StoreNode empty() {
        return new StoreNode(
                StoreConfig.DEFAULT,
                new SystemNanoClock(),
                HelperThreads.helpers(StoreConfig.DEFAULT));
    }

    /**
     * Parses and stores a plain N-Triples file on all cores, as {@code wukongs query} does; returns
     * its triples in ids.
     */
    public static TripleBuffer[] load(StoreNode node, Path nTriples) {
        return load(node, nTriples, Runtime.getRuntime().availableProcessors());
    }

    /** As above, on {@code threads} threads. */
    public static TripleBuffer[] load(StoreNode node, Path nTriples, int threads) {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            RdfLoader loader =
                    new RdfLoader(
                            node.dictionary(),
                            new LoadOptions(false, bytes -> {}, threads, executor));
            loader.add(StreamDefinition.STORED, nTriples);
            Map<String, TripleBuffer[]> loaded = new HashMap<>();
            loader.insert(
                    triples -> {
                        loaded.putAll(triples);
                        return node.loader().load(triples);
                    });
            return loaded.get(StreamDefinition.STORED);
        } finally {
            executor.shutdown();
        }
    }
}
