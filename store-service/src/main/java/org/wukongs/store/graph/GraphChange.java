package org.wukongs.store.graph;

/**
 * What a snapshot changes in one graph.
 *
 * @param added triples to add; those that the graph has change nothing
 * @param removed triples to remove, none of which is to be added; those that the graph lacks change
 *     nothing
 */
public record GraphChange(StoredGraph graph, TripleBuffer added, TripleBuffer removed) {}
