package org.wukongs.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;

/**
 * One load in a fresh process, and the same file again into the same store.
 *
 * @param parseNs from the first byte until all triples are ids
 * @param parseCpuNs of all threads of the process, compiler and collector included
 * @param indexNs from there until they are in the graph
 * @param againNs the whole of the second load, which finds all terms and triples
 * @param graphBytesPerTriple as the store counts, strings not included
 * @param peakBytes greatest resident set after the first load
 */
public record LoadFigures(
        long statements,
        long triples,
        long terms,
        long parseNs,
        long parseCpuNs,
        long indexNs,
        long indexCpuNs,
        long againNs,
        double graphBytesPerTriple,
        long peakBytes) {

    private static final double NS_PER_S = 1e9;
    private static final double BYTES_PER_MB = 1e6;

    private record Row(LoadVariant variant, List<LoadFigures> rounds) {

        double median(ToDoubleFunction<LoadFigures> figure) {
            return Statistics.median(rounds.stream().mapToDouble(figure).toArray());
        }
    }

    /** Medians over the rounds, which are in the result file as well. */
    static Table table(Map<LoadVariant, List<LoadFigures>> figures) {
        List<Row> rows = new ArrayList<>();
        figures.forEach((variant, rounds) -> rows.add(new Row(variant, rounds)));
        return new TableShape<Row>("loads", "Loading, medians over the rounds")
                .column("load", row -> row.variant().toString())
                .column(
                        "statementsPerSecond",
                        "statements/s",
                        "1/s",
                        median(LoadFigures::perSecond))
                .column("parseSeconds", "parse s", "s", median(load -> load.parseNs / NS_PER_S))
                .column("parseCpuSeconds", "cpu s", "s", median(load -> load.parseCpuNs / NS_PER_S))
                .column("indexSeconds", "index s", "s", median(load -> load.indexNs / NS_PER_S))
                .column("indexCpuSeconds", "cpu s", "s", median(load -> load.indexCpuNs / NS_PER_S))
                .column("againPerSecond", "again/s", "1/s", median(LoadFigures::againPerSecond))
                .column(
                        "graphBytesPerTriple",
                        "graph B/triple",
                        "B",
                        median(LoadFigures::graphBytesPerTriple))
                .column("peakMb", "peak MB", "MB", median(load -> load.peakBytes / BYTES_PER_MB))
                .kept("rounds", "", Row::rounds)
                .of(
                        rows,
                        rows.isEmpty() ? "nothing was loaded" : rows.get(0).rounds().get(0).size());
    }

    private static Function<Row, Object> median(ToDoubleFunction<LoadFigures> figure) {
        return row -> row.median(figure);
    }

    private double perSecond() {
        return statements * NS_PER_S / (parseNs + indexNs);
    }

    private double againPerSecond() {
        return statements * NS_PER_S / againNs;
    }

    private String size() {
        return String.format(
                Locale.ROOT, "%,d statements, %,d triples, %,d terms", statements, triples, terms);
    }
}
