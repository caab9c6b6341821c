package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;

/**
 * IN: {@code =} to one member; else an error where one comparison was (SPARQL 1.1, section
 * 17.4.1.9). RDF4J compares more strictly here than it does for {@code =}.
 */
record ListMember(Expression argument, List<Expression> members) implements Expression {

    @Override
    public String symbol() {
        return "in";
    }

    @Override
    public List<Expression> arguments() {
        List<Expression> all = new ArrayList<>(members);
        all.add(argument);
        return all;
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Evaluator wanted = argument.evaluator(run);
        Evaluator[] listed = members.stream().map(m -> m.evaluator(run)).toArray(Evaluator[]::new);
        Computed value = new Computed(run.terms());
        return (table, row, into) -> {
            wanted.evaluate(table, row, value);
            int truth = value.isError() ? Computed.ERROR : Computed.FALSE;
            for (int i = 0; i < listed.length && !value.isError() && truth != Computed.TRUE; i++) {
                listed[i].evaluate(table, row, into);
                int equal = Comparison.compare(CompareOp.EQ, value, into, run.terms());
                truth = equal == Computed.FALSE ? truth : equal;
            }
            into.setTruth(truth);
        };
    }
}
