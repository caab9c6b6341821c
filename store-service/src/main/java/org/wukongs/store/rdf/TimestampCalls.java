package org.wukongs.store.rdf;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.query.algebra.Coalesce;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.ValueConstant;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.query.algebra.helpers.collectors.StatementPatternCollector;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.TimestampFunction;
import org.wukongs.error.WukongsException;

/**
 * Rewrites {@code timestamp(?x)} to {@code timestamp(g1, s1, p1, o1, g2, s2, p2, o2, …)} with the
 * triple patterns that bind ?x, which {@link TimestampCall} evaluates.
 */
public final class TimestampCalls extends AbstractQueryModelVisitor<RuntimeException> {

    static {
        for (String iri : TimestampFunction.IRIS) {
            FunctionRegistry.getInstance().add(new TimestampCall(iri));
        }
    }

    private final List<StatementPattern> patterns;
    private final boolean continuous;

    private TimestampCalls(List<StatementPattern> patterns, boolean continuous) {
        this.patterns = patterns;
        this.continuous = continuous;
    }

    /**
     * Returns a copy of the query's algebra in which every call of timestamp() has whole triples as
     * arguments.
     */
    public static TupleExpr resolve(CsparqlQuery query) {
        TupleExpr expression = query.algebra().getTupleExpr().clone();
        List<StatementPattern> patterns = StatementPatternCollector.process(expression);
        expression.visit(new TimestampCalls(patterns, query.continuous()));
        return expression;
    }

    @Override
    public void meet(FunctionCall call) {
        super.meet(call);
        if (!TimestampFunction.IRIS.contains(call.getURI())) {
            return;
        }
        if (!continuous) {
            throw WukongsException.user(
                    "timestamp() needs a continuous query: it returns a stream's event time");
        }
        if (call.getArgs().size() == 1
                && call.getArgs().get(0) instanceof Var var
                && !var.hasValue()) {
            call.setArgs(triplesThatBind(var));
        } else if (call.getArgs().size() != 3) {
            throw WukongsException.user(
                    "timestamp() takes a variable or a subject, a predicate and an object:"
                            + " arguments="
                            + call.getArgs().size());
        }
    }

    private List<ValueExpr> triplesThatBind(Var var) {
        List<ValueExpr> places = new ArrayList<>();
        for (StatementPattern pattern : patterns) {
            List<Var> vars =
                    List.of(
                            pattern.getSubjectVar(),
                            pattern.getPredicateVar(),
                            pattern.getObjectVar());
            if (vars.stream().anyMatch(place -> place.getName().equals(var.getName()))) {
                places.add(graph(pattern));
                vars.forEach(place -> places.add(orUnbound(place)));
            }
        }
        if (places.isEmpty()) {
            throw WukongsException.user(
                    "timestamp() of a variable that no triple pattern binds: variable="
                            + var.getName());
        }
        return places;
    }

    private static ValueExpr graph(StatementPattern pattern) {
        Var graph = pattern.getContextVar();
        for (QueryModelNode node = pattern; graph == null && node != null; ) {
            graph = node instanceof Service scope ? scope.getServiceRef() : null;
            node = node.getParentNode();
        }
        return graph == null ? new ValueConstant(TimestampCall.DEFAULT_GRAPH) : orUnbound(graph);
    }

    /**
     * Replaces an unbound variable by a marker: an unbound argument would make the whole call an
     * error, but here it only means that the pattern did not match.
     */
    private static ValueExpr orUnbound(Var var) {
        return new Coalesce(List.of(var.clone(), new ValueConstant(TimestampCall.UNBOUND)));
    }
}
