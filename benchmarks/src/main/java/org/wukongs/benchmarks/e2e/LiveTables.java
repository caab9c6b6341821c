package org.wukongs.benchmarks.e2e;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;

/** Figures of live jobs, those of all phases side by side. */
final class LiveTables {

    private static final double BYTES_PER_MB = 1e6;

    private LiveTables() {}

    /** Delays of one query. */
    private record QueryDelays(LiveReport job, String query, Executions delays) {}

    /** Tables of what there is: throughput and its memory, delays at several rates. */
    static void record(List<LiveReport> live, Recorder recorder) {
        List<LiveReport> throughput =
                live.stream().filter(one -> one.phase() == E2ePhase.THROUGHPUT).toList();
        List<LiveReport> delays =
                live.stream().filter(one -> one.phase() != E2ePhase.THROUGHPUT).toList();
        for (LiveReport one : throughput) {
            recorder.table(jobs("throughput", throughput));
            recorder.table(
                    MemorySample.table(one.samples()),
                    Chart.lines(
                            "memory",
                            "Memory over seconds",
                            "MB",
                            "second",
                            "flinkHeapMb",
                            "flinkResidentMb",
                            "storeHeapMb",
                            "storeResidentMb"));
        }
        if (!delays.isEmpty()) {
            recorder.table(
                    jobs("delay", delays),
                    Chart.bars(
                            "delay",
                            "From a window's end to its rows",
                            "ms",
                            List.of("job", "rate"),
                            "p50Ms",
                            "p99Ms"));
        }
        if (!live.isEmpty()) {
            recorder.table(queries(live));
        }
    }

    private static Table jobs(String name, List<LiveReport> live) {
        return new TableShape<LiveReport>(
                        name,
                        "Live, "
                                + name
                                + ", after a warm-up that does not count; CPU in µs a tuple; delays from a"
                                + " window's end to the consumer, in ms; heaps after a full collection and checkpoints in MB")
                .column("job", LiveReport::engine)
                .column("rate", LiveReport::rate)
                .column("tuplesPerSecond", "tuples/s", "1/s", LiveReport::tuplesPerSecond)
                .column("flinkCpuUs", "flink", "µs", one -> one.cpuUs()[0])
                .column("storeCpuUs", "store", "µs", one -> one.cpuUs()[1])
                .column("brokerCpuUs", "broker", "µs", one -> one.cpuUs()[2])
                .column("p50Ms", "p50", "ms", one -> ms(one.all(), 50))
                .column("p99Ms", "p99", "ms", one -> ms(one.all(), 99))
                .column("maxMs", "max", "ms", one -> ms(one.all(), 100))
                .column("delayEndMs", "at end", "ms", LiveReport::delayEndMs)
                .column("keepsUp", "keeps up", "", LiveReport::keepsUp)
                .column("behindMsMax", "feed late", "ms", LiveReport::behindMsMax)
                .column("warmUpSeconds", "warm-up s", "s", LiveReport::warmUpSeconds)
                .column("flinkHeapMb", "flink heap", "MB", one -> one.lastSample().flinkHeapMb())
                .column("storeHeapMb", "store heap", "MB", one -> one.lastSample().storeHeapMb())
                .column(
                        "checkpointMb",
                        "checkpoint",
                        "MB",
                        one -> one.checkpointBytesMax() / BYTES_PER_MB)
                .kept("phase", "", one -> one.phase().toString())
                .kept("seconds", "s", LiveReport::seconds)
                .kept("records", "", one -> one.all().count())
                .of(live);
    }

    private static Table queries(List<LiveReport> live) {
        List<QueryDelays> queries = new ArrayList<>();
        for (LiveReport one : live) {
            one.delays()
                    .forEach((query, delays) -> queries.add(new QueryDelays(one, query, delays)));
        }
        return new TableShape<QueryDelays>("delays", "Delays by query, in ms")
                .column("phase", one -> one.job().phase().toString())
                .column("job", one -> one.job().engine())
                .column("rate", one -> one.job().rate())
                .column("query", QueryDelays::query)
                .column("records", one -> one.delays().count())
                .column("withRows", "with rows", "", one -> one.delays().rows())
                .column("p50Ms", "p50", "ms", one -> one.delays().ms(50))
                .column("p99Ms", "p99", "ms", one -> one.delays().ms(99))
                .column("maxMs", "max", "ms", one -> one.delays().ms(100))
                .of(queries, "records: of the store's job one a window, of Flink SQL one a row");
    }

    /** Where nothing came, there is none. */
    private static Double ms(Executions delays, double percentile) {
        return delays.count() == 0 ? null : delays.ms(percentile);
    }
}
