package org.wukongs.csparql;

/**
 * A time window of a query: [t−rangeMs, t) of a stream.
 *
 * @param iri how the query's {@code GRAPH} patterns name it in {@link CsparqlQuery#sparql()}: the
 *     stream's IRI, or the window's IRI where RSP-QL's {@code WINDOW w ON stream} named one
 * @param stream the registered name of the stream
 * @param rangeMs ρ in ms, positive
 * @param stepMs σ in ms, positive; for TUMBLING equal to the range
 * @param named true for {@code FROM NAMED}: not part of the default graph
 */
public record QueryWindow(String iri, String stream, long rangeMs, long stepMs, boolean named) {}
