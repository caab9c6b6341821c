package org.wukongs.table.type;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.FN;
import org.eclipse.rdf4j.query.algebra.And;
import org.eclipse.rdf4j.query.algebra.Avg;
import org.eclipse.rdf4j.query.algebra.Bound;
import org.eclipse.rdf4j.query.algebra.Coalesce;
import org.eclipse.rdf4j.query.algebra.Compare;
import org.eclipse.rdf4j.query.algebra.Count;
import org.eclipse.rdf4j.query.algebra.Exists;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.If;
import org.eclipse.rdf4j.query.algebra.IsBNode;
import org.eclipse.rdf4j.query.algebra.IsLiteral;
import org.eclipse.rdf4j.query.algebra.IsNumeric;
import org.eclipse.rdf4j.query.algebra.IsURI;
import org.eclipse.rdf4j.query.algebra.LangMatches;
import org.eclipse.rdf4j.query.algebra.ListMemberOperator;
import org.eclipse.rdf4j.query.algebra.MathExpr;
import org.eclipse.rdf4j.query.algebra.MathExpr.MathOp;
import org.eclipse.rdf4j.query.algebra.Max;
import org.eclipse.rdf4j.query.algebra.Min;
import org.eclipse.rdf4j.query.algebra.Not;
import org.eclipse.rdf4j.query.algebra.Or;
import org.eclipse.rdf4j.query.algebra.Regex;
import org.eclipse.rdf4j.query.algebra.SameTerm;
import org.eclipse.rdf4j.query.algebra.Sample;
import org.eclipse.rdf4j.query.algebra.Sum;
import org.eclipse.rdf4j.query.algebra.UnaryValueOperator;
import org.eclipse.rdf4j.query.algebra.ValueConstant;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.wukongs.csparql.TimestampFunction;
import org.wukongs.table.type.VariableTypes.Variable;

/**
 * Infers the type of an expression (SPARQL 1.1, 17.4 and 18.5), which is the type of every value
 * that it can have; an error leaves its variable unbound and has no type.
 */
final class ExpressionTypes {

    private static final List<Class<? extends ValueExpr>> TESTS =
            List.of(
                    And.class,
                    Or.class,
                    Not.class,
                    Compare.class,
                    Bound.class,
                    Exists.class,
                    ListMemberOperator.class,
                    Regex.class,
                    SameTerm.class,
                    LangMatches.class,
                    IsBNode.class,
                    IsLiteral.class,
                    IsNumeric.class,
                    IsURI.class);

    private static final Map<String, TermType> FUNCTIONS =
            Map.ofEntries(
                    Map.entry(FN.STRING_LENGTH.stringValue(), TermType.INTEGER),
                    Map.entry(FN.YEAR_FROM_DATETIME.stringValue(), TermType.INTEGER),
                    Map.entry(FN.MONTH_FROM_DATETIME.stringValue(), TermType.INTEGER),
                    Map.entry(FN.DAY_FROM_DATETIME.stringValue(), TermType.INTEGER),
                    Map.entry(FN.HOURS_FROM_DATETIME.stringValue(), TermType.INTEGER),
                    Map.entry(FN.MINUTES_FROM_DATETIME.stringValue(), TermType.INTEGER),
                    Map.entry(FN.SECONDS_FROM_DATETIME.stringValue(), TermType.DECIMAL),
                    Map.entry(FN.CONTAINS.stringValue(), TermType.BOOLEAN),
                    Map.entry(FN.STARTS_WITH.stringValue(), TermType.BOOLEAN),
                    Map.entry(FN.ENDS_WITH.stringValue(), TermType.BOOLEAN),
                    Map.entry("NOW", TermType.DATE_TIME),
                    Map.entry("RAND", TermType.DOUBLE),
                    Map.entry(TimestampFunction.IRI, TermType.INTEGER),
                    Map.entry(TimestampFunction.CSPARQL_IRI, TermType.INTEGER));

    /** Functions that return a number of their argument's type. */
    private static final List<String> ROUNDINGS =
            Stream.of(FN.NUMERIC_ABS, FN.NUMERIC_CEIL, FN.NUMERIC_FLOOR, FN.NUMERIC_ROUND)
                    .map(Object::toString)
                    .toList();

    private final Map<String, Variable> variables;

    /** {@code variables} are those in scope of the expression. */
    ExpressionTypes(Map<String, Variable> variables) {
        this.variables = variables;
    }

    TermType of(ValueExpr expression) {
        if (expression instanceof Var variable) {
            return variable.hasValue()
                    ? TermType.of(variable.getValue())
                    : variables.getOrDefault(variable.getName(), Variable.NEVER).type();
        }
        if (expression instanceof ValueConstant constant) {
            return TermType.of(constant.getValue());
        }
        if (TESTS.stream().anyMatch(test -> test.isInstance(expression))) {
            return TermType.BOOLEAN;
        }
        if (expression instanceof MathExpr math) {
            return arithmetic(math);
        }
        if (expression instanceof FunctionCall call) {
            return call(call);
        }
        if (expression instanceof If condition) {
            return of(condition.getResult()).or(of(condition.getAlternative()));
        }
        if (expression instanceof Coalesce coalesce) {
            return coalesce.getArguments().stream()
                    .map(this::of)
                    .reduce(TermType.NONE, TermType::or);
        }
        return aggregate(expression);
    }

    private TermType arithmetic(MathExpr math) {
        TermType type = of(math.getLeftArg()).promotedWith(of(math.getRightArg()));
        return math.getOperator() == MathOp.DIVIDE && type == TermType.INTEGER
                ? TermType.DECIMAL
                : type;
    }

    private TermType call(FunctionCall call) {
        TermType type = FUNCTIONS.get(call.getURI());
        if (type != null) {
            return type;
        }
        if (ROUNDINGS.contains(call.getURI())) {
            TermType argument = of(call.getArgs().get(0));
            return argument.isNumeric() ? argument : TermType.ANY;
        }
        return call.getURI().indexOf(':') < 0
                ? TermType.ANY
                : TermType.of(SimpleValueFactory.getInstance().createIRI(call.getURI()));
    }

    private TermType aggregate(ValueExpr expression) {
        if (expression instanceof Count) {
            return TermType.INTEGER;
        }
        boolean chosen =
                expression instanceof Min
                        || expression instanceof Max
                        || expression instanceof Sample;
        boolean sum = expression instanceof Sum;
        boolean mean = expression instanceof Avg;
        if (!chosen && !sum && !mean) {
            return TermType.ANY;
        }
        TermType argument = of(((UnaryValueOperator) expression).getArg());
        if (chosen) {
            return argument;
        }
        TermType type = argument.isNumeric() ? argument : TermType.ANY;
        return mean && type == TermType.INTEGER ? TermType.DECIMAL : type;
    }
}
