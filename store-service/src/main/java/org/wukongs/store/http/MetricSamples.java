package org.wukongs.store.http;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.metric.MetricKind;

/** Collects the samples of one metric, each with its label values. */
final class MetricSamples {

    /** The client library adds it to names of counters. */
    private static final String TOTAL = "_total";

    private final StoreMetric metric;
    private final String[] labels;
    private final List<CounterDataPointSnapshot> counters = new ArrayList<>();
    private final List<GaugeDataPointSnapshot> gauges = new ArrayList<>();

    MetricSamples(StoreMetric metric) {
        this.metric = metric;
        this.labels = metric.labelNames().toArray(String[]::new);
    }

    void add(long value, String... labelValues) {
        add((double) value, labelValues);
    }

    /** Adds a sample; {@code labelValues} in the order of the metric's labels. */
    void add(double value, String... labelValues) {
        Labels labelled = labels.length == 0 ? Labels.EMPTY : Labels.of(labels, labelValues);
        if (metric.kind() == MetricKind.COUNTER) {
            counters.add(new CounterDataPointSnapshot(value, labelled, null, 0));
        } else {
            gauges.add(new GaugeDataPointSnapshot(value, labelled, null));
        }
    }

    /** Returns all samples; two of them must not have the same labels. */
    MetricSnapshot snapshot() {
        String name = metric.metricName();
        if (metric.kind() == MetricKind.GAUGE) {
            return new GaugeSnapshot(new MetricMetadata(name, metric.meaning()), gauges);
        }
        String base = name.substring(0, name.length() - TOTAL.length());
        return new CounterSnapshot(new MetricMetadata(base, metric.meaning()), counters);
    }
}
