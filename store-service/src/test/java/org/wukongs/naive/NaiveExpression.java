package org.wukongs.naive;

import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.And;
import org.eclipse.rdf4j.query.algebra.Bound;
import org.eclipse.rdf4j.query.algebra.Compare;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.Not;
import org.eclipse.rdf4j.query.algebra.Or;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.SameTerm;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.ValueConstant;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtil;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.csparql.TimestampFunction;

/** Conditions in SPARQL's three-valued logic, and terms; null is an error or unbound. */
final class NaiveExpression {

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final NaiveDataset data;
    private final List<StatementPattern> patterns;

    /** {@code patterns} are all of the query's, for timestamp(). */
    NaiveExpression(NaiveDataset data, List<StatementPattern> patterns) {
        this.data = data;
        this.patterns = patterns;
    }

    boolean isTrue(ValueExpr condition, Map<String, String> solution) {
        return Boolean.TRUE.equals(truth(condition, solution));
    }

    private Boolean truth(ValueExpr condition, Map<String, String> solution) {
        if (condition instanceof And and) {
            return conjunction(
                    truth(and.getLeftArg(), solution), truth(and.getRightArg(), solution));
        }
        if (condition instanceof Or or) {
            return negation(
                    conjunction(
                            negation(truth(or.getLeftArg(), solution)),
                            negation(truth(or.getRightArg(), solution))));
        }
        if (condition instanceof Not not) {
            return negation(truth(not.getArg(), solution));
        }
        if (condition instanceof Bound bound) {
            return solution.containsKey(bound.getArg().getName());
        }
        if (condition instanceof SameTerm same) {
            String left = term(same.getLeftArg(), solution);
            String right = term(same.getRightArg(), solution);
            boolean error = left == null || right == null;
            return error ? null : Boolean.valueOf(left.equals(right));
        }
        if (condition instanceof Compare compare) {
            return compare(compare, solution);
        }
        throw new UnsupportedOperationException("not in the naive evaluator: " + condition);
    }

    private static Boolean conjunction(Boolean left, Boolean right) {
        if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
            return false;
        }
        boolean error = left == null || right == null;
        return error ? null : Boolean.TRUE;
    }

    private static Boolean negation(Boolean value) {
        if (value == null) {
            return null;
        }
        return !value;
    }

    private Boolean compare(Compare compare, Map<String, String> solution) {
        String left = term(compare.getLeftArg(), solution);
        String right = term(compare.getRightArg(), solution);
        if (left == null || right == null) {
            return null;
        }
        try {
            // Not strict, as RDF4J's evaluation by default: a number and a string are known to
            // differ.
            return QueryEvaluationUtil.compare(
                    parse(left), parse(right), compare.getOperator(), false);
        } catch (ValueExprEvaluationException e) {
            return null;
        }
    }

    /** A variable's, a constant's or timestamp()'s value as an N-Triples string. */
    String term(ValueExpr expression, Map<String, String> solution) {
        if (expression instanceof ValueConstant constant) {
            return NTriplesUtil.toNTriplesString(constant.getValue());
        }
        if (expression instanceof Var var) {
            return place(var, solution);
        }
        if (expression instanceof FunctionCall call
                && TimestampFunction.IRIS.contains(call.getURI())) {
            Long newest = timestamp(call.getArgs(), solution);
            return newest == null
                    ? null
                    : NTriplesUtil.toNTriplesString(VALUES.createLiteral(newest.longValue()));
        }
        throw new UnsupportedOperationException("not in the naive evaluator: " + expression);
    }

    private Long timestamp(List<ValueExpr> args, Map<String, String> solution) {
        String name = ((Var) args.get(0)).getName();
        Long newest = null;
        for (StatementPattern pattern : patterns) {
            boolean binds =
                    pattern.getSubjectVar().getName().equals(name)
                            || pattern.getPredicateVar().getName().equals(name)
                            || pattern.getObjectVar().getName().equals(name);
            Long time = binds ? newestMatch(pattern, solution) : null;
            if (time != null) {
                newest = newest == null ? time : Long.valueOf(Math.max(newest, time));
            }
        }
        return newest;
    }

    private Long newestMatch(StatementPattern pattern, Map<String, String> solution) {
        Var graph = graphAround(pattern);
        String iri = graph == null ? null : parse(place(graph, solution)).stringValue();
        return data.newestMs(
                iri,
                new NaiveTriple(
                        place(pattern.getSubjectVar(), solution),
                        place(pattern.getPredicateVar(), solution),
                        place(pattern.getObjectVar(), solution)));
    }

    /** The name behind the GRAPH that the pattern stands in; null in none. */
    private static Var graphAround(QueryModelNode pattern) {
        QueryModelNode node = pattern;
        while (node != null && !(node instanceof Service)) {
            node = node.getParentNode();
        }
        return node == null ? null : ((Service) node).getServiceRef();
    }

    private static String place(Var var, Map<String, String> solution) {
        return var.hasValue()
                ? NTriplesUtil.toNTriplesString(var.getValue())
                : solution.get(var.getName());
    }

    private static Value parse(String term) {
        return NTriplesUtil.parseValue(term, VALUES);
    }
}
