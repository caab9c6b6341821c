package org.wukongs.kafka.producer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/**
 * Sends tuples as Kafka records, in order within a partition (idempotent producer). The next call
 * throws a failure that Kafka reports later. One thread sends; any thread may read the counts.
 */
final class KafkaTupleSender implements TupleSender, AutoCloseable {

    /** How long a record waits for others in its request: a fraction of a batch interval. */
    private static final int LINGER_MS = 5;

    private final String bootstrapServers;
    private final boolean keyBySubject;
    private final Duration timeout;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<LsbenchStreams, AtomicLong> sent = new EnumMap<>(LsbenchStreams.class);
    private final AtomicLong acknowledged = new AtomicLong(); // owner: Kafka's I/O thread
    private final AtomicReference<Exception> failure = new AtomicReference<>(); // the first

    KafkaTupleSender(String bootstrapServers, boolean keyBySubject, int timeoutMs) {
        this.bootstrapServers = bootstrapServers;
        this.keyBySubject = keyBySubject;
        this.timeout = Duration.ofMillis(timeoutMs);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            sent.put(stream, new AtomicLong());
        }
        this.producer = newProducer(bootstrapServers, timeoutMs);
    }

    // The callback gets the result of the future.
    @SuppressWarnings("FutureReturnValueIgnored")
    @Override
    public void send(LsbenchStreams stream, Tuple tuple) {
        throwFailure();
        byte[] key = keyBySubject ? tuple.subject().getBytes(UTF_8) : null;
        try {
            producer.send(TupleRecords.record(stream.topic(), key, tuple), this::onCompletion);
        } catch (KafkaException e) {
            throw KafkaErrors.wrap("tuple cannot be sent", bootstrapServers, e);
        }
        sent.get(stream).incrementAndGet();
    }

    /** Waits until everything sent is acknowledged or has failed. */
    void flush() {
        try {
            producer.flush();
        } catch (KafkaException e) {
            throw KafkaErrors.wrap("tuples cannot be flushed", bootstrapServers, e);
        }
        throwFailure();
    }

    Map<LsbenchStreams, Long> sent() {
        Map<LsbenchStreams, Long> counts = new EnumMap<>(LsbenchStreams.class);
        sent.forEach((stream, count) -> counts.put(stream, count.get()));
        return counts;
    }

    long acknowledged() {
        return acknowledged.get();
    }

    @Override
    public void close() {
        producer.close(timeout);
    }

    private void onCompletion(RecordMetadata metadata, Exception e) {
        if (e == null) {
            acknowledged.incrementAndGet();
        } else {
            failure.compareAndSet(null, e);
        }
    }

    private void throwFailure() {
        Exception first = failure.get();
        if (first != null) {
            throw KafkaErrors.wrap("tuple was not stored", bootstrapServers, first);
        }
    }

    private static KafkaProducer<byte[], byte[]> newProducer(String bootstrap, int timeoutMs) {
        Map<String, Object> config =
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true,
                        ProducerConfig.LINGER_MS_CONFIG,
                        LINGER_MS,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        (long) timeoutMs,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        timeoutMs - LINGER_MS,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        timeoutMs);
        try {
            return new KafkaProducer<>(
                    config, new ByteArraySerializer(), new ByteArraySerializer());
        } catch (KafkaException e) {
            throw KafkaErrors.wrap("Kafka producer cannot start", bootstrap, e);
        }
    }
}
