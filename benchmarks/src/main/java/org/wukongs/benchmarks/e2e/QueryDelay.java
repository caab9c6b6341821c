package org.wukongs.benchmarks.e2e;

import org.HdrHistogram.Histogram;

/**
 * From a window's end to its record in the hands of a consumer of the result topic, in ms.
 *
 * @param records of the store's job one a window, of Flink SQL one a row
 * @param withRows of them, those that hold rows
 */
record QueryDelay(
        String query, long records, long withRows, double p50Ms, double p99Ms, double maxMs) {

    private static final double US_PER_MS = 1e3;

    static QueryDelay of(String query, Histogram us, long withRows) {
        return new QueryDelay(
                query,
                us.getTotalCount(),
                withRows,
                us.getValueAtPercentile(50) / US_PER_MS,
                us.getValueAtPercentile(99) / US_PER_MS,
                us.getMaxValue() / US_PER_MS);
    }
}
