package org.wukongs.kafka.producer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.wukongs.error.WukongsException;

/** Creates topics for streams. */
public final class KafkaTopics {

    /** How long an unreachable broker is waited for. */
    public static final int TIMEOUT_MS_DEFAULT = 15_000;

    private static final int DESCRIBE_AGAIN_MS = 100;

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
        List<NewTopic> topics =
                names.stream().map(name -> topic(name, partitions, STREAM_TOPIC)).toList();
        create(bootstrapServers, topics, timeoutMs);
    }

    /**
     * A topic of one partition that keeps the newest record of each key for ever; one that is there
     * stays as it is.
     */
    public static void createCompacted(String bootstrapServers, String name, int timeoutMs) {
        Map<String, String> compacted =
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        create(bootstrapServers, List.of(topic(name, 1, compacted)), timeoutMs);
    }

    /** What tells a topic from another one of the same name at another time. */
    public static Map<String, Uuid> ids(
            String bootstrapServers, Collection<String> names, int timeoutMs) {
        try (Admin admin = Admin.create(adminConfig(bootstrapServers, timeoutMs))) {
            return describe(admin, names, timeoutMs / DESCRIBE_AGAIN_MS).values().stream()
                    .collect(Collectors.toMap(TopicDescription::name, TopicDescription::topicId));
        } catch (ExecutionException | KafkaException e) {
            throw KafkaErrors.wrap("topics cannot be described", bootstrapServers, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while describing topics");
        }
    }

    /** A topic just created is not known to every broker at once. */
    private static Map<String, TopicDescription> describe(
            Admin admin, Collection<String> names, int attempts)
            throws ExecutionException, InterruptedException {
        for (int i = 1; true; i++) {
            try {
                return admin.describeTopics(names).allTopicNames().get();
            } catch (ExecutionException e) {
                boolean unknown = e.getCause() instanceof UnknownTopicOrPartitionException;
                if (!unknown || i >= attempts) {
                    throw e;
                }
                Thread.sleep(DESCRIBE_AGAIN_MS);
            }
        }
    }

    /** Of a client that gives up after {@code timeoutMs}. */
    public static Map<String, Object> adminConfig(String bootstrapServers, int timeoutMs) {
        return Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
    }

    private static void create(String bootstrapServers, List<NewTopic> topics, int timeoutMs) {
        try (Admin admin = Admin.create(adminConfig(bootstrapServers, timeoutMs))) {
            for (KafkaFuture<Void> created : admin.createTopics(topics).values().values()) {
                await(created, bootstrapServers);
            }
        } catch (KafkaException e) {
            throw KafkaErrors.wrap("Kafka client cannot start", bootstrapServers, e);
        }
    }

    private static NewTopic topic(String name, int partitions, Map<String, String> config) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty());
        return topic.configs(config);
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
