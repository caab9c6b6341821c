package org.wukongs.metric;

/**
 * One metric, where its name is taken from when it is registered and its description when the
 * documentation is written.
 */
public interface DescribedMetric {

    /** As users see it below the scope that Flink or Prometheus put around it. */
    String metricName();

    MetricKind kind();

    /** Of the value, such as {@code ms}; empty for plain numbers. */
    String unit();

    /** One sentence. */
    String meaning();
}
