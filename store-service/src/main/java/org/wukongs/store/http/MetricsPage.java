package org.wukongs.store.http;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers {@code GET /metrics}: the metrics of a store and of its JVM, as Prometheus' text or as
 * OpenMetrics, in order of their names.
 */
final class MetricsPage {

    private static final Map<String, ExpositionFormatWriter> WRITERS = new LinkedHashMap<>();

    static {
        WRITERS.put("text/plain", PrometheusTextFormatWriter.create());
        WRITERS.put("application/openmetrics-text", OpenMetricsTextFormatWriter.create());
    }

    private final JvmMetrics jvm = new JvmMetrics();

    /**
     * Answers with the present numbers. Somebody who accepts neither format gets text, because
     * scrapers differ in what they say and all read it.
     */
    HttpReply answer(StoreNumbers numbers, AcceptHeader accept) {
        MetricSnapshots all = snapshots(numbers);
        String mediaType = accept.choose(WRITERS.keySet());
        ExpositionFormatWriter writer = WRITERS.get(mediaType == null ? "text/plain" : mediaType);
        return HttpReply.streamed(writer.getContentType(), out -> writer.write(out, all), () -> {});
    }

    private MetricSnapshots snapshots(StoreNumbers numbers) {
        List<MetricSnapshot> all = new ArrayList<>();
        for (StoreMetric metric : StoreMetric.values()) {
            MetricSamples samples = new MetricSamples(metric);
            metric.reader().samples().accept(numbers, samples);
            all.add(samples.snapshot());
        }
        jvm.scrape().forEach(all::add);
        return new MetricSnapshots(all);
    }
}
