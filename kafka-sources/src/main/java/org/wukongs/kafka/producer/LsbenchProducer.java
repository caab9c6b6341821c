package org.wukongs.kafka.producer;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Writes the streams of a generated network into five Kafka topics.
 *
 * <p>Either live at the configured rates, by {@link #start} (in a thread of its own) or {@link
 * #run} (in the caller's): a tuple's event time is the wall-clock instant for which it was
 * scheduled. If sending falls behind, it catches up as fast as Kafka allows, with the scheduled
 * times, and {@link #stats} has the lag. Or bounded, by {@link #produceAll}: a fixed range of event
 * time as fast as possible. Call one of the three once for each producer.
 *
 * <p>Without a key, Kafka spreads records over the partitions of a topic by batch; with the subject
 * as key, the tuples of a subject stay in order. With one partition, a whole topic is in order.
 */
public final class LsbenchProducer implements Runnable, AutoCloseable {

    /** How long to wait for an unreachable broker. */
    public static final int TIMEOUT_MS_DEFAULT = 30_000;

    private static final int TIMEOUT_MS_MIN = 1000;

    private final LsbenchGenerator generator;
    private final LongSupplier wallClockMs;
    private final KafkaTupleSender sender;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicReference<WukongsException> failure = new AtomicReference<>();
    private volatile long behindMs; // owner: the sending thread
    private volatile long behindMsMax; // owner: the sending thread
    private Thread thread; // guarded by this

    private LsbenchProducer(Builder builder) {
        generator = builder.generator;
        wallClockMs = builder.wallClockMs;
        KafkaTopics.create(
                builder.bootstrapServers,
                Arrays.stream(LsbenchStreams.values()).map(LsbenchStreams::topic).toList(),
                builder.partitions,
                builder.timeoutMs);
        sender =
                new KafkaTupleSender(
                        builder.bootstrapServers, builder.keyBySubject, builder.timeoutMs);
    }

    /** Returns a builder; building creates the topics and so needs the broker. */
    public static Builder builder(String bootstrapServers, LsbenchGenerator generator) {
        return new Builder(bootstrapServers, generator);
    }

    /**
     * Runs in a daemon thread; a failure stops it and is kept for {@link #failure} and {@link
     * #close}.
     */
    public synchronized void start() {
        if (thread != null) {
            throw new IllegalStateException("already started");
        }
        thread = new Thread(this::runAndKeepFailure, "lsbench-producer");
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends at the configured rates from now on, until closed or interrupted. */
    @Override
    public void run() {
        LsbenchPacer pacer = new LsbenchPacer(generator, wallClockMs.getAsLong());
        while (closing.getCount() > 0) {
            long nowMs = wallClockMs.getAsLong();
            boolean reached = pacer.sendSlice(nowMs, sender);
            updateLag(nowMs - pacer.doneMs());
            if (reached && awaitClosing(LsbenchPacer.SLICE_MS)) {
                break;
            }
        }
        sender.flush();
    }

    /**
     * Sends all tuples with event time in [startMs, startMs + durationMs) as fast as possible and
     * waits until the broker has them.
     */
    public ProducerStats produceAll(long durationMs, long startMs) {
        if (durationMs < 1 || startMs < 0) {
            throw WukongsException.user(
                    "range of event time is not valid: durationMs="
                            + durationMs
                            + " startMs="
                            + startMs);
        }
        LsbenchPacer pacer = new LsbenchPacer(generator, startMs);
        boolean reached = false;
        while (!reached) {
            reached = pacer.sendSlice(startMs + durationMs, sender);
        }
        sender.flush();
        return stats();
    }

    public ProducerStats stats() {
        return new ProducerStats(sender.sent(), sender.acknowledged(), behindMs, behindMsMax);
    }

    /** The error that stopped the thread of {@link #start}, or null. */
    public WukongsException failure() {
        return failure.get();
    }

    /**
     * Stops sending, waits until the broker has what was sent, and throws the error of the thread
     * of {@link #start}.
     */
    @Override
    public synchronized void close() {
        closing.countDown();
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sender.close();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private void runAndKeepFailure() {
        try {
            run();
        } catch (WukongsException e) {
            failure.set(e);
        }
    }

    private void updateLag(long lagMs) {
        behindMs = lagMs;
        behindMsMax = Math.max(behindMsMax, lagMs);
    }

    private boolean awaitClosing(long timeoutMs) {
        try {
            return closing.await(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Options of a producer; by default one partition for each topic, no key, wall clock. */
    public static final class Builder {
        private final String bootstrapServers;
        private final LsbenchGenerator generator;
        private int partitions = 1;
        private boolean keyBySubject;
        private int timeoutMs = TIMEOUT_MS_DEFAULT;
        private LongSupplier wallClockMs = System::currentTimeMillis;

        private Builder(String bootstrapServers, LsbenchGenerator generator) {
            this.bootstrapServers = bootstrapServers;
            this.generator = generator;
        }

        /** Partitions of topics that do not exist yet. */
        public Builder partitions(int count) {
            partitions = count;
            return this;
        }

        public Builder keyBySubject(boolean bySubject) {
            keyBySubject = bySubject;
            return this;
        }

        /** How long to wait for an unreachable broker, when starting and when sending. */
        public Builder timeoutMs(int newTimeoutMs) {
            if (newTimeoutMs < TIMEOUT_MS_MIN) {
                throw WukongsException.user(
                        "timeout is too short: timeoutMs="
                                + newTimeoutMs
                                + " min="
                                + TIMEOUT_MS_MIN);
            }
            timeoutMs = newTimeoutMs;
            return this;
        }

        public Builder wallClockMs(LongSupplier clock) {
            wallClockMs = clock;
            return this;
        }

        public LsbenchProducer build() {
            return new LsbenchProducer(this);
        }
    }
}
