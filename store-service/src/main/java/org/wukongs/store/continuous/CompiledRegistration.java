package org.wukongs.store.continuous;

import org.wukongs.client.QueryDescription;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.QueryCompiler;

/** A continuous query that is parsed, compiled and ready to be registered. Any thread makes it. */
public final class CompiledRegistration {

    private final CsparqlQuery query;
    private final CompiledQuery compiled;
    private final long heapBytes;

    private CompiledRegistration(CsparqlQuery query) {
        this.query = query;
        this.compiled = QueryCompiler.compile(query);
        this.heapBytes = QueryHeap.bytes(query);
    }

    public static CompiledRegistration of(CsparqlQuery query) {
        return QueryGuard.run(() -> new CompiledRegistration(query));
    }

    /** Describes the query; its template is null, as it becomes known by registering. */
    public QueryDescription description() {
        return RegisteredQuery.description(query, query.text(), null);
    }

    CsparqlQuery query() {
        return query;
    }

    CompiledQuery compiled() {
        return compiled;
    }

    /** Estimates the heap that the query will take. */
    long heapBytes() {
        return heapBytes;
    }
}
