package org.wukongs.metric;

import org.apache.flink.annotation.PublicEvolving;

/**
 * One metric, where its name is taken from when it is registered and its description when the
 * documentation is written.
 */
@PublicEvolving
public interface DescribedMetric {

    MetricDescription description();

    default String metricName() {
        return description().name();
    }

    /** Within its group. */
    default String shortName() {
        return description().shortName();
    }

    default MetricKind kind() {
        return description().kind();
    }

    default String unit() {
        return description().unit();
    }

    default String meaning() {
        return description().meaning();
    }
}
