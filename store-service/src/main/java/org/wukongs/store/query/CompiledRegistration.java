package org.wukongs.store.query;

import org.wukongs.csparql.CsparqlQuery;

/** A continuous query that is parsed and compiled, to be registered. Any thread makes it. */
public final class CompiledRegistration {

    private final CsparqlQuery query;
    private final CompiledQuery compiled;

    private CompiledRegistration(CsparqlQuery query, CompiledQuery compiled) {
        this.query = query;
        this.compiled = compiled;
    }

    public static CompiledRegistration of(CsparqlQuery query) {
        return new CompiledRegistration(query, QueryGuard.run(() -> QueryCompiler.compile(query)));
    }

    CsparqlQuery query() {
        return query;
    }

    CompiledQuery compiled() {
        return compiled;
    }
}
