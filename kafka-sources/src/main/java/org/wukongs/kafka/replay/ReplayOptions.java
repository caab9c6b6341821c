package org.wukongs.kafka.replay;

import org.wukongs.error.WukongsException;
import org.wukongs.kafka.producer.KafkaTopics;

/**
 * How to replay.
 *
 * @param name of the replay, under which it goes on after an end; null for one made of topics and
 *     files
 * @param partitions of topics that are not there yet
 * @param retentionBytes that those keep of each partition, {@link KafkaTopics#RETENTION_UNLIMITED}
 *     for all
 * @param keyBySubject the tuples of a subject go to one partition, in order
 * @param skipBad count bad lines and pass over them
 * @param commitIntervalMs readers of committed records see tuples that much later at most; each
 *     commit takes a few ms in which nothing is sent
 */
public record ReplayOptions(
        String bootstrapServers,
        String name,
        ReplayPace pace,
        int partitions,
        long retentionBytes,
        boolean keyBySubject,
        boolean skipBad,
        long commitIntervalMs) {

    public static final long COMMIT_INTERVAL_MS_DEFAULT = 200;

    /** A quarter of the time after which the broker would abort the transaction. */
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

    /** Into topics that keep everything. */
    public ReplayOptions(
            String bootstrapServers,
            String name,
            ReplayPace pace,
            int partitions,
            boolean keyBySubject,
            boolean skipBad,
            long commitIntervalMs) {
        this(
                bootstrapServers,
                name,
                pace,
                partitions,
                KafkaTopics.RETENTION_UNLIMITED,
                keyBySubject,
                skipBad,
                commitIntervalMs);
    }

    /** As fast as possible into topics of one partition. */
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
