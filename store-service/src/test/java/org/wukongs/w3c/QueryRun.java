package org.wukongs.w3c;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryGraph;
import org.wukongs.store.cluster.LocalCluster;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;

/** A store with the data of a test, and the test's query. */
final class QueryRun {

    private final StoreNode node;
    private final String text;

    /** {@code nodeCount} is how many nodes the store has. */
    QueryRun(W3cTest test, int nodeCount) throws IOException {
        node = new LocalCluster(nodeCount, NodeThreads.NONE).node(nodeCount - 1);
        text = text(test);
        RdfLoader loader = new RdfLoader(node.dictionary(), LoadOptions.STRICT);
        for (String file : test.data()) {
            loader.add(StreamDefinition.STORED, test.file(file), file);
        }
        Set<String> graphs = new LinkedHashSet<>(test.graphData());
        for (QueryGraph graph : CsparqlParser.parse(text).graphs()) {
            if (test.files().has(graph.iri())) {
                graphs.add(graph.iri());
            }
        }
        for (String graph : graphs) {
            loader.add(graph, test.file(graph), graph);
        }
        loader.finish(node.loader()::load);
    }

    /** The query with its own IRI as base, as a client that has it from there would send it. */
    static String text(W3cTest test) throws IOException {
        return "BASE <" + test.action() + ">\n" + Files.readString(test.file(test.action()));
    }

    CsparqlQuery parse() {
        return CsparqlParser.parse(text, node.streams());
    }

    OneShotResult result() {
        return node.query(text);
    }

    static Solutions solutions(OneShotResult result) {
        List<Map<String, Value>> rows = new ArrayList<>();
        for (String[] terms : result.rows()) {
            Map<String, Value> row = new LinkedHashMap<>();
            for (int i = 0; i < terms.length; i++) {
                if (terms[i] != null) {
                    row.put(result.vars().get(i), TermDictionary.value(terms[i]));
                }
            }
            rows.add(row);
        }
        return new Solutions(result.vars(), rows);
    }

    static Model graph(OneShotResult result) {
        Model model = new LinkedHashModel();
        for (String[] triple : result.rows()) {
            model.add(
                    (Resource) TermDictionary.value(triple[0]),
                    (IRI) TermDictionary.value(triple[1]),
                    TermDictionary.value(triple[2]));
        }
        return model;
    }
}
