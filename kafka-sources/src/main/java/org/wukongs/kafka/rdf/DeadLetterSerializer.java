package org.wukongs.kafka.rdf;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.wukongs.error.WukongsException;

/**
 * Turns a bad record into a record of the dead-letter topic: the same key, value and headers, with
 * its origin and the reason in headers that begin with {@value #PREFIX} (UTF-8, numbers decimal).
 * Key and headers beyond {@link BadRecord#KEPT_BYTES_MAX} bytes are left out; {@link
 * #LEFT_OUT_HEADER} has their number. Headers with that prefix in the record, as in a dead letter
 * that was read again, are replaced.
 */
@PublicEvolving
public final class DeadLetterSerializer implements KafkaRecordSerializationSchema<BadRecord> {

    private static final String PREFIX = "wukongs.";

    public static final String TOPIC_HEADER = PREFIX + "topic";
    public static final String PARTITION_HEADER = PREFIX + "partition";
    public static final String OFFSET_HEADER = PREFIX + "offset";
    public static final String REASON_HEADER = PREFIX + "reason";

    /** How many of key and headers are left out; absent if none are. */
    public static final String LEFT_OUT_HEADER = PREFIX + "left-out";

    private static final long serialVersionUID = 1L;

    private final String deadLetterTopic;

    public DeadLetterSerializer(String deadLetterTopic) {
        if (deadLetterTopic.isBlank()) {
            throw WukongsException.user("dead-letter topic has no name");
        }
        this.deadLetterTopic = deadLetterTopic;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
            BadRecord bad, KafkaSinkContext context, Long timestampMs) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(deadLetterTopic, null, null, bad.key(), bad.value());
        for (KafkaHeader header : bad.headers()) {
            if (!header.name().startsWith(PREFIX)) {
                record.headers().add(header.name(), header.value());
            }
        }
        add(record, TOPIC_HEADER, bad.topic());
        add(record, PARTITION_HEADER, bad.partition());
        add(record, OFFSET_HEADER, bad.offset());
        add(record, REASON_HEADER, bad.reason());
        if (bad.leftOutCount() > 0) {
            add(record, LEFT_OUT_HEADER, bad.leftOutCount());
        }
        return record;
    }

    private static void add(ProducerRecord<?, ?> record, String name, Object value) {
        record.headers().add(name, value.toString().getBytes(UTF_8));
    }
}
