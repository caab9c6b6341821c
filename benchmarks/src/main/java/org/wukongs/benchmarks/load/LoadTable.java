package org.wukongs.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.load.LoadReport.VariantReport;
import org.wukongs.benchmarks.measure.AlignedTable;

/** The report as text: medians over the rounds. */
final class LoadTable {

    private static final double NS_PER_S = 1e9;
    private static final double BYTES_PER_MB = 1e6;
    private static final List<String> HEADS =
            List.of(
                    "load",
                    "statements/s",
                    "parse s",
                    "cpu s",
                    "index s",
                    "cpu s",
                    "again/s",
                    "graph B/triple",
                    "peak MB");

    private LoadTable() {}

    static String of(LoadReport report) {
        List<String[]> rows = new ArrayList<>();
        for (VariantReport variant : report.variants()) {
            rows.add(row(variant));
        }
        LoadFigures any = report.variants().get(0).rounds().get(0);
        return String.format(
                        Locale.ROOT,
                        "%s: %,d statements, %,d triples, %,d terms; load average %.1f to %.1f%n",
                        report.data(),
                        any.statements(),
                        any.triples(),
                        any.terms(),
                        report.machine().loadAverage(),
                        report.loadAverageAtEnd())
                + AlignedTable.of(HEADS, rows);
    }

    private static String[] row(VariantReport variant) {
        return new String[] {
            variant.name(),
            cell("%,.0f", variant, LoadFigures::statementsPerSecond),
            cell("%.2f", variant, figures -> figures.parseNs() / NS_PER_S),
            cell("%.2f", variant, figures -> figures.parseCpuNs() / NS_PER_S),
            cell("%.2f", variant, figures -> figures.indexNs() / NS_PER_S),
            cell("%.2f", variant, figures -> figures.indexCpuNs() / NS_PER_S),
            cell("%,.0f", variant, LoadFigures::againPerSecond),
            cell("%.1f", variant, LoadFigures::graphBytesPerTriple),
            cell("%.0f", variant, figures -> figures.peakBytes() / BYTES_PER_MB)
        };
    }

    private static String cell(
            String format, VariantReport variant, ToDoubleFunction<LoadFigures> figure) {
        double[] values = variant.rounds().stream().mapToDouble(figure).sorted().toArray();
        int middle = values.length / 2;
        double median =
                values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
        return String.format(Locale.ROOT, format, median);
    }
}
