package org.wukongs.metadata.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.wukongs.store.metadata.MetadataLog;

/**
 * Appends records to a topic: idempotent, and acknowledged by all replicas in sync. Kafka's
 * producer repeats by itself until its deadline; one that has failed for good is replaced by
 * another. One thread appends; Kafka's own thread tells what became of it.
 */
final class KafkaAppender implements AutoCloseable {

    /** For a send that needs the topic's metadata, which the producer has but at its beginning. */
    private static final int BLOCK_MS_MAX = 1_000;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final KafkaLogAddress address;
    private KafkaProducer<byte[], byte[]> producer; // null if there is none

    // owner: Kafka's thread, or the one that appends if a send fails at once
    private volatile String stall;
    private volatile boolean broken;

    KafkaAppender(KafkaLogAddress address) {
        this.address = address;
    }

    /** Returns false if the record was not sent. */
    boolean append(byte[] record) {
        try {
            if (broken) {
                close();
            }
            if (producer == null) {
                producer = newProducer();
                broken = false;
            }
            Future<RecordMetadata> sent =
                    producer.send(
                            new ProducerRecord<>(address.topic(), 0, null, record),
                            (metadata, failure) -> completed(failure));
            return !sent.isDone() || stall == null;
        } catch (KafkaException e) {
            completed(e);
            return false;
        }
    }

    private void completed(Exception failure) {
        if (failure == null) {
            stall = null;
            return;
        }
        stall = KafkaFailures.reason(failure);
        broken |= !(failure instanceof RetriableException);
    }

    /** Returns why the newest record could not be appended, null if it could. */
    String stall() {
        return stall;
    }

    private KafkaProducer<byte[], byte[]> newProducer() {
        Map<String, Object> config = address.clientConfig();
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.max(1, address.deadlineMs() / 2));
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, address.deadlineMs());
        config.put(
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                (long) Math.min(BLOCK_MS_MAX, address.deadlineMs()));
        config.put(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MetadataLog.RECORD_BYTES_MAX + (64 << 10));
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void close() {
        KafkaProducer<byte[], byte[]> closed = producer;
        producer = null;
        if (closed != null) {
            closed.close(broken ? Duration.ZERO : CLOSE_TIMEOUT);
        }
    }
}
