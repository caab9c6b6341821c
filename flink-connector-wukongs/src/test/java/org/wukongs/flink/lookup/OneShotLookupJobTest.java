package org.wukongs.flink.lookup;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.testing.RestartingJobs;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricKind;

/** Jobs on a MiniCluster with a store that a test answers for. */
@Timeout(120)
final class OneShotLookupJobTest {

    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private static final int ELEMENTS = 500;
    private static final int USERS = 40;
    private static volatile FakeConnections store;

    private StreamExecutionEnvironment env;

    @BeforeEach
    void start() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(1);
    }

    private static StoreClient connect(List<StoreAddress> addresses, Duration deadline) {
        return store.connector().connect();
    }

    /** Number n has the term of user n mod 40, and each seventh number none. */
    private static String user(Long number) {
        return number % 7 == 0 ? null : "<http://x/" + number % USERS + ">";
    }

    private static OneShotLookupBuilder<Long, String> lookup() {
        return OneShotLookup.<Long, String>builder()
                .setStoreAddresses("fake:1")
                .setStoreClientFactory(OneShotLookupJobTest::connect)
                .setQuery("SELECT ?o { ?u <http://x/p> ?o }")
                .setParameter("u", OneShotLookupJobTest::user)
                .setOutput(
                        (number, rows, out) -> out.collect(number + ":" + rows.size()),
                        Types.STRING);
    }

    private SingleOutputStreamOperator<String> ordered(OneShotLookup<Long, String> lookup) {
        return AsyncDataStream.orderedWait(
                        env.fromSequence(1, ELEMENTS), lookup, 1, TimeUnit.MINUTES, 50)
                .name("lookup");
    }

    @Test
    @SuppressWarnings("try") // Closing may be interrupted, which ends the test as well.
    void elementsStayInOrderAndAreCounted() throws Exception {
        store = new FakeConnections(text -> FakeConnections.answer(text, "o", "\"found\""));
        List<String> found = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (long number = 1; number <= ELEMENTS; number++) {
            expected.add(number + ":" + (user(number) == null ? 0 : 1));
        }
        var results = ordered(lookup().setCache(1_000, Duration.ofHours(1)).build()).collectAsync();
        JobClient job = env.executeAsync("lookups");
        try (CloseableIterator<String> all = results) {
            all.forEachRemaining(found::add);
        }
        job.getJobExecutionResult().get();
        assertThat(found).isEqualTo(expected);
        Map<String, Object> reported = reported(job);
        Map<String, MetricKind> kinds = new HashMap<>();
        reported.forEach(
                (name, metric) ->
                        kinds.put(
                                name,
                                metric instanceof Counter ? MetricKind.COUNTER : MetricKind.GAUGE));
        assertThat(kinds)
                .isEqualTo(
                        Arrays.stream(LookupMetric.values())
                                .collect(
                                        toMap(DescribedMetric::metricName, DescribedMetric::kind)));
        long asked = expected.stream().filter(line -> line.endsWith(":1")).count();
        assertThat(count(reported, LookupMetric.NUM_LOOKUPS)).isEqualTo(asked);
        assertThat(count(reported, LookupMetric.HIT_COUNT))
                .isPositive()
                .isEqualTo(asked - count(reported, LookupMetric.MISS_COUNT));
        assertThat(count(reported, LookupMetric.MISS_COUNT)).isGreaterThanOrEqualTo(USERS);
    }

    private static Map<String, Object> reported(JobClient job) {
        Map<String, Object> reported = new HashMap<>();
        String scope = ".lookup.0.";
        REPORTER.getMetricsByIdentifiers(job.getJobID())
                .forEach(
                        (id, metric) -> {
                            int at = id.indexOf(scope + LookupMetric.GROUP + ".");
                            if (at >= 0) {
                                reported.put(id.substring(at + scope.length()), metric);
                            }
                        });
        return reported;
    }

    private static long count(Map<String, Object> reported, LookupMetric metric) {
        return ((Counter) reported.get(metric.metricName())).getCount();
    }

    @Test
    void anErrorThatStaysFailsTheJob() {
        store =
                new FakeConnections(
                        text -> {
                            throw WukongsException.retriable("no store answers: a test");
                        });
        ordered(lookup().setRetryTimeout(Duration.ZERO).build()).sinkTo(new DiscardingSink<>());
        assertThatThrownBy(() -> env.execute("failing"))
                .hasStackTraceContaining("no store answers: a test");
    }

    @Test
    void aRefusalFailsTheJobForGood() {
        store =
                new FakeConnections(
                        text -> {
                            throw WukongsException.user("not a query: a test");
                        });
        env = RestartingJobs.environment(1, 1_000, null);
        ordered(lookup().build()).sinkTo(new DiscardingSink<>());
        assertThatThrownBy(() -> env.execute("refused"))
                .satisfies(RestartingJobs::assertNotRestarted)
                .hasStackTraceContaining("not a query: a test");
    }

    @Test
    void anOutputThatFailsFailsTheJob() {
        store = new FakeConnections(text -> FakeConnections.answer(text, "o", "\"found\""));
        var failing =
                lookup().setOutput(
                                (number, rows, out) -> {
                                    throw new IllegalStateException("a test: " + number);
                                },
                                Types.STRING)
                        .build();
        ordered(failing).sinkTo(new DiscardingSink<>());
        assertThatThrownBy(() -> env.execute("failing")).hasStackTraceContaining("a test: ");
    }

    @Test
    void aJobIsCancelledWithRequestsUnderWay() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        store =
                new FakeConnections(
                        text -> {
                            asked.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            throw WukongsException.retriable("the connection broke");
                        });
        ordered(lookup().build()).sinkTo(new DiscardingSink<>());
        JobClient job = env.executeAsync("cancelled");
        asked.await();
        job.cancel().get();
        assertThatThrownBy(() -> job.getJobExecutionResult().get())
                .hasStackTraceContaining("cancelled");
        assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
        assertThat(store.closed.get()).isPositive();
    }

    @Test
    void whatIsMissingOrWrongIsSaidByTheBuilder() {
        assertRefused(OneShotLookup.builder(), "setStoreAddresses");
        assertRefused(OneShotLookup.builder().setStoreAddresses("x:1"), "setQuery");
        assertRefused(lookup().setQuery("SELECT ?o { ?u ?p }"), "line 1");
        assertRefused(lookup().setParameter("v", String::valueOf), "no such variable: name=v");
        assertRefused(lookup().setOutput(null, null), "setOutput");
        assertRefused(lookup().setBatchMax(0), "batchMax=0");
        assertRefused(lookup().setRetryTimeout(Duration.ofMillis(-1)), "retryTimeout=PT-0.001S");
        assertThatThrownBy(() -> lookup().setCache(0, Duration.ofSeconds(1)))
                .hasMessageContaining("rowsMax=0");
    }

    private static void assertRefused(OneShotLookupBuilder<?, ?> builder, String message) {
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
