package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.wukongs.id.Keys;

/**
 * Chooses the steps of a basic graph pattern: best-first search over beginnings of plans, cheapest
 * first, so that only what is cheaper than the plan it finds is looked at. Costs are rows touched,
 * weighted by {@link StepCosts}; rows are estimated by running each step on a sample of the partial
 * solutions, and by the counts of the views where there is no sample.
 *
 * <p>Any constant and any index vertex of a predicate may be the start. Checks, that is patterns
 * and filters with nothing left to bind, follow as soon as they can: they only make rows fewer.
 */
final class Planner {

    /** Patterns are bits of a long. */
    static final int PATTERNS_MAX = Long.SIZE - 1;

    /** Columns are bits of a long. */
    static final int COLUMNS_MAX = Long.SIZE - 1;

    /** States settled before the search only goes forward from where it is: some milliseconds. */
    private static final int SETTLED_MAX = 160;

    /** A sample without survivors says: fewer than one in its size. Half of that is assumed. */
    private static final double NONE_SEEN = 0.5;

    private record Reached(long matched, long bound) {}

    private final List<TriplePattern> patterns;
    private final List<PatternFilter> filters;
    private final Bindings bindings;
    private final Estimates estimates;
    private final PriorityQueue<PlanState> open = new PriorityQueue<>();
    private final Map<Reached, PlanState> reached = new HashMap<>();
    private final List<Step> candidates = new ArrayList<>();
    private final PlanningEffort effort = new PlanningEffort();
    private int settledCount;

    private Planner(BasicGraphPattern pattern, Bindings bindings) {
        this.patterns = pattern.patterns();
        this.filters = pattern.filters();
        this.bindings = bindings;
        this.estimates = new Estimates(bindings);
    }

    /** A plan for extending {@code input}, each column of which is bound in all rows or in none. */
    static ExplorationPlan plan(BasicGraphPattern pattern, BindingTable input, Bindings bindings) {
        return new Planner(pattern, bindings).search(input, pattern.columnCount());
    }

    private ExplorationPlan search(BindingTable input, int columnCount) {
        open.add(start(input, Math.max(columnCount, input.columnCount())));
        while (true) {
            PlanState state = open.remove();
            if (!state.settled) {
                settle(state);
                if (!isBest(state)) {
                    continue;
                }
                if (!open.isEmpty() && open.peek().compareTo(state) < 0) {
                    open.add(state);
                    continue;
                }
            }
            if (Long.bitCount(state.matched) == patterns.size()) {
                return finish(state);
            }
            extend(state);
        }
    }

    private PlanState start(BindingTable input, int columnCount) {
        PlanState start = new PlanState(null, Step.PASS);
        start.rows = input.size();
        for (int column = 0; column < input.columnCount(); column++) {
            if (input.column(column) != null) {
                start.bound |= 1L << column;
            }
        }
        start.sample = input.size() == 0 ? null : Sample.of(input, columnCount, bindings);
        return start;
    }

    /**
     * False where another way to the same patterns and columns is cheaper. Once the search only
     * goes forward, that way may have been given up.
     */
    private boolean isBest(PlanState state) {
        if (settledCount > SETTLED_MAX) {
            return true;
        }
        Reached key = new Reached(state.matched, state.bound);
        PlanState known = reached.get(key);
        if (known != null && known.cost <= state.cost) {
            return false;
        }
        reached.put(key, state);
        return true;
    }

    private static ExplorationPlan finish(PlanState state) {
        return new ExplorationPlan(state.stages(), state.cost);
    }

    /** Draws the sample, then adds all checks that nothing is missing for. */
    private void settle(PlanState state) {
        state.settled = true;
        settledCount++;
        if (state.fanOut != null && state.fanOut.total() > 0) {
            state.sample = state.fanOut.sample();
        }
        state.fanOut = null;
        List<Step> checks = checks(state);
        while (!checks.isEmpty()) {
            Step next = mostSelective(checks, state);
            checks.remove(next);
            check(state, next);
        }
    }

    private List<Step> checks(PlanState state) {
        List<Step> checks = new ArrayList<>();
        for (int i = 0; i < patterns.size(); i++) {
            TriplePattern pattern = patterns.get(i);
            boolean pending = (state.matched >>> i & 1) == 0;
            if (pending
                    && isKnown(pattern.subject(), state)
                    && isKnown(pattern.predicate(), state)
                    && isKnown(pattern.object(), state)) {
                checks.add(Step.probe(pattern));
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

    private Step mostSelective(List<Step> checks, PlanState state) {
        if (checks.size() == 1) {
            return checks.get(0);
        }
        Step best = null;
        double bestShare = Double.MAX_VALUE;
        for (Step check : checks) {
            // A condition is dear, so it comes last.
            double share =
                    check.kind() == StepKind.FILTER
                            ? 1 + Estimates.FILTER_SELECTIVITY
                            : share(check, state);
            if (share < bestShare) {
                best = check;
                bestShare = share;
            }
        }
        return best;
    }

    private double share(Step check, PlanState state) {
        if (state.sample == null) {
            return estimates.selectivity(check);
        }
        int size = state.sample.size();
        int kept = new KeptRows(state.sample, check, effort).probe(new int[size]);
        return Math.max(NONE_SEEN, kept) / size;
    }

    private void check(PlanState state, Step check) {
        state.cost += StepCosts.check(check, state.rows);
        if (check.kind() == StepKind.FILTER || state.sample == null) {
            state.rows *= estimates.selectivity(check);
        } else {
            KeptRows kept = new KeptRows(state.sample, check, effort);
            Sample sample = kept.sample();
            state.rows *= Math.max(NONE_SEEN, sample.size()) / kept.looked();
            state.sample = sample.size() == 0 ? null : sample;
        }
        state.checks.add(check.withEstimate(state.rows));
    }

    /** Opens the states that are one producing step further. */
    private void extend(PlanState state) {
        candidates.clear();
        connected(state);
        if (candidates.isEmpty()) {
            starts(state);
        }
        if (settledCount > SETTLED_MAX) {
            open.clear();
        }
        PlanState steady = null;
        for (Step candidate : candidates) {
            PlanState next = open(state, candidate);
            if (next.rows > state.rows || state.rows <= 0) {
                open.add(next);
            } else if (steady == null || next.rows < steady.rows) {
                steady = next;
            }
        }
        if (steady != null) {
            open.add(steady);
        }
    }

    /** Steps that begin at something known. */
    private void connected(PlanState state) {
        for (int i = 0; i < patterns.size(); i++) {
            if ((state.matched >>> i & 1) == 0) {
                connected(patterns.get(i), state);
            }
        }
    }

    private void connected(TriplePattern pattern, PlanState state) {
        boolean subject = isBound(pattern.subject(), state);
        boolean object = isBound(pattern.object(), state);
        boolean predicate = isBound(pattern.predicate(), state);
        if (isKnown(pattern.predicate(), state)) {
            if (subject || (predicate && isKnown(pattern.subject(), state))) {
                candidates.add(expansion(pattern, Keys.OUT));
            } else if (object || (predicate && isKnown(pattern.object(), state))) {
                candidates.add(expansion(pattern, Keys.IN));
            } else if (predicate) {
                index(pattern);
            }
        } else {
            if (subject) {
                candidates.add(predicates(pattern, pattern.subject(), Keys.OUT));
            }
            if (object) {
                candidates.add(predicates(pattern, pattern.object(), Keys.IN));
            }
        }
    }

    private static boolean isBound(Place place, PlanState state) {
        return !place.isConstant() && isKnown(place, state);
    }

    /** Steps that begin at a constant or an index vertex. */
    private void starts(PlanState state) {
        for (int i = 0; i < patterns.size(); i++) {
            if ((state.matched >>> i & 1) == 0) {
                start(patterns.get(i));
            }
        }
    }

    private void start(TriplePattern pattern) {
        if (!pattern.predicate().isConstant()) {
            if (pattern.subject().isConstant()) {
                candidates.add(predicates(pattern, pattern.subject(), Keys.OUT));
            }
            if (pattern.object().isConstant()) {
                candidates.add(predicates(pattern, pattern.object(), Keys.IN));
            }
            if (!pattern.subject().isConstant() && !pattern.object().isConstant()) {
                candidates.add(predicates(pattern, null, Keys.OUT));
            }
        } else if (pattern.subject().isConstant()) {
            candidates.add(expansion(pattern, Keys.OUT));
        } else if (pattern.object().isConstant()) {
            candidates.add(expansion(pattern, Keys.IN));
        } else {
            index(pattern);
        }
    }

    private static Step expansion(TriplePattern pattern, int direction) {
        Place from = direction == Keys.OUT ? pattern.subject() : pattern.object();
        Place to = direction == Keys.OUT ? pattern.object() : pattern.subject();
        StepKind kind = from.isConstant() ? StepKind.CONSTANT : StepKind.EXPAND;
        return Step.producer(
                kind, pattern.graph(), from, pattern.predicate(), direction, to.column());
    }

    private static Step predicates(TriplePattern pattern, Place vertex, int direction) {
        return Step.producer(
                StepKind.PREDICATES,
                pattern.graph(),
                vertex,
                null,
                direction,
                pattern.predicate().column());
    }

    private void index(TriplePattern pattern) {
        for (int direction : new int[] {Keys.OUT, Keys.IN}) {
            Place place = direction == Keys.OUT ? pattern.subject() : pattern.object();
            candidates.add(
                    Step.producer(
                            StepKind.INDEX,
                            pattern.graph(),
                            null,
                            pattern.predicate(),
                            direction,
                            place.column()));
        }
    }

    private PlanState open(PlanState state, Step step) {
        FanOut found = state.sample == null ? null : new FanOut(state.sample, step, effort);
        boolean known = found != null && found.isKnown();
        double rows = state.rows * (known ? fanOut(found, step) : estimates.fanOut(step));
        PlanState next = new PlanState(state, step.withEstimate(rows));
        next.fanOut = known ? found : null;
        next.rows = rows;
        next.cost += StepCosts.producer(step, state.rows, rows);
        next.bound |= 1L << step.column();
        if (step.kind() == StepKind.EXPAND || step.kind() == StepKind.CONSTANT) {
            markMatched(step, next);
        }
        return next;
    }

    private double fanOut(FanOut found, Step step) {
        found.makeSound();
        double total = found.total();
        if (total == 0) {
            total = NONE_SEEN * Math.max(1, estimates.fanOut(step));
        }
        return total / found.looked();
    }

    /** The pattern that an expansion matches is done. */
    private void markMatched(Step step, PlanState state) {
        for (int i = 0; i < patterns.size(); i++) {
            boolean pending = (state.matched >>> i & 1) == 0;
            if (pending && step.matches(patterns.get(i))) {
                state.matched |= 1L << i;
                return;
            }
        }
        throw new IllegalStateException("no pattern for a step: step=" + step);
    }
}
