package org.wukongs.metadata.kafka;

import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.wukongs.store.metadata.MetadataLog;
import org.wukongs.store.metadata.MetadataPoint;

/**
 * A metadata log in a topic of one partition. The position of a record is its offset plus one, so a
 * position is also the offset from which a reader goes on. Only what is committed is read: what all
 * replicas in sync have, and, if others write into the topic, no open or aborted transaction. Their
 * markers have offsets too, so positions may leave some out.
 *
 * <p>Brokers that cannot be reached are waited for: Kafka's clients connect again by themselves.
 */
final class KafkaMetadataLog implements MetadataLog {

    /** Who has something to append wakes the log; a round of Kafka's client takes some 100 µs. */
    private static final Duration AWAIT_MAX = Duration.ofMillis(100);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
    private static final byte[] NOTHING = {};

    private final KafkaLogAddress address;
    private final String identity;
    private final TopicPartition partition;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaAppender appender;
    private Iterator<ConsumerRecord<byte[], byte[]>> fetched = Collections.emptyIterator();
    private boolean awaited; // and nothing has been asked for since then
    private long position; // that of the newest record read, or of where it began
    private String stall; // of reading, null for none

    private KafkaMetadataLog(KafkaLogAddress address, String identity) {
        this.address = address;
        this.identity = identity;
        this.partition = new TopicPartition(address.topic(), 0);
        this.appender = new KafkaAppender(address);
        this.consumer =
                new KafkaConsumer<>(
                        consumerConfig(address),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
    }

    private static Map<String, Object> consumerConfig(KafkaLogAddress address) {
        Map<String, Object> config = address.waitingClientConfig();
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, IsolationLevel.READ_COMMITTED.toString());
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MetadataLog.RECORD_BYTES_MAX);
        return config;
    }

    /** Opens a log; as {@link org.wukongs.store.metadata.MetadataLogProvider#open}. */
    static KafkaMetadataLog open(KafkaLogAddress address, MetadataPoint from) {
        String identity = KafkaMetadataTopic.open(address);
        from.checkIdentity(identity);
        KafkaMetadataLog log;
        try {
            log = new KafkaMetadataLog(address, identity);
        } catch (KafkaException e) {
            throw address.failure("Kafka's client cannot start", e);
        }
        boolean opened = false;
        try {
            log.begin(from);
            opened = true;
            return log;
        } finally {
            if (!opened) {
                log.close();
            }
        }
    }

    private void begin(MetadataPoint from) {
        try {
            consumer.assign(List.of(partition));
            long begin = consumer.beginningOffsets(List.of(partition)).get(partition);
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            position = from.position() == 0 ? begin : from.position();
            if (position < begin || position > end) {
                throw from.notThere(identity, "beginPosition=" + begin + " endPosition=" + end);
            }
            consumer.seek(partition, position);
        } catch (KafkaException e) {
            throw address.failure("the metadata log in Kafka cannot be read", e);
        }
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public boolean append(byte[] record) {
        return appender.append(MetadataLog.checkedSize(record));
    }

    @Override
    public Entry poll() {
        if (!fetched.hasNext() && !awaited) {
            fetch(Duration.ZERO);
        }
        awaited = false;
        if (!fetched.hasNext()) {
            return null;
        }
        ConsumerRecord<byte[], byte[]> next = fetched.next();
        position = next.offset() + 1;
        return new Entry(position, next.value() == null ? NOTHING : next.value());
    }

    @Override
    public void await() {
        if (!fetched.hasNext()) {
            fetch(AWAIT_MAX);
            awaited = true;
        }
    }

    @Override
    public void wake() {
        consumer.wakeup();
    }

    private void fetch(Duration wait) {
        try {
            fetched = consumer.poll(wait).iterator();
            stall = null;
        } catch (WakeupException e) {
            // there is something else to do
        } catch (OffsetOutOfRangeException e) {
            throw new MetadataPoint(identity, position)
                    .notThere(identity, "reason=" + KafkaFailures.reason(e));
        } catch (KafkaException e) {
            if (!(e instanceof RetriableException)) {
                throw address.failure("the metadata log in Kafka cannot be read", e);
            }
            stall = KafkaFailures.reason(e);
        }
    }

    @Override
    public long position() {
        if (!fetched.hasNext()) {
            try {
                position = Math.max(position, consumer.position(partition));
            } catch (WakeupException e) {
                return position(); // a wake-up ends one call
            } catch (KafkaException e) {
                throw address.failure("the position in the metadata log is not known", e);
            }
        }
        return position;
    }

    @Override
    public long endPosition() {
        return asked("end", consumer::endOffsets);
    }

    @Override
    public long beginPosition() {
        return asked("beginning", consumer::beginningOffsets);
    }

    private long asked(
            String what, Function<List<TopicPartition>, Map<TopicPartition, Long>> offsets) {
        try {
            return offsets.apply(List.of(partition)).get(partition);
        } catch (WakeupException e) {
            return asked(what, offsets); // a wake-up ends one call
        } catch (KafkaException e) {
            throw address.failure("the " + what + " of the metadata log in Kafka is not known", e);
        }
    }

    @Override
    public void truncateBefore(long newBegin) {
        KafkaMetadataTopic.deleteBefore(address, newBegin);
    }

    @Override
    public String stall() {
        String ofAppends = appender.stall();
        return ofAppends == null ? stall : ofAppends;
    }

    @Override
    public void close() {
        try {
            appender.close();
        } finally {
            consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
        }
    }
}
