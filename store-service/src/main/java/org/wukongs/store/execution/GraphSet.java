package org.wukongs.store.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.algebra.QueryGraphs;
import org.wukongs.store.stream.WindowView;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;
import org.wukongs.store.view.UnionView;

/**
 * The graphs that one execution reads: its RDF dataset (docs/queries.md).
 *
 * <p>The default graph is the union of the graphs that FROM without NAMED lists; a constant in
 * GRAPH may name any graph that was {@link #add added}; a variable in GRAPH ranges over the graphs
 * that were added as named.
 */
public final class GraphSet implements QueryGraphs {

    private static final TripleView NOTHING = new TripleIndex();

    private final Map<String, TripleView> byIri = new HashMap<>(4);
    private Map<String, TripleView> named = Map.of();
    private final List<TripleView> defaultMembers = new ArrayList<>(2);
    private final List<WindowView> windows = new ArrayList<>(2);
    private TripleView defaultGraph = NOTHING;

    /** Makes a graph addressable by a constant, unless a named graph has the IRI. */
    public void add(String iri, TripleView graph) {
        byIri.putIfAbsent(iri, graph);
    }

    /** Lets GRAPH find a graph, both with a variable and with a constant. */
    public void addNamed(String iri, TripleView graph) {
        byIri.put(iri, graph);
        named = named.isEmpty() ? new LinkedHashMap<>() : named;
        named.put(iri, graph);
    }

    /** Adds a graph to the default graph; adding it again changes nothing. */
    public void addToDefault(TripleView graph) {
        if (!defaultMembers.contains(graph)) {
            defaultMembers.add(graph);
            defaultGraph = UnionView.of(defaultMembers);
        }
    }

    /** Lets timestamp() look into a window. */
    public void addWindow(WindowView window) {
        windows.add(window);
    }

    public TripleView defaultGraph() {
        return defaultGraph;
    }

    @Override
    public TripleView graph(String iri) {
        return iri == null ? defaultGraph : byIri.getOrDefault(iri, NOTHING);
    }

    @Override
    public boolean has(String iri) {
        return byIri.containsKey(iri);
    }

    @Override
    public Map<String, TripleView> named() {
        return named;
    }

    /**
     * The newest event time of a triple in any window, {@code Long.MIN_VALUE} if no window has it.
     */
    public long newestEventTimeMs(long subject, long predicate, long object) {
        long newest = Long.MIN_VALUE;
        for (WindowView window : windows) {
            newest = Math.max(newest, window.newestEventTimeMs(subject, predicate, object));
        }
        return newest;
    }

    /** As above, but only in the window of this IRI; null means the default graph's windows. */
    public long newestEventTimeMs(String iri, long subject, long predicate, long object) {
        long newest = Long.MIN_VALUE;
        for (WindowView window : windows) {
            if (iri == null ? defaultMembers.contains(window) : graph(iri) == window) {
                newest = Math.max(newest, window.newestEventTimeMs(subject, predicate, object));
            }
        }
        return newest;
    }
}
