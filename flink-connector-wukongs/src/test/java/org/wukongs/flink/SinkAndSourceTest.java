package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.client.WindowResult;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.source.ContinuousQuerySourceBuilder;
import org.wukongs.flink.source.WindowResultTypeInfo;
import org.wukongs.flink.testing.FakeStore;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Whole jobs on a MiniCluster: tuples into a store through the sink, windows out of it through the
 * source.
 */
@Timeout(120)
final class SinkAndSourceTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final StreamDefinition STREAM = StreamDefinition.of("s");
    private static final long TUPLES = 600;
    private static final long TUPLE_MS = 10;
    private static final String Q =
            "REGISTER QUERY q AS SELECT * FROM STREAM s [RANGE 200ms STEP 100ms]";
    private static final String R =
            "REGISTER QUERY r AS SELECT * FROM STREAM s [RANGE 300ms STEP 300ms]";

    /** What left the source, repeated where a failover repeated it. */
    private static final Queue<WindowResult> DELIVERED = new ConcurrentLinkedQueue<>();

    private static final AtomicBoolean WRITER_FAILED = new AtomicBoolean();
    private static final AtomicBoolean READER_FAILED = new AtomicBoolean();

    private FakeStore store;

    @BeforeEach
    void start() {
        store = FakeStore.start("job-test");
        DELIVERED.clear();
        WRITER_FAILED.set(true);
        READER_FAILED.set(true);
    }

    @Test
    void everyWindowOfEveryQueryIsDelivered() throws Exception {
        StreamExecutionEnvironment env = environment(0);
        write(env, RateLimiterStrategy.noOp());
        read(env, source().setQueries(Q, R).setReleaseOnCheckpoint(false));
        env.execute("every window");
        assertThat(windowsOf("q")).isEqualTo(expected(200, 100));
        assertThat(windowsOf("r")).isEqualTo(expected(300, 300));
        assertThat(DELIVERED).hasSize(windowsOf("q").size() + windowsOf("r").size());
        assertThat(store.openClients()).isZero();
        assertThat(store.released("q")).isEqualTo(lastWindowEnd(100) + 100);
    }

    /**
     * Writer and readers fail once each, after a checkpoint that they are part of. Each reader has
     * a query, so that no task finishes before: where one has, Flink 2.3 takes the failed task for
     * finished, too, in a checkpoint between its failure and its restart, and from that checkpoint
     * it reads no more (FLINK-40482).
     */
    @Test
    void afterFailuresEveryWindowIsDeliveredAndStateGoesOn() throws Exception {
        WRITER_FAILED.set(false);
        READER_FAILED.set(false);
        StreamExecutionEnvironment env = environment(3);
        env.enableCheckpointing(20);
        env.getConfig().setAutoWatermarkInterval(10);
        write(env, RateLimiterStrategy.perCheckpoint(20));
        read(env, source().setQueries(Q, R));
        env.execute("failures");
        assertThat(WRITER_FAILED).isTrue();
        assertThat(READER_FAILED).isTrue();
        assertThat(windowsOf("q")).isEqualTo(expected(200, 100));
        assertThat(windowsOf("r")).isEqualTo(expected(300, 300));
        assertThat(store.takeEvents()).contains("open 0/2 attempt=0", "open 0/2 attempt=1");
        assertThat(store.openClients()).isZero();
        assertThat(store.lateCount("s")).isZero();
        assertThat(store.released("q")).isEqualTo(lastWindowEnd(100) + 100);
        assertThat(store.released("r")).isEqualTo(lastWindowEnd(300) + 300);
    }

    @Test
    @SuppressWarnings("try") // Flink's close() may be interrupted, and so it declares.
    void aReaderWithoutAQueryHoldsBackNoWatermark() throws Exception {
        StreamExecutionEnvironment env = environment(0);
        write(env, RateLimiterStrategy.noOp());
        DataStream<WindowResult> results =
                env.fromSource(
                        source().setBoundedByStreams(false)
                                .setReleaseOnCheckpoint(false)
                                .setQueries(Q)
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "windows");
        try (CloseableIterator<Integer> resultsPerSecond =
                results.map(result -> 1)
                        .windowAll(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                        .reduce(Integer::sum)
                        .executeAndCollect()) {
            for (int second = 0; second < 5; second++) {
                assertThat(resultsPerSecond.next()).isEqualTo(10);
            }
        }
    }

    @Test
    void anUnknownStreamFailsTheJobWithOneClearLine() {
        StreamExecutionEnvironment env = environment(0);
        read(env, source().setStreams().setQueries(Q));
        assertThatThrownBy(() -> env.execute("unknown stream"))
                .hasRootCauseMessage("unknown stream: stream=s");
    }

    @Test
    void tuplesAndResultsNeedNoKryo() {
        assertThat(TypeInformation.of(Tuple.class)).isInstanceOf(PojoTypeInfo.class);
        StreamExecutionEnvironment env = environment(0);
        DataStream<WindowResult> results =
                env.fromSource(
                        source().setQueries(Q).build(), WatermarkStrategy.noWatermarks(), "q");
        assertThat(results.getType()).isEqualTo(WindowResultTypeInfo.INSTANCE);
    }

    private static StreamExecutionEnvironment environment(int restarts) {
        Configuration configuration = new Configuration();
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY, restarts == 0 ? "none" : "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, restarts);
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(2);
        return env;
    }

    private static void write(StreamExecutionEnvironment env, RateLimiterStrategy<?> rate) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        DataGeneratorSource<Long> numbers =
                new DataGeneratorSource<>(i -> i, TUPLES, (RateLimiterStrategy) rate, Types.LONG);
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                .setParallelism(1)
                .map(new FailOnce(TUPLES / 2))
                .setParallelism(1)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, previous) -> number * TUPLE_MS))
                .setParallelism(1)
                .rebalance()
                .sinkTo(
                        WukongsSink.<Long>builder()
                                .setStoreAddresses("job-test:7878")
                                .setStream(STREAM)
                                .setElementConverter(SinkAndSourceTest::tuple)
                                .setStoreClientFactory(FakeStore::connect)
                                .build());
    }

    /**
     * All readers feed one subtask, so Flink restarts them together: were each a failover region of
     * its own, a region restarted while the source's coordinator takes its part of a checkpoint
     * would, in Flink 2.3, end the JVM with exit code 239. {@code OperatorCoordinatorHolder} then
     * has a new gateway for the restarted subtask, unmarked, beside the other's, marked for the
     * checkpoint, and throws "Some subtask gateway can be closed while others cannot" where an
     * exception is fatal. Restarts within milliseconds, as here, make that likely.
     */
    private static void read(StreamExecutionEnvironment env, ContinuousQuerySourceBuilder source) {
        env.fromSource(source.build(), WatermarkStrategy.noWatermarks(), "windows")
                .map(new InOrder())
                .setParallelism(1)
                .returns(WindowResultTypeInfo.INSTANCE)
                .sinkTo(new DiscardingSink<>());
    }

    private static ContinuousQuerySourceBuilder source() {
        return ContinuousQuerySource.builder()
                .setStoreAddresses("job-test:7878")
                .setStreams(STREAM)
                .setBoundedByStreams(true)
                .setFetchWait(Duration.ofMillis(10))
                .setStoreClientFactory(FakeStore::connect);
    }

    private static Tuple tuple(long number) {
        return new Tuple(number * TUPLE_MS, "<x:s" + number + ">", "<x:p>", "<x:o>");
    }

    private static Map<Long, List<String>> windowsOf(String query) {
        Map<Long, List<String>> windows = new TreeMap<>();
        for (WindowResult result : DELIVERED) {
            if (result.query().equals(query)) {
                List<String> rows = result.rows().stream().map(row -> row[0]).sorted().toList();
                List<String> before = windows.put(result.windowEndMs(), rows);
                assertThat(before).as("a window delivered again is the same").isIn(null, rows);
            }
        }
        return windows;
    }

    private static long lastWindowEnd(long stepMs) {
        return ((TUPLES - 1) * TUPLE_MS / stepMs + 1) * stepMs;
    }

    private static Map<Long, List<String>> expected(long rangeMs, long stepMs) {
        Map<Long, List<String>> windows = new TreeMap<>();
        for (long end = stepMs; end <= lastWindowEnd(stepMs); end += stepMs) {
            List<String> subjects = new ArrayList<>();
            for (long number = 0; number < TUPLES; number++) {
                if (number * TUPLE_MS >= end - rangeMs && number * TUPLE_MS < end) {
                    subjects.add(tuple(number).subject());
                }
            }
            subjects.sort(null);
            windows.put(end, subjects);
        }
        return windows;
    }

    /**
     * Fails at an element past {@code from}, once, when a checkpoint has been completed in this
     * attempt.
     */
    private static final class FailOnce extends RichMapFunction<Long, Long>
            implements CheckpointListener {

        private static final long serialVersionUID = 1L;

        private final long from;
        private transient boolean checkpointed;

        FailOnce(long from) {
            this.from = from;
        }

        @Override
        public Long map(Long number) {
            if (number >= from && checkpointed && WRITER_FAILED.compareAndSet(false, true)) {
                throw new IllegalStateException("the writer's pipeline is made to fail");
            }
            return number;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            checkpointed = true;
        }
    }

    /**
     * Keeps the last window end of each query in checkpointed state and insists that the next
     * window follows it: a window that is lost or repeated with respect to the state fails the job
     * for good.
     */
    private static final class InOrder extends RichMapFunction<WindowResult, WindowResult>
            implements CheckpointedFunction, CheckpointListener {

        private static final long serialVersionUID = 1L;

        private transient ListState<String> state;
        private transient TreeMap<String, Long> last;
        private transient boolean checkpointed;

        @Override
        public WindowResult map(WindowResult result) {
            long stepMs = result.query().equals("r") ? 300 : 100;
            long previous = last.getOrDefault(result.query(), 0L);
            if (result.windowEndMs() != previous + stepMs) {
                DELIVERED.clear();
                throw new AssertionError(
                        result.query()
                                + ": after window "
                                + previous
                                + " came "
                                + result.windowEndMs());
            }
            if (previous > 1_000 && checkpointed && READER_FAILED.compareAndSet(false, true)) {
                throw new IllegalStateException("the reader's pipeline is made to fail");
            }
            last.put(result.query(), result.windowEndMs());
            DELIVERED.add(result);
            return result;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            checkpointed = !last.isEmpty();
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.clear();
            for (var entry : last.entrySet()) {
                state.add(entry.getKey() + " " + entry.getValue());
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("last", Types.STRING));
            last = new TreeMap<>();
            for (String entry : state.get()) {
                String[] parts = entry.split(" ", -1);
                last.put(parts[0], Long.parseLong(parts[1]));
            }
        }
    }
}
