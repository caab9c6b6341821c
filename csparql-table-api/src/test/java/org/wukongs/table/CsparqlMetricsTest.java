package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.table.module.CsparqlMetric;

/** What the function CSPARQL reports is what {@link CsparqlMetric}, and docs/metrics.md, say. */
@Timeout(120)
final class CsparqlMetricsTest {

    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    @Test
    void aCallReportsWhatIsDescribed() throws Exception {
        try (SqlSession sql = new SqlSession()) {
            sql.execute("LOAD MODULE wukongs WITH ('store' = 'localhost:7878')");
            sql.triples("posts", "1050 <http://x/a> <http://x/p> <http://x/b>");
            assertThat(
                            sql.rows(
                                    "SELECT a FROM CSPARQL(input => TABLE posts, query => '"
                                            + "REGISTER QUERY q AS SELECT ?a FROM STREAM <http://x/s>"
                                            + " [RANGE 100ms STEP 100ms] WHERE { ?a ?p ?b }',"
                                            + " on_time => DESCRIPTOR(ts))"))
                    .hasSize(1);
        }
        assertThat(own())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(CsparqlMetric.values()).map(CsparqlMetric::metricName).toList());
    }

    /** Names of the metrics that are not Flink's, of all operators. */
    private static Set<String> own() {
        Set<String> names = new TreeSet<>();
        REPORTER.getMetricsByGroup()
                .forEach(
                        (group, metrics) -> {
                            for (String metric : metrics.keySet()) {
                                String id = group.getMetricIdentifier(metric);
                                int own = id.lastIndexOf(".wukongs.");
                                if (own >= 0) {
                                    names.add(id.substring(own + 1));
                                }
                            }
                        });
        return names;
    }
}
