package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.testing.RealStore;
import org.wukongs.flink.testing.RestartingJobs;
import org.wukongs.stream.Tuple;

/**
 * Jobs on a MiniCluster into a real store, which fail again and again and go on with other writers:
 * blocks by count and the stored graph are those of the records read once.
 */
@Timeout(180)
final class SinkRecoveryTest {

    @RegisterExtension static final MiniClusterExtension CLUSTER = RestartingJobs.cluster();

    private static final long TUPLES = 1_500;
    private static final long TUPLE_MS = 7;
    private static final int FAILURES = 5;
    private static final long CHECKPOINT_INTERVAL_MS = 20;

    private static final AtomicInteger FAILURES_LEFT = new AtomicInteger();
    private static volatile CountDownLatch halfway = new CountDownLatch(1);

    @TempDir private Path savepoints;

    @Test
    void failuresAnywhereAndOtherWritersAfterASavepoint() throws Exception {
        try (RealStore store = new RealStore(RealStore.STREAM)) {
            halfway = new CountDownLatch(1);
            FAILURES_LEFT.set(FAILURES);
            JobClient first = job(store, 2, null).executeAsync("first");
            assertThat(halfway.await(60, TimeUnit.SECONDS)).isTrue();
            FAILURES_LEFT.set(0);
            String savepoint = RestartingJobs.stop(first, savepoints);
            FAILURES_LEFT.set(FAILURES);
            job(store, 3, savepoint).execute("second");
            List<Tuple> tuples = new ArrayList<>();
            for (long number = 0; number < TUPLES; number++) {
                tuples.add(tuple(number));
            }
            store.assertHolds(tuples);
            var status = store.client().status().streams().get(0);
            assertThat(status.uncommittedCount()).as("the last checkpoint covers all").isZero();
        }
    }

    private static StreamExecutionEnvironment job(
            RealStore store, int parallelism, String savepoint) {
        StreamExecutionEnvironment env =
                RestartingJobs.environment(parallelism, CHECKPOINT_INTERVAL_MS, savepoint);
        env.getConfig().setAutoWatermarkInterval(5);
        DataGeneratorSource<Long> numbers =
                new DataGeneratorSource<>(
                        number -> number,
                        TUPLES,
                        RateLimiterStrategy.perCheckpoint(30),
                        Types.LONG);
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                .setParallelism(1)
                .uid("numbers")
                .map(new FailNowAndThen())
                .setParallelism(1)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, previous) -> number * TUPLE_MS))
                .setParallelism(1)
                .shuffle()
                .sinkTo(
                        WukongsSink.<Long>builder()
                                .setStoreAddresses(store.address())
                                .setStream(RealStore.STREAM)
                                .setElementConverter(SinkRecoveryTest::tuple)
                                .setTuplesBufferedMax(7)
                                .build())
                .uid("store");
        return env;
    }

    private static Tuple tuple(long number) {
        return new Tuple(
                number * TUPLE_MS,
                "<x:s" + number + ">",
                "<x:p" + number % 3 + ">",
                "\"" + number + "\"");
    }

    /** At random elements, whether there is a checkpoint already or not. */
    private static final class FailNowAndThen implements MapFunction<Long, Long> {

        private static final long serialVersionUID = 1L;
        private static final int EVERY = 100;

        private final Random random = new Random(11);

        @Override
        public Long map(Long number) {
            if (number == TUPLES / 2) {
                halfway.countDown();
            }
            if (random.nextInt(EVERY) == 0 && FAILURES_LEFT.getAndDecrement() > 0) {
                throw new IllegalStateException("the job is made to fail");
            }
            return number;
        }
    }
}
