package org.wukongs.benchmarks.jmh;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A dictionary as one writes it first: a map and an array of strings. What ours is measured by. */
final class MapDictionary {

    private final ConcurrentHashMap<String, Long> ids = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final String[] terms;

    MapDictionary(int termCountMax) {
        terms = new String[termCountMax];
    }

    long[] vertexIds(List<String> asked) {
        long[] vids = new long[asked.size()];
        for (int i = 0; i < vids.length; i++) {
            vids[i] = vertexId(asked.get(i));
        }
        return vids;
    }

    long vertexId(byte[] utf8, int from, int to) {
        return vertexId(new String(utf8, from, to - from, StandardCharsets.UTF_8));
    }

    private long vertexId(String term) {
        Long known = ids.get(term);
        return known != null ? known : ids.computeIfAbsent(term, this::append);
    }

    private long append(String term) {
        int id = count.getAndIncrement();
        terms[id] = term;
        return id;
    }

    String vertex(long id) {
        return terms[(int) id];
    }
}
