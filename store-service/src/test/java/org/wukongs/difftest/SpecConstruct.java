package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.difftest.SpecResult.Row;

/** Graphs: of a template (SPARQL 1.1, 16.2), and what this store takes for a description. */
final class SpecConstruct {

    /** The columns of a graph's rows. */
    static final List<String> VARS = List.of("subject", "predicate", "object");

    private final SpecEvaluator patterns;

    SpecConstruct(SpecEvaluator patterns) {
        this.patterns = patterns;
    }

    SpecResult result(Node query) {
        Set<Map<String, Value>> triples = new LinkedHashSet<>();
        for (Map<String, Value> solution : patterns.solve(query.first(Kind.GROUP))) {
            for (Node triple : query.first(Kind.TEMPLATE).kids()) {
                add(triple, solution, triples);
            }
        }
        return result(triples);
    }

    private SpecResult result(Set<Map<String, Value>> triples) {
        List<Row> rows = new ArrayList<>();
        triples.forEach(triple -> rows.add(new Row(triple, List.of())));
        return new SpecResult(VARS, rows, List.of(), 0, -1, patterns.ambiguous());
    }

    /** The triples of each term found, and of the blank nodes at their other ends. */
    SpecResult description(Node query, SpecGraph graph) {
        Set<Map<String, Value>> triples = new LinkedHashSet<>();
        for (Map<String, Value> solution : patterns.solve(query.first(Kind.GROUP))) {
            for (Node term : query.first(Kind.PROJECTION).kids()) {
                Value value =
                        term.is(Kind.VAR) ? solution.get(term.value()) : SpecExpressions.term(term);
                describe(value, graph, true, new HashSet<>(), triples);
                describe(value, graph, false, new HashSet<>(), triples);
            }
        }
        return result(triples);
    }

    private static void describe(
            Value term,
            SpecGraph graph,
            boolean subject,
            Set<Value> described,
            Set<Map<String, Value>> into) {
        if (!described.add(term)) {
            return;
        }
        for (SpecGraph.Triple triple : graph.triples()) {
            if ((subject ? triple.subject() : triple.object()).equals(term)) {
                Map<String, Value> row = new LinkedHashMap<>();
                row.put(VARS.get(0), triple.subject());
                row.put(VARS.get(1), triple.predicate());
                row.put(VARS.get(2), triple.object());
                into.add(row);
                Value other = subject ? triple.object() : triple.subject();
                if (other.isBNode()) {
                    describe(other, graph, subject, described, into);
                }
            }
        }
    }

    private static void add(
            Node template, Map<String, Value> solution, Set<Map<String, Value>> into) {
        Map<String, Value> triple = new LinkedHashMap<>();
        for (int i = 0; i < VARS.size(); i++) {
            Node place = template.kid(i);
            Value value =
                    place.is(Kind.VAR) ? solution.get(place.value()) : SpecExpressions.term(place);
            if (value != null) {
                triple.put(VARS.get(i), value);
            }
        }
        if (triple.get("subject") instanceof Resource
                && triple.get("predicate") instanceof IRI
                && triple.get("object") != null) {
            into.add(triple);
        }
    }
}
