package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.algebra.ConstantRows.NoRows;
import org.wukongs.store.algebra.ConstantRows.UnitRow;
import org.wukongs.store.algebra.ConstantRows.ValuesRows;
import org.wukongs.store.algebra.Modifier.FilterRows;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.PatternFilter;
import org.wukongs.store.explore.TriplePattern;

/**
 * Turns the members of a join into few operators in a good order. All triple patterns of a graph
 * become one basic graph pattern, whose order the exploration chooses by statistics. OPTIONAL and
 * FILTER move from a member to the whole join if that changes no solution.
 */
final class JoinPlanner {

    private final FilterPlacement filters;
    private final List<Operator> members = new ArrayList<>();
    private final List<LeftJoin> optionals = new ArrayList<>();
    private final List<Expression> conditions = new ArrayList<>();

    private JoinPlanner(FilterPlacement filters) {
        this.filters = filters;
    }

    /** Returns the join of operators, some of which may be joins too. */
    static Operator join(FilterPlacement filters, List<Operator> operators) {
        JoinPlanner planner = new JoinPlanner(filters);
        for (Operator operator : operators) {
            planner.add(operator);
        }
        return planner.plan();
    }

    private void add(Operator operator) {
        if (operator instanceof JoinAll join) {
            join.members().forEach(this::add);
        } else if (!(operator instanceof UnitRow)) {
            members.add(operator);
        }
    }

    private Operator plan() {
        for (boolean moved = true; moved; ) {
            moved = false;
            for (int i = 0; i < members.size() && !moved; i++) {
                moved = unwrap(i);
            }
        }
        mergePatterns();
        Operator planned = ordered();
        for (LeftJoin optional : optionals) {
            planned =
                    new LeftJoin(
                            planned, optional.right(), optional.condition(), optional.rowColumn());
        }
        for (Expression condition : conditions) {
            planned = filters.place(condition, planned);
        }
        return planned;
    }

    /**
     * Moves the outermost OPTIONAL or FILTER of a member to the join; returns false if it has none.
     */
    private boolean unwrap(int member) {
        Operator operator = members.get(member);
        if (!(operator instanceof LeftJoin || operator instanceof FilterRows)) {
            return false;
        }
        Columns others = Columns.NONE;
        for (int i = 0; i < members.size(); i++) {
            others = i == member ? others : others.plus(members.get(i).possible());
        }
        for (LeftJoin optional : optionals) {
            others = others.plus(optional.right().possible());
        }
        if (operator instanceof LeftJoin optional && optional.takes(others)) {
            members.remove(member);
            optionals.add(0, optional);
            add(optional.left());
            return true;
        }
        if (operator instanceof FilterRows filter && filter.takes(others)) {
            members.remove(member);
            conditions.add(filter.condition());
            add(filter.argument());
            return true;
        }
        return false;
    }

    private void mergePatterns() {
        List<ExplorePattern> patterns = new ArrayList<>();
        Map<Integer, List<InNamedGraphs>> byGraph = new LinkedHashMap<>();
        List<Operator> rest = new ArrayList<>();
        for (Operator member : members) {
            if (member instanceof ExplorePattern pattern) {
                patterns.add(pattern);
            } else if (member instanceof InNamedGraphs graphs
                    && graphs.body() instanceof ExplorePattern) {
                byGraph.computeIfAbsent(graphs.column(), c -> new ArrayList<>()).add(graphs);
            } else {
                rest.add(member);
            }
        }
        members.clear();
        if (!patterns.isEmpty()) {
            members.add(merged(patterns));
        }
        for (List<InNamedGraphs> graphs : byGraph.values()) {
            List<ExplorePattern> bodies = new ArrayList<>();
            graphs.forEach(one -> bodies.add((ExplorePattern) one.body()));
            InNamedGraphs first = graphs.get(0);
            members.add(new InNamedGraphs(merged(bodies), first.slot(), first.column()));
        }
        members.addAll(rest);
    }

    private static ExplorePattern merged(List<ExplorePattern> explorations) {
        if (explorations.size() == 1) {
            return explorations.get(0);
        }
        List<TriplePattern> patterns = new ArrayList<>();
        List<PatternFilter> filters = new ArrayList<>();
        for (ExplorePattern exploration : explorations) {
            patterns.addAll(exploration.pattern().patterns());
            filters.addAll(exploration.pattern().filters());
        }
        return new ExplorePattern(new BasicGraphPattern(patterns, filters));
    }

    /** Orders the members: the cheapest kind first among those that share a variable. */
    private Operator ordered() {
        if (members.isEmpty()) {
            return new UnitRow();
        }
        List<Operator> left = new ArrayList<>(members);
        List<Operator> chosen = new ArrayList<>();
        Columns bound = Columns.NONE;
        while (!left.isEmpty()) {
            int best = 0;
            for (int i = 1; i < left.size(); i++) {
                best = rank(left.get(i), bound) < rank(left.get(best), bound) ? i : best;
            }
            Operator next = left.remove(best);
            chosen.add(next);
            bound = bound.plus(next.possible());
        }
        return chosen.size() == 1 ? chosen.get(0) : new JoinAll(chosen);
    }

    private static int rank(Operator operator, Columns bound) {
        boolean apart = !bound.isEmpty() && !operator.possible().meets(bound);
        return kind(operator) + (apart ? 10 : 0);
    }

    /**
     * Ranks an operator. Operators that can only be evaluated independently come first, so that the
     * others start from their rows.
     */
    private static int kind(Operator operator) {
        if (operator instanceof ValuesRows || operator instanceof NoRows) {
            return 0;
        }
        if (operator instanceof ExplorePattern) {
            return 2;
        }
        if (operator instanceof InNamedGraphs) {
            return 3;
        }
        if (operator instanceof PathSearch) {
            return 5;
        }
        return operator.takes(operator.possible()) ? 4 : 1;
    }
}
