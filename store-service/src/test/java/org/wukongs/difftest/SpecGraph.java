package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** A set of triples. */
record SpecGraph(List<Triple> triples) {

    record Triple(Value subject, Value predicate, Value object) {}

    static SpecGraph of(List<RdfData.Triple> texts) {
        Set<Triple> triples = new LinkedHashSet<>();
        for (RdfData.Triple text : texts) {
            triples.add(
                    new Triple(
                            value(text.subject()), value(text.predicate()), value(text.object())));
        }
        return new SpecGraph(new ArrayList<>(triples));
    }

    static SpecGraph union(List<SpecGraph> graphs) {
        Set<Triple> triples = new LinkedHashSet<>();
        graphs.forEach(graph -> triples.addAll(graph.triples));
        return new SpecGraph(new ArrayList<>(triples));
    }

    static Value value(String term) {
        return NTriplesUtil.parseValue(term, SimpleValueFactory.getInstance());
    }

    /** Subjects and objects. */
    Set<Value> nodes() {
        Set<Value> nodes = new LinkedHashSet<>();
        for (Triple triple : triples) {
            nodes.add(triple.subject());
            nodes.add(triple.object());
        }
        return nodes;
    }
}
