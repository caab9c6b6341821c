package org.wukongs.metadata.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.metadata.MetadataLog;
import org.wukongs.store.metadata.MetadataLogContract;
import org.wukongs.store.metadata.MetadataLogs;
import org.wukongs.store.metadata.MetadataPoint;

/** The contract over a real broker, which is killed and comes back; and what is Kafka's own. */
final class KafkaMetadataLogIT extends MetadataLogContract {

    private static final AtomicInteger TOPICS = new AtomicInteger();
    private static BrokerProcess broker;

    private final String topic = "metadata-" + TOPICS.incrementAndGet();

    @BeforeAll
    static void start() {
        broker = new BrokerProcess();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Override
    protected MetadataLog open(MetadataPoint from) {
        return MetadataLogs.open(address("min-insync-replicas=1"), from);
    }

    private URI address(String options) {
        return URI.create("kafka://" + broker.bootstrapServers() + "/" + topic + "?" + options);
    }

    @Override
    protected void crash() {
        broker.kill();
        broker.start();
    }

    @Override
    protected boolean isShared() {
        return true;
    }

    private interface Call {
        void on(Admin admin) throws ExecutionException, InterruptedException;
    }

    private static void administer(Call call) {
        try (Admin admin = Admin.create(broker.adminConfig())) {
            call.on(admin);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(more);
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Test
    void anOpenLogGoesOnWhenTheBrokerComesBack() {
        Random random = Seeds.random(KafkaMetadataLogIT.class);
        try (MetadataLog log = open(MetadataPoint.START)) {
            append(log, record(random, 10));
            long before = read(log, 1).get(0).position();
            broker.kill();
            assertThat(log.poll()).isNull();
            assertThat(log.position()).isEqualTo(before);
            broker.start();
            byte[] mark = record(random, 20);
            append(log, mark);
            assertThat(read(log, 1).get(0).bytes()).isEqualTo(mark);
        }
    }

    @Test
    void aBrokerThatStaysAwayIsTold() {
        URI address = address("deadline-ms=1000");
        try (MetadataLog log = MetadataLogs.open(address, MetadataPoint.START)) {
            broker.kill();
            try {
                log.append(new byte[] {1});
                Waits.await(() -> log.poll() == null && log.stall() != null);
                assertFails(
                        Category.RETRIABLE,
                        "the end of the metadata log in Kafka is not known: topic=" + topic,
                        log::endPosition);
            } finally {
                broker.start();
            }
            append(log, new byte[] {2});
            List<MetadataLog.Entry> read = read(log, 1);
            if (read.get(0).bytes()[0] == 1) {
                read = read(log, 1);
            }
            assertThat(read.get(0).bytes()).containsExactly(2);
            // A record may be read before Kafka's thread has told the one that appended it.
            Waits.await(() -> log.stall() == null);
        }
    }

    @Test
    void aTopicWithOtherSettingsIsRefused() {
        administer(
                admin ->
                        admin.createTopics(
                                        List.of(
                                                new NewTopic(
                                                                topic,
                                                                Optional.of(2),
                                                                Optional.empty())
                                                        .configs(
                                                                Map.of(
                                                                        TopicConfig
                                                                                .CLEANUP_POLICY_CONFIG,
                                                                        "compact"))))
                                .all()
                                .get());
        assertFails(
                Category.USER,
                "the topic of the metadata log has other settings than it needs: topic="
                        + topic
                        + " found (needed): cleanup.policy=compact (delete),"
                        + " max.message.bytes=1048588 (8454144 or more),"
                        + " min.insync.replicas=1 (2 or more), partitions=2 (1),"
                        + " retention.ms=604800000 (-1)",
                () -> MetadataLogs.open(address("min-insync-replicas=2"), MetadataPoint.START));
    }

    @Test
    void aTopicThatIsCreatedHasItsSettings() {
        open(MetadataPoint.START).close();
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        administer(
                admin -> {
                    Map<ConfigResource, Collection<AlterConfigOp>> change =
                            Map.of(
                                    resource,
                                    List.of(
                                            new AlterConfigOp(
                                                    new ConfigEntry(
                                                            TopicConfig.RETENTION_MS_CONFIG, "5"),
                                                    AlterConfigOp.OpType.SET)));
                    admin.incrementalAlterConfigs(change).all().get();
                });
        assertFails(
                Category.USER,
                "found (needed): retention.ms=5 (-1)",
                () -> open(MetadataPoint.START));
    }

    @Test
    void moreReplicasThanBrokersAreRefused() {
        assertFails(
                Category.USER,
                "the metadata log in Kafka cannot be opened",
                () -> MetadataLogs.open(address("replication-factor=3"), MetadataPoint.START));
    }

    @Test
    void aTopicThatWasCreatedAnewIsAnother() {
        MetadataPoint point;
        try (MetadataLog log = open(MetadataPoint.START)) {
            append(log, new byte[] {1});
            point = new MetadataPoint(log.identity(), read(log, 1).get(0).position());
        }
        administer(admin -> admin.deleteTopics(List.of(topic)).all().get());
        try (MetadataLog log = open(MetadataPoint.START)) {
            append(log, new byte[] {2});
            assertThat(read(log, 1).get(0).position()).isEqualTo(point.position());
        }
        assertFails(
                Category.USER,
                "the metadata log is another one than that of this node's state: expected="
                        + point.identity(),
                () -> open(point));
    }

    @Test
    void aLogForgetsItsBeginning() {
        List<MetadataLog.Entry> entries;
        try (MetadataLog log = open(MetadataPoint.START);
                MetadataLog late = open(MetadataPoint.START)) {
            for (int i = 0; i < 5; i++) {
                append(log, new byte[] {(byte) i});
            }
            entries = read(log, 5);
            assertThat(log.beginPosition()).isZero();
            log.truncateBefore(entries.get(2).position());
            assertThat(log.beginPosition()).isEqualTo(entries.get(2).position());
            assertThat(late.beginPosition()).isEqualTo(entries.get(2).position());
            append(log, new byte[] {5});
            assertThat(read(log, 1).get(0).bytes()).containsExactly(5);
        }
        assertFails(
                Category.FATAL,
                "does not have the records after this node's state",
                () -> open(new MetadataPoint("", entries.get(1).position())));
        for (long from : new long[] {0, entries.get(2).position()}) {
            try (MetadataLog log = open(new MetadataPoint("", from))) {
                assertThat(log.position()).isEqualTo(entries.get(2).position());
                assertThat(read(log, 3).get(0).bytes()).containsExactly(3);
            }
        }
    }

    /** Tombstones are entries without bytes; what was aborted is none, and leaves gaps. */
    @Test
    void othersMayWriteIntoTheTopic() {
        try (MetadataLog log = open(MetadataPoint.START)) {
            append(log, new byte[] {1});
            read(log, 1);
            try (KafkaProducer<byte[], byte[]> other =
                    producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic))) {
                other.initTransactions();
                other.beginTransaction();
                assertThat(other.send(new ProducerRecord<>(topic, new byte[] {7}))).isNotNull();
                other.flush();
                other.abortTransaction();
                other.beginTransaction();
                assertThat(other.send(new ProducerRecord<>(topic, null))).isNotNull();
                other.commitTransaction();
            }
            append(log, new byte[] {2});
            List<MetadataLog.Entry> entries = read(log, 2);
            assertThat(entries.get(0).bytes()).isEmpty();
            assertThat(entries.get(1).bytes()).containsExactly(2);
            // Three records, one that was aborted, and two markers, of which the last may come
            // late.
            Waits.await(() -> log.poll() == null && log.position() == 6);
            assertThat(log.endPosition()).isEqualTo(6);
        }
    }
}
