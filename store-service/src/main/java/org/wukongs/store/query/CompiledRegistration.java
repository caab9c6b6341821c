package org.wukongs.store.query;

import org.wukongs.csparql.CsparqlQuery;

/** A continuous query that is parsed and compiled, to be registered. Any thread makes it. */
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

    CsparqlQuery query() {
        return query;
    }

    CompiledQuery compiled() {
        return compiled;
    }

    /** About what it will take of the heap. */
    long heapBytes() {
        return heapBytes;
    }
}
