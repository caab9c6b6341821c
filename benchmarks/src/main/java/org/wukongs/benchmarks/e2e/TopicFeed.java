package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Streams into their topics, a record a tuple. Live, a tuple's event time is the instant at which
 * it is due. What is late is sent as fast as it goes, with the time at which it was due.
 */
final class TopicFeed implements AutoCloseable {

    /** Streams are never further apart than this, however late sending is. */
    private static final long SLICE_MS = 5;

    private static final long IDLE_NS = 200_000;

    /** For which a record waits for company in a request: the default of producers. */
    private static final int LINGER_MS = 5;

    /** Of a partition in a request: 20 ms of the largest stream. */
    private static final int BATCH_BYTES = 256 << 10;

    private static final long BUFFER_BYTES = 64L << 20;

    private final Map<LsbenchStreams, StreamLines> lines = new EnumMap<>(LsbenchStreams.class);
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final long startMs;
    private Thread thread; // owner: whoever starts and closes
    private long doneMs; // owner: the sending thread
    private volatile boolean closing;
    private volatile long sentCount; // owner: the sending thread
    private volatile long behindMsMax; // owner: the sending thread

    /**
     * Nothing is sent yet.
     *
     * @param rate times that of the data
     * @param startMs event time of the first tuple
     */
    TopicFeed(String kafka, LsbenchFiles files, double rate, long startMs) throws IOException {
        this.startMs = startMs;
        this.doneMs = startMs;
        long lengthMs = files.lengthMs();
        for (Map.Entry<LsbenchStreams, Path> stream : files.streams().entrySet()) {
            lines.put(
                    stream.getKey(),
                    new StreamLines(stream.getValue(), new TimeScale(rate), lengthMs));
        }
        producer =
                new KafkaProducer<>(
                        config(kafka), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * In order by one request at a time instead of by sequence numbers: a broker whose topic is new
     * may refuse the first of several requests and never take the others.
     */
    private static Map<String, Object> config(String kafka) {
        return Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false,
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1,
                ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES,
                ProducerConfig.LINGER_MS_CONFIG, LINGER_MS,
                ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
    }

    /** Sends what has event times before {@code durationMs} after the start, at once. */
    long fill(long durationMs) {
        sendBefore(startMs + durationMs);
        producer.flush();
        throwFailure();
        return sentCount;
    }

    /** Sends in a thread of its own as time goes, until it is closed. */
    void start() {
        thread = new Thread(this::run, "topic-feed");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!closing && failure.get() == null) {
            long nowMs = System.currentTimeMillis();
            behindMsMax = Math.max(behindMsMax, nowMs - doneMs);
            if (nowMs > doneMs) {
                sendBefore(Math.min(nowMs, doneMs + SLICE_MS));
            } else {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
    }

    private void sendBefore(long untilMs) {
        while (doneMs < untilMs) {
            doneMs = Math.min(untilMs, doneMs + SLICE_MS);
            long count = sentCount;
            for (Map.Entry<LsbenchStreams, StreamLines> stream : lines.entrySet()) {
                count += send(stream.getKey().topic(), stream.getValue(), doneMs - startMs);
            }
            sentCount = count;
        }
    }

    // The callback sees what the future would tell.
    @SuppressWarnings("FutureReturnValueIgnored")
    private long send(String topic, StreamLines stream, long beforeMs) {
        long count = 0;
        while (stream.timeMs() < beforeMs) {
            long timeMs = startMs + stream.timeMs();
            producer.send(
                    new ProducerRecord<>(topic, 0, timeMs, null, stream.statement()),
                    this::onCompletion);
            stream.next();
            count++;
        }
        return count;
    }

    private void onCompletion(RecordMetadata metadata, Exception e) {
        if (e != null) {
            failure.compareAndSet(null, e);
        }
    }

    long sentCount() {
        throwFailure();
        return sentCount;
    }

    /** The worst since the last call. */
    long takeBehindMsMax() {
        long max = behindMsMax;
        behindMsMax = 0;
        return max;
    }

    private void throwFailure() {
        if (failure.get() != null) {
            throw new WukongsException(
                    Category.FATAL, "a tuple was not stored: reason=" + failure, failure.get());
        }
    }

    /** Sends nothing more; returns the event time of what was not sent. */
    long stop() {
        closing = true;
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.flush();
        return doneMs;
    }

    @Override
    public void close() {
        stop();
        producer.close();
    }
}
