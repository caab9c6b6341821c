package org.wukongs.benchmarks.lubm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;
import org.wukongs.client.QueryPlan;

/**
 * The plan that a query got in one load.
 *
 * @param steps what they do, in order
 * @param rowsTouched rows that its steps looked at and made: the work, whatever the machine
 * @param medianUs of executions with this plan
 */
record PlanFigures(List<String> steps, long rowsTouched, double medianUs) {

    private record Row(String query, List<PlanFigures> loads) {

        double least(ToDoubleFunction<PlanFigures> figure) {
            return loads.stream().mapToDouble(figure).min().orElseThrow();
        }

        double most(ToDoubleFunction<PlanFigures> figure) {
            return loads.stream().mapToDouble(figure).max().orElseThrow();
        }
    }

    static PlanFigures of(QueryPlan plan, double medianUs) {
        long touched = 0;
        long rowsIn = 1;
        List<String> steps = new ArrayList<>();
        for (QueryPlan.Step step : plan.steps()) {
            steps.add(step.kind() + " " + step.description());
            touched += touched(step, rowsIn);
            rowsIn = step.actualRows();
        }
        return new PlanFigures(steps, touched, medianUs);
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

    static Table table(Map<String, List<PlanFigures>> byQuery) {
        List<Row> rows = new ArrayList<>();
        byQuery.forEach((query, loads) -> rows.add(new Row(query, loads)));
        return new TableShape<Row>("plans", "Plans by query, over all loads")
                .column("query", Row::query)
                .column("loads", row -> row.loads().size())
                .column(
                        "plans",
                        row -> row.loads().stream().map(PlanFigures::steps).distinct().count())
                .column("leastRows", "least rows", "", row -> row.least(PlanFigures::rowsTouched))
                .column("mostRows", "most rows", "", row -> row.most(PlanFigures::rowsTouched))
                .column(
                        "rowsRatio",
                        "most/least",
                        "",
                        row ->
                                row.most(PlanFigures::rowsTouched)
                                        / Math.max(1, row.least(PlanFigures::rowsTouched)))
                .column("leastUs", "least us", "us", row -> row.least(PlanFigures::medianUs))
                .column("mostUs", "most us", "us", row -> row.most(PlanFigures::medianUs))
                .column(
                        "timeRatio",
                        "most/least",
                        "",
                        row -> row.most(PlanFigures::medianUs) / row.least(PlanFigures::medianUs))
                .kept("perLoad", "", Row::loads)
                .of(rows, "rows: that steps looked at and made; us: medians of each load");
    }
}
