package org.wukongs.metric;

import org.apache.flink.annotation.PublicEvolving;

/** A metric with its name, for its registration, and its description, for the documentation. */
@PublicEvolving
public interface DescribedMetric {

    MetricDescription description();

    default String metricName() {
        return description().name();
    }

    /** The name within its group. */
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
