package org.wukongs.store.algebra;

import java.util.List;
import java.util.function.Predicate;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;

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

    /** A number that its datatype allows (SPARQL 1.1, section 17.4.2.4). */
    static boolean isNumeric(Value value) {
        CoreDatatype.XSD type =
                value instanceof Literal literal
                        ? literal.getCoreDatatype().asXSDDatatypeOrNull()
                        : null;
        return type != null
                && type.isNumericDatatype()
                && XMLDatatypeUtil.isValidValue(value.stringValue(), type);
    }
}
