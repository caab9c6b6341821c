package org.wukongs.store.http;

/** Writes the samples of one metric in Prometheus' text format, each with its label values. */
final class MetricSamples {

    private final StringBuilder out;
    private final String metricName;
    private final String[] labels;

    /** {@code labels} are the label names, separated by commas. */
    MetricSamples(StringBuilder out, String metricName, String labels) {
        this.out = out;
        this.metricName = metricName;
        this.labels = labels.split(", ");
    }

    void add(long value, String... labelValues) {
        add(Long.toString(value), labelValues);
    }

    void add(double value, String... labelValues) {
        add(Double.toString(value), labelValues);
    }

    private void add(String value, String[] labelValues) {
        out.append(metricName);
        for (int i = 0; i < labelValues.length; i++) {
            out.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
            out.append(escaped(labelValues[i])).append('"');
        }
        out.append(labelValues.length == 0 ? " " : "} ").append(value).append('\n');
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
