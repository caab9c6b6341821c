package org.wukongs.kafka.rdf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A Kafka record that could not be read, with its place and the reason.
 *
 * @param reason one line
 * @param key the record's, null if it had none or it is left out
 * @param value the record's bytes as they came, owned by this record; null if the record had no
 *     value
 * @param headers the record's, in their order
 * @param leftOutCount how many of key and headers are left out, because they are too large together
 */
@PublicEvolving
public record BadRecord(
        String topic,
        int partition,
        long offset,
        String reason,
        byte[] key,
        byte[] value,
        List<KafkaHeader> headers,
        int leftOutCount) {

    /**
     * Limit of the bytes kept of key and headers; these and the reason are what a dead letter has
     * in addition to its value. Tracing and schema headers are a few hundred bytes.
     */
    public static final int KEPT_BYTES_MAX = 64 << 10;

    /** Limit of the characters of a reason, which quotes the record. */
    public static final int REASON_LENGTH_MAX = 1_000;

    public BadRecord {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(reason, "reason");
        headers = List.copyOf(headers);
    }

    /** A bad record without key and headers. */
    public BadRecord(String topic, int partition, long offset, String reason, byte[] value) {
        this(topic, partition, offset, reason, null, value, List.of(), 0);
    }

    /** Keeps the key and as many headers as fit; a longer reason is cut. */
    static BadRecord of(ConsumerRecord<byte[], byte[]> record, String reason) {
        int leftBytes = KEPT_BYTES_MAX;
        int leftOutCount = 0;
        byte[] key = record.key();
        if (key != null && key.length > leftBytes) {
            key = null;
            leftOutCount++;
        }
        leftBytes -= key == null ? 0 : key.length;
        List<KafkaHeader> headers = new ArrayList<>();
        for (Header each : record.headers()) {
            KafkaHeader header = new KafkaHeader(each.key(), each.value());
            if (header.sizeBytes() > leftBytes) {
                leftOutCount++;
            } else {
                leftBytes -= header.sizeBytes();
                headers.add(header);
            }
        }
        return new BadRecord(
                record.topic(),
                record.partition(),
                record.offset(),
                reason.substring(0, Math.min(reason.length(), REASON_LENGTH_MAX)),
                key,
                record.value(),
                headers,
                leftOutCount);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BadRecord that
                && topic.equals(that.topic)
                && partition == that.partition
                && offset == that.offset
                && reason.equals(that.reason)
                && Arrays.equals(key, that.key)
                && Arrays.equals(value, that.value)
                && headers.equals(that.headers)
                && leftOutCount == that.leftOutCount;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                topic,
                partition,
                offset,
                reason,
                Arrays.hashCode(key),
                Arrays.hashCode(value),
                headers,
                leftOutCount);
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
