package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.algebra.Modifier.FilterRows;
import org.wukongs.store.explore.BindingTable;

/**
 * GRAPH with a constant. If the dataset does not have the graph, there is no solution, whatever the
 * pattern inside (SPARQL 1.1, section 18.6).
 */
record InGraph(Operator body, String iri) implements Operator {

    /**
     * Returns true if an operator certainly has no solution when the graph has no triple, so that
     * the graph's existence need not be checked.
     */
    static boolean hasNothingWithoutTriples(Operator operator, int slot) {
        if (operator instanceof ExplorePattern explore) {
            return explore.pattern().patterns().stream().anyMatch(p -> p.graph() == slot);
        }
        if (operator instanceof JoinAll join) {
            return join.members().stream().anyMatch(m -> hasNothingWithoutTriples(m, slot));
        }
        if (operator instanceof UnionAll union) {
            return union.members().stream().allMatch(m -> hasNothingWithoutTriples(m, slot));
        }
        if (operator instanceof FilterRows filter) {
            return hasNothingWithoutTriples(filter.argument(), slot);
        }
        if (operator instanceof Extend extend) {
            return hasNothingWithoutTriples(extend.argument(), slot);
        }
        if (operator instanceof Minus minus) {
            return hasNothingWithoutTriples(minus.left(), slot);
        }
        return operator instanceof LeftJoin optional
                && hasNothingWithoutTriples(optional.left(), slot);
    }

    @Override
    public Columns possible() {
        return body.possible();
    }

    @Override
    public Columns certain() {
        return body.certain();
    }

    @Override
    public boolean takes(Columns bound) {
        return body.takes(bound);
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        return run.hasGraph(iri) ? run.join(input, body) : run.noRows();
    }

    @Override
    public String kind() {
        return "graph";
    }

    @Override
    public String describe(PlanNames names) {
        return "<" + iri + ">";
    }

    @Override
    public List<Operator> below() {
        return List.of(body);
    }
}
