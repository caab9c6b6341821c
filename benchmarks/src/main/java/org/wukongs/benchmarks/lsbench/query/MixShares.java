package org.wukongs.benchmarks.lsbench.query;

import java.util.EnumMap;
import java.util.Map;

/**
 * How many queries of each class a mix has: shares inverse to the classes' latencies, as in the
 * paper (SOSP'17, section 6), so that each class takes about as much of the time as any other.
 */
public final class MixShares {

    private MixShares() {}

    /**
     * Splits {@code total} by largest remainders, so that the counts add up to it.
     *
     * @param latencies of the classes that take part, above 0, in any one unit
     */
    public static Map<QueryClass, Integer> counts(int total, Map<QueryClass, Double> latencies) {
        double weightSum = 0;
        for (double latency : latencies.values()) {
            if (!(latency > 0)) {
                throw new IllegalArgumentException("not above 0: latency=" + latency);
            }
            weightSum += 1 / latency;
        }
        Map<QueryClass, Integer> counts = new EnumMap<>(QueryClass.class);
        Map<QueryClass, Double> remainders = new EnumMap<>(QueryClass.class);
        int given = 0;
        for (Map.Entry<QueryClass, Double> latency : latencies.entrySet()) {
            double share = total / latency.getValue() / weightSum;
            int whole = (int) share;
            counts.put(latency.getKey(), whole);
            remainders.put(latency.getKey(), share - whole);
            given += whole;
        }
        for (; given < total; given++) {
            QueryClass largest = largest(remainders);
            counts.merge(largest, 1, Integer::sum);
            remainders.put(largest, -1.0);
        }
        return counts;
    }

    private static QueryClass largest(Map<QueryClass, Double> remainders) {
        QueryClass largest = null;
        for (Map.Entry<QueryClass, Double> remainder : remainders.entrySet()) {
            if (largest == null || remainder.getValue() > remainders.get(largest)) {
                largest = remainder.getKey();
            }
        }
        return largest;
    }
}
