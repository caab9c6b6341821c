package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.PatternFilter;
import org.wukongs.store.explore.TriplePattern;

/**
 * Turns the members of a join into few operators in a good order: all triple patterns of a graph
 * become one basic graph pattern, whose order the exploration chooses by its statistics; OPTIONAL
 * and FILTER move from a member to the whole join where that changes no solution.
 */
final class JoinPlanner {

    private final FilterPlacement filters;
    private final List<Operator> members = new ArrayList<>();
    private final List<LeftJoin> optionals = new ArrayList<>();
    private final List<Expression> conditions = new ArrayList<>();

    private JoinPlanner(FilterPlacement filters) {
        this.filters = filters;
    }

    /** The join of operators, of which one may be a join too. */
    static Operator join(FilterPlacement filters, Operator... operators) {
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

    /** Moves the outermost OPTIONAL or FILTER of a member to the join; false where it has none. */
    private boolean unwrap(int member) {
        Columns others = Columns.NONE;
        for (int i = 0; i < members.size(); i++) {
            others = i == member ? others : others.plus(members.get(i).possible());
        }
        for (LeftJoin optional : optionals) {
            others = others.plus(optional.right().possible());
        }
        Operator operator = members.get(member);
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
        Map<Integer, Operator> byGraph = new LinkedHashMap<>();
        List<Operator> rest = new ArrayList<>();
        for (Operator member : members) {
            if (member instanceof ExplorePattern pattern) {
                byGraph.merge(-1, pattern, (a, b) -> merged((ExplorePattern) a, pattern));
            } else if (member instanceof InNamedGraphs graphs
                    && graphs.body() instanceof ExplorePattern) {
                byGraph.merge(graphs.column(), graphs, JoinPlanner::mergedGraphs);
            } else {
                rest.add(member);
            }
        }
        members.clear();
        members.addAll(byGraph.values());
        members.addAll(rest);
    }

    private static Operator mergedGraphs(Operator a, Operator b) {
        InNamedGraphs first = (InNamedGraphs) a;
        ExplorePattern body =
                merged((ExplorePattern) first.body(), (ExplorePattern) ((InNamedGraphs) b).body());
        return new InNamedGraphs(body, first.slot(), first.column());
    }

    private static ExplorePattern merged(ExplorePattern a, ExplorePattern b) {
        List<TriplePattern> patterns = new ArrayList<>(a.pattern().patterns());
        patterns.addAll(b.pattern().patterns());
        List<PatternFilter> filters = new ArrayList<>(a.pattern().filters());
        filters.addAll(b.pattern().filters());
        return new ExplorePattern(
                new BasicGraphPattern(patterns, filters), a.certain().plus(b.certain()));
    }

    /** One after the other, the cheapest kind first among those that share a variable. */
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

    /** What can only be evaluated alone comes first: the rest then looks for what it asks for. */
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
