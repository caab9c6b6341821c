package org.wukongs.store.cluster;

import org.wukongs.store.graph.DueMentions;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.stream.StreamDefinition;

/**
 * A part of a change: what a graph of one node loses because mentions are due, the halves of
 * triples that it loses after that, and those that it gets at last.
 *
 * @param existence what the whole change does to the graph's name
 * @param oldest see {@link org.wukongs.store.graph.GraphRows}
 * @param dueOut mentions that are due of triples of which it has the OUT half
 * @param dueIn the same of IN halves
 * @param moved what is said of vertex partitions if the change moves them, which says or removes
 *     nothing; null for any other change
 * @param homes what the change says of streams and queries that move, null for any other change
 */
public record GraphHalves(
        String graph,
        GraphExistence existence,
        long oldest,
        DueMentions dueOut,
        DueMentions dueIn,
        TripleHalves removed,
        TripleHalves added,
        MovedMentions moved,
        MovedHomes homes) {

    GraphHalves(String graph, GraphExistence existence, long oldest) {
        this(
                graph,
                existence,
                oldest,
                new DueMentions(),
                new DueMentions(),
                new TripleHalves(),
                new TripleHalves(),
                null,
                null);
    }

    /** Of a move. */
    GraphHalves(String graph, TripleHalves removed, TripleHalves added, MovedMentions moved) {
        this(
                graph,
                GraphExistence.UNCHANGED,
                HalfMentions.UNSAID,
                new DueMentions(),
                new DueMentions(),
                removed,
                added,
                moved,
                null);
    }

    /** Returns a part of streams and queries that move, which says nothing of graphs. */
    public static GraphHalves of(MovedHomes homes) {
        return new GraphHalves(
                StreamDefinition.STORED,
                GraphExistence.UNCHANGED,
                HalfMentions.UNSAID,
                new DueMentions(),
                new DueMentions(),
                new TripleHalves(),
                new TripleHalves(),
                null,
                homes);
    }

    long size() {
        long halves = dueOut.size() + dueIn.size() + removed.size() + added.size();
        return halves + (moved == null ? 0 : moved.size());
    }
}
