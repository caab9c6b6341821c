package org.wukongs.store.algebra;

import java.util.Map;
import org.wukongs.store.view.TripleView;

/** The graphs that one execution reads: its RDF dataset. */
public interface QueryGraphs {

    /** The graph of this IRI, empty where there is none; the default graph for null. */
    TripleView graph(String iri);

    /** Whether there is a graph of this IRI, be it empty. */
    boolean has(String iri);

    /** The graphs that GRAPH with a variable finds, by IRI. */
    Map<String, TripleView> named();
}
