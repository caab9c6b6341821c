package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.measure.BenchDirOption;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.node.StoreNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wukongs bench plans}. */
@Command(
        name = "plans",
        description =
                "Loads the same LUBM graph again and again, its lines in another order and by another number of"
                        + " threads each time, and compares the plans that the seven queries get: their work"
                        + " should not depend on it.")
public final class PlansCommand extends Benchmark {

    private static final int LOAD_THREADS_MAX = 4;

    @Mixin private GraphOptions graph;
    @Mixin private BenchDirOption benchDir;

    @Option(names = "--loads", description = "How often it is loaded.")
    private int loads = 20;

    @Option(
            names = "--query-seconds",
            description = "Executions of a query after each load, the second half is measured.")
    private double querySeconds = 1;

    @Option(names = "--seed", description = "Of the first order; the next load takes the next.")
    private long seed = 1;

    /**
     * The plan that a query got in one load.
     *
     * @param steps what they do, in order
     * @param rowsTouched rows that its steps looked at and made: the work, whatever the machine
     * @param medianUs of executions with this plan
     */
    record LoadPlan(List<String> steps, long rowsTouched, double medianUs) {

        static LoadPlan of(QueryPlan plan, double medianUs) {
            long touched = 0;
            long rowsIn = 1;
            List<String> steps = new ArrayList<>();
            for (QueryPlan.Step step : plan.steps()) {
                steps.add(step.kind() + " " + step.description());
                touched += touched(step, rowsIn);
                rowsIn = step.actualRows();
            }
            return new LoadPlan(steps, touched, medianUs);
        }

        /** A list is copied, a check looks at its rows, an expansion does both. */
        private static long touched(QueryPlan.Step step, long rowsIn) {
            return switch (step.kind()) {
                case "index", "constant" -> step.actualRows();
                case "probe", "filter" -> rowsIn;
                case "expand", "predicates" -> rowsIn + step.actualRows();
                default -> 0;
            };
        }
    }

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        Path plain = graph.plain(graph.known(), benchDir, scratch, recorder);
        if (plain != null) {
            recorder.table(table(measure(plain, scratch, recorder)));
        }
    }

    private Map<String, List<LoadPlan>> measure(Path plain, Path folder, Recorder recorder)
            throws IOException {
        ShuffledLines lines = new ShuffledLines(plain);
        Path shuffled = folder.resolve("shuffled.nt");
        Map<String, List<LoadPlan>> plans = new LinkedHashMap<>();
        for (int load = 0; load < loads; load++) {
            recorder.say("load %d of %d", load + 1, loads);
            lines.write(shuffled, seed + load);
            try (StoreNode node = EmbeddedStore.empty()) {
                EmbeddedStore.load(node, shuffled, 1 + load % LOAD_THREADS_MAX);
                for (NamedQuery query : LubmQueries.all()) {
                    plans.computeIfAbsent(query.name(), name -> new ArrayList<>())
                            .add(measure(node, query.text()));
                }
            }
        }
        return plans;
    }

    /** The first execution of a query makes the plan that the others have. */
    private LoadPlan measure(StoreNode node, String query) {
        List<Long> ns = new ArrayList<>();
        long endNs = System.nanoTime() + Units.ns(querySeconds);
        while (ns.size() < 3 || System.nanoTime() < endNs) {
            ns.add(node.query(query).engineNs());
        }
        double medianNs =
                Statistics.median(ns.subList(ns.size() / 2, ns.size()), Long::doubleValue);
        return LoadPlan.of(node.explain(query, true), medianNs / Units.NS_PER_US);
    }

    private static Table table(Map<String, List<LoadPlan>> byQuery) {
        Table table = new Table("plans", "Plans by query, over all loads");
        byQuery.forEach(
                (query, plans) -> {
                    var rows = plans.stream().mapToLong(LoadPlan::rowsTouched).summaryStatistics();
                    var us = plans.stream().mapToDouble(LoadPlan::medianUs).summaryStatistics();
                    double rowsRatio = (double) rows.getMax() / Math.max(1, rows.getMin());
                    table.row()
                            .cell("query", query)
                            .cell("loads", plans.size())
                            .cell("plans", plans.stream().map(LoadPlan::steps).distinct().count())
                            .cell("leastRows", "least rows", rows.getMin())
                            .cell("mostRows", "most rows", rows.getMax())
                            .cell("rowsRatio", "most/least", rowsRatio)
                            .cell("leastUs", "least µs", us.getMin())
                            .cell("mostUs", "most µs", us.getMax())
                            .cell("timeRatio", "most/least", us.getMax() / us.getMin())
                            .kept("perLoad", plans);
                });
        return table.note("rows: that steps looked at and made; µs: medians of each load");
    }
}
