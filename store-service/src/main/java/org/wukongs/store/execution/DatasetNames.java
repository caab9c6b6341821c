package org.wukongs.store.execution;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * By which names a query finds the graphs of its RDF dataset (docs/queries.md). A graph is its
 * position among those of an execution: a registered query has the same names at each window end,
 * and makes them once.
 */
final class DatasetNames {

    private static final int[] NONE = {};

    private final Map<String, Integer> byIri = new HashMap<>(4);
    private final Map<String, Integer> named = new LinkedHashMap<>(4);
    private int[] defaults = NONE;
    private int count;

    /** Adds a graph without a name. */
    int add() {
        return count++;
    }

    /** Adds a graph that a constant finds, unless another one has the IRI. */
    int add(String iri) {
        byIri.putIfAbsent(iri, count);
        return count++;
    }

    /** Adds a graph that GRAPH finds, both with a variable and with a constant. */
    int addNamed(String iri) {
        byIri.put(iri, count);
        named.put(iri, count);
        return count++;
    }

    /** Makes a graph part of the default graph. */
    void addToDefault(int graph) {
        defaults = Arrays.copyOf(defaults, defaults.length + 1);
        defaults[defaults.length - 1] = graph;
    }

    /** Returns the graph that a constant finds, −1 for none. */
    int graph(String iri) {
        Integer graph = byIri.get(iri);
        return graph == null ? -1 : graph;
    }

    /** Those that GRAPH with a variable finds, in the order in which they were added. */
    Map<String, Integer> named() {
        return named;
    }

    /** Those of the default graph. Not to be changed. */
    int[] defaults() {
        return defaults;
    }
}
