package org.wukongs.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.broker.EmbeddedKafka;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.rdf.RdfDeserializationSchema;
import org.wukongs.kafka.rdf.RdfRecord;
import org.wukongs.kafka.testing.SharedKafka;
import org.wukongs.stream.Tuple;

/** With a real broker: what is produced is what is consumed. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LsbenchProducerIT {

    private static final long START_MS = 1_000_000_000_000L;
    private static final long DURATION_MS = 2000;
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final LsbenchGenerator generator = new LsbenchGenerator(LsbenchConfig.defaults());

    @Test
    @Order(1)
    void whatIsProducedIsConsumedInOrderWithItsTimes() {
        ProducerStats stats;
        try (LsbenchProducer producer = builder().build()) {
            stats = producer.produceAll(DURATION_MS, START_MS);
        }
        assertThat(stats.acknowledged()).isEqualTo(stats.sentTotal()).isEqualTo(2 * 13_350);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            long count = stats.sent().get(stream);
            assertThat(count).isEqualTo(2L * generator.config().rate(stream));
            Iterator<Tuple> expected = generator.tuples(stream, START_MS);
            List<Tuple> consumed = consume(stream, 0, (int) count);
            consumed.forEach(tuple -> assertThat(tuple).isEqualTo(expected.next()));
        }
    }

    /** A clock that jumps: the first look gives the start, later ones a second after it. */
    @Test
    @Order(2)
    void liveProducerCatchesUpAndTellsItsLag() throws InterruptedException {
        AtomicLong looks = new AtomicLong();
        CountDownLatch caughtUp = new CountDownLatch(1);
        long startMs = START_MS + DURATION_MS;
        LsbenchProducer producer =
                builder()
                        .keyBySubject(true)
                        .wallClockMs(
                                () -> {
                                    long look = looks.getAndIncrement();
                                    if (look > 200) {
                                        caughtUp.countDown();
                                    }
                                    return look == 0 ? startMs : startMs + 1000;
                                })
                        .build();
        producer.start();
        caughtUp.await();
        producer.close();
        ProducerStats stats = producer.stats();
        assertThat(stats.sentTotal()).isEqualTo(13_350).isEqualTo(stats.acknowledged());
        assertThat(stats.behindMs()).isZero();
        assertThat(stats.behindMsMax()).isEqualTo(1000 - LsbenchPacer.SLICE_MS);
        assertThat(stats.keepsRate()).isTrue();
        Iterator<Tuple> expected = generator.tuples(LsbenchStreams.GPS, startMs);
        consume(LsbenchStreams.GPS, 4000, 2000)
                .forEach(tuple -> assertThat(tuple).isEqualTo(expected.next()));
    }

    @Test
    void topicsThatAreThereStay() {
        KafkaTopics.create(SharedKafka.bootstrapServers(), List.of("again", "again2"), 2);
        KafkaTopics.create(SharedKafka.bootstrapServers(), List.of("again"), 5);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            assertThat(consumer.partitionsFor("again")).hasSize(2);
        }
        assertUserError(
                () -> KafkaTopics.create(SharedKafka.bootstrapServers(), List.of("a b"), 1));
        assertUserError(() -> KafkaTopics.create(SharedKafka.bootstrapServers(), List.of("a"), 0));
        assertUserError(() -> KafkaTopics.create("no port", List.of("a"), 1));
    }

    @Test
    void absentBrokerIsRetriableWithinTheTimeout() throws IOException {
        String nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = "127.0.0.1:" + socket.getLocalPort();
        }
        long startNs = System.nanoTime();
        assertThatThrownBy(() -> LsbenchProducer.builder(nobody, generator).timeoutMs(2000).build())
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> assertThat(e.category()).isEqualTo(Category.RETRIABLE))
                .hasMessageContaining("bootstrap=" + nobody);
        assertThat(Duration.ofNanos(System.nanoTime() - startNs))
                .isLessThan(Duration.ofSeconds(20));
        assertThatThrownBy(
                        () -> {
                            try (KafkaTupleSender sender =
                                    new KafkaTupleSender(nobody, false, 2000)) {
                                sender.send(LsbenchStreams.PO, new Tuple(1, "<s>", "<p>", "<o>"));
                                sender.flush();
                            }
                        })
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> assertThat(e.category()).isEqualTo(Category.RETRIABLE));
    }

    @Test
    void occupiedPortIsTheUsersError() {
        int port = Integer.parseInt(SharedKafka.bootstrapServers().replace("127.0.0.1:", ""));
        assertThatThrownBy(() -> EmbeddedKafka.start(port))
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> assertThat(e.category()).isEqualTo(Category.USER))
                .hasMessage("port of the Kafka broker is not free: host=127.0.0.1 port=" + port);
        assertUserError(() -> EmbeddedKafka.start(65_536));
    }

    private static void assertUserError(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> assertThat(e.category()).isEqualTo(Category.USER));
    }

    private LsbenchProducer.Builder builder() {
        return LsbenchProducer.builder(SharedKafka.bootstrapServers(), generator);
    }

    private static List<Tuple> consume(LsbenchStreams stream, long fromOffset, int count) {
        RdfDeserializationSchema schema = RdfDeserializationSchema.builder().build();
        List<RdfRecord> records = new ArrayList<>();
        long deadlineNs = System.nanoTime() + DEADLINE.toNanos();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            TopicPartition partition = new TopicPartition(stream.topic(), 0);
            consumer.assign(List.of(partition));
            consumer.seek(partition, fromOffset);
            while (records.size() < count && System.nanoTime() < deadlineNs) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    schema.deserialize(record, new ListCollector<>(records));
                }
            }
        }
        assertThat(records).hasSizeGreaterThanOrEqualTo(count);
        return records.subList(0, count).stream().map(RdfRecord::tuple).toList();
    }

    private static KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> config = Map.of("bootstrap.servers", SharedKafka.bootstrapServers());
        return new KafkaConsumer<>(
                config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
