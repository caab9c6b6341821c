package org.wukongs.store.rdf;

import org.eclipse.rdf4j.query.algebra.AggregateFunctionCall;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.CustomAggregateFunctionRegistry;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.TimestampFunction;
import org.wukongs.store.algebra.RowBlankNodes;

/**
 * Rejects queries with unknown functions before their execution, which would notice only when it
 * reaches the call.
 */
public final class UnknownFunctions extends AbstractQueryModelVisitor<RuntimeException> {

    private final CsparqlQuery query;

    private UnknownFunctions(CsparqlQuery query) {
        this.query = query;
    }

    public static void reject(CsparqlQuery query) {
        query.algebra().getTupleExpr().visit(new UnknownFunctions(query));
    }

    @Override
    public void meet(FunctionCall call) {
        super.meet(call);
        String iri = call.getURI();
        boolean ours = iri.equals(RowBlankNodes.FUNCTION); // only in rewritten algebra
        boolean registered = FunctionRegistry.getInstance().has(iri) && !ours;
        if (!registered && !TimestampFunction.IRIS.contains(iri)) {
            throw unknown("function", iri);
        }
    }

    @Override
    public void meet(AggregateFunctionCall call) {
        super.meet(call);
        if (!CustomAggregateFunctionRegistry.getInstance().has(call.getIRI())) {
            throw unknown("aggregate", call.getIRI());
        }
    }

    private RuntimeException unknown(String kind, String iri) {
        return CsparqlParser.functionError(
                query,
                iri,
                "unknown "
                        + kind
                        + " <"
                        + iri
                        + ">, expected one that SPARQL 1.1 or this store has");
    }
}
