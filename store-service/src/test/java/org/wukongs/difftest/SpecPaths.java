package org.wukongs.difftest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Value;

/** Property paths (SPARQL 1.1, 18.4) over one graph. */
final class SpecPaths {

    /** One match; as often as the path matches, where it counts. */
    record Pair(Value from, Value to) {}

    private final SpecGraph graph;

    SpecPaths(SpecGraph graph) {
        this.graph = graph;
    }

    /** {@code from} and {@code to}: the end is this term; null where it is a variable. */
    List<Pair> pairs(Node path, Value from, Value to) {
        return switch (path.kind()) {
            case TERM -> links(path, from, to);
            case PATH_NEGATED -> negated(path, from, to);
            case PATH_INVERSE -> swapped(pairs(path.kid(0), to, from));
            case PATH_ALTERNATIVE -> {
                List<Pair> all = new ArrayList<>();
                path.kids().forEach(kid -> all.addAll(pairs(kid, from, to)));
                yield all;
            }
            case PATH_SEQUENCE -> sequence(path, from, to);
            default -> closure(path, from, to);
        };
    }

    private List<Pair> links(Node iri, Value from, Value to) {
        Value predicate = SpecExpressions.term(iri);
        List<Pair> pairs = new ArrayList<>();
        for (SpecGraph.Triple triple : graph.triples()) {
            if (triple.predicate().equals(predicate)) {
                pairs.add(new Pair(triple.subject(), triple.object()));
            }
        }
        return between(pairs, from, to);
    }

    private List<Pair> negated(Node path, Value from, Value to) {
        List<Value> forward = new ArrayList<>();
        List<Value> backward = new ArrayList<>();
        for (Node kid : path.kids()) {
            boolean inverse = kid.is(Kind.PATH_INVERSE);
            (inverse ? backward : forward).add(SpecExpressions.term(inverse ? kid.kid(0) : kid));
        }
        List<Pair> pairs = new ArrayList<>();
        for (SpecGraph.Triple triple : graph.triples()) {
            if (!forward.isEmpty() && !forward.contains(triple.predicate())) {
                pairs.add(new Pair(triple.subject(), triple.object()));
            }
            if (!backward.isEmpty() && !backward.contains(triple.predicate())) {
                pairs.add(new Pair(triple.object(), triple.subject()));
            }
        }
        return between(pairs, from, to);
    }

    private static List<Pair> between(List<Pair> pairs, Value from, Value to) {
        pairs.removeIf(
                pair ->
                        (from != null && !from.equals(pair.from()))
                                || (to != null && !to.equals(pair.to())));
        return pairs;
    }

    private static List<Pair> swapped(List<Pair> pairs) {
        List<Pair> swapped = new ArrayList<>();
        pairs.forEach(pair -> swapped.add(new Pair(pair.to(), pair.from())));
        return swapped;
    }

    private List<Pair> sequence(Node path, Value from, Value to) {
        List<Pair> left = pairs(path.kid(0), from, null);
        List<Pair> right = pairs(path.kid(1), null, to);
        List<Pair> joined = new ArrayList<>();
        for (Pair first : left) {
            for (Pair second : right) {
                if (first.to().equals(second.from())) {
                    joined.add(new Pair(first.from(), second.to()));
                }
            }
        }
        return joined;
    }

    /** {@code *}, {@code +} and {@code ?}: each pair once. */
    private List<Pair> closure(Node path, Value from, Value to) {
        Set<Value> starts = new LinkedHashSet<>(graph.nodes());
        if (from != null) {
            starts = Set.of(from);
        } else if (to != null) {
            starts.add(to);
        }
        List<Pair> steps = new ArrayList<>(pairs(path.kid(0), null, null));
        for (Value start : starts) {
            if (!graph.nodes().contains(start)) { // a term that only the query names
                steps.addAll(pairs(path.kid(0), start, null));
            }
        }
        List<Pair> pairs = new ArrayList<>();
        for (Value start : starts) {
            reached(path.kind(), start, steps).forEach(end -> pairs.add(new Pair(start, end)));
        }
        return between(pairs, from, to);
    }

    private static Set<Value> reached(Kind kind, Value start, List<Pair> steps) {
        Set<Value> reached = new LinkedHashSet<>();
        Deque<Value> open = new ArrayDeque<>(next(start, steps));
        while (!open.isEmpty()) {
            Value value = open.poll();
            if (reached.add(value) && kind != Kind.PATH_OPTIONAL) {
                open.addAll(next(value, steps));
            }
        }
        if (kind != Kind.PATH_PLUS) {
            reached.add(start);
        }
        return reached;
    }

    private static List<Value> next(Value from, List<Pair> steps) {
        return steps.stream().filter(step -> step.from().equals(from)).map(Pair::to).toList();
    }
}
