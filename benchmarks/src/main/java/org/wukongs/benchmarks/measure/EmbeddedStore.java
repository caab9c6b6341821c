package org.wukongs.benchmarks.measure;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.store.cli.Wukongs;
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

    /** An empty store with the default configuration, whose caller executes. */
    public static StoreNode empty() {
        return empty(0);
    }

    /** As above; with {@code workers} above 0, these execute continuous queries. */
    public static StoreNode empty(int workers) {
        SystemNanoClock clock = SystemNanoClock.INSTANCE;
        if (workers == 0) {
            StoreConfig config = StoreConfig.DEFAULT;
            return new StoreNode(config, clock, HelperThreads.helpers(config));
        }
        StoreConfig config = StoreConfig.builder().queryWorkerCount(workers).build();
        return new StoreNode(config, clock, HelperThreads.workers(config, clock));
    }

    /** Loads a file into the store at an address, as {@code wukongs load} does. */
    public static void loadInto(String store, Path nTriples) {
        loadInto(store, nTriples, List.of());
    }

    /** As above, with more {@code options} of {@code wukongs load}. */
    public static void loadInto(String store, Path nTriples, List<String> options) {
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said);
        List<String> load = new ArrayList<>();
        load.addAll(List.of("load", "--store", store, "--data", nTriples.toString()));
        load.addAll(options);
        if (Wukongs.run(new Wukongs(), writer, writer, load.toArray(new String[0])) != 0) {
            throw WukongsException.fatal("cannot load: file=" + nTriples + " said=" + said);
        }
    }

    /** A vertex's id as the dictionary gives them out: dense over all partitions. */
    public static long vid(int number) {
        return Vids.PARTITION_COUNT + (long) number;
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
