package org.wukongs.kafka.producer;

import java.util.Map;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Counts and lag of a producer.
 *
 * @param sent tuples handed to the Kafka client, by stream
 * @param acknowledged tuples that the broker has confirmed, all streams
 * @param behindMs how far sending is behind the schedule now
 * @param behindMsMax the largest lag so far
 */
public record ProducerStats(
        Map<LsbenchStreams, Long> sent, long acknowledged, long behindMs, long behindMsMax) {

    /** Lag that a short pause of the broker or the JVM explains. */
    public static final long BEHIND_MS_ALLOWED = 1000;

    public ProducerStats {
        sent = Map.copyOf(sent);
    }

    public long sentTotal() {
        return sent.values().stream().mapToLong(Long::longValue).sum();
    }

    /** False if the configured rate is more than this machine or the broker can take. */
    public boolean keepsRate() {
        return behindMs <= BEHIND_MS_ALLOWED;
    }
}
