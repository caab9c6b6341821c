package org.wukongs.table.module;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricDescription;
import org.wukongs.metric.MetricKind;

/** Metrics of the function {@code CSPARQL}. */
@PublicEvolving
public enum CsparqlMetric implements DescribedMetric {
    LATE_TUPLES(
            "lateTuples",
            "tuples",
            "Tuples that came after the watermark, so that no window has them."),
    BAD_TUPLES("badTuples", "rows", "Rows that were not valid triples, and were skipped.");

    private static final String GROUP = "wukongs";

    private final MetricDescription description;

    CsparqlMetric(String shortName, String unit, String meaning) {
        this.description =
                new MetricDescription(GROUP + "." + shortName, MetricKind.COUNTER, unit, meaning);
    }

    /** Registers the metric. */
    Counter counter(MetricGroup group) {
        return group.addGroup(GROUP).counter(shortName());
    }

    @Override
    public MetricDescription description() {
        return description;
    }
}
