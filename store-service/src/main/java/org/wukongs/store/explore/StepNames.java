package org.wukongs.store.explore;

/** Names of the things that plans know by index. */
public interface StepNames {

    /** Returns a variable without question mark. */
    String variable(int column);

    /** Returns a term as N-Triples string. */
    String constant(int constant);

    /** Returns the IRI of a graph, null for the default graph. */
    String graph(int graph);

    /** Returns the text of a condition. */
    String filter(int filter);
}
