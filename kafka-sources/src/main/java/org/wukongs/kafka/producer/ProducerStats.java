package org.wukongs.kafka.producer;

import java.util.Map;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * How a producer is doing.
 *
 * @param sent tuples handed to the Kafka client, by stream
 * @param acknowledged tuples that the broker has confirmed, all streams
 * @param behindMs how far sending lags the schedule now
 * @param behindMsMax the worst of it so far
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

    /** False where the configured rate is more than this machine or the broker takes. */
    public boolean keepsRate() {
        return behindMs <= BEHIND_MS_ALLOWED;
    }
}
