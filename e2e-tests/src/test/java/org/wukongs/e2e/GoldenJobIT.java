package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.examples.demo.StoreProcess;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.kafka.broker.EmbeddedKafka;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.kafka.rdf.DeadLetterSplit;
import org.wukongs.kafka.rdf.RdfDeserializationSchema;
import org.wukongs.kafka.rdf.RdfRecord;
import org.wukongs.naive.Bench;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * The paper's worked example (docs/queries.md), from two Kafka topics through Flink and a store
 * process, at every instant.
 */
class GoldenJobIT {

    private static final String GRAPH = "X-Lab";
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private static final StreamDefinition TWEETS =
            new StreamDefinition("Tweet_Stream", 100, GRAPH, Set.of("http://x/ga"));
    private static final StreamDefinition LIKES =
            new StreamDefinition("Like_Stream", 100, GRAPH, Set.of());

    private static final String QC =
            """
            PREFIX x: <http://x/>
            REGISTER QUERY QC AS SELECT ?X ?Y ?Z
            FROM Tweet_Stream [RANGE 10s STEP 1s] FROM Like_Stream [RANGE 5s STEP 1s] FROM X-Lab
            WHERE { GRAPH Tweet_Stream { ?X x:po ?Z } GRAPH X-Lab { ?X x:fo ?Y } GRAPH Like_Stream { ?Y x:li ?Z } }
            """;
    private static final String QS =
            "PREFIX x: <http://x/> SELECT ?X FROM X-Lab WHERE { x:Logan x:po ?X . ?X x:ht x:sosp17 . x:Erik x:li ?X }";

    private static final String LOGAN_T15 = "Logan Erik T-15";
    private static final String LOGAN_T17 = "Logan Erik T-17";
    private static final String ERIK_T16 = "Erik Logan T-16";

    @Test
    void resultsAreThoseOfThePaperAtEveryInstant() throws Exception {
        Path golden = Bench.path("golden");
        try (EmbeddedKafka kafka = EmbeddedKafka.start();
                StoreProcess store = StoreProcess.start(0);
                StoreClient client = StoreClient.connect(List.of(store.address()), DEADLINE)) {
            RdfLoader loader = new RdfLoader(client.strings(), LoadOptions.STRICT);
            loader.add(GRAPH, golden.resolve("stored.nt"));
            loader.finish(client::load);
            assertThat(oneShot(client)).containsExactlyInAnyOrder("T-13");
            KafkaTopics.create(kafka.bootstrapServers(), List.of("tweet", "like"), 1);
            Topics.write(kafka.bootstrapServers(), "tweet", 1, tuples(golden.resolve("tweet.tsv")));
            Topics.write(kafka.bootstrapServers(), "like", 1, tuples(golden.resolve("like.tsv")));
            client.registerStream(TWEETS);
            client.registerStream(LIKES);
            client.registerQuery(QC);

            StreamExecutionEnvironment env = Environments.local();
            addStream(env, kafka, store, "tweet", TWEETS);
            addStream(env, kafka, store, "like", LIKES);
            ContinuousQuerySource source =
                    ContinuousQuerySource.builder()
                            .setStoreAddresses(store.address().toString())
                            .setStreams(TWEETS, LIKES)
                            .setQueries(QC)
                            .setEndWindowEndMs(813_000)
                            .setReleaseOnCheckpoint(false)
                            .build();
            Map<Long, List<String>> byWindowEnd = new TreeMap<>();
            for (WindowResult result : collect(env, source)) {
                assertThat(byWindowEnd.put(result.windowEndMs(), names(result.rows())))
                        .as("window %d a second time", result.windowEndMs())
                        .isNull();
            }

            assertThat(byWindowEnd).containsExactlyInAnyOrderEntriesOf(expected());
            assertThat(oneShot(client)).containsExactlyInAnyOrder("T-13", "T-15");
            assertThat(client.check().violations()).isEmpty();
        }
    }

    @Test
    void aStoreThatIsNotThereFailsTheJobWithOneLine() {
        StreamExecutionEnvironment env = Environments.local();
        ContinuousQuerySource source =
                ContinuousQuerySource.builder()
                        .setStoreAddresses("127.0.0.1:1")
                        .setConnectTimeout(Duration.ofSeconds(1))
                        .setQueries(QC)
                        .build();
        assertThatThrownBy(() -> collect(env, source))
                .satisfies(
                        error ->
                                assertThat(ExceptionUtils.stringifyException(error))
                                        .contains("no store answers: address=127.0.0.1:1"));
    }

    private static List<WindowResult> collect(
            StreamExecutionEnvironment env, ContinuousQuerySource source) throws Exception {
        List<WindowResult> all = new ArrayList<>();
        CloseableIterator<WindowResult> results =
                env.fromSource(source, WatermarkStrategy.noWatermarks(), "QC")
                        .setParallelism(1)
                        .executeAndCollect("QC");
        try {
            results.forEachRemaining(all::add);
        } finally {
            results.close();
        }
        return all;
    }

    private static Map<Long, List<String>> expected() {
        Map<Long, List<String>> rows = new TreeMap<>();
        for (long t = 802_000; t <= 806_000; t += 1000) {
            rows.put(t, List.of());
        }
        for (long t = 807_000; t <= 810_000; t += 1000) {
            rows.put(t, List.of(LOGAN_T15));
        }
        rows.put(811_000L, List.of(LOGAN_T15, LOGAN_T17));
        rows.put(812_000L, List.of(LOGAN_T17));
        rows.put(813_000L, List.of(ERIK_T16, LOGAN_T17));
        return rows;
    }

    private static void addStream(
            StreamExecutionEnvironment env,
            EmbeddedKafka kafka,
            StoreProcess store,
            String topic,
            StreamDefinition stream) {
        KafkaSource<RdfRecord> source =
                KafkaSource.<RdfRecord>builder()
                        .setBootstrapServers(kafka.bootstrapServers())
                        .setTopics(topic)
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setBounded(OffsetsInitializer.latest())
                        .setDeserializer(RdfDeserializationSchema.builder().build())
                        .build();
        DeadLetterSplit.split(
                        env.fromSource(
                                source,
                                WatermarkStrategy.<RdfRecord>forMonotonousTimestamps()
                                        .withTimestampAssigner(RdfRecord.timestampAssigner()),
                                topic))
                .sinkTo(
                        WukongsSink.<Tuple>builder()
                                .setStoreAddresses(store.address().toString())
                                .setStream(stream)
                                .build());
    }

    private static List<Tuple> tuples(Path file) {
        List<Tuple> tuples = new ArrayList<>();
        try (StreamFileReader reader = new StreamFileReader(file, LoadOptions.STRICT)) {
            for (Tuple tuple = reader.take(); tuple != null; tuple = reader.take()) {
                tuples.add(tuple);
            }
        }
        return tuples;
    }

    private static List<String> oneShot(StoreClient client) {
        return names(client.query(QS).rows());
    }

    /** Rows as the example writes them, sorted. */
    private static List<String> names(List<String[]> rows) {
        return rows.stream()
                .map(row -> String.join(" ", row).replace("<http://x/", "").replace(">", ""))
                .sorted()
                .toList();
    }
}
