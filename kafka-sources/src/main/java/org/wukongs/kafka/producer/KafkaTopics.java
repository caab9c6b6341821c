package org.wukongs.kafka.producer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.wukongs.error.WukongsException;

/** Creates topics for streams. */
public final class KafkaTopics {

    /** How long an unreachable broker is waited for. */
    public static final int TIMEOUT_MS_DEFAULT = 15_000;

    /** Kept of each partition: two minutes of the paper's largest stream at full rate. */
    public static final long RETENTION_BYTES = 1L << 30;

    /**
     * Event times are the records' timestamps and may lie anywhere: time-based retention would
     * delete a replay of old data at once, so the size limits a topic instead.
     */
    private static final Map<String, String> STREAM_TOPIC =
            Map.of(
                    TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime",
                    TopicConfig.RETENTION_MS_CONFIG, "-1",
                    TopicConfig.RETENTION_BYTES_CONFIG, String.valueOf(RETENTION_BYTES));

    private KafkaTopics() {}

    /** Creates the topics that are not there, with the broker's replication factor. */
    public static void create(String bootstrapServers, Collection<String> names, int partitions) {
        create(bootstrapServers, names, partitions, TIMEOUT_MS_DEFAULT);
    }

    /** A topic that is there stays as it is, whatever its partitions. */
    public static void create(
            String bootstrapServers, Collection<String> names, int partitions, int timeoutMs) {
        if (partitions < 1) {
            throw WukongsException.user("a topic needs a partition: partitions=" + partitions);
        }
        List<NewTopic> topics = names.stream().map(name -> topic(name, partitions)).toList();
        Map<String, Object> config =
                Map.of(
                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs,
                        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
        try (Admin admin = Admin.create(config)) {
            for (KafkaFuture<Void> created : admin.createTopics(topics).values().values()) {
                await(created, bootstrapServers);
            }
        } catch (KafkaException e) {
            throw KafkaErrors.wrap("Kafka client cannot start", bootstrapServers, e);
        }
    }

    private static NewTopic topic(String name, int partitions) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty());
        return topic.configs(STREAM_TOPIC);
    }

    private static void await(KafkaFuture<Void> created, String bootstrapServers) {
        try {
            created.get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw KafkaErrors.wrap("topic cannot be created", bootstrapServers, e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while creating topics");
        }
    }
}
