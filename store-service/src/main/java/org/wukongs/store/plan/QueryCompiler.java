package org.wukongs.store.plan;

import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.OperatorPlan;
import org.wukongs.store.algebra.SinglePattern;
import org.wukongs.store.algebra.UnsupportedAlgebraException;
import org.wukongs.store.rdf.TimestampCalls;
import org.wukongs.store.rdf.UnknownFunctions;

/** Compiles the algebra of a query to a plan of operators over tables of ids. */
public final class QueryCompiler {

    private QueryCompiler() {}

    /** Compiles a query that shares plans with no other. */
    public static CompiledQuery compile(CsparqlQuery query) {
        UnknownFunctions.reject(query);
        TupleExpr algebra = TimestampCalls.resolve(query);
        boolean ask = query.form() == ResultForm.ASK;
        try {
            OperatorPlan plan = OperatorPlan.compile(algebra, CompiledQuery.vars(query), ask);
            return new CompiledQuery(query, plan);
        } catch (UnsupportedAlgebraException e) {
            throw WukongsException.user("not supported: " + e.getMessage());
        }
    }

    /** Compiles a query with the plans that queries of one template share. */
    static CompiledQuery compile(CsparqlQuery query, PlanTemplates templates) {
        CompiledQuery alone = compile(query);
        SinglePattern single = alone.plan().single();
        return single == null
                ? alone
                : new CompiledQuery(query, alone.plan().withPlanned(templates.planned(single)));
    }
}
