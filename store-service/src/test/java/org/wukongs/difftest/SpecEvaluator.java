package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;

/**
 * Graph patterns as SPARQL 1.1 section 18 defines them: from the inside to the outside, each
 * operator over the whole bags of its arguments. Where EXISTS is not well defined (substitution
 * into MINUS, BIND and sub-selects) the result is ambiguous.
 */
final class SpecEvaluator {

    /** A bag that is larger ends the evaluation; such a query is left out. */
    static final int SOLUTION_COUNT_MAX = 3_000;

    /** Too large a bag for nested loops. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The graph that patterns are matched against, the variables that EXISTS has replaced, and
     * those of the GRAPHs around: expressions see these if there is a triple pattern beside them
     * (an extension that most engines have).
     */
    private record Place(SpecGraph graph, Map<String, Value> replaced, Map<String, Value> graphs) {

        Value of(Node node, Map<String, Value> solution) {
            if (!node.is(Kind.VAR)) {
                return SpecExpressions.term(node);
            }
            Value value = replaced.get(node.value());
            return value == null ? solution.get(node.value()) : value;
        }
    }

    private final SpecDataset data;
    private final SpecExpressions expressions;
    private Place active;
    private boolean ambiguous;

    SpecEvaluator(SpecDataset data, SpecTimestamps timestamps) {
        this.data = data;
        this.expressions = new SpecExpressions(this::exists, timestamps);
        this.active = new Place(data.defaultGraph(), Map.of(), Map.of());
    }

    SpecExpressions expressions() {
        return expressions;
    }

    boolean ambiguous() {
        return ambiguous || expressions.ambiguous();
    }

    List<Map<String, Value>> solve(Node group) {
        List<Map<String, Value>> solutions = List.of(Map.of());
        List<Node> filters = new ArrayList<>();
        for (Node element : group.kids()) {
            if (element.is(Kind.FILTER)) {
                filters.add(element.kid(0));
            } else {
                solutions = checked(add(solutions, element));
            }
        }
        return filtered(solutions, filters);
    }

    private static List<Map<String, Value>> checked(List<Map<String, Value>> solutions) {
        if (solutions.size() > SOLUTION_COUNT_MAX) {
            throw new TooLarge();
        }
        return solutions;
    }

    private List<Map<String, Value>> filtered(
            List<Map<String, Value>> solutions, List<Node> conditions) {
        List<Map<String, Value>> kept = new ArrayList<>(solutions);
        for (Node condition : conditions) {
            kept.removeIf(solution -> !expressions.isTrue(condition, seen(solution), null));
        }
        return kept;
    }

    /** A solution with what EXISTS has put into the pattern around it. */
    private Map<String, Value> seen(Map<String, Value> solution) {
        if (active.replaced().isEmpty() && active.graphs().isEmpty()) {
            return solution;
        }
        Map<String, Value> seen = new HashMap<>(active.graphs());
        seen.putAll(solution);
        seen.putAll(active.replaced());
        return seen;
    }

    private boolean exists(Node group, Map<String, Value> solution) {
        Place before = active;
        Map<String, Value> replaced = new HashMap<>(before.replaced());
        replaced.putAll(solution);
        active = new Place(before.graph(), replaced, Map.of());
        try {
            return !solve(group).isEmpty();
        } finally {
            active = before;
        }
    }

    private List<Map<String, Value>> add(List<Map<String, Value>> left, Node element) {
        return switch (element.kind()) {
            case TRIPLE -> matched(left, element);
            case OPTIONAL -> optional(left, element.kid(0));
            case MINUS -> minus(left, element);
            case BIND -> bound(left, element);
            case UNION -> {
                List<Map<String, Value>> all = new ArrayList<>();
                element.kids().forEach(kid -> all.addAll(solve(kid)));
                yield join(left, all);
            }
            case VALUES -> join(left, values(element));
            case GRAPH -> join(left, graph(element));
            case GROUP -> join(left, solve(element));
            case SELECT -> {
                markIfReplaced(element);
                yield join(left, subSelect(element));
            }
            default -> throw new IllegalStateException("no group element: " + element);
        };
    }

    private List<Map<String, Value>> subSelect(Node select) {
        Place before = active;
        active = new Place(before.graph(), before.replaced(), Map.of());
        try {
            return new SpecSelect(this).subSelect(select);
        } finally {
            active = before;
        }
    }

    void markAmbiguous() {
        ambiguous = true;
    }

    private void markIfReplaced(Node element) {
        element.walk(
                node ->
                        ambiguous |=
                                node.is(Kind.VAR) && active.replaced().containsKey(node.value()));
    }

    static List<Map<String, Value>> join(
            List<Map<String, Value>> left, List<Map<String, Value>> right) {
        List<Map<String, Value>> joined = new ArrayList<>();
        for (Map<String, Value> a : left) {
            for (Map<String, Value> b : right) {
                if (compatible(a, b)) {
                    joined.add(merged(a, b));
                }
            }
            checked(joined);
        }
        return joined;
    }

    private static boolean compatible(Map<String, Value> a, Map<String, Value> b) {
        for (Map.Entry<String, Value> binding : b.entrySet()) {
            Value other = a.get(binding.getKey());
            if (other != null && !other.equals(binding.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, Value> merged(Map<String, Value> a, Map<String, Value> b) {
        Map<String, Value> merged = new LinkedHashMap<>(a);
        merged.putAll(b);
        return merged;
    }

    private List<Map<String, Value>> matched(List<Map<String, Value>> left, Node triple) {
        Node predicate = triple.kid(1);
        if (!predicate.is(Kind.VAR) && !predicate.is(Kind.TERM)) {
            return join(left, path(triple));
        }
        List<Map<String, Value>> solutions = new ArrayList<>();
        for (Map<String, Value> solution : left) {
            for (SpecGraph.Triple candidate : active.graph().triples()) {
                Map<String, Value> extended = new LinkedHashMap<>(solution);
                if (bind(triple.kid(0), candidate.subject(), extended)
                        && bind(predicate, candidate.predicate(), extended)
                        && bind(triple.kid(2), candidate.object(), extended)) {
                    solutions.add(extended);
                }
            }
        }
        return solutions;
    }

    /** False where the place has another term already. */
    private boolean bind(Node place, Value term, Map<String, Value> solution) {
        Value known = active.of(place, solution);
        if (known == null) {
            solution.put(place.value(), term);
            return true;
        }
        return known.equals(term);
    }

    private List<Map<String, Value>> path(Node triple) {
        Value from = active.of(triple.kid(0), Map.of());
        Value to = active.of(triple.kid(2), Map.of());
        List<Map<String, Value>> solutions = new ArrayList<>();
        for (SpecPaths.Pair pair : new SpecPaths(active.graph()).pairs(triple.kid(1), from, to)) {
            Map<String, Value> solution = new LinkedHashMap<>();
            if (bind(triple.kid(0), pair.from(), solution)
                    && bind(triple.kid(2), pair.to(), solution)) {
                solutions.add(solution);
            }
        }
        return solutions;
    }

    /** LeftJoin with the filters that stand directly in the group (18.2.2.6). */
    private List<Map<String, Value>> optional(List<Map<String, Value>> left, Node group) {
        List<Node> conditions = group.all(Kind.FILTER).stream().map(f -> f.kid(0)).toList();
        List<Map<String, Value>> right =
                solve(
                        Node.of(
                                Kind.GROUP,
                                group.kids().stream().filter(k -> !k.is(Kind.FILTER)).toList()));
        List<Map<String, Value>> solutions = new ArrayList<>();
        for (Map<String, Value> solution : left) {
            List<Map<String, Value>> extended =
                    filtered(join(List.of(solution), right), conditions);
            solutions.addAll(extended.isEmpty() ? List.of(solution) : extended);
        }
        return solutions;
    }

    private List<Map<String, Value>> minus(List<Map<String, Value>> left, Node minus) {
        markIfReplaced(minus);
        List<Map<String, Value>> right = solve(minus.kid(0));
        List<Map<String, Value>> kept = new ArrayList<>();
        for (Map<String, Value> solution : left) {
            boolean removed = false;
            for (Map<String, Value> other : right) {
                removed |=
                        other.keySet().stream().anyMatch(solution::containsKey)
                                && compatible(solution, other);
            }
            if (!removed) {
                kept.add(solution);
            }
        }
        return kept;
    }

    private List<Map<String, Value>> bound(List<Map<String, Value>> left, Node bind) {
        String name = bind.kid(1).value();
        ambiguous |= active.replaced().containsKey(name);
        List<Map<String, Value>> extended = new ArrayList<>();
        for (Map<String, Value> solution : left) {
            Map<String, Value> copy = new LinkedHashMap<>(solution);
            Value value = expressions.valueOrNull(bind.kid(0), seen(solution), null);
            if (value != null) {
                copy.put(name, value);
            }
            extended.add(copy);
        }
        return extended;
    }

    List<Map<String, Value>> values(Node values) {
        List<Node> names = values.all(Kind.VAR);
        List<Map<String, Value>> solutions = new ArrayList<>();
        for (Node row : values.all(Kind.ROW)) {
            Map<String, Value> solution = new LinkedHashMap<>();
            boolean fits = true;
            for (int i = 0; i < names.size(); i++) {
                if (!row.kid(i).is(Kind.UNDEF)) {
                    fits &= bind(names.get(i), SpecExpressions.term(row.kid(i)), solution);
                }
            }
            if (fits) {
                solutions.add(solution);
            }
        }
        return solutions;
    }

    private List<Map<String, Value>> graph(Node graph) {
        Node name = graph.kid(0);
        Value given = active.of(name, Map.of());
        if (given != null && name.is(Kind.TERM)) {
            SpecGraph addressed = data.addressed(given.stringValue());
            return addressed == null ? List.of() : within(addressed, graph.kid(1), Map.of());
        }
        boolean seen = graph.kid(1).has(Kind.TRIPLE);
        List<Map<String, Value>> all = new ArrayList<>();
        data.named()
                .forEach(
                        (iri, triples) -> {
                            Map<String, Value> binding = new LinkedHashMap<>();
                            if (bind(name, iri, binding)) {
                                all.addAll(
                                        join(
                                                within(
                                                        triples,
                                                        graph.kid(1),
                                                        seen
                                                                ? Map.of(name.value(), iri)
                                                                : Map.of()),
                                                List.of(binding)));
                            }
                        });
        return all;
    }

    private List<Map<String, Value>> within(
            SpecGraph graph, Node group, Map<String, Value> variable) {
        Place before = active;
        Map<String, Value> graphs = new HashMap<>(before.graphs());
        graphs.putAll(variable);
        active = new Place(graph, before.replaced(), graphs);
        try {
            return solve(group);
        } finally {
            active = before;
        }
    }
}
