package org.wukongs.client;

import java.util.List;
import java.util.Locale;

/**
 * How a store answers a query: EXPLAIN.
 *
 * @param engine "exploration", "operators", or "algebra" where RDF4J evaluates the whole query
 * @param steps in the order in which they are run
 */
public record QueryPlan(String engine, List<Step> steps) {

    private static final double NS_PER_US = 1000;

    /** What stands in {@link Step#actualRows} and {@link Step#timeNs} without execution. */
    public static final long NOT_EXECUTED = -1;

    /** What stands in {@link Step#estimatedRows} where the planner expects nothing certain. */
    public static final double NOT_ESTIMATED = -1;

    public QueryPlan {
        steps = List.copyOf(steps);
    }

    /**
     * One step.
     *
     * @param kind of an exploration: index, constant, expand, predicates, probe, filter or pass;
     *     else an operator, or rdf4j for what is left to that library
     * @param description what it does, with names of variables and terms; what belongs to the step
     *     before is indented
     * @param estimatedRows rows behind it, as the planner expects them
     * @param actualRows rows that there were
     * @param timeNs time in this step alone
     */
    public record Step(
            String kind, String description, double estimatedRows, long actualRows, long timeNs) {}

    /** A line for each step. */
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
                    step.description());
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
