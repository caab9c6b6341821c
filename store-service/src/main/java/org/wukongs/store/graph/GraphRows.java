package org.wukongs.store.graph;

/** Triples that a graph loses, by its name, and those that it gets after that. */
public record GraphRows(String graph, TripleBuffer removed, TripleBuffer added) {}
