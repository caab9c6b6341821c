package org.wukongs.naive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.stream.Tuple;

/** The graphs that one execution reads (docs/queries.md). */
public final class NaiveDataset {

    private final List<NaiveGraph> defaultMembers = new ArrayList<>();
    private final Map<String, NaiveGraph> byIri = new LinkedHashMap<>();
    private final Set<String> named = new LinkedHashSet<>();
    private final Map<String, List<Tuple>> windowByIri = new LinkedHashMap<>();
    private final Set<String> defaultWindows = new LinkedHashSet<>();

    /**
     * Adds a graph under an IRI: to the default graph too, or as one that GRAPH with a variable
     * finds.
     */
    public void add(String iri, NaiveGraph graph, boolean isNamed) {
        addAddressable(iri, graph);
        if (isNamed) {
            named.add(iri);
        } else {
            defaultMembers.add(graph);
        }
    }

    /** Adds a graph that only a constant can address. */
    public void addAddressable(String iri, NaiveGraph graph) {
        byIri.put(iri, graph);
    }

    void addWindow(String iri, List<Tuple> tuples, boolean isNamed) {
        add(iri, NaiveSaid.of(tuples).added(), isNamed);
        windowByIri.put(iri, tuples);
        if (!isNamed) {
            defaultWindows.add(iri);
        }
    }

    NaiveGraph defaultGraph() {
        return NaiveGraph.union(defaultMembers);
    }

    NaiveGraph graph(String iri) {
        return byIri.getOrDefault(iri, new NaiveGraph());
    }

    Set<String> named() {
        return named;
    }

    /**
     * Newest event time of a triple in the window of this IRI, in the default graph's windows for
     * null; null if none.
     */
    Long newestMs(String iri, NaiveTriple triple) {
        Long newest = null;
        for (String window : iri == null ? defaultWindows : Set.of(iri)) {
            List<Tuple> tuples = windowByIri.getOrDefault(window, List.of());
            if (!NaiveSaid.of(tuples).has(triple)) {
                continue;
            }
            for (Tuple tuple : tuples) {
                boolean same = NaiveTriple.of(tuple).equals(triple);
                if (same && (newest == null || tuple.eventTimeMs() > newest)) {
                    newest = tuple.eventTimeMs();
                }
            }
        }
        return newest;
    }
}
