package org.wukongs.csparql;

import org.wukongs.csparql.Token.Kind;

/** Reads the names of graphs in an update. */
final class GraphIri {

    private GraphIri() {}

    /**
     * Reads a graph's name; returns its IRI, that of a bare word included, and {@link
     * CsparqlQuery#STORED_IRI} for the default graph.
     */
    static String read(TokenCursor cursor, Prologue prologue, String expected) {
        NameRef name = NameRef.read(cursor, prologue, expected);
        if (name.isStored()) {
            return CsparqlQuery.STORED_IRI;
        }
        if (name.token().kind() == Kind.IRI) {
            prologue.absolute(name.token());
        }
        return name.iri();
    }
}
