package org.wukongs.store.plan;

import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.OperatorPlan;
import org.wukongs.store.algebra.PatternPlans;
import org.wukongs.store.algebra.UnsupportedAlgebraException;
import org.wukongs.store.rdf.TimestampCalls;
import org.wukongs.store.rdf.UnknownFunctions;

/** Compiles the algebra of a query to a plan of operators over tables of ids. */
public final class QueryCompiler {

    private QueryCompiler() {}

    /** Compiles a query that shares plans with no other. */
    public static CompiledQuery compile(CsparqlQuery query) {
        return compile(query, PatternPlans.UNSHARED);
    }

    /** Compiles a query whose patterns get their plans from {@code plans}. */
    static CompiledQuery compile(CsparqlQuery query, PatternPlans plans) {
        UnknownFunctions.reject(query);
        TupleExpr algebra = TimestampCalls.resolve(query);
        boolean ask = query.form() == ResultForm.ASK;
        try {
            OperatorPlan plan =
                    OperatorPlan.compile(algebra, CompiledQuery.vars(query), ask, plans);
            return new CompiledQuery(query, plan);
        } catch (UnsupportedAlgebraException e) {
            throw WukongsException.user("not supported: " + e.getMessage());
        }
    }
}
