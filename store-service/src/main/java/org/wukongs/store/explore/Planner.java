package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.wukongs.id.Keys;

/**
 * Chooses the steps of a basic graph pattern by a best-first search over partial plans, cheapest
 * first, so that only partial plans cheaper than the chosen plan are examined. Costs are rows
 * touched, weighted by {@link StepCosts}. Rows are estimated by running each step on a sample of
 * the partial solutions or, without a sample, by the counts of the views.
 *
 * <p>An estimate from few rows may be an accident. A step gets the benefit of the doubt until the
 * search reaches it; then its sample grows until the estimate is sound. Different ways to the same
 * partial solutions agree on their number. So the plan depends neither on which rows were drawn nor
 * on the order of triples and ids.
 *
 * <p>Any constant and any index vertex of a predicate may be the start. Checks, that is patterns
 * and filters with nothing left to bind, follow as soon as possible, because they only reduce rows.
 */
final class Planner {

    /** Patterns are bits of a long. */
    static final int PATTERNS_MAX = Long.SIZE - 1;

    /** Columns are bits of a long. */
    static final int COLUMNS_MAX = Long.SIZE - 1;

    /**
     * After so many extended states, some milliseconds, the search only goes forward from the
     * current state.
     */
    private static final int EXTENDED_MAX = 160;

    /**
     * The set of partial solutions that steps reach, whatever the order of the steps. A pattern
     * that is {@code begun} but not matched has one place bound, by an index or a predicate.
     */
    private record Reached(long matched, long begun, long bound, long filtered) {}

    /** A possible next step, and the pattern that it begins or matches. */
    private record Candidate(Step step, int pattern) {

        boolean matches() {
            return step.kind() == StepKind.EXPAND || step.kind() == StepKind.CONSTANT;
        }
    }

    private final List<TriplePattern> patterns;
    private final List<PatternFilter> filters;
    private final Bindings bindings;
    private final Estimates estimates;
    private final PriorityQueue<PlanState> open = new PriorityQueue<>();
    private final Map<Reached, PlanState> reached = new HashMap<>();
    private final Map<Reached, Double> mostRows = new HashMap<>();
    private final List<Candidate> candidates = new ArrayList<>();
    private final PlanningEffort effort = new PlanningEffort();
    private int extendedCount;

    private Planner(BasicGraphPattern pattern, Bindings bindings) {
        this.patterns = pattern.patterns();
        this.filters = pattern.filters();
        this.bindings = bindings;
        this.estimates = new Estimates(bindings);
    }

    /**
     * Returns a plan for extending {@code input}, each column of which is bound in all rows or in
     * none.
     */
    static ExplorationPlan plan(BasicGraphPattern pattern, BindingTable input, Bindings bindings) {
        return new Planner(pattern, bindings).search(input, pattern.columnCount());
    }

    private ExplorationPlan search(BindingTable input, int columnCount) {
        open.add(start(input, Math.max(columnCount, input.columnCount())));
        while (true) {
            PlanState state = open.remove();
            effort.allow(state.cost);
            if (!state.settled) {
                settle(state);
                if (!open.isEmpty() && open.peek().compareTo(state) < 0) {
                    open.add(state);
                    continue;
                }
            }
            if (!isBest(state)) {
                continue;
            }
            if (Long.bitCount(state.matched) == patterns.size()) {
                return finish(state);
            }
            extendedCount++;
            extend(state);
        }
    }

    private PlanState start(BindingTable input, int columnCount) {
        PlanState start = new PlanState(null, Step.PASS.withEstimate(input.size()));
        start.rows = input.size();
        for (int column = 0; column < input.columnCount(); column++) {
            if (input.column(column) != null) {
                start.bound |= 1L << column;
            }
        }
        if (input.size() > 0) {
            start.sample = Sample.of(input, columnCount, bindings, effort);
        }
        return start;
    }

    /**
     * Returns false if another way to the same patterns and columns is cheaper. When the search
     * only goes forward, that way may have been given up.
     */
    private boolean isBest(PlanState state) {
        if (extendedCount > EXTENDED_MAX) {
            return true;
        }
        Reached key = key(state);
        PlanState known = reached.get(key);
        if (known != null && known.cost <= state.cost) {
            return false;
        }
        reached.put(key, state);
        return true;
    }

    private static Reached key(PlanState state) {
        return new Reached(
                state.matched, state.begun & ~state.matched, state.bound, state.filtered);
    }

    /**
     * Returns the number of rows of a state, the same for all ways to it: the largest estimate from
     * the sample of any way, because samples easily miss the few vertices with most of the
     * neighbours.
     */
    private double agreedRows(PlanState state, double rows) {
        return mostRows.merge(key(state), rows, Math::max);
    }

    private static ExplorationPlan finish(PlanState state) {
        return new ExplorationPlan(state.stages(), state.cost);
    }

    /** Draws the sample, then adds all checks whose variables are bound. */
    private void settle(PlanState state) {
        state.settled = true;
        if (state.fanOut != null) {
            state.fanOut.makeSound();
            double rows = rows(state.before, state.fanOut, state.producer);
            state.produce(agreedRows(state, rows));
            state.sample = state.fanOut.total() == 0 ? null : state.fanOut.sample();
            state.fanOut = null;
        }
        List<Step> checks = checks(state);
        while (!checks.isEmpty()) {
            CheckEstimate next = mostSelective(checks, state);
            checks.remove(next.step());
            state.check(next);
        }
    }

    private List<Step> checks(PlanState state) {
        List<Step> checks = new ArrayList<>();
        for (int i = 0; i < patterns.size(); i++) {
            if (isCheck(i, state)) {
                checks.add(Step.probe(patterns.get(i)));
                state.matched |= 1L << i;
            }
        }
        boolean last = Long.bitCount(state.matched) == patterns.size();
        for (int i = 0; i < filters.size(); i++) {
            boolean pending = (state.filtered >>> i & 1) == 0;
            if (pending && (last || allBound(filters.get(i).columns(), state))) {
                checks.add(Step.filter(filters.get(i)));
                state.filtered |= 1L << i;
            }
        }
        return checks;
    }

    private boolean hasChecks(PlanState state) {
        for (int i = 0; i < patterns.size(); i++) {
            if (isCheck(i, state)) {
                return true;
            }
        }
        for (int i = 0; i < filters.size(); i++) {
            if ((state.filtered >>> i & 1) == 0 && allBound(filters.get(i).columns(), state)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if a pattern is pending and has nothing left to bind. */
    private boolean isCheck(int i, PlanState state) {
        TriplePattern pattern = patterns.get(i);
        return (state.matched >>> i & 1) == 0
                && isKnown(pattern.subject(), state)
                && isKnown(pattern.predicate(), state)
                && isKnown(pattern.object(), state);
    }

    private static boolean allBound(int[] columns, PlanState state) {
        for (int column : columns) {
            if ((state.bound >>> column & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKnown(Place place, PlanState state) {
        return place.isConstant() || (state.bound >>> place.column() & 1) == 1;
    }

    private CheckEstimate mostSelective(List<Step> checks, PlanState state) {
        CheckEstimate best = null;
        double bestShare = Double.MAX_VALUE;
        for (Step check : checks) {
            CheckEstimate estimate = estimate(check, state);
            // A comparison of ids costs next to nothing, so it comes first; other conditions last.
            double share = estimate.share();
            if (check.kind() == StepKind.FILTER) {
                share += comparesIds(check) ? -1 : 1;
            }
            if (share < bestShare) {
                best = estimate;
                bestShare = share;
            }
        }
        return best;
    }

    private boolean comparesIds(Step check) {
        return check.kind() == StepKind.FILTER
                && bindings.filters()[check.filter().filter()].comparesIds();
    }

    private CheckEstimate estimate(Step check, PlanState state) {
        double each = comparesIds(check) ? StepCosts.COMPARISON : StepCosts.check(check, 1);
        boolean sampled =
                check.kind() != StepKind.FILTER && state.sample != null && state.sample.size() > 0;
        return sampled
                ? new CheckEstimate(check, each, new KeptRows(state.sample, check), 1)
                : new CheckEstimate(check, each, null, estimates.selectivity(check));
    }

    /** Opens the states that are one producing step ahead. */
    private void extend(PlanState state) {
        state.makeChecksSound();
        if (state.sample != null) {
            state.rows = agreedRows(state, state.rows);
        }
        candidates.clear();
        connected(state);
        if (candidates.isEmpty()) {
            starts(state);
        }
        if (extendedCount > EXTENDED_MAX) {
            open.clear();
        }
        List<PlanState> steady = new ArrayList<>();
        for (Candidate candidate : candidates) {
            PlanState next = open(state, candidate);
            if (mayMultiply(state, next)) {
                open.add(next);
            } else {
                steady.add(next);
            }
        }
        if (!steady.isEmpty()) {
            open.add(fewestRows(steady));
        }
    }

    /** Returns true if the step can make several rows of one, whatever rows remain before it. */
    private static boolean mayMultiply(PlanState state, PlanState next) {
        return next.fanOut == null
                ? next.rows > state.rows || state.rows <= 0
                : next.fanOut.mayMultiply();
    }

    /**
     * Returns the step to take first, of several that must all be taken and do not multiply rows.
     */
    private PlanState fewestRows(List<PlanState> steady) {
        PlanState first = null;
        for (PlanState state : steady) {
            if (steady.size() > 1 && hasChecks(state)) {
                settle(state);
            }
            if (first == null || state.rows < first.rows) {
                first = state;
            }
        }
        return first;
    }

    /** Proposes steps that start at something known. */
    private void connected(PlanState state) {
        for (int i = 0; i < patterns.size(); i++) {
            if ((state.matched >>> i & 1) == 0) {
                connected(i, state);
            }
        }
    }

    private void connected(int i, PlanState state) {
        TriplePattern pattern = patterns.get(i);
        boolean subject = isBound(pattern.subject(), state);
        boolean object = isBound(pattern.object(), state);
        boolean predicate = isBound(pattern.predicate(), state);
        if (isKnown(pattern.predicate(), state)) {
            if (subject || (predicate && isKnown(pattern.subject(), state))) {
                addExpansion(i, Keys.OUT);
            } else if (object || (predicate && isKnown(pattern.object(), state))) {
                addExpansion(i, Keys.IN);
            } else if (predicate) {
                addIndex(i);
            }
        } else {
            if (subject) {
                addPredicates(i, pattern.subject(), Keys.OUT);
            }
            if (object) {
                addPredicates(i, pattern.object(), Keys.IN);
            }
        }
    }

    private static boolean isBound(Place place, PlanState state) {
        return !place.isConstant() && isKnown(place, state);
    }

    /** Proposes steps that start at a constant or an index vertex. */
    private void starts(PlanState state) {
        for (int i = 0; i < patterns.size(); i++) {
            if ((state.matched >>> i & 1) == 0) {
                start(i);
            }
        }
    }

    private void start(int i) {
        TriplePattern pattern = patterns.get(i);
        if (!pattern.predicate().isConstant()) {
            if (pattern.subject().isConstant()) {
                addPredicates(i, pattern.subject(), Keys.OUT);
            }
            if (pattern.object().isConstant()) {
                addPredicates(i, pattern.object(), Keys.IN);
            }
            if (!pattern.subject().isConstant() && !pattern.object().isConstant()) {
                addPredicates(i, null, Keys.OUT);
            }
        } else if (pattern.subject().isConstant()) {
            addExpansion(i, Keys.OUT);
        } else if (pattern.object().isConstant()) {
            addExpansion(i, Keys.IN);
        } else {
            addIndex(i);
        }
    }

    private void addExpansion(int i, int direction) {
        TriplePattern pattern = patterns.get(i);
        Place from = direction == Keys.OUT ? pattern.subject() : pattern.object();
        Place to = direction == Keys.OUT ? pattern.object() : pattern.subject();
        StepKind kind = from.isConstant() ? StepKind.CONSTANT : StepKind.EXPAND;
        add(i, kind, from, pattern.predicate(), direction, to);
    }

    private void addPredicates(int i, Place vertex, int direction) {
        add(i, StepKind.PREDICATES, vertex, null, direction, patterns.get(i).predicate());
    }

    private void addIndex(int i) {
        TriplePattern pattern = patterns.get(i);
        add(i, StepKind.INDEX, null, pattern.predicate(), Keys.OUT, pattern.subject());
        add(i, StepKind.INDEX, null, pattern.predicate(), Keys.IN, pattern.object());
    }

    private void add(int i, StepKind kind, Place vertex, Place predicate, int direction, Place to) {
        int graph = patterns.get(i).graph();
        Step step = Step.producer(kind, graph, vertex, predicate, direction, to.column());
        candidates.add(new Candidate(step, i));
    }

    private PlanState open(PlanState state, Candidate candidate) {
        Step step = candidate.step();
        FanOut found = state.sample == null ? null : new FanOut(state.sample, step);
        PlanState next = new PlanState(state, step);
        next.fanOut = found == null || !found.isKnown() ? null : found;
        next.bound |= 1L << step.column();
        next.begun |= 1L << candidate.pattern();
        next.matched |= candidate.matches() ? 1L << candidate.pattern() : 0;
        if (step.kind() == StepKind.INDEX && step.hasConstantKey()) {
            next.readCount = estimates.readCount(step);
        }
        double rows = rows(state, next.fanOut, step);
        next.produce(next.fanOut == null ? rows : agreedRows(next, rows));
        return next;
    }

    /** Returns the number of rows that a step makes of those of a state. */
    private double rows(PlanState state, FanOut found, Step step) {
        if (found == null) {
            return state.rows * estimates.fanOut(step);
        }
        // If no examined row has neighbours, assume that the few rows which do have as many as
        // other vertices.
        double each = found.total() == 0 ? Math.max(1, estimates.fanOut(step)) : 1;
        return state.rows * found.mean() * each;
    }
}
