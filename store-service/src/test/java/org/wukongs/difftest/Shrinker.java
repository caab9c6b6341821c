package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Makes a difference small: drops triples and parts of the query, one after the other, as long as
 * the difference stays.
 */
final class Shrinker {

    /** Each step takes some milliseconds. */
    private static final int STEP_COUNT_MAX = 4_000;

    private static final Set<String> LISTS = Set.of("IN", "NOT IN", "COALESCE");

    private final BiPredicate<Node, RdfData> stillDifferent;
    private Node query;
    private RdfData data;
    private int stepCount;

    Shrinker(Node query, RdfData data, BiPredicate<Node, RdfData> stillDifferent) {
        this.query = query;
        this.data = data;
        this.stillDifferent = stillDifferent;
    }

    Node query() {
        return query;
    }

    RdfData data() {
        return data;
    }

    Shrinker shrink() {
        boolean smaller = true;
        while (smaller && stepCount < STEP_COUNT_MAX) {
            smaller = shrinkQuery();
            smaller |= shrinkData();
        }
        return this;
    }

    private boolean shrinkQuery() {
        for (Node candidate : smaller(query)) {
            if (holds(candidate, data)) {
                query = candidate;
                return true;
            }
        }
        return false;
    }

    private boolean shrinkData() {
        boolean smaller = false;
        for (int size = Math.max(1, data.quads().size() / 2); size >= 1; size /= 2) {
            for (int from = 0; from < data.quads().size(); ) {
                RdfData candidate = data.without(from, Math.min(from + size, data.quads().size()));
                if (holds(query, candidate)) {
                    data = candidate;
                    smaller = true;
                } else {
                    from += size;
                }
            }
        }
        return smaller;
    }

    private boolean holds(Node candidate, RdfData candidateData) {
        return stepCount++ < STEP_COUNT_MAX && stillDifferent.test(candidate, candidateData);
    }

    /** The same with one part less, larger cuts first; not all are SPARQL. */
    static List<Node> smaller(Node node) {
        List<Node> candidates = new ArrayList<>();
        for (int i = 0; i < node.kids().size(); i++) {
            if (mayDrop(node, i)) {
                candidates.add(node.without(i));
            }
        }
        replacements(node, candidates);
        for (int i = 0; i < node.kids().size(); i++) {
            for (Node kid : smaller(node.kid(i))) {
                candidates.add(node.with(i, kid));
            }
        }
        return candidates;
    }

    private static boolean mayDrop(Node node, int i) {
        Kind kid = node.kid(i).kind();
        return switch (node.kind()) {
            case SELECT, ASK, CONSTRUCT, DESCRIBE ->
                    kid != Kind.GROUP && kid != Kind.PROJECTION && kid != Kind.TEMPLATE;
            case GROUP, PROJECTION, TEMPLATE, GROUP_BY, ORDER_BY, PATH_NEGATED ->
                    node.kids().size() > 1;
            case VALUES -> kid == Kind.ROW && node.all(Kind.ROW).size() > 1;
            case UNION -> node.kids().size() > 2;
            case CALL -> LISTS.contains(node.value()) && node.kids().size() > 2;
            default -> false;
        };
    }

    /** Parts that can stand where the whole stands. */
    private static void replacements(Node node, List<Node> into) {
        switch (node.kind()) {
            case GROUP -> {
                if (node.kids().size() == 1 && node.kid(0).is(Kind.GROUP)) {
                    into.add(node.kid(0));
                }
            }
            case OPTIONAL, UNION, PATH_SEQUENCE, PATH_ALTERNATIVE, PATH_STAR, PATH_PLUS ->
                    into.addAll(node.kids());
            case PATH_OPTIONAL, PATH_INVERSE -> into.addAll(node.kids());
            case GRAPH -> into.add(node.kid(1));
            case CALL -> {
                into.addAll(node.kids());
                if (!node.kids().isEmpty()) {
                    into.add(Node.term(Terms.NUMBERS.get(1)));
                }
            }
            case SELECT -> {
                if (!node.value().isEmpty()) {
                    into.add(new Node(Kind.SELECT, "", node.kids()));
                }
            }
            default -> {
                // Nothing smaller of the same sort.
            }
        }
    }
}
