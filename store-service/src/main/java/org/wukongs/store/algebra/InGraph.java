package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/**
 * GRAPH with a constant that the dataset may not have: then there is no solution, whatever the
 * pattern inside (SPARQL 1.1, section 18.6).
 */
record InGraph(Operator body, String iri) implements Operator {

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
