package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.flink.sink.TupleTimes;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.testing.RealStore;
import org.wukongs.flink.testing.RestartingJobs;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Random changelogs through jobs that fail again and again and go on with other writers: the stored
 * graph has what is left of them.
 */
@Timeout(180)
final class ChangesJobTest {

    @RegisterExtension static final MiniClusterExtension CLUSTER = RestartingJobs.cluster();

    private static final StreamDefinition STREAM = StreamDefinition.of("s");
    private static final int ELEMENTS = 3_000;
    private static final int KEY_COUNT = 40;
    private static final long ELEMENT_MS = 7;
    private static final int OUT_OF_ORDER_MS = 300;
    private static final int FAILURES = 5;
    private static final long CHECKPOINT_INTERVAL_MS = 20;

    private static final AtomicInteger FAILURES_LEFT = new AtomicInteger();
    private static final List<List<Tuple>> CHANGES = new ArrayList<>();
    private static volatile CountDownLatch halfway = new CountDownLatch(1);

    @TempDir private Path savepoints;

    /** Fills {@link #CHANGES}; returns the triples that are left, sorted. */
    private static List<String> changes(boolean upserts) {
        Random random = Seeds.random(ChangesJobTest.class);
        CHANGES.clear();
        Map<Integer, List<Tuple>> rows = new HashMap<>();
        while (CHANGES.size() < ELEMENTS) {
            int key = random.nextInt(KEY_COUNT);
            long timeMs = CHANGES.size() * ELEMENT_MS + random.nextInt(OUT_OF_ORDER_MS);
            List<Tuple> before = rows.remove(key);
            boolean deleted = before != null && random.nextInt(3) == 0;
            if (before != null && (deleted || !upserts)) {
                CHANGES.add(before.stream().map(Tuple::asRemoval).toList());
            }
            if (!deleted) {
                rows.put(key, row(random, key, timeMs, upserts ? 1 : 3));
                CHANGES.add(rows.get(key));
            }
        }
        Set<String> left = new TreeSet<>();
        rows.values().forEach(row -> row.forEach(tuple -> left.add(triple(tuple))));
        return List.copyOf(left);
    }

    private static List<Tuple> row(Random random, int key, long timeMs, int columns) {
        List<Tuple> row = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            String value = "\"" + random.nextInt(4) + "\"";
            row.add(new Tuple(timeMs, "<x:" + key + ">", "<x:p" + column + ">", value));
        }
        return row;
    }

    private static String triple(Tuple tuple) {
        return tuple.subject() + " " + tuple.predicate() + " " + tuple.object();
    }

    @ParameterizedTest
    @CsvSource({"IN_ORDER, false", "ARRIVAL, false", "ARRIVAL, true"})
    void theGraphHasWhatIsLeft(TupleTimes times, boolean upserts) throws Exception {
        List<String> left = changes(upserts);
        try (RealStore store = new RealStore(STREAM)) {
            halfway = new CountDownLatch(1);
            FAILURES_LEFT.set(FAILURES);
            JobClient first = job(store, 2, times, upserts, null).executeAsync("first");
            assertThat(halfway.await(60, TimeUnit.SECONDS)).isTrue();
            FAILURES_LEFT.set(0);
            String savepoint = RestartingJobs.stop(first, savepoints);
            FAILURES_LEFT.set(FAILURES);
            job(store, 3, times, upserts, savepoint).execute("second");
            assertThat(store.stored()).isEqualTo(left);
        }
    }

    /** A source without watermarks that goes on for ever, most of it in one subtask. */
    @Test
    void tuplesByArrivalAreVisibleWhileTheJobRuns() throws Exception {
        try (RealStore store = new RealStore(STREAM)) {
            StreamExecutionEnvironment env =
                    RestartingJobs.environment(2, CHECKPOINT_INTERVAL_MS, null);
            DataGeneratorSource<Long> numbers =
                    new DataGeneratorSource<>(
                            number -> number,
                            Long.MAX_VALUE,
                            RateLimiterStrategy.perSecond(10),
                            Types.LONG);
            env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                    .setParallelism(1)
                    .keyBy(number -> 0)
                    .sinkTo(
                            WukongsSink.<Long>builder()
                                    .setStoreAddresses(store.address())
                                    .setStream(STREAM)
                                    .setElementConverter(
                                            number -> new Tuple(0, "<x:s>", "<x:p>", "\"o\""))
                                    .setTupleTimes(TupleTimes.ARRIVAL)
                                    .build());
            JobClient job = env.executeAsync("endless");
            Waits.await(() -> !store.stored().isEmpty());
            job.cancel().get();
            assertThat(store.stored()).containsExactly("<x:s> <x:p> \"o\"");
        }
    }

    private static StreamExecutionEnvironment job(
            RealStore store, int parallelism, TupleTimes times, boolean upserts, String savepoint) {
        StreamExecutionEnvironment env =
                RestartingJobs.environment(parallelism, CHECKPOINT_INTERVAL_MS, savepoint);
        env.getConfig().setAutoWatermarkInterval(5);
        DataGeneratorSource<Long> numbers =
                new DataGeneratorSource<>(
                        number -> number,
                        CHANGES.size(),
                        RateLimiterStrategy.perCheckpoint(60),
                        Types.LONG);
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                .setParallelism(1)
                .uid("numbers")
                .map(new FailNowAndThen())
                .setParallelism(1)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>forBoundedOutOfOrderness(
                                        Duration.ofMillis(OUT_OF_ORDER_MS))
                                .withTimestampAssigner((number, previous) -> number * ELEMENT_MS))
                .setParallelism(1)
                .keyBy(number -> CHANGES.get(number.intValue()).get(0).subject())
                .sinkTo(
                        WukongsSink.<Long>builder()
                                .setStoreAddresses(store.address())
                                .setStream(STREAM)
                                .setTupleFunction(
                                        (number, out) ->
                                                CHANGES.get(number.intValue()).forEach(out))
                                .setTuplesBufferedMax(7)
                                .setTupleTimes(times)
                                .setUpserts(upserts)
                                .build())
                .uid("store");
        return env;
    }

    /** At random elements, whether there is a checkpoint already or not. */
    private static final class FailNowAndThen implements MapFunction<Long, Long> {

        private static final long serialVersionUID = 1L;
        private static final int EVERY = 100;

        private final Random random = new Random(11);

        @Override
        public Long map(Long number) {
            if (number == ELEMENTS / 2) {
                halfway.countDown();
            }
            if (random.nextInt(EVERY) == 0 && FAILURES_LEFT.getAndDecrement() > 0) {
                throw new IllegalStateException("the job is made to fail");
            }
            return number;
        }
    }
}
