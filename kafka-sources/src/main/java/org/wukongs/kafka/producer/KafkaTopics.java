package org.wukongs.kafka.producer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.wukongs.error.WukongsException;

/** Creates topics for streams. */
public final class KafkaTopics {

    /** How long to wait for an unreachable broker. */
    public static final int TIMEOUT_MS_DEFAULT = 15_000;

    private static final int DESCRIBE_AGAIN_MS = 100;

    /**
     * Size limit of each partition of an endless stream: two minutes of the paper's largest stream
     * at full rate.
     */
    public static final long RETENTION_BYTES = 1L << 30;

    /** No size limit. */
    public static final long RETENTION_UNLIMITED = -1;

    private static final String UNLIMITED = String.valueOf(RETENTION_UNLIMITED);

    private KafkaTopics() {}

    /** Creates topics that do not exist, with the broker's replication factor. */
    public static void create(String bootstrapServers, Collection<String> names, int partitions) {
        create(bootstrapServers, names, partitions, TIMEOUT_MS_DEFAULT);
    }

    /** As below, for endless streams. */
    public static void create(
            String bootstrapServers, Collection<String> names, int partitions, int timeoutMs) {
        create(KafkaServers.of(bootstrapServers), names, partitions, RETENTION_BYTES, timeoutMs);
    }

    /**
     * Creates topics; an existing topic stays as it is, whatever its partitions.
     *
     * @param retentionBytes how much to keep of each partition, {@link #RETENTION_UNLIMITED} for
     *     all
     */
    public static void create(
            KafkaServers kafka,
            Collection<String> names,
            int partitions,
            long retentionBytes,
            int timeoutMs) {
        if (partitions < 1) {
            throw WukongsException.user(
                    "a topic needs at least one partition: partitions=" + partitions);
        }
        List<NewTopic> topics =
                names.stream()
                        .map(name -> topic(name, partitions, streamTopic(retentionBytes)))
                        .toList();
        create(kafka, topics, timeoutMs);
    }

    /**
     * Event times are the records' timestamps and may be any: time-based retention would delete a
     * replay of old data at once, so only the size limits a topic.
     */
    private static Map<String, String> streamTopic(long retentionBytes) {
        return Map.of(
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                "CreateTime",
                TopicConfig.RETENTION_MS_CONFIG,
                UNLIMITED,
                TopicConfig.RETENTION_BYTES_CONFIG,
                String.valueOf(retentionBytes));
    }

    /**
     * The retention times in ms of topics that delete records by their timestamps, without other
     * topics.
     */
    public static Map<String, Long> retentionsMs(
            KafkaServers kafka, Collection<String> names, int timeoutMs) {
        List<ConfigResource> topics =
                names.stream()
                        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                        .toList();
        try (Admin admin = Admin.create(adminConfig(kafka, timeoutMs))) {
            Map<String, Long> retentionsMs = new TreeMap<>();
            admin.describeConfigs(topics)
                    .all()
                    .get()
                    .forEach((topic, config) -> retentionMs(config, topic.name(), retentionsMs));
            return retentionsMs;
        } catch (ExecutionException | KafkaException e) {
            throw KafkaErrors.wrap("topics cannot be described", kafka.bootstrapServers(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while describing topics");
        }
    }

    private static void retentionMs(Config config, String topic, Map<String, Long> retentionsMs) {
        String retention = config.get(TopicConfig.RETENTION_MS_CONFIG).value();
        boolean byTime =
                !retention.equals(UNLIMITED)
                        && config.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                                .value()
                                .equals("CreateTime")
                        && config.get(TopicConfig.CLEANUP_POLICY_CONFIG)
                                .value()
                                .contains(TopicConfig.CLEANUP_POLICY_DELETE);
        if (byTime) {
            retentionsMs.put(topic, Long.parseLong(retention));
        }
    }

    /**
     * Creates a topic of one partition that keeps the newest record of each key for ever; an
     * existing one stays as it is.
     */
    public static void createCompacted(KafkaServers kafka, String name, int timeoutMs) {
        Map<String, String> compacted =
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        create(kafka, List.of(topic(name, 1, compacted)), timeoutMs);
    }

    /**
     * The ids that Kafka gave to topics; a topic that is deleted and created again gets another
     * one.
     */
    public static Map<String, Uuid> ids(
            KafkaServers kafka, Collection<String> names, int timeoutMs) {
        try (Admin admin = Admin.create(adminConfig(kafka, timeoutMs))) {
            return describe(admin, names, timeoutMs / DESCRIBE_AGAIN_MS).values().stream()
                    .collect(Collectors.toMap(TopicDescription::name, TopicDescription::topicId));
        } catch (ExecutionException | KafkaException e) {
            throw KafkaErrors.wrap("topics cannot be described", kafka.bootstrapServers(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while describing topics");
        }
    }

    /** Retries, as not every broker knows a new topic at once. */
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

    /** Configuration of a client that gives up after {@code timeoutMs}. */
    public static Map<String, Object> adminConfig(KafkaServers kafka, int timeoutMs) {
        return kafka.clientConfig(
                Map.of(
                        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs,
                        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs));
    }

    private static void create(KafkaServers kafka, List<NewTopic> topics, int timeoutMs) {
        try (Admin admin = Admin.create(adminConfig(kafka, timeoutMs))) {
            for (KafkaFuture<Void> created : admin.createTopics(topics).values().values()) {
                await(created, kafka);
            }
        } catch (KafkaException e) {
            throw KafkaErrors.wrap("Kafka client cannot start", kafka.bootstrapServers(), e);
        }
    }

    private static NewTopic topic(String name, int partitions, Map<String, String> config) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty());
        return topic.configs(config);
    }

    private static void await(KafkaFuture<Void> created, KafkaServers kafka) {
        try {
            created.get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw KafkaErrors.wrap(
                        "topic cannot be created", kafka.bootstrapServers(), e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while creating topics");
        }
    }
}
