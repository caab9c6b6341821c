package org.wukongs.csparql;

import java.util.Set;

/**
 * The function that gives the event time of the stream triple that bound its arguments: one
 * variable, or subject, predicate and object (csparql.md, result forms).
 */
public final class TimestampFunction {

    /** What a bare {@code timestamp(…)} becomes in {@link CsparqlQuery#sparql()}. */
    public static final String IRI = "urn:wukongs:fn:timestamp";

    /** The C-SPARQL engine's name of it, usually written {@code f:timestamp}. */
    public static final String CSPARQL_IRI = "http://larkc.eu/csparql/sparql/jena/ext#timestamp";

    /** Both names. */
    public static final Set<String> IRIS = Set.of(IRI, CSPARQL_IRI);

    private TimestampFunction() {}
}
