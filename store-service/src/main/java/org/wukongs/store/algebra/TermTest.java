package org.wukongs.store.algebra;

import java.util.List;
import java.util.function.Predicate;
import org.eclipse.rdf4j.model.Value;

/**
 * isIRI, isBlank, isLiteral, isNumeric: asked with the decoded term.
 *
 * @param symbol name of the test
 */
record TermTest(String symbol, Expression argument, Predicate<Value> test) implements Expression {

    @Override
    public List<Expression> arguments() {
        return List.of(argument);
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Evaluator tested = argument.evaluator(run);
        return (table, row, into) -> {
            tested.evaluate(table, row, into);
            if (!into.isError()) {
                into.setBoolean(test.test(into.value()));
            }
        };
    }
}
