package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.wukongs.store.view.TripleView;

/**
 * A basic graph pattern with its plans: one for each set of columns that an input binds, and for
 * each magnitude of its rows. A plan is made at the first execution, serves later ones whatever
 * their constants, and is made anew after the counts of the graphs have drifted. Any thread may
 * call it.
 */
public final class PlannedPattern {

    /** Triple patterns that one plan can have. */
    public static final int PATTERNS_MAX = Planner.PATTERNS_MAX;

    /** Columns that the rows of one plan can have. */
    public static final int COLUMNS_MAX = Planner.COLUMNS_MAX;

    /**
     * A plan is kept while the number of triples of each of its predicates is within this factor.
     */
    static final double DRIFT_MAX = 2;

    /**
     * The counts of single predicates are compared only if a whole graph has changed by more than
     * this factor since the last comparison, or since it was largest.
     */
    private static final double GRAPH_DRIFT_MAX = 1.125;

    /** Inputs of 1 to 15 rows share a plan, those of 16 to 255 another, and so on. */
    private static final int MAGNITUDE_BITS = 4;

    private final BasicGraphPattern pattern;
    private final int[] variables;
    private final int[] constants;
    private final int columnCount;
    private final AtomicReference<List<Planned>> plans = new AtomicReference<>(List.of());

    public PlannedPattern(BasicGraphPattern pattern) {
        this.pattern = pattern;
        this.variables = pattern.variables();
        this.constants = pattern.constants();
        this.columnCount = pattern.columnCount();
    }

    /** Returns {@link BasicGraphPattern#variables} as a shared array. */
    int[] variables() {
        return variables;
    }

    /** Returns true if some constant of the pattern is a term that no triple has. */
    boolean hasUnknown(Bindings bindings) {
        return bindings.isAnyUnknown(constants);
    }

    /** Returns {@link BasicGraphPattern#columnCount}. */
    int columnCount() {
        return columnCount;
    }

    public BasicGraphPattern pattern() {
        return pattern;
    }

    /** Returns the plan for an input, each column of which is bound in all rows or in none. */
    Planned plan(BindingTable input, Bindings bindings) {
        long bound = boundColumns(input);
        int magnitude = magnitude(input);
        List<Planned> known = plans.get();
        for (int i = 0; i < known.size(); i++) {
            Planned planned = known.get(i);
            if (planned.isFor(bound, magnitude) && planned.isCurrent(bindings)) {
                return planned;
            }
        }
        Planned planned = new Planned(pattern, bound, magnitude, input, bindings);
        plans.updateAndGet(before -> replaced(before, planned));
        return planned;
    }

    private static List<Planned> replaced(List<Planned> before, Planned planned) {
        List<Planned> after = new ArrayList<>(before);
        after.removeIf(other -> other.isFor(planned.bound, planned.magnitude));
        after.add(planned);
        return List.copyOf(after);
    }

    private static int magnitude(BindingTable input) {
        return (Integer.SIZE - Integer.numberOfLeadingZeros(input.size()) - 1) / MAGNITUDE_BITS;
    }

    private static long boundColumns(BindingTable input) {
        long bound = 0;
        for (int column = 0; column < input.columnCount(); column++) {
            if (input.column(column) != null) {
                bound |= 1L << column;
            }
        }
        return bound;
    }

    /** A plan, the counts for which it was made, and its idle runs. */
    static final class Planned {

        private final BasicGraphPattern pattern;
        private final long bound;
        private final int magnitude;
        private final ExplorationPlan plan;
        // largest number of triples of each pattern's graph at a comparison of counts; any thread
        private volatile long[] graphCounts;
        private final long[] counts; // triples with each pattern's predicate
        private final IdleRuns idle = new IdleRuns();
        private final RowGuess rowGuess = new RowGuess();

        private Planned(
                BasicGraphPattern pattern,
                long bound,
                int magnitude,
                BindingTable input,
                Bindings bindings) {
            this.pattern = pattern;
            this.bound = bound;
            this.magnitude = magnitude;
            graphCounts = graphCounts(bindings);
            counts = new long[pattern.patterns().size()];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = count(pattern.patterns().get(i), bindings);
            }
            plan = Planner.plan(pattern, input, bindings);
        }

        private static long count(TriplePattern triple, Bindings bindings) {
            TripleView view = bindings.graphs()[triple.graph()];
            return triple.predicate().isConstant()
                    ? view.tripleCount(bindings.pid(triple.predicate()))
                    : view.tripleCount();
        }

        private long[] graphCounts(Bindings bindings) {
            long[] now = new long[pattern.patterns().size()];
            for (int i = 0; i < now.length; i++) {
                now[i] = bindings.graphs()[pattern.patterns().get(i).graph()].tripleCount();
            }
            return now;
        }

        private boolean isFor(long columns, int rows) {
            return bound == columns && magnitude == rows;
        }

        private boolean isCurrent(Bindings bindings) {
            long[] before = graphCounts;
            boolean grown = false;
            for (int i = 0; i < counts.length; i++) {
                TriplePattern triple = pattern.patterns().get(i);
                long graphCount = bindings.graphs()[triple.graph()].tripleCount();
                if (isDrift(before[i], graphCount, GRAPH_DRIFT_MAX)) {
                    grown |= graphCount > before[i];
                    if (isDrift(counts[i], count(triple, bindings), DRIFT_MAX)) {
                        return false;
                    }
                }
            }
            if (grown) {
                graphCounts = greater(before, graphCounts(bindings));
            }
            return true;
        }

        /**
         * Returns the greater counts, so that windows that grow and shrink do not cause a write at
         * each execution.
         */
        private static long[] greater(long[] before, long[] now) {
            Arrays.setAll(now, i -> Math.max(before[i], now[i]));
            return now;
        }

        private static boolean isDrift(long before, long now, double max) {
            return now > before * max + 1 || before > now * max + 1;
        }

        ExplorationPlan plan() {
            return plan;
        }

        /** Takes a run for the caller's exclusive use, to be {@link #giveBack given back}. */
        PlanRun take(int columnCount) {
            PlanRun run = idle.take();
            return run != null && run.columnCount() == columnCount
                    ? run
                    : new PlanRun(plan, columnCount);
        }

        void giveBack(PlanRun run) {
            idle.giveBack(run);
        }

        RowGuess rowGuess() {
            return rowGuess;
        }
    }
}
