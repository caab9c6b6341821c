package org.wukongs.metric;

import org.apache.flink.annotation.PublicEvolving;

/**
 * What is to be said of a metric.
 *
 * @param name as users see it below the scope that Flink or Prometheus put around it
 * @param unit of the value, such as {@code ms}; empty for plain numbers
 * @param meaning one sentence
 */
@PublicEvolving
public record MetricDescription(String name, MetricKind kind, String unit, String meaning) {

    /** The name within its group: what stands behind the last dot. */
    public String shortName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
