package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.algebra.BooleanExpressions.Connective;
import org.wukongs.store.algebra.Modifier.DistinctRows;
import org.wukongs.store.algebra.Modifier.FilterRows;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.PatternFilter;

/**
 * Moves conditions down as far as they select the same solutions: to the operator that binds all
 * their variables in every solution. In a basic graph pattern, the exploration evaluates them as
 * soon as possible.
 */
final class FilterPlacement {

    private final List<PatternCondition> patternFilters;

    /**
     * {@code patternFilters} are the conditions that patterns name by index; conditions are added
     * to it.
     */
    FilterPlacement(List<PatternCondition> patternFilters) {
        this.patternFilters = patternFilters;
    }

    /** Returns an operator for the solutions for which the condition holds. */
    Operator place(Expression condition, Operator operator) {
        if (condition instanceof Connective both && !both.decides()) {
            return place(both.right(), place(both.left(), operator));
        }
        Columns columns = condition.columns();
        boolean movable =
                condition.stable() && (!columns.isEmpty() || operator instanceof ExplorePattern);
        return movable && operator.certain().containsAll(columns)
                ? sink(condition, operator)
                : new FilterRows(operator, condition);
    }

    /** Moves a condition into an operator in which all its variables are certain. */
    private Operator sink(Expression condition, Operator operator) {
        if (operator instanceof ExplorePattern pattern && !condition.readsPatterns()) {
            return withFilter(pattern, condition);
        }
        if (operator instanceof JoinAll join) {
            return sinkIntoMembers(condition, join);
        }
        if (operator instanceof FilterRows filter) {
            return new FilterRows(place(condition, filter.argument()), filter.condition());
        }
        if (operator instanceof LeftJoin optional) {
            return new LeftJoin(
                    place(condition, optional.left()),
                    optional.right(),
                    optional.condition(),
                    optional.rowColumn());
        }
        if (operator instanceof Minus minus) {
            return new Minus(place(condition, minus.left()), minus.right());
        }
        if (operator instanceof Extend extend && extend.value().stable()) {
            return new Extend(place(condition, extend.argument()), extend.column(), extend.value());
        }
        if (operator instanceof UnionAll union) {
            List<Operator> members = new ArrayList<>();
            union.members().forEach(member -> members.add(place(condition, member)));
            return new UnionAll(members);
        }
        return sinkBelowModifier(condition, operator);
    }

    private Operator sinkBelowModifier(Expression condition, Operator operator) {
        if (operator instanceof InNamedGraphs graphs
                && graphs.body().certain().containsAll(condition.columns())) {
            return new InNamedGraphs(
                    place(condition, graphs.body()), graphs.slot(), graphs.column());
        }
        if (operator instanceof InGraph graph) {
            return new InGraph(place(condition, graph.body()), graph.iri());
        }
        if (operator instanceof DistinctRows distinct) {
            return new DistinctRows(place(condition, distinct.argument()));
        }
        if (operator instanceof GroupRows group
                && Columns.of(group.keys()).containsAll(condition.columns())) {
            return new GroupRows(
                    place(condition, group.argument()),
                    group.keys(),
                    group.aggregates(),
                    group.visible());
        }
        if (operator instanceof Project project
                && project.unrenamed().containsAll(condition.columns())) {
            return new Project(place(condition, project.argument()), project.from(), project.to());
        }
        return new FilterRows(operator, condition);
    }

    /**
     * Moves a condition into each member that binds its variables, because rows that join have the
     * same values.
     */
    private Operator sinkIntoMembers(Expression condition, JoinAll join) {
        List<Operator> members = new ArrayList<>(join.members());
        boolean placed = false;
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).certain().containsAll(condition.columns())) {
                members.set(i, place(condition, members.get(i)));
                placed = true;
            }
        }
        return placed ? new JoinAll(members) : new FilterRows(join, condition);
    }

    private Operator withFilter(ExplorePattern explore, Expression condition) {
        BasicGraphPattern pattern = explore.pattern();
        List<PatternFilter> filters = new ArrayList<>(pattern.filters());
        filters.add(new PatternFilter(patternFilters.size(), condition.columns().toArray()));
        patternFilters.add(PatternCondition.of(condition, pattern));
        return new ExplorePattern(new BasicGraphPattern(pattern.patterns(), filters));
    }
}
