package org.wukongs.store.cluster;

import org.wukongs.store.graph.DueMentions;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.TripleHalves;

/**
 * A part of a change: what a graph of one node loses because mentions are due, the halves of
 * triples that it loses after that, and those that it gets at last.
 *
 * @param existence what the whole change does to the graph's name
 * @param oldest see {@link org.wukongs.store.graph.GraphRows}
 * @param dueOut mentions that are due of triples of which it has the OUT half
 * @param dueIn the same of IN halves
 */
public record GraphHalves(
        String graph,
        GraphExistence existence,
        long oldest,
        DueMentions dueOut,
        DueMentions dueIn,
        TripleHalves removed,
        TripleHalves added) {

    GraphHalves(String graph, GraphExistence existence, long oldest) {
        this(
                graph,
                existence,
                oldest,
                new DueMentions(),
                new DueMentions(),
                new TripleHalves(),
                new TripleHalves());
    }

    /** Of what is only removed. */
    GraphHalves(String graph, GraphExistence existence, long oldest, TripleHalves removed) {
        this(
                graph,
                existence,
                oldest,
                new DueMentions(),
                new DueMentions(),
                removed,
                new TripleHalves());
    }

    long size() {
        return dueOut.size() + dueIn.size() + removed.size() + added.size();
    }
}
