package org.wukongs.kafka.rdf;

import java.util.Arrays;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;

/**
 * A Kafka record that is not what it should be, with where it stood.
 *
 * @param reason one line
 * @param value the record's bytes as they came, owned by this record; null where the record had no
 *     value
 */
@PublicEvolving
public record BadRecord(String topic, int partition, long offset, String reason, byte[] value) {

    public BadRecord {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(reason, "reason");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BadRecord that
                && topic.equals(that.topic)
                && partition == that.partition
                && offset == that.offset
                && reason.equals(that.reason)
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hash(topic, partition, offset, reason) + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return "topic="
                + topic
                + " partition="
                + partition
                + " offset="
                + offset
                + " reason="
                + reason
                + " valueBytes="
                + (value == null ? "null" : String.valueOf(value.length));
    }
}
