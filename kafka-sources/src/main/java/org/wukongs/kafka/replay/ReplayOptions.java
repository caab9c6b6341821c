package org.wukongs.kafka.replay;

import org.wukongs.error.WukongsException;
import org.wukongs.kafka.producer.KafkaServers;
import org.wukongs.kafka.producer.KafkaTopics;

/**
 * Options of a replay.
 *
 * @param name of the replay, under which it continues later; null for one made of topics and files
 * @param partitions of topics that do not exist yet
 * @param retentionBytes how much these topics keep of each partition, {@link
 *     KafkaTopics#RETENTION_UNLIMITED} for all
 * @param keyBySubject whether the tuples of a subject go to one partition, in order
 * @param skipBad whether to skip and count bad lines
 * @param commitIntervalMs how much later readers of committed records see tuples at most; during
 *     each commit nothing is sent for a few ms
 */
public record ReplayOptions(
        KafkaServers kafka,
        String name,
        ReplayPace pace,
        int partitions,
        long retentionBytes,
        boolean keyBySubject,
        boolean skipBad,
        long commitIntervalMs) {

    public static final long COMMIT_INTERVAL_MS_DEFAULT = 200;

    /** A quarter of the time after which the broker aborts the transaction. */
    public static final long COMMIT_INTERVAL_MS_MAX = ReplayProducer.TRANSACTION_TIMEOUT_MS / 4;

    public ReplayOptions {
        if (commitIntervalMs < 1 || commitIntervalMs > COMMIT_INTERVAL_MS_MAX) {
            throw WukongsException.user(
                    "commit interval is out of range: ms="
                            + commitIntervalMs
                            + " min=1 max="
                            + COMMIT_INTERVAL_MS_MAX);
        }
    }

    /** Options for topics that keep everything. */
    public ReplayOptions(
            String bootstrapServers,
            String name,
            ReplayPace pace,
            int partitions,
            boolean keyBySubject,
            boolean skipBad,
            long commitIntervalMs) {
        this(
                KafkaServers.of(bootstrapServers),
                name,
                pace,
                partitions,
                KafkaTopics.RETENTION_UNLIMITED,
                keyBySubject,
                skipBad,
                commitIntervalMs);
    }

    /** Options for a replay as fast as possible into topics of one partition. */
    public static ReplayOptions to(String bootstrapServers) {
        return new ReplayOptions(
                bootstrapServers,
                null,
                ReplayPace.MAX,
                1,
                false,
                false,
                COMMIT_INTERVAL_MS_DEFAULT);
    }
}
