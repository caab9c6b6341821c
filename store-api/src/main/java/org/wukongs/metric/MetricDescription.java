package org.wukongs.metric;

import org.apache.flink.annotation.PublicEvolving;

/**
 * Name, kind, unit and meaning of a metric.
 *
 * @param name as users see it, within the scope that Flink or Prometheus add
 * @param unit of the value, such as {@code ms}; empty for plain numbers
 * @param meaning one sentence
 */
@PublicEvolving
public record MetricDescription(String name, MetricKind kind, String unit, String meaning) {

    /** The name within its group: the part after the last dot. */
    public String shortName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
