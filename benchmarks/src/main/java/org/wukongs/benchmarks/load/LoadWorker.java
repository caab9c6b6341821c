package org.wukongs.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.benchmarks.result.ResultFiles;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cli.ErrorLine;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.node.StoreNode;

/** The process's main class: threads, data file, result file. */
public final class LoadWorker {

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final StoreNode node = EmbeddedStore.empty();
    private long parsedNs;
    private long parsedCpuNs;

    private LoadWorker() {}

    public static void main(String[] args) {
        try {
            int threads = Integer.parseInt(args[0]);
            ResultFiles.write(
                    Path.of(args[2]), new LoadWorker().measure(threads, Path.of(args[1])));
        } catch (WukongsException | IOException e) {
            System.err.println("error: " + ErrorLine.of(e));
            System.exit(1);
        }
    }

    private LoadFigures measure(int threads, Path data) {
        long startNs = System.nanoTime();
        long startCpuNs = PROCESS.getProcessCpuTime();
        long statements = EmbeddedStore.load(node, data, threads, this::index);
        long indexedNs = System.nanoTime();
        long indexedCpuNs = PROCESS.getProcessCpuTime();
        long peakBytes = ProcessMemory.peakBytes();
        long parseNs = parsedNs - startNs;
        long parseCpuNs = parsedCpuNs - startCpuNs;
        long indexNs = indexedNs - parsedNs;
        long indexCpuNs = indexedCpuNs - parsedCpuNs;
        long againStartNs = System.nanoTime();
        EmbeddedStore.load(node, data, threads, this::index);
        return new LoadFigures(
                statements,
                node.status().storedTripleCount(),
                node.dictionary().termCount(),
                parseNs,
                parseCpuNs,
                indexNs,
                indexCpuNs,
                System.nanoTime() - againStartNs,
                node.bytesPerStoredTriple(),
                peakBytes);
    }

    private long index(Map<String, TripleBuffer[]> triples) {
        parsedNs = System.nanoTime();
        parsedCpuNs = PROCESS.getProcessCpuTime();
        return node.loader().load(triples);
    }
}
