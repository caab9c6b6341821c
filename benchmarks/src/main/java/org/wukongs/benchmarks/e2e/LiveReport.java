package org.wukongs.benchmarks.e2e;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;

import java.util.List;
import java.util.function.DoubleFunction;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;

/**
 * A job over streams that come in real time.
 *
 * @param phase that it belongs to
 * @param engine what answers: the store, or Flink SQL in one of its ways
 * @param warmUpSeconds that went before, whose windows do not count
 * @param tuples that were sent in {@code seconds}, while it was measured
 * @param behindMsMax how late the feed was at worst
 * @param delayEndMs the longest delay of the last five seconds: grows where the job cannot keep up
 * @param cpuUs CPU time a tuple, in the order of {@link Probes}
 * @param checkpointBytesMax the largest checkpoint
 * @param delays of windows
 * @param samples of memory; the last one was taken after everything else was measured
 */
record LiveReport(
        E2eCommand.Phase phase,
        String engine,
        double rate,
        double warmUpSeconds,
        double seconds,
        long tuples,
        long behindMsMax,
        double delayEndMs,
        double[] cpuUs,
        long checkpointBytesMax,
        Delays delays,
        List<Probes.Sample> samples) {

    /**
     * An interval join gives results a second late by design; a job that handles nine tuples of ten
     * is later than this after half a minute.
     */
    static final double KEEPS_UP_MS = 3000;

    boolean keepsUp() {
        return delayEndMs < KEEPS_UP_MS;
    }

    /** Tables of what there is: throughput and its memory, delays at several rates. */
    static void record(List<LiveReport> live, Recorder recorder) {
        Table delay = jobs("delay");
        Table queries = new Table("delays", "Delays by query, in ms");
        for (LiveReport one : live) {
            addQueries(queries, one);
            if (one.phase() != E2eCommand.Phase.THROUGHPUT) {
                addJob(delay, one);
                continue;
            }
            Table throughput = jobs("throughput");
            addJob(throughput, one);
            recorder.table(throughput);
            Table memory = memory(one.samples());
            String[] shown = {"flinkHeapMb", "flinkResidentMb", "storeHeapMb", "storeResidentMb"};
            recorder.table(memory, Chart.lines(memory, "Memory over seconds", "MB", shown));
        }
        String title = "From a window's end to its rows";
        Chart chart = Chart.bars(delay, title, "ms", "p50Ms", "p99Ms");
        recorder.table(delay, chart.over("job", "rate"));
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
                        (query, delays) -> {
                            table.row()
                                    .cell("phase", one.phase().toString())
                                    .cell("job", one.engine())
                                    .cell("rate", one.rate())
                                    .cell("query", query)
                                    .cell("records", delays.count())
                                    .cell("withRows", "with rows", delays.rows())
                                    .cell("p50Ms", "p50", delays.ms(50))
                                    .cell("p99Ms", "p99", delays.ms(99))
                                    .cell("maxMs", "max", delays.ms(100));
                        });
    }
}
