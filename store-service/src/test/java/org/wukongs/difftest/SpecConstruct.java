package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.difftest.SpecResult.Row;

/** The graph of a template (SPARQL 1.1, 16.2). */
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
        List<Row> rows = new ArrayList<>();
        triples.forEach(triple -> rows.add(new Row(triple, List.of())));
        return new SpecResult(VARS, rows, List.of(), 0, -1, patterns.ambiguous());
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
