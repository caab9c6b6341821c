package org.wukongs.kafka.rdf;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricDescription;
import org.wukongs.metric.MetricKind;

/** Metrics of reading RDF from records, in the Kafka source's group {@code deserializer}. */
@PublicEvolving
public enum RdfMetric implements DescribedMetric {
    ERRORS(
            "numRecordsInErrors",
            "Records that are not RDF in the given format (the name is FLIP-33's)."),
    TOMBSTONES("numTombstones", "Records without a value that were ignored.");

    private final MetricDescription description;

    RdfMetric(String metricName, String meaning) {
        this.description =
                new MetricDescription(metricName, MetricKind.COUNTER, "records", meaning);
    }

    /** Registers the metric. */
    public Counter counter(MetricGroup group) {
        return group.counter(metricName());
    }

    @Override
    public MetricDescription description() {
        return description;
    }
}
