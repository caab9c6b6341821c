package org.wukongs.client;

import java.util.List;
import java.util.Locale;

/**
 * Plan by which a store answers a query, as EXPLAIN shows it.
 *
 * @param engine "exploration" for a plan that is one exploration, else "operators"
 * @param steps in the order in which they are run
 */
public record QueryPlan(String engine, List<Step> steps) {

    private static final double NS_PER_US = 1000;

    private static final String INDENT = "  ";

    /** {@link Step#actualRows} and {@link Step#timeNs} of a step that was not executed. */
    public static final long NOT_EXECUTED = -1;

    /** {@link Step#estimatedRows} of a step for which the planner has no estimate. */
    public static final double NOT_ESTIMATED = -1;

    public QueryPlan {
        steps = List.copyOf(steps);
    }

    /**
     * One step of a plan.
     *
     * @param kind of an exploration: index, constant, expand, predicates, probe, filter or pass;
     *     else an operator, or rdf4j for what is left to that library
     * @param depth how many other steps it is a part of; the innermost is the last one before it
     *     with a smaller depth
     * @param description what it does, with names of variables and terms
     * @param estimatedRows rows after it, as the planner expects them
     * @param actualRows rows that came
     * @param timeNs time in this step alone
     */
    public record Step(
            String kind,
            int depth,
            String description,
            double estimatedRows,
            long actualRows,
            long timeNs) {}

    /** A table with a line for each step. */
    public String toText() {
        StringBuilder text = new StringBuilder("engine: " + engine + System.lineSeparator());
        line(text, "step", "estimated", "rows", "us", "");
        for (Step step : steps) {
            boolean executed = step.actualRows() != NOT_EXECUTED;
            line(
                    text,
                    step.kind(),
                    step.estimatedRows() == NOT_ESTIMATED
                            ? "-"
                            : String.format(Locale.ROOT, "%.0f", step.estimatedRows()),
                    executed ? Long.toString(step.actualRows()) : "-",
                    executed ? String.format(Locale.ROOT, "%.1f", step.timeNs() / NS_PER_US) : "-",
                    INDENT.repeat(step.depth()) + step.description());
        }
        return text.toString();
    }

    private static void line(
            StringBuilder text, String kind, String estimated, String rows, String us, String of) {
        String columns =
                String.format(
                        Locale.ROOT, "%-10s %12s %12s %10s  %s", kind, estimated, rows, us, of);
        text.append(columns.stripTrailing()).append(System.lineSeparator());
    }
}
