package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Neighbours;

/**
 * The least cost of any order of the steps of a pattern whose predicates are constants, with the
 * rows that there are in place of estimates: every start, every next step, checks at any time.
 */
final class PlanOracle {

    /** What makes more rows than that is in no good plan. */
    private static final ExecutionLimits LIMITS = new ExecutionLimits(1_000_000, 10_000);

    private final BasicGraphPattern pattern;
    private final Bindings bindings;
    private final Map<List<Object>, Double> rows = new HashMap<>();
    private final Map<List<Object>, Double> costs = new HashMap<>();

    PlanOracle(BasicGraphPattern pattern, Bindings bindings) {
        this.pattern = pattern;
        this.bindings = bindings;
    }

    double leastCost() {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < pattern.patterns().size(); i++) {
            TriplePattern triple = pattern.patterns().get(i);
            if (triple.subject().isConstant() || triple.object().isConstant()) {
                Step step = step(triple, triple.subject().isConstant() ? Keys.OUT : Keys.IN);
                double found = rows(null, 1L << i);
                least = Math.min(least, producer(step, 1, found) + rest(null, 1L << i));
            } else {
                for (int direction : new int[] {Keys.OUT, Keys.IN}) {
                    Step start = index(triple, direction);
                    double found = rows(start, 0);
                    least = Math.min(least, producer(start, 1, found) + rest(start, 0));
                }
            }
        }
        return least;
    }

    /** What a plan that was run has cost. */
    static double cost(ExplorationPlan plan, PlanRun run) {
        double cost = 0;
        for (int i = 0; i < plan.stages().size(); i++) {
            StepCounts[] counts = run.stages()[i].counts();
            Step producer = plan.stages().get(i).producer();
            cost += producer(producer, (double) counts[0].rowsIn, (double) counts[0].rowsOut);
            List<Step> checks = plan.stages().get(i).checks();
            for (int j = 0; j < checks.size(); j++) {
                cost += StepCosts.check(checks.get(j), (double) counts[1 + j].rowsIn);
            }
        }
        return cost;
    }

    /** The cost if each key is looked up for the first time, whatever steps came before. */
    private static double producer(Step step, double rowsIn, double rowsOut) {
        if (step.kind() == StepKind.PASS) {
            return StepCosts.STAGE;
        }
        return step.hasConstantKey()
                ? StepCosts.constant(rowsOut)
                : StepCosts.expansion(step, rowsIn, 0, rowsOut);
    }

    private static Step index(TriplePattern triple, int direction) {
        Place place = direction == Keys.OUT ? triple.subject() : triple.object();
        return Step.producer(
                StepKind.INDEX,
                triple.graph(),
                null,
                triple.predicate(),
                direction,
                place.column());
    }

    private static Step step(TriplePattern triple, int direction) {
        Place vertex = direction == Keys.OUT ? triple.subject() : triple.object();
        Place to = direction == Keys.OUT ? triple.object() : triple.subject();
        StepKind kind = vertex.isConstant() ? StepKind.CONSTANT : StepKind.EXPAND;
        return Step.producer(
                kind, triple.graph(), vertex, triple.predicate(), direction, to.column());
    }

    /** The least cost of what is left once {@code matched} are. */
    private double rest(Step start, long matched) {
        if (Long.bitCount(matched) == pattern.patterns().size()) {
            return 0;
        }
        List<Object> key = new ArrayList<>();
        key.add(start);
        key.add(matched);
        Double known = costs.get(key);
        if (known == null) {
            known = leastRest(start, matched);
            costs.put(key, known);
        }
        return known;
    }

    private double leastRest(Step start, long matched) {
        double least = Double.MAX_VALUE;
        long bound = bound(start, matched);
        for (int i = 0; i < pattern.patterns().size(); i++) {
            TriplePattern triple = pattern.patterns().get(i);
            boolean subject = isKnown(triple.subject(), bound);
            boolean object = isKnown(triple.object(), bound);
            boolean connected =
                    (subject && !triple.subject().isConstant())
                            || (object && !triple.object().isConstant());
            if ((matched >>> i & 1) == 1 || !connected) {
                continue;
            }
            long next = matched | 1L << i;
            double before = rows(start, matched);
            double cost =
                    subject && object
                            ? StepCosts.check(Step.probe(triple), before)
                            : producer(
                                    step(triple, subject ? Keys.OUT : Keys.IN),
                                    before,
                                    rows(start, next));
            least = Math.min(least, cost + rest(start, next));
        }
        return least;
    }

    private static boolean isKnown(Place place, long bound) {
        return place.isConstant() || (bound >>> place.column() & 1) == 1;
    }

    private long bound(Step start, long matched) {
        long bound = start == null ? 0 : 1L << start.column();
        for (int i = 0; i < pattern.patterns().size(); i++) {
            TriplePattern triple = pattern.patterns().get(i);
            if ((matched >>> i & 1) == 1) {
                bound |= bit(triple.subject()) | bit(triple.object());
            }
        }
        return bound;
    }

    private static long bit(Place place) {
        return place.isConstant() ? 0 : 1L << place.column();
    }

    /** Solutions of {@code matched} that begin in the index vertex of {@code start}. */
    private double rows(Step start, long matched) {
        List<Object> key = new ArrayList<>();
        key.add(start);
        key.add(matched);
        return rows.computeIfAbsent(key, k -> count(start, matched));
    }

    private double count(Step start, long matched) {
        BindingTable input = start == null ? BindingTable.unit(pattern.columnCount()) : all(start);
        if (matched == 0) {
            return input.size();
        }
        List<TriplePattern> triples = new ArrayList<>();
        for (int i = 0; i < pattern.patterns().size(); i++) {
            if ((matched >>> i & 1) == 1) {
                triples.add(pattern.patterns().get(i));
            }
        }
        SystemNanoClock clock = new SystemNanoClock();
        ExecutionBudget budget = new ExecutionBudget(LIMITS, clock, clock.nanoTime());
        Explorer explorer =
                new Explorer(
                        bindings.graphs(),
                        bindings.constants(),
                        bindings.filters(),
                        bindings.dictionary(),
                        budget);
        try {
            return explorer.extend(
                            input, BasicGraphPattern.of(triples.toArray(new TriplePattern[0])))
                    .size();
        } catch (WukongsException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    private BindingTable all(Step start) {
        long index =
                Keys.key(Vids.INDEX_VERTEX, bindings.pid(start.predicate()), start.direction());
        Neighbours list = bindings.graph(start).neighbours(index);
        long[][] columns = new long[pattern.columnCount()][];
        columns[start.column()] = new long[list.size()];
        list.copyTo(0, list.size(), columns[start.column()], 0);
        return new BindingTable(columns, list.size());
    }
}
