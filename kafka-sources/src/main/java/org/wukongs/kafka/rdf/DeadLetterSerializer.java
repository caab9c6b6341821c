package org.wukongs.kafka.rdf;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.wukongs.error.WukongsException;

/**
 * A bad record → a record of the dead-letter topic: the same value, where it came from and why it
 * is here in the headers {@code topic}, {@code partition}, {@code offset} and {@code reason}
 * (UTF-8, numbers decimal). No key, so no order.
 */
@PublicEvolving
public final class DeadLetterSerializer implements KafkaRecordSerializationSchema<BadRecord> {

    public static final String TOPIC_HEADER = "topic";
    public static final String PARTITION_HEADER = "partition";
    public static final String OFFSET_HEADER = "offset";
    public static final String REASON_HEADER = "reason";

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
                new ProducerRecord<>(deadLetterTopic, null, null, null, bad.value());
        record.headers()
                .add(TOPIC_HEADER, bad.topic().getBytes(UTF_8))
                .add(PARTITION_HEADER, String.valueOf(bad.partition()).getBytes(UTF_8))
                .add(OFFSET_HEADER, String.valueOf(bad.offset()).getBytes(UTF_8))
                .add(REASON_HEADER, bad.reason().getBytes(UTF_8));
        return record;
    }
}
