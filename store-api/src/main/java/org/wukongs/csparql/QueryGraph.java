package org.wukongs.csparql;

/**
 * A stored graph that a query's dataset lists.
 *
 * @param iri how {@code GRAPH} patterns name it in {@link CsparqlQuery#sparql()}
 * @param graph the registered name, {@code STORED} for the default graph
 * @param named true for {@code FROM NAMED}
 */
public record QueryGraph(String iri, String graph, boolean named) {}
