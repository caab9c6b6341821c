package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.execution.Datasets;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.stream.StreamDefinition;

/** Writes the list of stored graphs as JSON; in a cluster, what the node has of them. */
final class GraphsJson {

    private GraphsJson() {}

    /** The default graph, and the first named ones. */
    static ObjectNode of(StoredGraphs stored) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        Set<String> named = stored.namedGraphs();
        node.put("graphCount", named.size() + 1);
        node.put("memoryBytes", stored.memoryBytes());
        ArrayNode all = node.putArray("graphs");
        put(StreamDefinition.STORED, stored, all.addObject());
        for (String name : named) {
            if (all.size() == HttpLimits.GRAPH_COUNT_MAX) {
                break;
            }
            put(name, stored, all.addObject());
        }
        return node;
    }

    private static void put(String name, StoredGraphs stored, ObjectNode one) {
        StoredGraph graph = stored.graph(name);
        boolean isDefault = name.equals(StreamDefinition.STORED);
        one.put("name", name);
        one.put("iri", isDefault ? CsparqlQuery.STORED_IRI : Datasets.iri(name));
        one.put("tripleCount", graph == null ? 0 : graph.tripleCount());
    }
}
