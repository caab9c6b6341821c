package org.wukongs.kafka.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.wukongs.kafka.producer.KafkaErrors;
import org.wukongs.kafka.producer.KafkaServers;
import org.wukongs.kafka.producer.TupleRecords;
import org.wukongs.stream.Tuple;

/**
 * Sends tuples in transactions under a name that one process has at a time: opening it ends the
 * open transaction of the process that had it before. Not thread-safe.
 */
final class ReplayProducer implements AutoCloseable {

    /**
     * The transaction of a process that died holds up readers of committed records until the broker
     * ends it or the replay is started again.
     */
    static final int TRANSACTION_TIMEOUT_MS = 20_000;

    /** How long a record waits for others in its request. */
    private static final int LINGER_MS = 5;

    /**
     * One request at a time, so that requests cannot overtake each other while the broker still
     * ends the previous transaction; large requests make up for it.
     */
    private static final int REQUESTS_IN_FLIGHT = 1;

    private static final int BATCH_BYTES = 256 << 10;

    private static final String ID_PREFIX = "wukongs-replay-";

    private final KafkaServers kafka;
    private final Duration timeout;
    private final KafkaProducer<byte[], byte[]> producer;
    private boolean inTransaction;

    /** Waits until the transaction of an earlier process with that name has ended. */
    ReplayProducer(KafkaServers kafka, String name, int timeoutMs) {
        this.kafka = kafka;
        this.timeout = Duration.ofMillis(timeoutMs);
        this.producer = newProducer(kafka, ID_PREFIX + name, timeoutMs);
        try {
            producer.initTransactions();
        } catch (KafkaException e) {
            producer.close(Duration.ZERO);
            throw KafkaErrors.wrap("replay cannot start", kafka.bootstrapServers(), e);
        }
    }

    void send(String topic, Tuple tuple, boolean keyBySubject) {
        byte[] key = keyBySubject ? tuple.subject().getBytes(UTF_8) : null;
        send(TupleRecords.record(topic, key, tuple));
    }

    // The commit throws if sending fails, or the transaction is aborted.
    @SuppressWarnings("FutureReturnValueIgnored")
    private void send(ProducerRecord<byte[], byte[]> record) {
        try {
            if (!inTransaction) {
                producer.beginTransaction();
                inTransaction = true;
            }
            producer.send(record);
        } catch (KafkaException e) {
            throw KafkaErrors.wrap("tuple cannot be sent", kafka.bootstrapServers(), e);
        }
    }

    /** Makes the sent tuples readable, and the position with them. */
    void commit(byte[] name, ReplayPosition position) {
        send(ReplayLog.record(name, position));
        try {
            producer.commitTransaction();
            inTransaction = false;
        } catch (KafkaException e) {
            throw KafkaErrors.wrap("tuples cannot be committed", kafka.bootstrapServers(), e);
        }
    }

    /** Aborts an open transaction: its records never become readable. */
    @Override
    public void close() {
        producer.close(timeout);
    }

    private static KafkaProducer<byte[], byte[]> newProducer(
            KafkaServers kafka, String transactionalId, int timeoutMs) {
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
        config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, REQUESTS_IN_FLIGHT);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        config.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) timeoutMs);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs - LINGER_MS);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs);
        try {
            return new KafkaProducer<>(
                    kafka.clientConfig(config),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
        } catch (KafkaException e) {
            throw KafkaErrors.wrap("Kafka producer cannot start", kafka.bootstrapServers(), e);
        }
    }
}
