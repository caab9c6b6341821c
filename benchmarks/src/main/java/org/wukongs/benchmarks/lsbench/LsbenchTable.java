package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.wukongs.benchmarks.measure.AlignedTable;
import org.wukongs.benchmarks.measure.Machine;

/** A report for people: a table for each phase and what to know about it. */
final class LsbenchTable {

    private static final double BYTES_PER_MB = 1e6;
    private static final double BYTES_PER_GIB = 1L << 30;

    private final StringBuilder out = new StringBuilder();

    private LsbenchTable() {}

    static String of(LsbenchReport report) {
        LsbenchTable table = new LsbenchTable();
        table.head(report);
        LsbenchFigures figures = report.figures();
        if (figures.getInjection() != null) {
            table.injection(figures.getInjection());
        }
        if (figures.getLatency() != null) {
            table.latency(figures.getLatency());
        }
        if (figures.getPeer() != null) {
            table.peer(figures.getPeer());
        }
        table.curves(
                "\nLatency against the streams' rate (Fig. 13): p50 in µs", figures.getRates());
        table.curves("\nLatency against the stored triples: p50 in µs", figures.getSizes());
        if (figures.getThroughput() != null) {
            table.throughput(figures.getThroughput());
        }
        if (figures.getMemory() != null) {
            table.memory(figures.getMemory());
        }
        if (figures.getOneShot() != null) {
            table.oneShot(figures.getOneShot());
        }
        report.failures().forEach(failure -> table.line("FAILED: %s", failure));
        return table.out.toString();
    }

    private void head(LsbenchReport report) {
        Machine machine = report.machine();
        LsbenchSettings settings = report.settings();
        line("LSBench: %s, %s, commit %s", report.data(), report.date(), report.commit());
        line(
                "%s, %d cores, %.0f GiB, %s, %s; load average %.1f before, %.1f after",
                machine.cpu(),
                machine.cores(),
                machine.memoryBytes() / BYTES_PER_GIB,
                machine.system(),
                machine.java(),
                machine.loadAverage(),
                report.loadAverageAtEnd());
        line("flags: %s", String.join(" ", settings.jvmFlags()));
        line(
                "rate x%s, %s s measured after %s s, %s, seed %d",
                number(settings.rate()),
                number(settings.seconds()),
                number(settings.warmUpSeconds()),
                settings.realTime() ? "in real time" : "as fast as it goes",
                settings.seed());
        if (!report.note().isEmpty()) {
            line("note: %s", report.note());
        }
    }

    private void injection(InjectionReport report) {
        line("\nInjection (Table 6): CPU in µs a tuple; CPU and wall time in ms a batch of 100 ms");
        List<String[]> rows = new ArrayList<>();
        for (InjectionReport.StreamCosts stream : report.streams()) {
            rows.add(costs(stream));
        }
        rows.add(costs(report.total()));
        table(
                List.of(
                        "stream",
                        "tuples/s",
                        "parse, encode",
                        "inject",
                        "total",
                        "batch ms",
                        "p50",
                        "p99"),
                rows);
        line("to reach: inject 1 µs, total 3 µs");
    }

    private static String[] costs(InjectionReport.StreamCosts costs) {
        return new String[] {
            costs.stream(),
            number(costs.tuplesPerSecond()),
            figure(costs.encodeUs()),
            figure(costs.injectUs()),
            figure(costs.totalUs()),
            figure(costs.batchMs()),
            figure(costs.batchP50Ms()),
            figure(costs.batchP99Ms())
        };
    }

    private void latency(LatencyReport report) {
        line(
                "\nLatency in µs at rate x%s, %s stored triples, %d window ends: an execution's engine time",
                number(report.rate()), number(report.storedTriples()), report.windowEnds());
        List<String[]> rows = new ArrayList<>();
        for (LatencyReport.QueryLatency query : report.queries()) {
            rows.add(
                    new String[] {
                        query.query(),
                        number(query.executions()),
                        number(query.rowsMean()),
                        figure(query.p50Us()),
                        figure(query.p99Us()),
                        figure(query.p999Us()),
                        number(query.targetUs()),
                        number(query.originalUs())
                    });
        }
        table(
                List.of(
                        "query",
                        "executions",
                        "rows",
                        "p50",
                        "p99",
                        "p99.9",
                        "target p50",
                        "original"),
                rows);
        line(
                "of the time: feeding %.0f %%, executing %.0f %%%s",
                report.feedShare() * 100,
                report.executeShare() * 100,
                report.realTime()
                        ? String.format(
                                Locale.ROOT,
                                "; all rows %.1f ms after a window's end at p50, %.1f at p99",
                                report.lagP50Ms(),
                                report.lagP99Ms())
                        : "");
        line("original: Wukong+S in C++ on two cores at a third of the full rate");
    }

    private void peer(PeerReport report) {
        line(
                "\nDo it yourself: %s, a graph a window, rate x%s, %d window ends; latency in µs",
                report.version(), number(report.rate()), report.windowEnds());
        List<String[]> rows = new ArrayList<>();
        for (PeerReport.PeerLatency query : report.queries()) {
            rows.add(
                    new String[] {
                        query.query(),
                        number(query.rows()),
                        figure(query.peerP50Us()),
                        figure(query.peerP99Us()),
                        figure(query.ownP50Us()),
                        figure(query.ownP99Us()),
                        number(query.peerP50Us() / Math.max(1e-3, query.ownP50Us())) + "x"
                    });
        }
        table(List.of("query", "rows", "peer", "p99", "wukongs", "p99", "peer / wukongs"), rows);
        line(
                "moving the windows by 100 ms: %s ms at p50, %s at p99; %s",
                figure(report.moveP50Ms()),
                figure(report.moveP99Ms()),
                report.keepsUp()
                        ? "it keeps up with this rate"
                        : "it does not keep up with this rate");
    }

    private void curves(String title, List<LatencyReport> points) {
        if (points.isEmpty()) {
            return;
        }
        line("%s", title);
        List<String> heads = new ArrayList<>(List.of("rate", "stored", "window ends"));
        points.get(0).queries().forEach(query -> heads.add(query.query()));
        List<String[]> rows = new ArrayList<>();
        for (LatencyReport point : points) {
            List<String> row = new ArrayList<>();
            row.add("x" + number(point.rate()));
            row.add(number(point.storedTriples()));
            row.add(number(point.windowEnds()));
            point.queries().forEach(query -> row.add(figure(query.p50Us())));
            rows.add(row.toArray(new String[0]));
        }
        table(heads, rows);
    }

    private void throughput(ThroughputReport report) {
        line("\nThroughput: all registered queries at every window end; streams at full rate");
        List<String[]> rows = new ArrayList<>();
        for (ThroughputReport.Point point : report.points()) {
            rows.add(
                    new String[] {
                        point.mix() + ", " + point.kind(),
                        number(point.queries()),
                        number(point.distinct()),
                        number(point.workers()),
                        number(point.perSecond()),
                        number(point.perSecondFed()),
                        figure(point.cpuUs()),
                        figure(point.stepP50Ms()),
                        figure(point.stepP99Ms()),
                        figure(point.withRows()),
                        figure(point.rowsMean()),
                        figure(point.registerSeconds()),
                        point.keepsUp() ? "yes" : "no"
                    });
        }
        table(
                List.of(
                        "mix",
                        "queries",
                        "distinct",
                        "workers",
                        "executions/s",
                        "with feeding",
                        "cpu µs",
                        "step ms",
                        "p99",
                        "with rows",
                        "rows",
                        "registering s",
                        "keeps up"),
                rows);
        report.points().stream()
                .map(point -> point.kind() + ": " + point.how())
                .distinct()
                .forEach(how -> line("%s", how));
        line("shares inverse to the latencies in µs: %s", report.latenciesUs());
        line("keeps up: feeding and executing take at most 100 ms for each 100 ms of the streams");
    }

    private void memory(MemoryReport report) {
        line("\nMemory of a minute (Table 7), in MB");
        List<String[]> rows = new ArrayList<>();
        for (MemoryReport.StreamMemory stream : report.streams()) {
            rows.add(
                    new String[] {
                        stream.stream(),
                        number(Math.rint(stream.tuples())),
                        figure(stream.window() / BYTES_PER_MB),
                        figure(stream.graph() / BYTES_PER_MB),
                        figure(stream.terms() / BYTES_PER_MB),
                        figure(stream.windowBytesPerTuple())
                    });
        }
        table(
                List.of(
                        "stream",
                        "tuples",
                        "window and index",
                        "stored graph",
                        "terms",
                        "window B/tuple"),
                rows);
    }

    private void oneShot(OneShotReport report) {
        line(
                "\nOne-shot queries (Table 8) in µs, streams off and on at rate x%s in real time; %s to %s stored triples",
                number(report.rate()),
                number(report.storedTriples()),
                number(report.storedTriplesAtEnd()));
        List<String[]> rows = new ArrayList<>();
        for (OneShotReport.OneShotLatency query : report.queries()) {
            rows.add(
                    new String[] {
                        query.query(),
                        number(query.executions()),
                        number(query.rowsMean()),
                        figure(query.offP50Us()),
                        figure(query.offP99Us()),
                        figure(query.offCpuUs()),
                        figure(query.onP50Us()),
                        figure(query.onP99Us()),
                        figure(query.onCpuUs()),
                        String.format(Locale.ROOT, "%.1f %%", query.p50LossPercent()),
                        String.format(Locale.ROOT, "%.1f %%", query.cpuLossPercent())
                    });
        }
        table(
                List.of(
                        "query",
                        "executions",
                        "rows",
                        "off p50",
                        "p99",
                        "cpu",
                        "on p50",
                        "p99",
                        "cpu",
                        "p50 loss",
                        "cpu loss"),
                rows);
        line(
                "all in turn: %s executions/s off, %s on, loss %.1f %%; %s rounds",
                number(Math.rint(report.offPerSecond())),
                number(Math.rint(report.onPerSecond())),
                report.lossPercent(),
                number(report.rounds()));
        line(
                "feeding fell behind by %s ms at most; to reach: loss 10 %%",
                figure(report.lagMaxMs()));
    }

    private void table(List<String> heads, List<String[]> rows) {
        out.append(AlignedTable.of(heads, rows));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** One decimal below 100, none above; whole numbers as they are. */
    private static String number(double value) {
        boolean whole = value >= 100 || value == Math.rint(value);
        return String.format(Locale.ROOT, whole ? "%,.0f" : "%.1f", value);
    }

    /** Two decimals below 10, one below 100, none above. */
    private static String figure(double value) {
        String format = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    private void line(String format, Object... facts) {
        out.append(String.format(Locale.ROOT, format, facts)).append('\n');
    }
}
