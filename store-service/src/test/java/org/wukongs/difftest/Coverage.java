package org.wukongs.difftest;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many cases with solutions had each operator: a generator that forgets one would test nothing.
 */
final class Coverage {

    private final Map<String, Integer> counts = new TreeMap<>();
    private int caseCount;
    private int nonEmptyCount;

    /** {@code others}: features that the query's nodes do not show. */
    void add(Node query, Set<String> others, Verdict verdict) {
        caseCount++;
        if (verdict.rowCount() == 0) {
            return;
        }
        nonEmptyCount++;
        Set<String> features = new HashSet<>(others);
        query.walk(node -> features.addAll(features(node)));
        features.forEach(feature -> counts.merge(feature, 1, Integer::sum));
    }

    void addAll(Coverage other) {
        caseCount += other.caseCount;
        nonEmptyCount += other.nonEmptyCount;
        other.counts.forEach((feature, count) -> counts.merge(feature, count, Integer::sum));
    }

    private static Set<String> features(Node node) {
        Set<String> features = new HashSet<>(Set.of(node.kind().name()));
        switch (node.kind()) {
            case CALL, AGGREGATE, SELECT -> features.add(node.kind() + " " + node.value());
            case TRIPLE -> features.addAll(triple(node));
            case OPTIONAL -> nested(node, features);
            case GRAPH -> features.add("GRAPH " + node.kid(0).kind());
            case GROUP -> group(node, features);
            default -> {
                // Nothing more to tell apart.
            }
        }
        return features;
    }

    private static void nested(Node optional, Set<String> features) {
        for (Kind kind : List.of(Kind.OPTIONAL, Kind.FILTER, Kind.UNION, Kind.MINUS)) {
            if (optional.kid(0).first(kind) != null) {
                features.add("OPTIONAL with " + kind);
            }
        }
    }

    private static void group(Node group, Set<String> features) {
        Node select = group.first(Kind.SELECT);
        if (select != null) {
            features.add("sub-select");
            if (select.first(Kind.LIMIT) != null) {
                features.add("sub-select with LIMIT");
            }
        }
        List<Node> triples = group.all(Kind.TRIPLE);
        if (triples.size() > 2 && Scopes.mentioned(triples).size() <= triples.size()) {
            features.add("cyclic pattern");
        }
    }

    private static Set<String> triple(Node triple) {
        Set<String> features = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            if (triple.kid(i).is(Kind.VAR) || triple.kid(i).is(Kind.TERM)) {
                features.add("place " + i + " " + triple.kid(i).kind());
            }
        }
        if (triple.kids().stream().filter(kid -> kid.is(Kind.VAR)).distinct().count()
                < triple.kids().stream().filter(kid -> kid.is(Kind.VAR)).count()) {
            features.add("repeated variable");
        }
        return features;
    }

    int caseCount() {
        return caseCount;
    }

    int nonEmptyCount() {
        return nonEmptyCount;
    }

    Map<String, Integer> counts() {
        return counts;
    }
}
