package org.wukongs.benchmarks.lsbench;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;

import java.util.List;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad.Way;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Each stream alone into a store with L1 to L6 registered and no window released, so that nothing
 * is dropped; what is reachable afterwards is counted, not what a structure says of itself.
 */
final class MemoryPhase {

    private static final double MS_PER_MINUTE = 60_000;

    private MemoryPhase() {}

    static void run(LsbenchInput input) {
        Table table = new Table("memory", "Memory of a minute (Table 7), in MB");
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            stream(input, stream, table.row().cell("stream", LsbenchFiles.label(stream)));
        }
        input.recorder().table(table);
    }

    private static void stream(LsbenchInput input, LsbenchStreams stream, Table.Row row) {
        TimeScale scale = input.scale();
        try (BenchNode bench = BenchNode.open(input.files(), scale, 0, List.of(stream));
                ContinuousLoad load = new ContinuousLoad(bench.node(), Way.ONE_BY_ONE)) {
            load.register(input.queries(1));
            bench.step();
            bench.resetCosts();
            // Tuples and their index, while queries may need them, are the heap's.
            long heapBytes = ProcessMemory.retainedBytes();
            long graphBytes = graphBytes(bench);
            long termBytes = termBytes(bench);
            long fromMs = bench.nowMs();
            bench.advanceTo(input.span(scale).endMs());
            heapBytes = ProcessMemory.retainedBytes() - heapBytes;
            double minutes = (bench.nowMs() - fromMs) / MS_PER_MINUTE;
            double mb = BYTES_PER_MB * minutes;
            long tuples = bench.costs(stream).inject().rows();
            row.cell("tuples", Math.rint(tuples / minutes))
                    .cell("windowMb", "window and index", heapBytes / mb)
                    .cell("graphMb", "stored graph", (graphBytes(bench) - graphBytes) / mb)
                    .cell("termsMb", "terms", (termBytes(bench) - termBytes) / mb)
                    .cell(
                            "windowBytesPerTuple",
                            "window B/tuple",
                            heapBytes / (double) Math.max(1, tuples));
        }
    }

    private static long graphBytes(BenchNode bench) {
        return bench.node().stored().memoryBytes();
    }

    /** Of strings and ids. */
    private static long termBytes(BenchNode bench) {
        return bench.node().dictionary().statistics().memoryBytes();
    }
}
