package org.wukongs.naive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A set of triples that grows, or the union of several; lists by predicate and vertex only narrow
 * what is looked at.
 */
public final class NaiveGraph {

    private record Half(String predicate, String vertex) {}

    private final Set<NaiveTriple> triples = new LinkedHashSet<>();
    private final Map<String, List<NaiveTriple>> byPredicate = new HashMap<>();
    private final Map<Half, List<NaiveTriple>> bySubject = new HashMap<>();
    private final Map<Half, List<NaiveTriple>> byObject = new HashMap<>();
    private final List<NaiveGraph> members;

    public NaiveGraph() {
        members = List.of();
    }

    private NaiveGraph(List<NaiveGraph> members) {
        this.members = List.copyOf(members);
    }

    public static NaiveGraph of(Collection<NaiveTriple> triples) {
        NaiveGraph graph = new NaiveGraph();
        triples.forEach(graph::add);
        return graph;
    }

    /** The set union; what is added to a member later is in it too. */
    public static NaiveGraph union(List<NaiveGraph> members) {
        return new NaiveGraph(members);
    }

    public void add(NaiveTriple triple) {
        if (!members.isEmpty()) {
            throw new IllegalStateException("a union is not added to");
        }
        if (triples.add(triple)) {
            put(byPredicate, triple.predicate(), triple);
            put(bySubject, new Half(triple.predicate(), triple.subject()), triple);
            put(byObject, new Half(triple.predicate(), triple.object()), triple);
        }
    }

    /** The triples with the given places; null is any. */
    Collection<NaiveTriple> match(String subject, String predicate, String object) {
        Set<NaiveTriple> found = new LinkedHashSet<>();
        for (NaiveTriple triple : candidates(subject, predicate, object)) {
            if ((subject == null || subject.equals(triple.subject()))
                    && (predicate == null || predicate.equals(triple.predicate()))
                    && (object == null || object.equals(triple.object()))) {
                found.add(triple);
            }
        }
        for (NaiveGraph member : members) {
            found.addAll(member.match(subject, predicate, object));
        }
        return found;
    }

    private Collection<NaiveTriple> candidates(String subject, String predicate, String object) {
        if (predicate == null) {
            return triples;
        }
        if (subject != null) {
            return bySubject.getOrDefault(new Half(predicate, subject), List.of());
        }
        if (object != null) {
            return byObject.getOrDefault(new Half(predicate, object), List.of());
        }
        return byPredicate.getOrDefault(predicate, List.of());
    }

    private static <K> void put(Map<K, List<NaiveTriple>> lists, K key, NaiveTriple triple) {
        lists.computeIfAbsent(key, k -> new ArrayList<>(1)).add(triple);
    }
}
