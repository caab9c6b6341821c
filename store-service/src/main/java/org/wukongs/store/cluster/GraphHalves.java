package org.wukongs.store.cluster;

import org.wukongs.store.graph.TripleHalves;

/**
 * A part of a change: halves of triples that a graph of one node loses, and those that it gets
 * after that.
 */
public record GraphHalves(String graph, TripleHalves removed, TripleHalves added) {

    GraphHalves(String graph) {
        this(graph, new TripleHalves(), new TripleHalves());
    }

    long size() {
        return removed.size() + added.size();
    }
}
