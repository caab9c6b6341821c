package org.wukongs.kafka.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.kafka.rdf.BadRecord;
import org.wukongs.kafka.rdf.DeadLetterSerializer;
import org.wukongs.kafka.rdf.DeadLetterSplit;
import org.wukongs.kafka.rdf.RdfDeserializationSchema;
import org.wukongs.kafka.rdf.RdfFormat;
import org.wukongs.kafka.rdf.RdfRecord;
import org.wukongs.kafka.testing.SharedKafka;
import org.wukongs.kafka.testing.SqlJobs;
import org.wukongs.kafka.testing.Topic;
import org.wukongs.stream.Tuple;

/** Runs what {@code docs/kafka.md} shows, on topics of the names that stand there. */
class KafkaPageIT {

    @RegisterExtension static final MiniClusterExtension CLUSTER = new MiniClusterExtension();

    @Test
    void sqlGivesTheRowsOfThePage() throws Exception {
        List<String> topics =
                List.of(
                        "posts",
                        "posts-by-header",
                        "readings",
                        "sensor-records",
                        "sensor-dead-letters");
        KafkaTopics.create(SharedKafka.bootstrapServers(), topics, 1);
        new Topic("sensor-records").write(1, "s7", "hello");
        SqlJobs sql = new SqlJobs();
        List<String> rows = List.of();
        for (KafkaPage.Block block : new KafkaPage().sql()) {
            if (block.rows()) {
                assertThat(rows).containsExactlyElementsOf(block.text().lines().toList());
            } else {
                rows = run(sql, block);
            }
        }
        assertThat(new Topic("posts").readValues())
                .last()
                .isEqualTo("<http://example.org/s1> <http://example.org/value> \"7\" .");
    }

    /** Returns the rows of the last statement. */
    private static List<String> run(SqlJobs sql, KafkaPage.Block block) throws Exception {
        List<String> rows = new ArrayList<>();
        for (String statement : block.statements()) {
            String here =
                    statement
                            .replace("localhost:9092", SharedKafka.bootstrapServers())
                            .replace(
                                    "'connector' = 'kafka',",
                                    "'connector' = 'kafka', 'scan.bounded.mode' = 'latest-offset',");
            if (statement.startsWith("SELECT")) {
                sql.rows(here).forEach(row -> rows.add(row.substring(3, row.length() - 1)));
            } else {
                sql.run(here);
            }
        }
        return rows;
    }

    @Test
    void javaSplitsTuplesFromDeadLetters() throws Exception {
        String bootstrapServers = SharedKafka.bootstrapServers();
        KafkaTopics.create(bootstrapServers, List.of("sensors", "dead-letters"), 1);
        Topic sensors = new Topic("sensors");
        sensors.write(1, "<http://x/r> <http://example.org/at> 1000 ; <http://x/v> 2 .");
        sensors.write(2, "<http://x/r> <http://x/v> 3 .");
        assertThat(sensorTuples(bootstrapServers))
                .extracting(Tuple::toLine)
                .containsExactly(
                        "1000\t<http://x/r> <http://example.org/at> \"1000\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
                        "1000\t<http://x/r> <http://x/v> \"2\"^^<http://www.w3.org/2001/XMLSchema#integer> .");
        List<ConsumerRecord<byte[], byte[]>> dead = new Topic("dead-letters").read();
        assertThat(dead).hasSize(1);
        assertThat(new String(dead.get(0).headers().lastHeader("wukongs.offset").value(), UTF_8))
                .isEqualTo("1");
        assertThat(new String(dead.get(0).headers().lastHeader("wukongs.reason").value(), UTF_8))
                .isEqualTo("event time predicate is missing: predicate=<http://example.org/at>");
    }

    @SuppressWarnings("try") // Closing may be interrupted, which ends the test as well.
    private static List<Tuple> sensorTuples(String bootstrapServers) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        KafkaSource<RdfRecord> source =
                KafkaSource.<RdfRecord>builder()
                        .setBootstrapServers(bootstrapServers)
                        .setTopics("sensors")
                        .setProperty("isolation.level", "read_committed")
                        .setBounded(OffsetsInitializer.latest())
                        .setDeserializer(
                                RdfDeserializationSchema.builder()
                                        .setFormat(RdfFormat.TURTLE)
                                        .setEventTimePredicate("http://example.org/at")
                                        .build())
                        .build();
        SingleOutputStreamOperator<Tuple> tuples =
                DeadLetterSplit.split(
                        env.fromSource(
                                source,
                                WatermarkStrategy.<RdfRecord>forBoundedOutOfOrderness(
                                                Duration.ofSeconds(1))
                                        .withTimestampAssigner(RdfRecord.timestampAssigner()),
                                "sensors"));
        tuples.getSideOutput(DeadLetterSplit.BAD_RECORDS)
                .sinkTo(
                        KafkaSink.<BadRecord>builder()
                                .setBootstrapServers(bootstrapServers)
                                .setRecordSerializer(new DeadLetterSerializer("dead-letters"))
                                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                                .build());
        List<Tuple> found = new ArrayList<>();
        try (CloseableIterator<Tuple> all = tuples.executeAndCollect()) {
            all.forEachRemaining(found::add);
        }
        return found;
    }
}
