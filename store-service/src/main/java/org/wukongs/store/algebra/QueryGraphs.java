package org.wukongs.store.algebra;

import java.util.Map;
import org.wukongs.store.view.TripleView;

/** The graphs that one execution reads: its RDF dataset. */
public interface QueryGraphs {

    /** Returns the graph of this IRI, an empty one if there is none; the default graph for null. */
    TripleView graph(String iri);

    /** Returns true if a graph of this IRI exists, even an empty one. */
    boolean has(String iri);

    /** Returns the graphs that GRAPH with a variable finds, by IRI. */
    Map<String, TripleView> named();
}
