package org.wukongs.store.metadata;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The names of the continuous queries of the cluster, and where the queries are. A name is that of
 * one query at all nodes; the queries of a template read the same streams, so they are at one node.
 *
 * <p>Invariant: {@code templateCounts} has the number of queries of each template that has some.
 */
final class Queries {

    /**
     * Where a query is.
     *
     * @param template of the query, empty if it has none
     */
    record Place(int node, String template) {}

    private static final String NO_TEMPLATE = "";

    private final SortedMap<String, Place> places = new TreeMap<>();
    private final Map<String, Integer> templateCounts = new HashMap<>();
    private long charCount; // of names, and of templates once

    Refused name(Proposal.NameQuery asked, int node) {
        Place known = places.get(asked.name());
        if (known != null && known.node() != node) {
            return Refused.of(Refusal.QUERY_ELSEWHERE, "query", asked.name(), "node", known.node());
        }
        if (!asked.taken()) {
            remove(asked.name());
            return null;
        }
        boolean full =
                known == null
                        && (places.size() == ClusterLimits.QUERY_COUNT_MAX
                                || charCount + asked.name().length() + asked.template().length()
                                        > ClusterLimits.QUERIES_CHARS_MAX);
        if (full) {
            return Refused.of(
                    Refusal.TOO_MANY,
                    "queryCountMax",
                    ClusterLimits.QUERY_COUNT_MAX,
                    "queriesCharsMax",
                    ClusterLimits.QUERIES_CHARS_MAX);
        }
        remove(asked.name());
        add(asked.name(), new Place(node, asked.template()));
        return null;
    }

    private void add(String name, Place place) {
        places.put(name, place);
        charCount += name.length();
        if (!place.template().isEmpty()
                && templateCounts.merge(place.template(), 1, Integer::sum) == 1) {
            charCount += place.template().length();
        }
    }

    private void remove(String name) {
        Place removed = places.remove(name);
        if (removed == null) {
            return;
        }
        charCount -= name.length();
        String template = removed.template();
        if (!template.isEmpty()
                && templateCounts.computeIfPresent(template, (t, n) -> n == 1 ? null : n - 1)
                        == null) {
            charCount -= template.length();
        }
    }

    /** Gives all queries of a node to another one. */
    void move(int from, int to) {
        places.replaceAll(
                (name, place) -> place.node() == from ? new Place(to, place.template()) : place);
    }

    /** Returns where a query is, null if there is none of that name. */
    Place place(String name) {
        return places.get(name);
    }

    /** Returns the first of the queries of a node, null if it has none. */
    String anyOf(int node) {
        for (Map.Entry<String, Place> each : places.entrySet()) {
            if (each.getValue().node() == node) {
                return each.getKey();
            }
        }
        return null;
    }

    /** Returns whether a template has a query. */
    boolean hasTemplate(String template) {
        return templateCounts.containsKey(template);
    }

    /** Returns all names in order. */
    Iterable<String> names() {
        return places.keySet();
    }

    void putTo(WireWriter out) {
        List<String> templates = templateCounts.keySet().stream().sorted().toList();
        Map<String, Integer> numbers = new HashMap<>();
        templates.forEach(template -> numbers.put(template, numbers.size()));
        out.putStrings(templates);
        out.putList(
                List.copyOf(places.entrySet()),
                (place, to) ->
                        to.putString(place.getKey())
                                .putInt(place.getValue().node())
                                .putInt(numbers.getOrDefault(place.getValue().template(), -1)));
    }

    static Queries read(WireReader in) {
        List<String> templates = in.getStrings("templates", ClusterLimits.QUERY_COUNT_MAX);
        Queries read = new Queries();
        List<String> names = new ArrayList<>();
        in.getList(
                "queries",
                ClusterLimits.QUERY_COUNT_MAX,
                3 * Integer.BYTES,
                from -> {
                    String name = from.getString();
                    ClusterLimits.checkName("name of a query", name);
                    int node = ClusterLimits.checkNode(from.getInt());
                    int template = from.getInt();
                    names.add(name);
                    read.add(
                            name,
                            new Place(node, template < 0 ? NO_TEMPLATE : templates.get(template)));
                    return name;
                });
        ClusterLimits.checkDistinct("names of queries", names);
        return read;
    }
}
