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
import org.wukongs.benchmarks.result.TableShape;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Each stream alone into a store with L1 to L6 registered and no window released, so that nothing
 * is dropped; what is reachable afterwards is counted, not what a structure says of itself.
 */
final class MemoryPhase {

    private static final double MS_PER_MINUTE = 60_000;
    private static final double BYTES_PER_MB = 1e6;

    private MemoryPhase() {}

    /**
     * What a stream took.
     *
     * @param window bytes of the tuples and their index, while queries may need them; the heap's
     * @param graph bytes of the stored triples
     * @param terms bytes of strings and ids that were not there before
     */
    private record Taken(
            LsbenchStreams stream,
            double minutes,
            long tuples,
            double window,
            double graph,
            double terms) {

        double mbPerMinute(double bytes) {
            return bytes / BYTES_PER_MB / minutes;
        }
    }

    static void run(LsbenchInput input) {
        List<Taken> streams = new ArrayList<>();
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            streams.add(stream(input, stream));
        }
        input.recorder()
                .table(
                        new TableShape<Taken>("memory", "Memory of a minute (Table 7), in MB")
                                .column("stream", one -> LsbenchFiles.label(one.stream()))
                                .column("tuples", one -> Math.rint(one.tuples() / one.minutes()))
                                .column(
                                        "windowMb",
                                        "window and index",
                                        "MB",
                                        one -> one.mbPerMinute(one.window()))
                                .column(
                                        "graphMb",
                                        "stored graph",
                                        "MB",
                                        one -> one.mbPerMinute(one.graph()))
                                .column(
                                        "termsMb",
                                        "terms",
                                        "MB",
                                        one -> one.mbPerMinute(one.terms()))
                                .column(
                                        "windowBytesPerTuple",
                                        "window B/tuple",
                                        "B",
                                        one -> one.window() / Math.max(1, one.tuples()))
                                .of(streams));
    }

    private static Taken stream(LsbenchInput input, LsbenchStreams stream) {
        TimeScale scale = new TimeScale(input.settings().rate());
        try (BenchNode bench = BenchNode.open(input.files(), scale, List.of(stream), 0);
                ContinuousLoad load = LoadKind.ONE_BY_ONE.open(bench, 1)) {
            load.register(BenchQuery.variants(1, input.terms(), input.settings().seed()));
            bench.advanceTo(BenchNode.STEP_MS);
            bench.resetCosts();
            long heap = ProcessMemory.retainedBytes();
            long graph = graphBytes(bench);
            long terms = termBytes(bench);
            long fromMs = bench.nowMs();
            bench.advanceTo(input.span(scale).endMs());
            return new Taken(
                    stream,
                    (bench.nowMs() - fromMs) / MS_PER_MINUTE,
                    bench.costs(stream).tupleCount(),
                    ProcessMemory.retainedBytes() - heap,
                    graphBytes(bench) - graph,
                    termBytes(bench) - terms);
        }
    }

    private static long graphBytes(BenchNode bench) {
        return bench.node().stored().memoryBytes();
    }

    private static long termBytes(BenchNode bench) {
        return bench.node().dictionary().statistics().memoryBytes();
    }
}
