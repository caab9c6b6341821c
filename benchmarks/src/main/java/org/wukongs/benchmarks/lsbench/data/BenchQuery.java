package org.wukongs.benchmarks.lsbench.data;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One query to register.
 *
 * @param constant number of the user or person in it, 0 where it has none
 */
public record BenchQuery(QueryClass queryClass, String name, long constant) {

    public String text() {
        return queryClass.text(name, constant);
    }

    /** So many queries of each class, class by class, with constants drawn from the data. */
    public static List<BenchQuery> draw(
            Map<QueryClass, Integer> counts, StoredTerms terms, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<BenchQuery> queries = new ArrayList<>();
        for (QueryClass queryClass : QueryClass.values()) {
            for (int i = 0; i < counts.getOrDefault(queryClass, 0); i++) {
                String name = queryClass + "x" + i;
                queries.add(new BenchQuery(queryClass, name, queryClass.draw(terms, random)));
            }
        }
        return queries;
    }

    /** {@code variants} of each class that has constants, one of each other class. */
    public static List<BenchQuery> variants(int variants, StoredTerms terms, long seed) {
        Map<QueryClass, Integer> counts = new EnumMap<>(QueryClass.class);
        for (QueryClass queryClass : QueryClass.values()) {
            counts.put(queryClass, queryClass.hasConstant() ? variants : 1);
        }
        return draw(counts, terms, seed);
    }

    /**
     * How many queries of each class a mix of {@code total} has: shares inverse to the classes'
     * latencies, as in the paper (SOSP'17, section 6), so that each class takes about as much of
     * the time as any other. Each count is its share rounded up or down, and they add up.
     *
     * @param latencies of the classes that take part, above 0, in any one unit
     */
    public static Map<QueryClass, Integer> shares(int total, Map<QueryClass, Double> latencies) {
        if (latencies.values().stream().anyMatch(latency -> !(latency > 0))) {
            throw new IllegalArgumentException("not above 0: latencies=" + latencies);
        }
        double weightSum = latencies.values().stream().mapToDouble(latency -> 1 / latency).sum();
        Map<QueryClass, Integer> counts = new EnumMap<>(QueryClass.class);
        double weight = 0;
        int given = 0;
        for (Map.Entry<QueryClass, Double> latency : latencies.entrySet()) {
            weight += 1 / latency.getValue();
            int upToHere = (int) Math.round(total * weight / weightSum);
            counts.put(latency.getKey(), upToHere - given);
            given = upToHere;
        }
        return counts;
    }
}
