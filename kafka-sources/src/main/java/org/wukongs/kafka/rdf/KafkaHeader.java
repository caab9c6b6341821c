package org.wukongs.kafka.rdf;

import java.util.Arrays;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;

/**
 * A header of a Kafka record.
 *
 * @param value owned by this header; null if it had none
 */
@PublicEvolving
public record KafkaHeader(String name, byte[] value) {

    public KafkaHeader {
        Objects.requireNonNull(name, "name");
    }

    /** Its size in bytes, with the name counted as ASCII. */
    int sizeBytes() {
        return name.length() + (value == null ? 0 : value.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KafkaHeader that
                && name.equals(that.name)
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return name + "=" + (value == null ? "null" : value.length + " bytes");
    }
}
