package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Each stream alone into a store with L1 to L6 registered and no window released, so that nothing
 * is dropped; what is reachable afterwards is counted, not what a structure says of itself.
 */
final class MemoryPhase {

    private static final double MS_PER_MINUTE = 60_000;

    private MemoryPhase() {}

    static MemoryReport run(LsbenchInput input) {
        List<MemoryReport.StreamMemory> streams = new ArrayList<>();
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            streams.add(stream(input, stream));
        }
        return new MemoryReport(streams);
    }

    private static MemoryReport.StreamMemory stream(LsbenchInput input, LsbenchStreams stream) {
        TimeScale scale = new TimeScale(input.settings().rate());
        try (BenchNode bench = BenchNode.open(input.files(), scale, List.of(stream), 0);
                ContinuousLoad load = LoadKind.ONE_BY_ONE.open(bench, 1)) {
            load.register(BenchQuery.variants(1, input.terms(), input.settings().seed()));
            bench.advanceTo(BenchNode.STEP_MS);
            bench.resetCosts();
            long heap = heapBytes();
            long graph = bench.node().stored().memoryBytes();
            long terms = bench.node().dictionary().statistics().memoryBytes();
            long fromMs = bench.nowMs();
            bench.advanceTo(input.span(scale).endMs());
            double minutes = (bench.nowMs() - fromMs) / MS_PER_MINUTE;
            double window = heapBytes() - heap;
            double tuples = bench.costs(stream).tupleCount();
            return new MemoryReport.StreamMemory(
                    LsbenchFiles.label(stream),
                    tuples / minutes,
                    window / minutes,
                    (bench.node().stored().memoryBytes() - graph) / minutes,
                    (bench.node().dictionary().statistics().memoryBytes() - terms) / minutes,
                    window / Math.max(1, tuples));
        }
    }

    private static long heapBytes() {
        return ProcessMemory.retainedBytes();
    }
}
