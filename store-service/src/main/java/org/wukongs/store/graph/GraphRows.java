package org.wukongs.store.graph;

/** Triples that a graph loses, by its name, and those that it gets after that. */
public record GraphRows(
        String graph, GraphExistence existence, TripleBuffer removed, TripleBuffer added) {

    /** Of a graph that exists afterwards. */
    public GraphRows(String graph, TripleBuffer removed, TripleBuffer added) {
        this(graph, GraphExistence.KNOWN, removed, added);
    }
}
