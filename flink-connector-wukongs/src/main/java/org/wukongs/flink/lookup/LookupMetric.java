package org.wukongs.flink.lookup;

import static org.wukongs.metric.MetricKind.COUNTER;
import static org.wukongs.metric.MetricKind.GAUGE;

import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricDescription;
import org.wukongs.metric.MetricKind;

/**
 * Metrics of a subtask that looks things up; {@code hitCount} and {@code missCount} are the names
 * that Flink has for caches of lookups (FLIP-221).
 */
@PublicEvolving
public enum LookupMetric implements DescribedMetric {
    NUM_LOOKUPS("numLookups", COUNTER, "", "Lookups that were asked for."),
    HIT_COUNT("hitCount", COUNTER, "", "Lookups answered from the cache."),
    MISS_COUNT("missCount", COUNTER, "", "All others."),
    NUM_CACHED_ROWS(
            "numCachedRows",
            GAUGE,
            "rows",
            "Rows in the cache, expired ones included; a lookup without rows counts as one."),
    NUM_REQUESTS(
            "numRequests",
            COUNTER,
            "",
            "Requests that the store answered; a request may have many lookups."),
    NUM_RETRIES("numRetries", COUNTER, "", "Requests that were tried again."),
    NUM_FAILURES("numFailures", COUNTER, "", "Lookups that failed for good."),
    REQUEST_US("requestUs", GAUGE, "µs", "What the last request took, with its retries."),
    TOTAL_REQUEST_US("totalRequestUs", COUNTER, "µs", "What all requests took.");

    /** Groups of these metrics. */
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
