package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * SPARQL's algebra as section 18.5 of SPARQL 1.1 defines it, over bags of mappings from column to
 * N-Triples string, by nested loops.
 */
final class NaiveRows {

    /** True, false, or null for an error. */
    interface Condition extends Function<Map<Integer, String>, Boolean> {}

    private NaiveRows() {}

    static boolean compatible(Map<Integer, String> a, Map<Integer, String> b) {
        return a.entrySet().stream()
                .allMatch(e -> b.getOrDefault(e.getKey(), e.getValue()).equals(e.getValue()));
    }

    static Map<Integer, String> merged(Map<Integer, String> a, Map<Integer, String> b) {
        Map<Integer, String> both = new TreeMap<>(a);
        both.putAll(b);
        return both;
    }

    static List<Map<Integer, String>> join(
            List<Map<Integer, String>> left, List<Map<Integer, String>> right) {
        List<Map<Integer, String>> joined = new ArrayList<>();
        for (Map<Integer, String> a : left) {
            right.stream().filter(b -> compatible(a, b)).forEach(b -> joined.add(merged(a, b)));
        }
        return joined;
    }

    static List<Map<Integer, String>> filter(List<Map<Integer, String>> rows, Condition condition) {
        return rows.stream().filter(row -> Boolean.TRUE.equals(condition.apply(row))).toList();
    }

    static List<Map<Integer, String>> leftJoin(
            List<Map<Integer, String>> left,
            List<Map<Integer, String>> right,
            Condition condition) {
        List<Map<Integer, String>> result = new ArrayList<>();
        for (Map<Integer, String> a : left) {
            List<Map<Integer, String>> matches = filter(join(List.of(a), right), condition);
            result.addAll(matches.isEmpty() ? List.of(a) : matches);
        }
        return result;
    }

    static List<Map<Integer, String>> minus(
            List<Map<Integer, String>> left, List<Map<Integer, String>> right) {
        return left.stream()
                .filter(
                        a ->
                                right.stream()
                                        .noneMatch(
                                                b ->
                                                        compatible(a, b)
                                                                && b.keySet().stream()
                                                                        .anyMatch(a::containsKey)))
                .toList();
    }

    static List<Map<Integer, String>> union(
            List<Map<Integer, String>> left, List<Map<Integer, String>> right) {
        List<Map<Integer, String>> all = new ArrayList<>(left);
        all.addAll(right);
        return all;
    }

    /** Each column {@code from[i]} under the name {@code to[i]}. */
    static List<Map<Integer, String>> project(
            List<Map<Integer, String>> rows, int[] from, int[] to) {
        List<Map<Integer, String>> projected = new ArrayList<>();
        for (Map<Integer, String> row : rows) {
            Map<Integer, String> kept = new TreeMap<>();
            for (int i = 0; i < from.length; i++) {
                if (row.containsKey(from[i])) {
                    kept.put(to[i], row.get(from[i]));
                }
            }
            projected.add(kept);
        }
        return projected;
    }

    static List<Map<Integer, String>> distinct(List<Map<Integer, String>> rows) {
        return new ArrayList<>(new LinkedHashSet<>(rows));
    }

    /** The groups by some columns with, in {@code into}, how many rows bind {@code counted}. */
    static List<Map<Integer, String>> count(
            List<Map<Integer, String>> rows, int[] keys, int counted, boolean distinct, int into) {
        Map<Map<Integer, String>, List<String>> groups = new HashMap<>();
        if (keys.length == 0) {
            groups.put(Map.of(), new ArrayList<>());
        }
        for (Map<Integer, String> row : rows) {
            Map<Integer, String> key = project(List.of(row), keys, keys).get(0);
            List<String> values = groups.computeIfAbsent(key, k -> new ArrayList<>());
            if (row.containsKey(counted)) {
                values.add(row.get(counted));
            }
        }
        List<Map<Integer, String>> result = new ArrayList<>();
        groups.forEach(
                (key, values) -> {
                    int count = distinct ? new LinkedHashSet<>(values).size() : values.size();
                    result.add(merged(key, Map.of(into, integer(count))));
                });
        return result;
    }

    static String integer(int number) {
        return "\"" + number + "\"^^<http://www.w3.org/2001/XMLSchema#integer>";
    }
}
