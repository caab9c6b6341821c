package org.wukongs.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.benchmarks.result.ResultFiles;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;

/** The process's main class: parser, threads, data file, result file. */
public final class LoadMeasurement {

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final LoadVariant variant;
    private final Path data;
    private final StoreNode node = EmbeddedStore.empty();
    private long startNs;
    private long startCpuNs;
    private long parsedNs;
    private long parsedCpuNs;
    private long statements;

    private LoadMeasurement(LoadVariant variant, Path data) {
        this.variant = variant;
        this.data = data;
    }

    public static void main(String[] args) {
        try {
            LoadVariant variant = LoadVariant.ofArguments(args[0], args[1]);
            LoadMeasurement measurement = new LoadMeasurement(variant, Path.of(args[2]));
            ResultFiles.write(Path.of(args[3]), measurement.measure());
        } catch (WukongsException e) {
            System.err.println("error: " + e.getMessage());
            System.exit(1);
        }
    }

    private LoadFigures measure() {
        ExecutorService executor = Executors.newFixedThreadPool(variant.threads());
        try {
            load(executor);
            long indexedNs = System.nanoTime();
            long indexedCpuNs = PROCESS.getProcessCpuTime();
            long peakBytes = ProcessMemory.peakBytes();
            long parseNs = parsedNs - startNs;
            long parseCpuNs = parsedCpuNs - startCpuNs;
            long indexNs = indexedNs - parsedNs;
            long indexCpuNs = indexedCpuNs - parsedCpuNs;
            load(executor);
            return new LoadFigures(
                    statements,
                    node.status().storedTripleCount(),
                    node.dictionary().termCount(),
                    parseNs,
                    parseCpuNs,
                    indexNs,
                    indexCpuNs,
                    System.nanoTime() - startNs,
                    node.bytesPerStoredTriple(),
                    peakBytes);
        } finally {
            executor.shutdown();
        }
    }

    private void load(ExecutorService executor) {
        startNs = System.nanoTime();
        startCpuNs = PROCESS.getProcessCpuTime();
        if (variant.rdf4jParser()) {
            TripleBuffer triples = new TripleBuffer();
            statements = Rdf4jParse.into(triples, data, node.dictionary());
            index(Map.of(StreamDefinition.STORED, new TripleBuffer[] {triples}));
            return;
        }
        RdfLoader loader =
                new RdfLoader(
                        node.dictionary(),
                        new LoadOptions(false, bytes -> {}, variant.threads(), executor));
        loader.add(StreamDefinition.STORED, data);
        statements = loader.insert(this::index).statementCount();
    }

    private long index(Map<String, TripleBuffer[]> triples) {
        parsedNs = System.nanoTime();
        parsedCpuNs = PROCESS.getProcessCpuTime();
        return node.loader().load(triples);
    }
}
