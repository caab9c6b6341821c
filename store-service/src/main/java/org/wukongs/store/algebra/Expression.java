package org.wukongs.store.algebra;

import java.util.List;
import java.util.stream.Collectors;
import org.wukongs.store.value.Evaluator;

/**
 * A compiled SPARQL expression over the columns of a binding table, which any number of executions
 * can share.
 */
interface Expression {

    /** Returns the argument expressions. */
    List<Expression> arguments();

    /** Returns the evaluator for one execution. */
    Evaluator evaluator(Execution run);

    /** Returns the columns on which its value depends. */
    default Columns columns() {
        return arguments().stream().map(Expression::columns).reduce(Columns.NONE, Columns::plus);
    }

    /**
     * Returns true if the same row always gives the same value, unlike RAND, UUID and BNODE. An
     * unstable expression must be evaluated exactly once for each solution of SPARQL's algebra.
     */
    default boolean stable() {
        return arguments().stream().allMatch(Expression::stable);
    }

    /** Returns true if it matches patterns, as EXISTS does. */
    default boolean readsPatterns() {
        return arguments().stream().anyMatch(Expression::readsPatterns);
    }

    /** Returns the operator or function, for people. */
    String symbol();

    /** Describes the expression for people. */
    default String describe(PlanNames names) {
        return arguments().stream()
                .map(argument -> argument.describe(names))
                .collect(Collectors.joining(", ", symbol() + "(", ")"));
    }
}
