package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.view.TripleView;

/**
 * The graphs that the patterns of a plan name by index: the default graph, graphs with a constant
 * IRI, and, for each GRAPH with a variable, a slot that its operator fills.
 */
final class GraphSlots {

    static final int DEFAULT = 0;

    /** IRI by slot; null for the default graph and for slots that are filled later. */
    private final List<String> iris = new ArrayList<>();

    GraphSlots() {
        iris.add(null);
    }

    /** Returns the slot of a graph; {@code iri} is null for the default graph. */
    int slot(String iri) {
        if (iri == null) {
            return DEFAULT;
        }
        int known = iris.indexOf(iri);
        if (known >= 0) {
            return known;
        }
        iris.add(iri);
        return iris.size() - 1;
    }

    /** Returns a new slot that is filled when the query runs. */
    int open() {
        iris.add(null);
        return iris.size() - 1;
    }

    /**
     * Returns the IRI of a slot; null for the default graph and for slots that are filled when the
     * query runs.
     */
    String iri(int slot) {
        return iris.get(slot);
    }

    int count() {
        return iris.size();
    }

    TripleView[] views(QueryGraphs graphs) {
        TripleView[] views = new TripleView[iris.size()];
        for (int i = 0; i < views.length; i++) {
            views[i] = graphs.graph(iris.get(i));
        }
        return views;
    }
}
