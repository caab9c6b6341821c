package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.source.WindowResultTypeInfo;
import org.wukongs.naive.Waits;
import org.wukongs.store.server.TestCluster;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** A job over a cluster whose streams have different homes, with addresses that do not answer. */
@Timeout(180)
final class ClusterJobTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final int STREAM_COUNT = 3;
    private static final long TUPLES = 300;
    private static final long TUPLE_MS = 10;
    private static final long STEP_MS = 100;

    private static final Queue<WindowResult> DELIVERED = new ConcurrentLinkedQueue<>();

    private TestCluster store;

    @BeforeEach
    void start() throws Exception {
        store = TestCluster.of(1, 2, 3);
        DELIVERED.clear();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static StreamDefinition stream(int number) {
        return StreamDefinition.of("http://x/s" + number);
    }

    private static String query(int number) {
        return "REGISTER QUERY q"
                + number
                + " AS SELECT ?s FROM STREAM <"
                + stream(number).name()
                + "> [RANGE 100ms STEP 100ms] WHERE { ?s <http://x/p> ?o }";
    }

    private static Tuple tuple(int stream, long number) {
        return new Tuple(
                number * TUPLE_MS,
                "<http://x/s" + number % (7 + stream) + ">",
                "<http://x/p>",
                "<http://x/o" + number + ">");
    }

    private static String deadAddress() throws IOException {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + closed.getLocalPort();
        }
    }

    @Test
    void sinksAndSourcesFollowTheHomesOfTheirStreams() throws Exception {
        for (int number = 0; number < STREAM_COUNT; number++) {
            store.client(number).registerStream(stream(number));
            for (int node = 0; node < STREAM_COUNT; node++) {
                awaitHome(stream(number).name(), store.client(node), store.address(number));
            }
        }
        String addresses = deadAddress() + "," + store.addresses();
        StreamExecutionEnvironment env = environment();
        for (int number = 0; number < STREAM_COUNT; number++) {
            write(env, number, addresses);
        }
        env.fromSource(
                        ContinuousQuerySource.builder()
                                .setStoreAddresses(addresses)
                                .setQueries(query(0), query(1), query(2))
                                .setBoundedByStreams(true)
                                .setFetchWait(Duration.ofMillis(10))
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "windows")
                .map(ClusterJobTest::delivered)
                .setParallelism(1)
                .returns(WindowResultTypeInfo.INSTANCE)
                .sinkTo(new DiscardingSink<>());
        env.execute("cluster");
        Map<String, Long> rows = new TreeMap<>();
        for (WindowResult result : DELIVERED) {
            rows.merge(
                    result.query() + " " + result.windowEndMs(),
                    (long) result.rows().size(),
                    Long::sum);
        }
        assertThat(rows).isEqualTo(expected());
        StoreClient client = store.client(0);
        assertThat(client.status().nodes())
                .extracting(node -> node.streams().size(), node -> node.size().queryCount())
                .containsOnly(Assertions.tuple(1, 1));
        long stored = client.query("SELECT * { ?s <http://x/p> ?o }").rows().size();
        assertThat(stored).isEqualTo(storedTriples());
    }

    /** Waits until a node has read in the metadata log where a stream is. */
    private static void awaitHome(String stream, StoreClient client, StoreAddress home) {
        HomeSubject subject = HomeSubject.stream(stream);
        Waits.await(() -> client.homes(List.of(subject)).equals(List.of(home)));
    }

    private static StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(2);
        env.enableCheckpointing(50);
        return env;
    }

    private static void write(StreamExecutionEnvironment env, int stream, String addresses) {
        DataGeneratorSource<Long> numbers = new DataGeneratorSource<>(i -> i, TUPLES, Types.LONG);
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                .setParallelism(1)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, previous) -> number * TUPLE_MS))
                .setParallelism(1)
                .rebalance()
                .sinkTo(
                        WukongsSink.<Long>builder()
                                .setStoreAddresses(addresses)
                                .setStream(stream(stream))
                                .setElementConverter(number -> tuple(stream, number))
                                .build());
    }

    private static WindowResult delivered(WindowResult result) {
        DELIVERED.add(result);
        return result;
    }

    private static Map<String, Long> expected() {
        Map<String, Long> rows = new TreeMap<>();
        for (int stream = 0; stream < STREAM_COUNT; stream++) {
            for (long number = 0; number < TUPLES; number++) {
                long end = (number * TUPLE_MS / STEP_MS + 1) * STEP_MS;
                rows.merge("q" + stream + " " + end, 1L, Long::sum);
            }
        }
        return rows;
    }

    private static long storedTriples() {
        return IntStream.range(0, STREAM_COUNT)
                .boxed()
                .flatMap(
                        stream ->
                                LongStream.range(0, TUPLES)
                                        .mapToObj(number -> tuple(stream, number).at(0)))
                .distinct()
                .count();
    }
}
