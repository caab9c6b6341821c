package org.wukongs.store.explore;

import java.util.Arrays;
import java.util.List;
import org.wukongs.store.view.DistributedGraph;

/**
 * Where the rows of a plan leave for the nodes that own the vertices of one column, and go on
 * there: fork-join (Wukong, OSDI'16, section 5.2). Before, and if there is no such place, other
 * nodes are asked in place: once a step and node, with a column.
 *
 * @param stepCount steps before the rows leave
 * @param column the column whose vertices' owners go on
 * @param graph any graph of the steps after that, which all are at the same nodes
 */
record Fork(int stepCount, int column, DistributedGraph graph) {

    /** Time of a request between two nodes of one machine, with the wake-ups at both ends. */
    private static final double REQUEST_NS = 40_000;

    /** Time of a step in place that reads the memory of other nodes of the same host. */
    private static final double IN_PLACE_NS = 1_000;

    /** Time that all nodes need for a request besides its rows. */
    private static final double REQUEST_CPU_NS = 5_000;

    /** Time that both nodes need to split, send, check and merge a row of a step in place. */
    private static final double ROW_NS = 30;

    /** Time that both nodes need for an id of a row that leaves or comes back. */
    private static final double ID_NS = 6;

    /** Returns the fork that saves most, null if none saves anything. */
    static Fork of(ExplorationPlan plan, BindingTable input, Bindings bindings, Selection wanted) {
        if (!bindings.isRemote()) {
            return null;
        }
        List<Step> steps = plan.steps();
        int first = firstStep(steps, bindings);
        return first == steps.size() ? null : best(steps, first, input, bindings, wanted);
    }

    /** Returns the step from which on all are at the same nodes, and need nothing of this one. */
    private static int firstStep(List<Step> steps, Bindings bindings) {
        DistributedGraph last = null;
        int first = steps.size();
        while (first > 0 && canLeave(steps.get(first - 1), bindings, last)) {
            Step step = steps.get(--first);
            last = step.graph() < 0 ? last : bindings.graph(step).distributed();
        }
        return last == null ? steps.size() : first;
    }

    private static boolean canLeave(Step step, Bindings bindings, DistributedGraph last) {
        if (step.kind() == StepKind.FILTER || step.kind() == StepKind.PASS) {
            return false;
        }
        DistributedGraph graph = bindings.graph(step).distributed();
        return graph != null && (last == null || last.sn() == graph.sn());
    }

    private static Fork best(
            List<Step> steps, int first, BindingTable input, Bindings bindings, Selection wanted) {
        DistributedGraph graph = bindings.graph(steps.get(steps.size() - 1)).distributed();
        double elsewhere = (graph.nodeCount() - 1.0) / graph.nodeCount();
        boolean inPlace = graph.readsInPlace();
        double stepNs = inPlace ? IN_PLACE_NS : REQUEST_NS + REQUEST_CPU_NS;
        double otherNs = inPlace ? IN_PLACE_NS : REQUEST_CPU_NS;
        double back = steps.get(steps.size() - 1).estimate();
        double[] saved = new double[Long.SIZE]; // by column, of the steps from here on
        long bound = bound(steps, input);
        long wantedColumns = mask(wanted);
        long read = 0; // columns, by the steps from here on
        long predicates = 0; // those that they read as predicates: no node trusts another's
        int otherSteps = 0; // those that no column of the input owns
        Fork best = null;
        double most = 0;
        for (int i = steps.size() - 1; i >= first; i--) {
            Step step = steps.get(i);
            double rows = i == 0 ? input.size() : steps.get(i - 1).estimate();
            read |= columns(step);
            predicates |= column(step.predicate());
            if (step.column() >= 0) {
                bound &= ~(1L << step.column());
            }
            otherSteps++;
            int owner = owner(step);
            if (owner >= 0) {
                saved[owner] += stepNs + rows * elsewhere * ROW_NS;
            }
            int made = Long.bitCount(made(steps, i) & wantedColumns);
            double cost =
                    REQUEST_NS
                            + rows * elsewhere * ID_NS * Long.bitCount(read & bound)
                            + back * elsewhere * ID_NS * (1 + made)
                            + otherSteps * otherNs * graph.nodeCount();
            boolean canLeave = (predicates & bound) == 0;
            for (int column = 0; canLeave && column < saved.length; column++) {
                boolean isBound = (bound >>> column & 1) == 1;
                if (isBound && saved[column] - cost > most) {
                    most = saved[column] - cost;
                    best = new Fork(i, column, graph);
                }
            }
        }
        return best;
    }

    /** Returns the column whose vertices' owners have what a step reads, -1 if there is none. */
    private static int owner(Step step) {
        return step.vertex() == null || step.vertex().isConstant() ? -1 : step.vertex().column();
    }

    private static long bound(List<Step> steps, BindingTable input) {
        long bound = made(steps, 0);
        for (int column = 0; column < input.columnCount(); column++) {
            bound |= input.column(column) == null ? 0 : 1L << column;
        }
        return bound;
    }

    /** Returns the columns that the steps from {@code from} on bind, as bits. */
    static long made(List<Step> steps, int from) {
        long made = 0;
        for (Step step : steps.subList(from, steps.size())) {
            made |= step.column() < 0 ? 0 : 1L << step.column();
        }
        return made;
    }

    /** Returns the columns that a step reads, as bits. */
    static long columns(Step step) {
        return column(step.vertex()) | column(step.predicate()) | column(step.other());
    }

    private static long column(Place place) {
        return place == null || place.isConstant() ? 0 : 1L << place.column();
    }

    /** Returns the columns of a selection, as bits. */
    static long mask(Selection wanted) {
        return Arrays.stream(wanted.columns())
                .filter(column -> column >= 0)
                .mapToLong(column -> 1L << column)
                .reduce(0, (a, b) -> a | b);
    }
}
