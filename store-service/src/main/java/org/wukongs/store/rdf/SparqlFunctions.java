package org.wukongs.store.rdf;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.vocabulary.FN;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.wukongs.store.algebra.RowBlankNodes;
import org.wukongs.store.value.NumberBounds;

/**
 * Functions that RDF4J has, but not as SPARQL 1.1 defines them. Here strings are counted in code
 * points, not in UTF-16 units (XPath functions 5.4), ROUND rounds a negative half up, infinity is
 * INF, xsd:string() and xsd:boolean() use the value (XPath functions 17.1), and neither casts nor
 * TZ nor functions of numbers accept an ill-typed literal or one with a language. They replace
 * RDF4J's functions in its registry; functions that need the budget of an execution are in {@link
 * TextFunctions}.
 */
final class SparqlFunctions {

    private static final List<Function> ALL =
            List.of(
                    new Named(FN.STRING_LENGTH.stringValue(), SparqlFunctions::length),
                    new Named(FN.SUBSTRING.stringValue(), SparqlFunctions::substring),
                    new Named(FN.NUMERIC_ROUND.stringValue(), SparqlFunctions::roundNumber),
                    new Named(XSD.STRING.stringValue(), SparqlFunctions::toStringLiteral),
                    new Named(XSD.BOOLEAN.stringValue(), SparqlFunctions::toBoolean),
                    checked(XSD.INTEGER.stringValue()),
                    checked(XSD.DECIMAL.stringValue()),
                    checked(XSD.FLOAT.stringValue()),
                    checked(XSD.DOUBLE.stringValue()),
                    checked(XSD.DATETIME.stringValue()),
                    checked("TZ"),
                    new Named(FN.NUMERIC_ABS.stringValue(), SparqlFunctions::absolute),
                    rounding(FN.NUMERIC_CEIL, RoundingMode.CEILING, Math::ceil),
                    rounding(FN.NUMERIC_FLOOR, RoundingMode.FLOOR, Math::floor),
                    new RowBlankNodes.BlankNode());

    private SparqlFunctions() {}

    static void register() {
        ALL.forEach(FunctionRegistry.getInstance()::add);
    }

    private interface Body {
        Value evaluate(ValueFactory values, Value... args);
    }

    private record Named(String iri, Body body) implements Function {

        @Override
        public String getURI() {
            return iri;
        }

        @Override
        @Deprecated
        public Value evaluate(ValueFactory values, Value... args) {
            return body.evaluate(values, args);
        }
    }

    /**
     * Returns RDF4J's function with a check of its arguments: RDF4J assumes that every literal is
     * well-typed.
     */
    @SuppressWarnings("deprecation") // the other way needs triples
    private static Named checked(String iri) {
        Function function = FunctionRegistry.getInstance().get(iri).orElseThrow();
        return new Named(
                function.getURI(),
                (values, args) -> {
                    for (Value value : args) {
                        checkValid(value);
                    }
                    return function.evaluate(values, args);
                });
    }

    private static void checkValid(Value value) {
        if (value instanceof Literal literal) {
            if (literal.getLanguage().isPresent()) {
                throw new ValueExprEvaluationException("a string with a language: " + value);
            }
            CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
            if (type != null && !NumberBounds.isWellFormed(literal)) {
                throw new ValueExprEvaluationException("not a value of its datatype: " + value);
            }
        }
    }

    private static Value length(ValueFactory values, Value... args) {
        TextFunctions.checkCount(1, 1, args);
        String label = TextFunctions.string(args[0]).getLabel();
        return values.createLiteral(
                Integer.toString(label.codePointCount(0, label.length())), XSD.INTEGER);
    }

    /**
     * Returns the characters at places p, from 1, with round(start) ≤ p &lt; round(start) +
     * round(length).
     */
    private static Value substring(ValueFactory values, Value... args) {
        TextFunctions.checkCount(2, 3, args);
        Literal source = TextFunctions.string(args[0]);
        String label = source.getLabel();
        double start = round(number(args[1]).doubleValue());
        double end =
                args.length == 3
                        ? start + round(number(args[2]).doubleValue())
                        : Double.POSITIVE_INFINITY;
        int from = -1;
        int to = 0;
        int place = 1;
        for (int at = 0; at < label.length() && place < end; place++) {
            int next = at + Character.charCount(label.codePointAt(at));
            if (place >= start) {
                from = from < 0 ? at : from;
                to = next;
            }
            at = next;
        }
        String part = label.substring(Math.max(0, from), to);
        return source.getLanguage()
                .map(language -> values.createLiteral(part, language))
                .orElseGet(() -> values.createLiteral(part));
    }

    /** Returns a rounding function, which keeps integers as they are written. */
    private static Named rounding(IRI function, RoundingMode mode, DoubleUnaryOperator ofDouble) {
        return new Named(
                function.stringValue(),
                (values, args) -> {
                    TextFunctions.checkCount(1, 1, args);
                    return rounded(
                            values,
                            number(args[0]),
                            decimal -> decimal.setScale(0, mode),
                            ofDouble);
                });
    }

    /** Rounds halves towards positive infinity (XPath functions 6.4.4). */
    private static Value roundNumber(ValueFactory values, Value... args) {
        TextFunctions.checkCount(1, 1, args);
        BigDecimal half = new BigDecimal("0.5");
        return rounded(
                values,
                number(args[0]),
                decimal -> decimal.add(half).setScale(0, RoundingMode.FLOOR),
                SparqlFunctions::round);
    }

    private static Value rounded(
            ValueFactory values,
            Literal number,
            UnaryOperator<BigDecimal> ofDecimal,
            DoubleUnaryOperator ofDouble) {
        CoreDatatype.XSD type = number.getCoreDatatype().asXSDDatatypeOrNull();
        if (type.isIntegerDatatype()) {
            return number;
        }
        return type.isDecimalDatatype()
                ? values.createLiteral(ofDecimal.apply(number.decimalValue()))
                : floating(values, ofDouble.applyAsDouble(number.doubleValue()), number);
    }

    private static Value absolute(ValueFactory values, Value... args) {
        TextFunctions.checkCount(1, 1, args);
        Literal number = number(args[0]);
        CoreDatatype.XSD type = number.getCoreDatatype().asXSDDatatypeOrNull();
        if (type.isIntegerDatatype()) {
            BigInteger integer = number.integerValue();
            return integer.signum() < 0
                    ? values.createLiteral(integer.negate())
                    : values.createLiteral(integer.toString(), number.getDatatype());
        }
        return type.isDecimalDatatype()
                ? values.createLiteral(number.decimalValue().abs())
                : floating(values, Math.abs(number.doubleValue()), number);
    }

    private static Value floating(ValueFactory values, double value, Literal of) {
        String label = Double.toString(value).replace("Infinity", "INF");
        return values.createLiteral(label, of.getDatatype());
    }

    private static double round(double value) {
        return Math.floor(value + 0.5);
    }

    private static Literal number(Value value) {
        if (value instanceof Literal number && NumberBounds.isNumeric(number)) {
            return number;
        }
        throw new ValueExprEvaluationException("not a number: " + value);
    }

    private static Value toStringLiteral(ValueFactory values, Value... args) {
        TextFunctions.checkCount(1, 1, args);
        return values.createLiteral(Casts.toXsdString(args[0]));
    }

    private static Value toBoolean(ValueFactory values, Value... args) {
        TextFunctions.checkCount(1, 1, args);
        return values.createLiteral(Casts.toXsdBoolean(args[0]));
    }
}
