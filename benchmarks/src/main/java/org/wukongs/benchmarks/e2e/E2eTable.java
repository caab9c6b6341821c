package org.wukongs.benchmarks.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.wukongs.benchmarks.measure.AlignedTable;

/** A report as text. */
final class E2eTable {

    private static final double BYTES_PER_MB = 1e6;
    private static final double PERCENT = 100;

    private final StringBuilder out = new StringBuilder();

    private E2eTable() {}

    static String of(E2eReport report) {
        E2eTable table = new E2eTable();
        table.head(report);
        E2eFigures figures = report.figures();
        List<LiveReport> live =
                Stream.of(
                                Stream.ofNullable(figures.throughput()),
                                figures.latency().stream(),
                                figures.flinkSql().stream())
                        .flatMap(reports -> reports)
                        .toList();
        if (!live.isEmpty()) {
            table.live(live);
            live.forEach(table::queries);
        }
        if (figures.throughput() != null) {
            table.memory(figures.throughput().samples());
        }
        if (figures.connector() != null) {
            table.connector(figures.connector());
        }
        figures.rows().forEach(table::rows);
        report.failures().forEach(failure -> table.line("FAILED: %s", failure));
        return table.out.toString();
    }

    private void head(E2eReport report) {
        line("end to end: %s, commit %s, %s", report.data(), report.commit(), report.date());
        line(
                "%s, %d cores, load average %.1f before and %.1f after",
                report.machine().cpu(),
                report.machine().cores(),
                report.machine().loadAverage(),
                report.loadAverageAtEnd());
        if (!report.note().isEmpty()) {
            line("note: %s", report.note());
        }
    }

    private void live(List<LiveReport> reports) {
        line(
                "\nLive, after a warm-up that does not count; CPU in µs a tuple; delays from a window's end to the"
                        + " consumer, in ms; heaps after a full collection and checkpoints in MB");
        table(
                reports,
                List.of(
                        "job",
                        "rate",
                        "tuples/s",
                        "flink",
                        "store",
                        "broker",
                        "p50",
                        "p99",
                        "max",
                        "at end",
                        "keeps up",
                        "feed late",
                        "warm-up s",
                        "flink heap",
                        "store heap",
                        "checkpoint"),
                r ->
                        new String[] {
                            r.engine(),
                            figure(r.rate()),
                            String.format(Locale.ROOT, "%,.0f", r.tuplesPerSecond()),
                            figure(r.flinkCpuUs()),
                            figure(r.storeCpuUs()),
                            figure(r.brokerCpuUs()),
                            delay(r.all(), r.all().p50Ms()),
                            delay(r.all(), r.all().p99Ms()),
                            delay(r.all(), r.all().maxMs()),
                            figure(r.delayEndMs()),
                            r.keepsUp() ? "yes" : "NO",
                            Long.toString(r.behindMsMax()),
                            figure(r.warmUpSeconds()),
                            figure(r.lastSample().flinkHeapMb()),
                            figure(r.lastSample().storeHeapMb()),
                            figure(r.checkpointBytesMax() / BYTES_PER_MB)
                        });
    }

    private void queries(LiveReport report) {
        line("\nDelays of %s at rate x%s, in ms", report.engine(), figure(report.rate()));
        table(
                report.queries(),
                List.of("query", "records", "with rows", "p50", "p99", "max"),
                q ->
                        new String[] {
                            q.query(),
                            Long.toString(q.records()),
                            Long.toString(q.withRows()),
                            figure(q.p50Ms()),
                            figure(q.p99Ms()),
                            figure(q.maxMs())
                        });
    }

    private void memory(List<MemorySample> samples) {
        line("\nMemory over time, in MB; heaps after a full collection");
        table(
                samples,
                List.of(
                        "second",
                        "tuples",
                        "flink heap",
                        "flink resident",
                        "store heap",
                        "store resident",
                        "broker resident"),
                s ->
                        new String[] {
                            figure(s.second()),
                            Long.toString(s.sentTuples()),
                            figure(s.flinkHeapMb()),
                            figure(s.flinkResidentMb()),
                            figure(s.storeHeapMb()),
                            figure(s.storeResidentMb()),
                            figure(s.brokerResidentMb())
                        });
    }

    private void connector(ConnectorReport report) {
        line("\nConnector: CPU of the Flink process in µs a tuple, %,d tuples", report.tuples());
        line("source and parsing, discarded: %s", report.discardCpuUs());
        line("the same into the store:       %s", report.sinkCpuUs());
        line(
                "added, median of differences:  %.2f; %,.0f tuples/s into the store",
                report.addedCpuUs(), report.tuplesPerSecond());
        line("profile, %% of samples: %s", percent(report.profile()));
        line("hot in the connector:  %s", percent(report.hotMethods()));
    }

    private void rows(RowsReport report) {
        line(
                "\nRows of the same %,d tuples by the store and by Flink SQL, %s",
                report.tuples(), report.engine());
        table(
                report.queries(),
                List.of("query", "same rows", "store only", "Flink SQL only"),
                q ->
                        new String[] {
                            q.query(),
                            Long.toString(q.rows()),
                            Long.toString(q.onlyStore()),
                            Long.toString(q.onlySql())
                        });
    }

    private static String percent(Map<String, Double> shares) {
        List<String> texts = new ArrayList<>();
        shares.forEach((name, share) -> texts.add(name + " " + figure(share * PERCENT)));
        return String.join(", ", texts);
    }

    private <T> void table(
            List<T> items, List<String> heads, java.util.function.Function<T, String[]> cells) {
        out.append(AlignedTable.of(heads, items.stream().map(cells).toList()));
    }

    /** Where nothing came, there is none. */
    private static String delay(QueryDelay delays, double ms) {
        return delays.records() == 0 ? "-" : figure(ms);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value >= PERCENT ? "%.0f" : "%.2f", value);
    }

    private void line(String format, Object... facts) {
        out.append(String.format(Locale.ROOT, format, facts)).append('\n');
    }
}
