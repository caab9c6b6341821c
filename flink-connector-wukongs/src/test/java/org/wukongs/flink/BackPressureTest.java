package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.testutils.CommonTestUtils;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.testing.RealStore;
import org.wukongs.flink.testing.WatermarkOfEach;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.stream.Tuple;

/**
 * A store that is full holds a job back: the sink waits, Flink shows what is before it as
 * back-pressured, and the source reads no more. When there is room, all comes.
 */
@Timeout(180)
final class BackPressureTest {

    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(1)
                            .build());

    private static final StoreConfig SMALL_RING =
            StoreConfig.builder().ringTupleCountMax(500).build();

    /** Many times what rings, messages under way and Flink's buffers hold. */
    private static final long TUPLES = 8_000;

    private static final long TUPLE_MS = 7;

    /** So that few records fill a buffer of Flink's. */
    private static final String PADDED = "%01000d";

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final long BLOCKED_MS = 1_000;

    @Test
    void aFullStoreHoldsTheSourceBackAndLosesNothing() throws Exception {
        try (RealStore store = new RealStore(RealStore.STREAM, SMALL_RING)) {
            JobClient client = start(store);
            JobID job = client.getJobID();
            await(
                    () ->
                            value(job, "Source: numbers -> padded", "backPressuredTimeMsPerSecond")
                                    > 900);
            long read = value(job, "padded", "numRecordsOut");
            long waitedMs = value(job, "store: Writer", "wukongs.storeWaitTime");
            await(
                    () ->
                            value(job, "store: Writer", "wukongs.storeWaitTime")
                                    > waitedMs + BLOCKED_MS);
            assertThat(value(job, "padded", "numRecordsOut")).isEqualTo(read).isLessThan(TUPLES);
            store.assertHolds(
                    LongStream.range(0, TUPLES).mapToObj(BackPressureTest::tuple).toList());
            client.getJobExecutionResult().get();
        }
    }

    private static JobClient start(RealStore store) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        env.enableCheckpointing(100);
        // Between two watermarks by the clock, a warm source sends more tuples than the ring holds:
        // nothing would close their batches.
        env.fromSource(
                        new DataGeneratorSource<>(number -> number, TUPLES, Types.LONG),
                        WatermarkStrategy.<Long>forGenerator(context -> new WatermarkOfEach<>())
                                .withTimestampAssigner((number, before) -> number * TUPLE_MS),
                        "numbers")
                .map(PADDED::formatted)
                .returns(Types.STRING)
                .name("padded")
                .rebalance()
                .sinkTo(
                        WukongsSink.<String>builder()
                                .setStoreAddresses(store.address())
                                .setStream(RealStore.STREAM)
                                .setElementConverter(text -> tuple(Long.parseLong(text)))
                                .setTuplesBufferedMax(100)
                                .build())
                .name("store")
                .disableChaining();
        return env.executeAsync("back-pressure");
    }

    private static Tuple tuple(long number) {
        return new Tuple(
                number * TUPLE_MS, "<x:s" + number + ">", "<x:p" + number % 3 + ">", "<x:o>");
    }

    private static void await(Supplier<Boolean> condition) throws Exception {
        CommonTestUtils.waitUtil(condition, TIMEOUT, PAUSE, "the job is not held back");
    }

    /** Of subtask 0; 0 where it is not reported yet. */
    private static long value(JobID job, String operatorOrTask, String metric) {
        String pattern = "\\." + operatorOrTask + "\\.0\\." + Pattern.quote(metric) + "$";
        return REPORTER.findMetric(job, pattern).map(BackPressureTest::value).orElse(0L);
    }

    private static long value(Metric metric) {
        return metric instanceof Counter counter
                ? counter.getCount()
                : ((Number) ((Gauge<?>) metric).getValue()).longValue();
    }
}
