package org.wukongs.store.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryGraph;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.stream.WindowView;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.TripleView;

/**
 * The RDF dataset that a query lists, its windows and stored graphs, for any number of executions.
 */
public final class QueryDataset {

    private final DatasetNames names = new DatasetNames();
    private final int windowCount;
    private final String[] stored; // registered names, at the positions after the windows'

    public QueryDataset(CsparqlQuery query) {
        for (QueryWindow window : query.windows()) {
            add(window.iri(), window.named());
        }
        windowCount = query.windows().size();
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, String> alias : query.graphAliases().entrySet()) {
            names.add(alias.getKey());
            found.add(alias.getValue());
        }
        for (QueryGraph graph : query.graphs()) {
            add(graph.iri(), graph.named());
            found.add(graph.graph());
        }
        stored = found.toArray(new String[0]);
    }

    private void add(String iri, boolean named) {
        if (named) {
            names.addNamed(iri);
        } else {
            names.addToDefault(names.add(iri));
        }
    }

    /**
     * Returns the graphs of one execution; an unknown stored graph is empty.
     *
     * @param windows one for each of the query's windows, in their order
     * @param snapshot the stored graphs
     */
    public GraphSet graphs(WindowView[] windows, GraphViews snapshot) {
        if (windows.length != windowCount) {
            throw new IllegalArgumentException(
                    "not one view a window: views=" + windows.length + " windows=" + windowCount);
        }
        TripleView[] graphs = new TripleView[windowCount + stored.length];
        for (int i = 0; i < windowCount; i++) {
            graphs[i] = windows[i];
        }
        for (int i = 0; i < stored.length; i++) {
            graphs[windowCount + i] = snapshot.graph(stored[i]);
        }
        return new GraphSet(names, graphs, windows);
    }
}
