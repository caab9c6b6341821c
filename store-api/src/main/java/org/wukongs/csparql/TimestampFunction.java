package org.wukongs.csparql;

import java.util.Set;

/**
 * The function that returns the event time of the stream triple that bound its arguments: one
 * variable, or subject, predicate and object (docs/queries.md, "Event time").
 */
public final class TimestampFunction {

    /** IRI of a bare {@code timestamp(…)} in {@link CsparqlQuery#sparql()}. */
    public static final String IRI = "urn:wukongs:fn:timestamp";

    /** The C-SPARQL engine's name for it, usually written {@code f:timestamp}. */
    public static final String CSPARQL_IRI = "http://larkc.eu/csparql/sparql/jena/ext#timestamp";

    /** Both names. */
    public static final Set<String> IRIS = Set.of(IRI, CSPARQL_IRI);

    private TimestampFunction() {}
}
