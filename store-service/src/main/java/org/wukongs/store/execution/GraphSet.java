package org.wukongs.store.execution;

import java.util.ArrayList;
import java.util.Arrays;
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
 * GRAPH may name any graph that was added with an IRI; a variable in GRAPH ranges over the graphs
 * that were added as named.
 */
public final class GraphSet implements QueryGraphs {

    static final WindowView[] NO_WINDOWS = {};

    private static final TripleView NOTHING = new TripleIndex();

    private final DatasetNames names;
    private final TripleView[] graphs; // by position in names
    private final WindowView[] windows; // those that timestamp() looks into
    private final TripleView defaultGraph;
    private final Map<String, TripleView> named;

    GraphSet(DatasetNames names, TripleView[] graphs, WindowView[] windows) {
        this.names = names;
        this.graphs = graphs;
        this.windows = windows;
        this.defaultGraph = union(names.defaults(), graphs);
        this.named = names.named().isEmpty() ? Map.of() : named(names, graphs);
    }

    private static Map<String, TripleView> named(DatasetNames names, TripleView[] graphs) {
        Map<String, TripleView> named = new LinkedHashMap<>();
        names.named().forEach((iri, position) -> named.put(iri, graphs[position]));
        return named;
    }

    /** A graph that is listed twice counts once. */
    private static TripleView union(int[] positions, TripleView[] graphs) {
        TripleView[] members = new TripleView[positions.length];
        int count = 0;
        for (int position : positions) {
            if (!contains(members, count, graphs[position])) {
                members[count++] = graphs[position];
            }
        }
        return count == 0 ? NOTHING : UnionView.of(Arrays.copyOf(members, count));
    }

    private static boolean contains(TripleView[] members, int count, TripleView graph) {
        for (int i = 0; i < count; i++) {
            if (members[i] == graph) {
                return true;
            }
        }
        return false;
    }

    public TripleView defaultGraph() {
        return defaultGraph;
    }

    @Override
    public TripleView graph(String iri) {
        if (iri == null) {
            return defaultGraph;
        }
        int position = names.graph(iri);
        return position < 0 ? NOTHING : graphs[position];
    }

    @Override
    public boolean has(String iri) {
        return names.graph(iri) >= 0;
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
            if (iri == null ? isDefault(window) : graph(iri) == window) {
                newest = Math.max(newest, window.newestEventTimeMs(subject, predicate, object));
            }
        }
        return newest;
    }

    private boolean isDefault(WindowView window) {
        for (int position : names.defaults()) {
            if (graphs[position] == window) {
                return true;
            }
        }
        return false;
    }

    /** Graphs and their names one by one, for a dataset that no other execution has. */
    public static final class Builder {

        private final DatasetNames names = new DatasetNames();
        private final List<TripleView> graphs = new ArrayList<>();

        /** Makes a graph addressable by a constant, unless a graph has the IRI. */
        public Builder add(String iri, TripleView graph) {
            names.add(iri);
            graphs.add(graph);
            return this;
        }

        /** Lets GRAPH find a graph, both with a variable and with a constant. */
        public Builder addNamed(String iri, TripleView graph) {
            names.addNamed(iri);
            graphs.add(graph);
            return this;
        }

        /** Adds a graph to the default graph; adding it again changes nothing. */
        public Builder addToDefault(TripleView graph) {
            names.addToDefault(names.add());
            graphs.add(graph);
            return this;
        }

        public GraphSet build() {
            return new GraphSet(names, graphs.toArray(new TripleView[0]), NO_WINDOWS);
        }
    }
}
