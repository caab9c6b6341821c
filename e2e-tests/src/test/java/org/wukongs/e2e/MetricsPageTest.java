package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.wukongs.flink.lookup.LookupMetric;
import org.wukongs.flink.sink.SinkMetric;
import org.wukongs.flink.source.SourceMetric;
import org.wukongs.kafka.rdf.RdfMetric;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.store.http.StoreMetric;
import org.wukongs.table.module.CsparqlMetric;

/**
 * {@code docs/metrics.md} is what the metrics say of themselves; tests of their modules see to it
 * that these are the ones that are reported. {@code -Dwukongs.docs.write=true} writes it.
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
        page.append("# Metrics\n\n")
                .append("This page is generated from the metrics by a test; change those. What to")
                .append(" do about a value is in [tuning.md](tuning.md).\n\n## Flink jobs\n\n")
                .append("Flink puts the scope of the subtask and operator in front of each name.")
                .append(" Names of sink and source without `wukongs` are those of FLIP-33, so")
                .append(" dashboards for other connectors find them; what Flink counts for every")
                .append(" operator (records in and out, busy and back-pressured time, watermarks)")
                .append(" comes on top.\n");
        flinkSection("`WukongsSink`, each subtask", SinkMetric.values());
        page.append("\nTimes of waiting are the subtask's: its thread does nothing meanwhile.\n");
        flinkSection("`ContinuousQuerySource`, each reader", SourceMetric.values());
        page.append("\n`NAME` is the name of a query, or of a template in a group `template`")
                .append(" instead of `query`; each split has its group.\n");
        flinkSection("`CSPARQL`, its subtask", CsparqlMetric.values());
        flinkSection(
                "`OneShotLookup`, lookup joins and `SPARQL(…)`, each subtask",
                LookupMetric.values());
        page.append("\nThe cache of a lookup join is Flink's own, with metrics of its own in the")
                .append(" group `cache`: here each of its lookups is a miss of those.\n");
        flinkSection(
                "`RdfDeserializationSchema` and `'format' = 'rdf'`, each subtask of the source",
                RdfMetric.values());
        page.append("\nThey stand in the group `deserializer` of the Kafka source.\n");
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
        page.append("\n## The store: `GET /metrics`\n\n")
                .append("In Prometheus' text format, with `--http` ([http.md](http.md)). Units are")
                .append(" in the names; times are seconds, event times seconds since the epoch.")
                .append(" Times that are not known yet have no sample.\n\n")
                .append("| metric | type | labels | meaning |\n| --- | --- | --- | --- |\n");
        for (StoreMetric metric : StoreMetric.values()) {
            row(metric, metric.labels());
        }
    }

    private void row(DescribedMetric metric, String third) {
        page.append("| `").append(metric.metricName()).append("` | ").append(metric.kind());
        page.append(" | ").append(third).append(" | ").append(metric.meaning()).append(" |\n");
    }
}
