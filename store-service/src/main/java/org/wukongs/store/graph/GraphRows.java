package org.wukongs.store.graph;

/**
 * What a change does to a graph, by its name.
 *
 * @param due mentions that are due: the graph loses first what nothing keeps any longer
 * @param removed triples that it loses after that
 * @param added triples that it gets at last
 * @param oldest number of the oldest mention that its node has of the graph and that is not due, or
 *     {@link HalfMentions#SAID} and others
 */
public record GraphRows(
        String graph,
        GraphExistence existence,
        DueMentions due,
        TripleBuffer removed,
        TripleBuffer added,
        long oldest) {

    /** Of a graph that exists afterwards, and of no stream with a retention. */
    public GraphRows(String graph, TripleBuffer removed, TripleBuffer added) {
        this(graph, GraphExistence.KNOWN, new DueMentions(), removed, added, HalfMentions.SAID);
    }

    /** Of an update. */
    public GraphRows(
            String graph, GraphExistence existence, TripleBuffer removed, TripleBuffer added) {
        this(graph, existence, new DueMentions(), removed, added, HalfMentions.UNSAID);
    }
}
