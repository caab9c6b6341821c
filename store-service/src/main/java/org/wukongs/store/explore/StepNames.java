package org.wukongs.store.explore;

/** Names for what plans know by index. */
public interface StepNames {

    /** A variable without question mark. */
    String variable(int column);

    /** A term as N-Triples string. */
    String constant(int constant);

    /** IRI of a graph, null for the default graph. */
    String graph(int graph);

    /** The text of a condition. */
    String filter(int filter);
}
