package org.wukongs.store.cluster;

import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.TripleHalves;

/**
 * A part of a change: halves of triples that a graph of one node loses, and those that it gets
 * after that.
 *
 * @param existence what the whole change does to the graph's name
 */
public record GraphHalves(
        String graph, GraphExistence existence, TripleHalves removed, TripleHalves added) {

    GraphHalves(String graph, GraphExistence existence) {
        this(graph, existence, new TripleHalves(), new TripleHalves());
    }

    long size() {
        return removed.size() + added.size();
    }
}
