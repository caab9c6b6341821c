package org.wukongs.store.execution;

import java.util.Map;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryGraph;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;

/**
 * Adds the stored graphs that a query's dataset names, at one snapshot; an unknown graph is empty.
 */
public final class Datasets {

    private Datasets() {}

    /** Adds the stored graphs that a query lists or names to {@code graphs}. */
    public static void addStored(CsparqlQuery query, GraphViews stored, GraphSet graphs) {
        for (Map.Entry<String, String> alias : query.graphAliases().entrySet()) {
            graphs.add(alias.getKey(), stored.graph(alias.getValue()));
        }
        for (QueryGraph graph : query.graphs()) {
            TripleView view = stored.graph(graph.graph());
            if (graph.named()) {
                graphs.addNamed(graph.iri(), view);
            } else {
                graphs.add(graph.iri(), view);
                graphs.addToDefault(view);
            }
        }
    }

    /** Adds the dataset of a query without FROM: the stored default graph and all named graphs. */
    public static void addAllStored(GraphViews stored, GraphSet graphs) {
        TripleView defaultGraph = stored.defaultGraph();
        graphs.addToDefault(defaultGraph);
        graphs.add(CsparqlQuery.STORED_IRI, defaultGraph);
        for (String name : stored.namedGraphs()) {
            graphs.addNamed(iri(name), stored.graph(name));
        }
    }

    /** Adds the graphs of a request that exist; an unknown one is an empty graph. */
    public static void addRequested(RequestDataset dataset, GraphViews stored, GraphSet graphs) {
        for (String iri : dataset.defaultGraphs()) {
            if (stored.hasGraph(name(iri))) {
                graphs.addToDefault(stored.graph(name(iri)));
            }
        }
        for (String iri : dataset.namedGraphs()) {
            if (stored.hasGraph(name(iri))) {
                graphs.addNamed(iri, stored.graph(name(iri)));
            }
        }
    }

    /** The registered name that an IRI in SPARQL text stands for. */
    public static String name(String iri) {
        if (iri.equals(CsparqlQuery.STORED_IRI)) {
            return StreamDefinition.STORED;
        }
        return iri.startsWith(CsparqlQuery.BARE_WORD_PREFIX)
                ? iri.substring(CsparqlQuery.BARE_WORD_PREFIX.length())
                : iri;
    }

    /** The IRI under which SPARQL text and results know a registered name. */
    public static String iri(String name) {
        return name.indexOf(':') >= 0 ? name : CsparqlQuery.BARE_WORD_PREFIX + name;
    }
}
