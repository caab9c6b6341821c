package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Puts timestamp() into a query: into its projection, a filter of its pattern, or an aggregate.
 * Only variables of triple patterns, and no patterns of which it is open whether they match: those
 * in EXISTS, MINUS and sub-selects, and paths.
 */
final class RandomTimestamps {

    private static final String COLUMN = "when";

    private static final Set<Kind> OPEN =
            Set.of(Kind.EXISTS, Kind.NOT_EXISTS, Kind.MINUS, Kind.SELECT);

    private final Random random;
    private final Terms terms;

    RandomTimestamps(Random random, Terms terms) {
        this.random = random;
        this.terms = terms;
    }

    /** The query itself where it is none that could have it. */
    Node in(Node query) {
        Node where = query.first(Kind.GROUP);
        Node projection = query.first(Kind.PROJECTION);
        List<Node> triples = new ArrayList<>();
        boolean[] open = new boolean[1];
        where.walk(
                node -> {
                    open[0] |= OPEN.contains(node.kind());
                    if (node.is(Kind.TRIPLE)) {
                        open[0] |= !node.kid(1).is(Kind.VAR) && !node.kid(1).is(Kind.TERM);
                        triples.add(node);
                    }
                });
        List<Node> calls = calls(triples);
        if (open[0] || calls.isEmpty() || !query.is(Kind.SELECT)) {
            return query;
        }
        Node call = terms.pick(calls);
        boolean grouped =
                query.first(Kind.GROUP_BY) != null
                        || query.first(Kind.HAVING) != null
                        || projection.has(Kind.AGGREGATE);
        if (projection.kids().isEmpty() || random.nextInt(4) == 0) {
            Node condition = Node.call(terms.pick(List.of("!=", "=")), call, terms.pick(calls));
            Node filter = Node.of(Kind.FILTER, condition);
            List<Node> elements = new ArrayList<>(where.kids());
            elements.add(filter);
            return query.with(query.kids().indexOf(where), Node.of(Kind.GROUP, elements));
        }
        Node value =
                grouped
                        ? new Node(
                                Kind.AGGREGATE, random.nextBoolean() ? "MAX" : "MIN", List.of(call))
                        : call;
        List<Node> items = new ArrayList<>(projection.kids());
        items.add(Node.of(Kind.AS, value, Node.var(COLUMN)));
        return query.with(query.kids().indexOf(projection), new Node(Kind.PROJECTION, "", items));
    }

    private static List<Node> calls(List<Node> triples) {
        List<Node> calls = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Node triple : triples) {
            for (Node place : triple.kids()) {
                if (place.is(Kind.VAR) && seen.add(place.value())) {
                    calls.add(Node.call(SpecTimestamps.FUNCTION, place));
                }
            }
            calls.add(new Node(Kind.CALL, SpecTimestamps.FUNCTION, triple.kids()));
        }
        return calls;
    }
}
