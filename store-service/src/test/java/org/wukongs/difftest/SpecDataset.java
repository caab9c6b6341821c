package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * The dataset of a query (docs/queries.md, "What a pattern sees").
 *
 * @param named what GRAPH with a variable finds
 * @param stored what GRAPH with a constant finds: every stored graph, whether a FROM lists it or
 *     not
 */
record SpecDataset(
        SpecGraph defaultGraph, Map<Value, SpecGraph> named, Map<String, SpecGraph> stored) {

    static SpecDataset of(Node query, RdfData data) {
        return of(query, data, data.graphs());
    }

    /** {@code graphs}: those that there are, be they empty. */
    static SpecDataset of(Node query, RdfData data, List<String> graphs) {
        Map<String, SpecGraph> stored = new LinkedHashMap<>();
        stored.put(Terms.DEFAULT_GRAPH, SpecGraph.of(data.graph(null)));
        for (String graph : graphs) {
            stored.put(graph, SpecGraph.of(data.graph(graph)));
        }
        List<Node> from = query.all(Kind.FROM);
        List<Node> fromNamed = query.all(Kind.FROM_NAMED);
        if (from.isEmpty() && fromNamed.isEmpty()) {
            return new SpecDataset(stored.get(Terms.DEFAULT_GRAPH), named(graphs, stored), stored);
        }
        List<SpecGraph> members = new ArrayList<>();
        from.forEach(clause -> members.add(stored.get(clause.value())));
        List<String> names = fromNamed.stream().map(Node::value).toList();
        return new SpecDataset(SpecGraph.union(members), named(names, stored), stored);
    }

    private static Map<Value, SpecGraph> named(List<String> names, Map<String, SpecGraph> stored) {
        Map<Value, SpecGraph> named = new LinkedHashMap<>();
        for (String name : names) {
            named.put(SimpleValueFactory.getInstance().createIRI(name), stored.get(name));
        }
        return named;
    }

    /** Null where there is no such graph. */
    SpecGraph addressed(String iri) {
        return stored.get(iri);
    }
}
