package org.wukongs.benchmarks.lubm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.wukongs.benchmarks.lubm.EngineReport.QueryReport;
import org.wukongs.benchmarks.measure.Machine;

/** A report for people: three tables and what to know about them. */
final class LubmTable {

    private static final double BYTES_PER_MB = 1e6;
    private static final double BYTES_PER_GIB = 1L << 30;

    private LubmTable() {}

    static String of(LubmReport report) {
        StringBuilder out = new StringBuilder();
        Machine machine = report.machine();
        line(out, "LUBM: %s, %s, commit %s", report.data(), report.date(), report.commit());
        line(
                out,
                "%s, %d cores, %.0f GiB, %s, %s; load average %.1f before, %.1f after",
                machine.cpu(),
                machine.cores(),
                machine.memoryBytes() / BYTES_PER_GIB,
                machine.system(),
                machine.java(),
                machine.loadAverage(),
                report.loadAverageAtEnd());
        line(out, "%s", String.join(" ", report.settings().jvmFlags()));
        if (!report.note().isEmpty()) {
            line(out, "note: %s", report.note());
        }
        engineTimes(out, report);
        wallTimes(out, report);
        stores(out, report);
        report.skipped().forEach(skipped -> line(out, "skipped: %s", skipped));
        report.failures().forEach(failure -> line(out, "FAILED: %s", failure));
        return out.toString();
    }

    private static void engineTimes(StringBuilder out, LubmReport report) {
        List<String> heads = new ArrayList<>(List.of("query", "rows"));
        for (EngineReport engine : report.engines()) {
            heads.add(engine.name());
            heads.add("p99");
        }
        heads.addAll(List.of("best peer /", "target"));
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < queryCount(report); i++) {
            List<String> row = queryCells(report, i);
            for (EngineReport engine : report.engines()) {
                QueryReport query = engine.queries().get(i);
                row.add(number(query.engineMedianUs()) + (query.stable() ? "" : "~"));
                row.add(number(query.engineP99Us()));
            }
            row.add(report.comparison() == null ? "" : ratio(report.comparison().queries().get(i)));
            row.add(number(LubmQueries.TARGETS_US[i]));
            rows.add(row.toArray(new String[0]));
        }
        line(out, "\nEngine time in µs, median and p99: parsed query to rows as ids or values");
        out.append(AlignedTable.of(heads, rows));
        Comparison comparison = report.comparison();
        if (comparison != null) {
            line(
                    out,
                    "geometric means: wukongs %s, best peer %s, best peer / wukongs %s, target %s",
                    number(comparison.geometricMeanUs()),
                    number(comparison.peerGeometricMeanUs()),
                    factor(comparison.ratioGeometricMean()),
                    number(comparison.targetGeometricMeanUs()));
        }
        line(out, "target: the original Wukong, on its own machine; ~: never became stable");
    }

    private static void wallTimes(StringBuilder out, LubmReport report) {
        List<String> heads = new ArrayList<>(List.of("query", "rows"));
        report.engines().forEach(engine -> heads.addAll(List.of(engine.name(), "p99")));
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < queryCount(report); i++) {
            List<String> row = queryCells(report, i);
            for (EngineReport engine : report.engines()) {
                row.add(number(engine.queries().get(i).wallMedianUs()));
                row.add(number(engine.queries().get(i).wallP99Us()));
            }
            rows.add(row.toArray(new String[0]));
        }
        line(out, "\nWall time in µs, median and p99: query text to rows as strings");
        out.append(AlignedTable.of(heads, rows));
    }

    private static void stores(StringBuilder out, LubmReport report) {
        List<String> heads =
                List.of(
                        "engine",
                        "triples",
                        "loaded/s",
                        "graph B/triple",
                        "all B/triple",
                        "peak MB",
                        "mix q/s",
                        "engine q/s",
                        "prepared q/s");
        List<String[]> rows = new ArrayList<>();
        for (EngineReport engine : report.engines()) {
            rows.add(
                    new String[] {
                        engine.name(),
                        number((double) engine.triples()),
                        number(engine.loadTriplesPerSecond()),
                        number(engine.bytesPerTriple()),
                        number(engine.retainedBytesPerTriple()),
                        number(engine.peakMemoryBytes() / BYTES_PER_MB),
                        number(engine.mix().queriesPerSecond()),
                        number(engine.mix().engineQueriesPerSecond()),
                        number(engine.mix().preparedQueriesPerSecond())
                    });
        }
        line(out, "\nLoading, memory, and the mix of light queries (one worker thread)");
        out.append(AlignedTable.of(heads, rows));
        report.engines().forEach(engine -> line(out, "%s: %s", engine.name(), engine.version()));
    }

    private static int queryCount(LubmReport report) {
        return report.engines().isEmpty() ? 0 : report.engines().get(0).queries().size();
    }

    private static List<String> queryCells(LubmReport report, int index) {
        QueryReport query = report.engines().get(0).queries().get(index);
        return new ArrayList<>(List.of(query.name(), number((double) query.rows())));
    }

    private static String ratio(Comparison.Row row) {
        return row.ratio() == null ? "" : factor(row.ratio()) + " " + row.bestPeer();
    }

    private static String factor(Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.2fx", value);
    }

    /** One decimal below 100, none above. */
    private static String number(Double value) {
        if (value == null) {
            return "-";
        }
        boolean whole = value >= 100 || value == Math.rint(value);
        return String.format(Locale.ROOT, whole ? "%,.0f" : "%.1f", value);
    }

    private static void line(StringBuilder out, String format, Object... facts) {
        out.append(String.format(Locale.ROOT, format, facts)).append('\n');
    }
}
