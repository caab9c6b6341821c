package org.wukongs.store.http;

import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Metrics of the process and its JVM, by Prometheus' client library, under its names. Any thread.
 *
 * <p>Left out is what stops the JVM for a look at every thread, {@code jvm_threads_state} and
 * {@code jvm_threads_deadlocked}: a scrape must not delay windows.
 */
public final class JvmMetrics {

    private static final Set<String> LEFT_OUT =
            Set.of("jvm_threads_state", "jvm_threads_deadlocked", "jvm_threads_deadlocked_monitor");

    /**
     * A metric of the library.
     *
     * @param name in the page of metrics
     * @param type such as {@code gauge}
     * @param labels names of its labels, separated by commas
     * @param meaning one sentence
     * @param sampleNames names of its time series
     */
    public record Described(
            String name, String type, String labels, String meaning, List<String> sampleNames) {}

    private final PrometheusRegistry registry = new PrometheusRegistry();

    JvmMetrics() {
        JvmBufferPoolMetrics.builder().register(registry);
        JvmClassLoadingMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
        JvmMemoryMetrics.builder().register(registry);
        JvmRuntimeInfoMetric.builder().register(registry);
        JvmThreadsMetrics.builder().register(registry);
        ProcessMetrics.builder().register(registry);
    }

    /** Returns the present values. */
    MetricSnapshots scrape() {
        return registry.scrape(name -> !LEFT_OUT.contains(name));
    }

    /** Returns the metrics of this JVM, for the documentation and its tests. */
    public static List<Described> describe() {
        return new JvmMetrics().scrape().stream().map(JvmMetrics::described).toList();
    }

    private static Described described(MetricSnapshot metric) {
        String name = metric.getMetadata().getPrometheusName();
        String labels =
                metric.getDataPoints().stream()
                        .flatMap(point -> point.getLabels().stream())
                        .map(Label::getName)
                        .collect(Collectors.toCollection(TreeSet::new))
                        .stream()
                        .collect(Collectors.joining(", "));
        String meaning = metric.getMetadata().getHelp();
        if (metric instanceof CounterSnapshot) {
            String total = name + "_total";
            return new Described(total, "counter", labels, meaning, List.of(total));
        }
        if (metric instanceof InfoSnapshot) {
            String info = name + "_info";
            return new Described(info, "gauge", labels, meaning, List.of(info));
        }
        if (metric instanceof SummarySnapshot) {
            List<String> samples = List.of(name + "_count", name + "_sum");
            return new Described(name, "summary", labels, meaning, samples);
        }
        return new Described(name, "gauge", labels, meaning, List.of(name));
    }
}
