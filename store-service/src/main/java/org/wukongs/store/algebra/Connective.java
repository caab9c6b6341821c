package org.wukongs.store.algebra;

import java.util.List;

/**
 * {@code &&} or {@code ||} with SPARQL's three-valued logic: an error beside the side that decides
 * is no error (SPARQL 1.1, section 17.2).
 *
 * @param decides the truth of one side that decides: false for {@code &&}, true for {@code ||}
 */
record Connective(boolean decides, Expression left, Expression right) implements Expression {

    @Override
    public String symbol() {
        return decides ? "||" : "&&";
    }

    @Override
    public List<Expression> arguments() {
        return List.of(left, right);
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Evaluator first = left.evaluator(run);
        Evaluator second = right.evaluator(run);
        int deciding = decides ? Computed.TRUE : Computed.FALSE;
        return (table, row, into) -> {
            first.evaluate(table, row, into);
            int truth = into.truth();
            if (truth != deciding) {
                second.evaluate(table, row, into);
                int other = into.truth();
                truth = other == deciding || truth != Computed.ERROR ? other : Computed.ERROR;
            }
            into.setTruth(truth);
        };
    }
}
