package org.wukongs.store.algebra;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A SPARQL expression over the columns of a binding table, as planned: the same for any number of
 * executions.
 */
interface Expression {

    /** The expressions that it is made of. */
    List<Expression> arguments();

    /** What computes it in one execution. */
    Evaluator evaluator(Execution run);

    /** The columns that its value depends on. */
    default Columns columns() {
        return arguments().stream().map(Expression::columns).reduce(Columns.NONE, Columns::plus);
    }

    /**
     * True where the same row always gives the same value: not so for RAND, UUID, BNODE. An
     * unstable expression must be evaluated once for each solution that SPARQL's algebra has.
     */
    default boolean stable() {
        return arguments().stream().allMatch(Expression::stable);
    }

    /** True where it has to match patterns, as EXISTS does. */
    default boolean readsPatterns() {
        return arguments().stream().anyMatch(Expression::readsPatterns);
    }

    /** The operator or function, for people. */
    String symbol();

    /** As text for people. */
    default String describe(PlanNames names) {
        return arguments().stream()
                .map(argument -> argument.describe(names))
                .collect(Collectors.joining(", ", symbol() + "(", ")"));
    }
}
