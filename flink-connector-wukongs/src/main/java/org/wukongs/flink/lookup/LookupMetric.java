package org.wukongs.flink.lookup;

import static org.wukongs.metric.MetricKind.COUNTER;
import static org.wukongs.metric.MetricKind.GAUGE;

import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricDescription;
import org.wukongs.metric.MetricKind;

/**
 * Metrics of a subtask with lookups; {@code hitCount} and {@code missCount} are Flink's names for
 * lookup caches (FLIP-221).
 */
@PublicEvolving
public enum LookupMetric implements DescribedMetric {
    NUM_LOOKUPS("numLookups", COUNTER, "", "Lookups requested."),
    HIT_COUNT("hitCount", COUNTER, "", "Lookups answered from the cache."),
    MISS_COUNT("missCount", COUNTER, "", "Lookups not answered from the cache."),
    NUM_CACHED_ROWS(
            "numCachedRows",
            GAUGE,
            "rows",
            "Rows in the cache, expired ones included; a lookup without rows counts as one."),
    NUM_REQUESTS(
            "numRequests",
            COUNTER,
            "",
            "Requests that the store answered; a request may contain many lookups."),
    NUM_RETRIES("numRetries", COUNTER, "", "Retries of requests."),
    NUM_FAILURES("numFailures", COUNTER, "", "Lookups that failed for good."),
    REQUEST_US("requestUs", GAUGE, "µs", "Duration of the last request, with its retries."),
    TOTAL_REQUEST_US("totalRequestUs", COUNTER, "µs", "Total duration of all requests.");

    /** The outer group of these metrics; {@link #LOOKUP_GROUP} is the inner one. */
    static final String GROUP = "wukongs";

    static final String LOOKUP_GROUP = "lookup";

    private final MetricDescription description;

    LookupMetric(String shortName, MetricKind kind, String unit, String meaning) {
        String name = GROUP + "." + LOOKUP_GROUP + "." + shortName;
        this.description = new MetricDescription(name, kind, unit, meaning);
    }

    @Override
    public MetricDescription description() {
        return description;
    }
}
