package org.wukongs.benchmarks.engine;

import java.util.List;

/**
 * Requests of SPARQL Update of one kind.
 *
 * @param triples that each request inserts and deletes, together
 * @param requests executed once each, in this order; the first half warms up
 */
public record NamedUpdates(String name, int triples, List<String> requests) {}
