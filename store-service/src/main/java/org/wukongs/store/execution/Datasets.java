package org.wukongs.store.execution;

import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;

/** The stored graphs that one-shot queries read, at one snapshot; an unknown graph is empty. */
public final class Datasets {

    private Datasets() {}

    /** Those of a query: what it lists, or without FROM the default graph and all named graphs. */
    public static GraphSet of(CsparqlQuery query, GraphViews stored) {
        return query.graphs().isEmpty()
                ? all(stored)
                : new QueryDataset(query).graphs(GraphSet.NO_WINDOWS, stored);
    }

    private static GraphSet all(GraphViews stored) {
        GraphSet.Builder graphs = new GraphSet.Builder();
        TripleView defaultGraph = stored.defaultGraph();
        graphs.addToDefault(defaultGraph);
        graphs.add(CsparqlQuery.STORED_IRI, defaultGraph);
        for (String name : stored.namedGraphs()) {
            graphs.addNamed(iri(name), stored.graph(name));
        }
        return graphs.build();
    }

    /** Those of a request that exist. */
    public static GraphSet of(RequestDataset dataset, GraphViews stored) {
        GraphSet.Builder graphs = new GraphSet.Builder();
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
        return graphs.build();
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
