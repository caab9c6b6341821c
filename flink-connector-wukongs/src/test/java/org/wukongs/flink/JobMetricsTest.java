package org.wukongs.flink;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TripleChange;
import org.wukongs.flink.changelog.ChangelogMetric;
import org.wukongs.flink.changelog.ChangelogOptions;
import org.wukongs.flink.changelog.GraphChangelogSource;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.sink.SinkMetric;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.source.SourceMetric;
import org.wukongs.flink.testing.FakeStore;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricKind;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * What a running job reports is what {@link SinkMetric} and {@link SourceMetric}, and with them
 * docs/metrics.md, say: all of the connector's own, and Flink's under the names given there.
 */
@Timeout(120)
final class JobMetricsTest {

    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private static final StreamDefinition STREAM = StreamDefinition.of("s");
    private static final String OWN = "wukongs.";

    @Test
    void aJobReportsWhatIsDescribed() throws Exception {
        FakeStore.start("metrics-test");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        write(env);
        read(env);
        JobID job = env.execute("metrics").getJobID();
        Map<String, MetricKind> sink = reported(job, "store: (?:Writer|Committer)");
        Map<String, MetricKind> source = reported(job, "Source: windows");
        assertThat(own(sink)).isEqualTo(own(described(SinkMetric.values())));
        assertThat(own(source)).isEqualTo(own(described(SourceMetric.values())));
        assertThat(sink).containsAllEntriesOf(described(SinkMetric.values()));
        assertThat(source).containsAllEntriesOf(described(SourceMetric.values()));
    }

    @Test
    void aJobThatReadsAChangelogReportsWhatIsDescribed() throws Exception {
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
                StoreClient client =
                        StoreClient.connect(List.of(server.address()), Duration.ofSeconds(10))) {
            client.update("INSERT DATA { <urn:a> <urn:p> 1 }");
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.setParallelism(1);
            GraphChangelogSource<String> source =
                    new GraphChangelogSource<>(
                            StoreConnector.of(server.address().toString(), null, null),
                            new ChangelogOptions(STREAM.graph(), Duration.ofMillis(20), false),
                            TripleChange::subject,
                            Types.STRING);
            env.fromSource(source, WatermarkStrategy.noWatermarks(), "changes")
                    .sinkTo(new DiscardingSink<>());
            JobClient job = env.executeAsync("changelog");
            CommonTestUtils.waitUntilCondition(() -> !client.status().changelogs().isEmpty());
            Map<String, MetricKind> reported = reported(job.getJobID(), "Source: changes");
            job.cancel().get();
            assertThat(own(reported)).isEqualTo(own(described(ChangelogMetric.values())));
            assertThat(reported).containsAllEntriesOf(described(ChangelogMetric.values()));
        }
    }

    private static void write(StreamExecutionEnvironment env) {
        env.fromSource(
                        new DataGeneratorSource<>(number -> number, 100, Types.LONG),
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, previous) -> number * 10),
                        "numbers")
                .sinkTo(
                        WukongsSink.<Long>builder()
                                .setStoreAddresses("metrics-test:7878")
                                .setStream(STREAM)
                                .setElementConverter(
                                        n -> new Tuple(n * 10, "<x:s" + n + ">", "<x:p>", "<x:o>"))
                                .setStoreClientFactory(FakeStore::connect)
                                .build())
                .name("store");
    }

    private static void read(StreamExecutionEnvironment env) {
        env.fromSource(
                        ContinuousQuerySource.builder()
                                .setStoreAddresses("metrics-test:7878")
                                .setStreams(STREAM)
                                .setQueries(
                                        "REGISTER QUERY NAME AS SELECT * FROM STREAM s"
                                                + " [RANGE 200ms STEP 100ms]")
                                .setBoundedByStreams(true)
                                .setFetchWait(Duration.ofMillis(10))
                                .setStoreClientFactory(FakeStore::connect)
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "windows")
                .sinkTo(new DiscardingSink<>())
                .name("nowhere");
    }

    /**
     * Of operators whose names match, in subtask 0 or the enumerator, by name within that scope.
     */
    private static Map<String, MetricKind> reported(JobID job, String operator) {
        Pattern scope = Pattern.compile("\\." + operator + "(?:\\.0|.*\\.enumerator)\\.(.*)$");
        Map<String, MetricKind> reported = new HashMap<>();
        REPORTER.getMetricsByIdentifiers(job)
                .forEach(
                        (id, metric) -> {
                            Matcher name = scope.matcher(id);
                            if (name.find()) {
                                reported.put(name.group(1), kind(metric));
                            }
                        });
        return reported;
    }

    private static MetricKind kind(Metric metric) {
        return metric instanceof Counter ? MetricKind.COUNTER : MetricKind.GAUGE;
    }

    private static Map<String, MetricKind> described(DescribedMetric[] metrics) {
        return Arrays.stream(metrics)
                .collect(toMap(DescribedMetric::metricName, DescribedMetric::kind));
    }

    private static Map<String, MetricKind> own(Map<String, MetricKind> metrics) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().startsWith(OWN))
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
