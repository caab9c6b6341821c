package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.wukongs.flink.changelog.ChangelogMetric;
import org.wukongs.flink.lookup.LookupMetric;
import org.wukongs.flink.sink.SinkMetric;
import org.wukongs.flink.source.SourceMetric;
import org.wukongs.kafka.rdf.RdfMetric;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.store.http.JvmMetrics;
import org.wukongs.store.http.StoreMetric;
import org.wukongs.table.module.CsparqlMetric;

/**
 * Compares {@code docs/metrics.md} with the metrics' descriptions of themselves. Tests of their
 * modules check that they are the reported ones. {@code -Dwukongs.docs.write=true} writes the page.
 */
final class MetricsPageTest {

    private static final Path PAGE = Pages.ROOT.resolve("docs/metrics.md");

    private final StringBuilder page = new StringBuilder();

    @Test
    void thePageIsWhatTheMetricsSay() throws IOException {
        writePage();
        if (Boolean.getBoolean("wukongs.docs.write")) {
            Files.writeString(PAGE, page.toString(), UTF_8);
        }
        assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(page.toString());
    }

    private void writePage() {
        page.append(
                """
                # Metrics

                This page lists the metrics of Flink jobs and of the store. A test generates it from the metrics in
                the code: change them there. [tuning.md](tuning.md) says what to do about a value.

                ## Flink jobs

                Flink puts the scope of the subtask and operator in front of each name. Names of sink and source
                without `wukongs` are those of FLIP-33, so dashboards for other connectors find them. Flink adds
                what it counts for every operator: records in and out, busy and back-pressured time, watermarks.
                """);
        flinkSection("`WukongsSink`, each subtask", SinkMetric.values());
        page.append("\nA subtask's thread does nothing else while it waits.\n");
        flinkSection("`ContinuousQuerySource`, each reader", SourceMetric.values());
        page.append(
                """

                `NAME` is the name of a query, or of a template in a group `template` instead of `query`; each split
                has its group.
                """);
        flinkSection(
                "Tables with `'scan.mode' = 'changelog'`, their reader", ChangelogMetric.values());
        flinkSection("`CSPARQL`, its subtask", CsparqlMetric.values());
        flinkSection(
                "`OneShotLookup`, lookup joins and `SPARQL(…)`, each subtask",
                LookupMetric.values());
        page.append(
                """

                The cache of a lookup join is Flink's own, with metrics of its own in the group `cache`: each lookup
                that is counted here is a miss there.
                """);
        flinkSection(
                "`RdfDeserializationSchema` and `'format' = 'rdf'`, each subtask of the source",
                RdfMetric.values());
        page.append("\nThese metrics are in the group `deserializer` of the Kafka source.\n");
        storeSection();
    }

    private void flinkSection(String title, DescribedMetric... metrics) {
        page.append("\n### ").append(title).append("\n\n");
        page.append("| metric | type | unit | meaning |\n| --- | --- | --- | --- |\n");
        for (DescribedMetric metric : metrics) {
            row(metric, metric.unit());
        }
    }

    private void storeSection() {
        page.append(
                """

                ## The store: `GET /metrics`

                A store with `--http` ([http.md](http.md)) reports these metrics to Prometheus, as OpenMetrics or
                as its older text, whichever the scraper asks for. Units are in the names; times are seconds, event
                times seconds since the epoch. A time that is not known yet has no sample. In OpenMetrics, the type
                of a counter stands at its name without `_total`.

                `docker/prometheus/alerts.yml` has alerts on them, `docker/grafana/wukongs.json` is a dashboard for
                Grafana 11 and newer. `wukongs_capacity_used_bytes / wukongs_capacity_limit_bytes` is how full a
                part is.

                ```yaml
                scrape_configs:
                  - job_name: wukongs # the alerts know it by this name
                    # authorization: {credentials_file: token} # of the role read, if the store asks for tokens
                    static_configs:
                      - targets: ["host1:8080", "host2:8080", "host3:8080"]
                ```

                | metric | type | labels | meaning |
                | --- | --- | --- | --- |
                """);
        for (StoreMetric metric : StoreMetric.values()) {
            row(metric, metric.labels());
        }
        page.append(
                """

                ### Its process and its JVM

                These are Prometheus' own, for all JVMs; the meanings are those of its library.

                | metric | type | labels | meaning |
                | --- | --- | --- | --- |
                """);
        for (JvmMetrics.Described metric : JvmMetrics.describe()) {
            page.append("| `").append(metric.name()).append("` | ").append(metric.type());
            page.append(" | ").append(metric.labels()).append(" | ").append(metric.meaning());
            page.append(" |\n");
        }
    }

    private void row(DescribedMetric metric, String third) {
        page.append("| `").append(metric.metricName()).append("` | ").append(metric.kind());
        page.append(" | ").append(third).append(" | ").append(metric.meaning()).append(" |\n");
    }
}
