package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/**
 * A constant, or an error that no row changes.
 *
 * @param value null for the error, as which a variable out of scope counts
 */
record ConstantValue(Value value) implements Expression {

    static final ConstantValue ERROR = new ConstantValue(null);

    @Override
    public String symbol() {
        return "constant";
    }

    @Override
    public String describe(PlanNames names) {
        return value == null ? "error" : NTriplesUtil.toNTriplesString(value);
    }

    @Override
    public List<Expression> arguments() {
        return List.of();
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Computed constant = new Computed(run.terms());
        if (value != null) {
            constant.setId(run.terms().id(value));
            constant.toNative();
        }
        return (table, row, into) -> into.set(constant);
    }
}
