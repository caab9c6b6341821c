package org.wukongs.metadata.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.metadata.MetadataLog;

/**
 * The topic of a metadata log: one partition, which keeps everything until the nodes delete it,
 * uncompacted, and never takes back what a reader may have seen.
 */
final class KafkaMetadataTopic {

    /** A record's own header and that of its batch, with room. */
    private static final int MESSAGE_BYTES_MAX = MetadataLog.RECORD_BYTES_MAX + (64 << 10);

    private static final int DESCRIBE_AGAIN_MS = 100;
    private static final String UNLIMITED = "-1";

    private static final Map<String, String> SETTINGS =
            Map.of(
                    TopicConfig.CLEANUP_POLICY_CONFIG,
                    TopicConfig.CLEANUP_POLICY_DELETE,
                    TopicConfig.RETENTION_MS_CONFIG,
                    UNLIMITED,
                    TopicConfig.RETENTION_BYTES_CONFIG,
                    UNLIMITED,
                    TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
                    "false");

    private final KafkaLogAddress address;
    private final Admin admin;

    private KafkaMetadataTopic(KafkaLogAddress address, Admin admin) {
        this.address = address;
        this.admin = admin;
    }

    /**
     * Creates the topic if there is none, and checks its settings.
     *
     * @return the identity of the log
     * @throws WukongsException USER if a setting is wrong; RETRIABLE if no broker answers in time
     */
    static String open(KafkaLogAddress address) {
        try (Admin admin = Admin.create(address.waitingClientConfig())) {
            return new KafkaMetadataTopic(address, admin).open();
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw address.failure("the metadata log in Kafka cannot be opened", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while opening the metadata log");
        }
    }

    /**
     * Deletes the records before an offset.
     *
     * @throws WukongsException USER if that is not allowed; RETRIABLE if no broker answers in time
     */
    static void deleteBefore(KafkaLogAddress address, long offset) {
        TopicPartition partition = new TopicPartition(address.topic(), 0);
        try (Admin admin = Admin.create(address.waitingClientConfig())) {
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get(address.deadlineMs(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw address.failure("records of the metadata log in Kafka cannot be deleted", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while deleting from the metadata log");
        }
    }

    private String open() throws ExecutionException, TimeoutException, InterruptedException {
        TopicDescription topic = describe(1);
        if (topic == null) {
            create();
            topic = describe(Math.max(1, address.deadlineMs() / DESCRIBE_AGAIN_MS));
        }
        if (topic == null) {
            throw WukongsException.retriable(
                    "the topic of the metadata log was created, but no broker knows it: topic="
                            + address.topic());
        }
        check(topic);
        String cluster = get(admin.describeCluster().clusterId());
        return "kafka:" + cluster + "/" + topic.topicId();
    }

    private <T> T get(KafkaFuture<T> future)
            throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(address.deadlineMs(), TimeUnit.MILLISECONDS);
    }

    /** Returns null if no broker knows the topic. A new one is not known everywhere at once. */
    private TopicDescription describe(int attempts)
            throws ExecutionException, TimeoutException, InterruptedException {
        for (int i = 1; true; i++) {
            try {
                String name = address.topic();
                return get(admin.describeTopics(List.of(name)).topicNameValues().get(name));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                if (i >= attempts) {
                    return null;
                }
                Thread.sleep(DESCRIBE_AGAIN_MS);
            }
        }
    }

    private void create() throws ExecutionException, TimeoutException, InterruptedException {
        Optional<Short> replicas =
                address.replicationFactor() == 0
                        ? Optional.empty()
                        : Optional.of((short) address.replicationFactor());
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(MESSAGE_BYTES_MAX));
        if (address.minInsyncReplicas() > 0) {
            settings.put(
                    TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                    Integer.toString(address.minInsyncReplicas()));
        }
        NewTopic topic = new NewTopic(address.topic(), Optional.of(1), replicas).configs(settings);
        try {
            get(admin.createTopics(List.of(topic)).all());
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e; // otherwise another node was faster
            }
        }
    }

    private void check(TopicDescription topic)
            throws ExecutionException, TimeoutException, InterruptedException {
        List<String> wrong = new ArrayList<>();
        if (topic.partitions().size() != 1) {
            wrong.add("partitions=" + topic.partitions().size() + " (1)");
        }
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, address.topic());
        Config config = get(admin.describeConfigs(List.of(resource)).values().get(resource));
        SETTINGS.forEach(
                (name, value) -> {
                    String found = config.get(name).value();
                    if (!value.equals(found)) {
                        wrong.add(name + "=" + found + " (" + value + ")");
                    }
                });
        checkAtLeast(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, MESSAGE_BYTES_MAX, config, wrong);
        checkAtLeast(
                TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                address.minInsyncReplicas(),
                config,
                wrong);
        if (!wrong.isEmpty()) {
            wrong.sort(null);
            throw WukongsException.user(
                    "the topic of the metadata log has other settings than it needs: topic="
                            + address.topic()
                            + " found (needed): "
                            + String.join(", ", wrong));
        }
    }

    private static void checkAtLeast(String name, int min, Config config, List<String> wrong) {
        String found = config.get(name).value();
        if (Long.parseLong(found) < min) {
            wrong.add(name + "=" + found + " (" + min + " or more)");
        }
    }
}
