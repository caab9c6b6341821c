package org.wukongs.store.http;

/** Writes a store's metrics in Prometheus' text format. */
final class MetricsText {

    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private MetricsText() {}

    static String of(StoreNumbers numbers) {
        StringBuilder out = new StringBuilder();
        for (StoreMetric metric : StoreMetric.values()) {
            String name = metric.metricName();
            out.append("# HELP ").append(name).append(' ').append(metric.meaning()).append('\n');
            out.append("# TYPE ").append(name).append(' ').append(metric.kind()).append('\n');
            MetricSamples samples = new MetricSamples(out, name, metric.labels());
            metric.reader().samples().accept(numbers, samples);
        }
        return out.toString();
    }
}
