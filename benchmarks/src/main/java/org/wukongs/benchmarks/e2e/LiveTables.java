package org.wukongs.benchmarks.e2e;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;

import java.util.List;
import java.util.function.DoubleFunction;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;

/** Figures of live jobs, those of all phases side by side. */
final class LiveTables {

    private LiveTables() {}

    /** Tables of what there is: throughput and its memory, delays at several rates. */
    static void record(List<LiveReport> live, Recorder recorder) {
        Table delay = jobs("delay");
        Table queries = new Table("delays", "Delays by query, in ms");
        for (LiveReport one : live) {
            addQueries(queries, one);
            if (one.phase() != E2ePhase.THROUGHPUT) {
                addJob(delay, one);
                continue;
            }
            Table throughput = jobs("throughput");
            addJob(throughput, one);
            recorder.table(throughput);
            Table memory = memory(one.samples());
            recorder.table(
                    memory,
                    Chart.lines(
                            memory,
                            "second",
                            List.of(),
                            "Memory over seconds",
                            "MB",
                            "flinkHeapMb",
                            "flinkResidentMb",
                            "storeHeapMb",
                            "storeResidentMb"));
        }
        List<String> jobs = List.of("job", "rate");
        recorder.table(
                delay,
                Chart.bars(delay, jobs, "From a window's end to its rows", "ms", "p50Ms", "p99Ms"));
        recorder.table(
                queries.note("records: of the store's job one a window, of Flink SQL one a row"));
    }

    private static Table jobs(String name) {
        return new Table(
                name,
                "Live, "
                        + name
                        + ", after a warm-up that does not count; CPU in µs a tuple; delays from a"
                        + " window's end to the consumer, in ms; heaps after a full collection and checkpoints in MB");
    }

    private static void addJob(Table table, LiveReport one) {
        Executions all = one.delays().all();
        Probes.Sample last = one.samples().get(one.samples().size() - 1);
        // If no record came, there are no delays.
        DoubleFunction<Double> ms = percent -> all.count() == 0 ? null : all.ms(percent);
        table.row()
                .cell("job", one.engine())
                .cell("rate", one.rate())
                .cell("tuplesPerSecond", "tuples/s", one.tuples() / one.seconds())
                .cell("flinkCpuUs", "flink", one.cpuUs()[0])
                .cell("storeCpuUs", "store", one.cpuUs()[1])
                .cell("brokerCpuUs", "broker", one.cpuUs()[2])
                .cell("p50Ms", "p50", ms.apply(50))
                .cell("p99Ms", "p99", ms.apply(99))
                .cell("maxMs", "max", ms.apply(100))
                .cell("delayEndMs", "at end", one.delayEndMs())
                .cell("keepsUp", "keeps up", one.keepsUp())
                .cell("behindMsMax", "feed late", one.behindMsMax())
                .cell("warmUpSeconds", "warm-up s", one.warmUpSeconds())
                .cell("flinkHeapMb", "flink heap", last.flinkHeapMb())
                .cell("storeHeapMb", "store heap", last.storeHeapMb())
                .cell("checkpointMb", "checkpoint", one.checkpointBytesMax() / BYTES_PER_MB)
                .kept("phase", one.phase().toString())
                .kept("seconds", one.seconds())
                .kept("records", all.count());
    }

    private static Table memory(List<Probes.Sample> samples) {
        Table table = new Table("memory", "Memory over time, in MB; heaps after a full collection");
        for (Probes.Sample sample : samples) {
            table.row()
                    .cell("second", sample.second())
                    .cell("tuples", sample.sentTuples())
                    .cell("flinkHeapMb", "flink heap", sample.flinkHeapMb())
                    .cell("flinkResidentMb", "flink resident", sample.flinkResidentMb())
                    .cell("storeHeapMb", "store heap", sample.storeHeapMb())
                    .cell("storeResidentMb", "store resident", sample.storeResidentMb())
                    .cell("brokerResidentMb", "broker resident", sample.brokerResidentMb());
        }
        return table;
    }

    private static void addQueries(Table table, LiveReport one) {
        one.delays()
                .queries()
                .forEach(
                        (query, delays) ->
                                table.row()
                                        .cell("phase", one.phase().toString())
                                        .cell("job", one.engine())
                                        .cell("rate", one.rate())
                                        .cell("query", query)
                                        .cell("records", delays.count())
                                        .cell("withRows", "with rows", delays.rows())
                                        .cell("p50Ms", "p50", delays.ms(50))
                                        .cell("p99Ms", "p99", delays.ms(99))
                                        .cell("maxMs", "max", delays.ms(100)));
    }
}
