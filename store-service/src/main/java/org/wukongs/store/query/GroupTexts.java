package org.wukongs.store.query;

import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.GroupConcat;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.wukongs.store.algebra.ValueBytes;
import org.wukongs.store.explore.ExecutionBudget;

/**
 * Has what RDF4J's evaluation puts together in GROUP_CONCAT counted: each value with its separator,
 * before it is appended.
 */
final class GroupTexts extends AbstractQueryModelVisitor<RuntimeException> {

    /** A function of ours that gives its first argument. */
    static final String COUNTED = "urn:wukongs:counted";

    /** A text, and the array that it grows into. */
    private static final int COPIES = 3;

    private GroupTexts() {}

    static void rewrite(TupleExpr expression) {
        expression.visit(new GroupTexts());
    }

    @Override
    public void meet(GroupConcat concat) {
        super.meet(concat);
        ValueExpr separator = concat.getSeparator();
        FunctionCall counted =
                separator == null
                        ? new FunctionCall(COUNTED, concat.getArg().clone())
                        : new FunctionCall(COUNTED, concat.getArg().clone(), separator.clone());
        concat.setArg(counted);
    }

    static Value count(ExecutionBudget budget, Value... args) {
        long chars = 1;
        for (Value arg : args) {
            chars += ValueBytes.chars(arg);
        }
        budget.takeValueBytes(COPIES * ValueBytes.text(chars));
        return args[0];
    }
}
