package org.wukongs.store.view;

import java.util.Set;

/** The stored graphs of one snapshot by name, wherever their triples are. */
public interface GraphViews {

    /** Returns the number of the snapshot. */
    long sn();

    /** Returns the default graph. */
    TripleView defaultGraph();

    /** Returns the graph of this name, an empty one if there is none. */
    TripleView graph(String name);

    /** Returns true if a graph of this name exists; it may be empty at this snapshot. */
    boolean hasGraph(String name);

    /** Returns the names of the named graphs, in order; some may be empty at this snapshot. */
    Set<String> namedGraphs();
}
