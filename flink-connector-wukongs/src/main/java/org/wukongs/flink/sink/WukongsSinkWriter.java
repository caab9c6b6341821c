package org.wukongs.flink.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.wukongs.client.StoreClient;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;

/**
 * Writer of one subtask into a stream: groups tuples into batches and closes these as watermarks
 * come.
 *
 * <p>Additions and removals go by {@link TupleTimes} other than their own through {@link Changes}
 * before they are grouped.
 *
 * <p>A Flink watermark w promises that no more tuples with time ≤ w come, so event time has reached
 * w + 1. Sending blocks while the store does not take more: that is the back-pressure. At a barrier
 * everything is sent and acknowledged; the checkpoint has the position reached. Owned by the
 * subtask's thread.
 */
@Internal
final class WukongsSinkWriter<T>
        implements StatefulSinkWriter<T, WriterState>, CommittingSinkWriter<T, WriterCommittable> {

    private final StoreClient client;
    private final StoreClient.StreamWriter writer;
    private final StreamFeed feed;
    private final ElementTuples<T> tuples;
    private final OnError onError;
    private final BadTuples bad;
    private final DeadLetterWriter<T, ?> deadLetters; // null for none
    private final int tuplesBufferedMax;
    private final SinkMetrics metrics;
    private final IdleTimer idleTimer;
    private final ChangeTimes times; // null if tuples have their own
    private final Changes changes; // null if tuples have their own times
    private final ArrivalTimer arrivals; // null if watermarks close batches

    private WukongsSinkWriter(
            StoreClient client,
            StoreClient.StreamWriter writer,
            WriterStart start,
            TupleFunction<T> converter,
            WriterOptions options,
            DeadLetterWriter<T, ?> deadLetters) {
        this.deadLetters = deadLetters;
        this.client = client;
        this.writer = writer;
        this.feed =
                new StreamFeed(
                        start.stream(), client.strings(), VertexOwners.ONE, new CountedMessages());
        this.tuples = new ElementTuples<>(converter);
        this.onError = options.onError();
        this.tuplesBufferedMax = options.tuplesBufferedMax();
        ProcessingTimeService clock = start.context().getProcessingTimeService();
        this.metrics =
                new SinkMetrics(
                        start.context().metricGroup(),
                        clock,
                        writer::reconnectCount,
                        start.lateCount());
        this.bad =
                new BadTuples(
                        metrics.badTuples(),
                        clock::getCurrentProcessingTime,
                        "elements skipped, stream " + start.stream().name());
        boolean byArrival = options.times() == TupleTimes.ARRIVAL;
        this.idleTimer = new IdleTimer(clock, byArrival ? 0 : options.idleTimeoutMs(), feed::idle);
        this.times =
                options.times() == TupleTimes.OWN
                        ? null
                        : ChangeTimes.after(
                                start.stream(),
                                client.status().streams(),
                                byArrival ? clock::getCurrentProcessingTime : null);
        this.changes = times == null ? null : changes(options, start.stream().graph());
        this.arrivals =
                byArrival
                        ? new ArrivalTimer(
                                clock,
                                start.stream().batchIntervalMs(),
                                () -> advanceTo(times.nowMs()))
                        : null;
    }

    private Changes changes(WriterOptions options, String graph) {
        return options.upserts()
                ? new GraphUpserts(
                        times, this::take, new AskedStore(), graph, GraphUpserts.KEYS_KNOWN_MAX)
                : new UpdatePairs(times, this::take);
    }

    /**
     * Connects, registers the stream (repeating it is harmless) and opens this attempt's writer.
     */
    static <T> WukongsSinkWriter<T> open(
            StoreConnector store,
            WriterStart start,
            TupleFunction<T> converter,
            WriterOptions options,
            DeadLetters<T, ?> deadLetters)
            throws IOException {
        StoreClient client = store.connect();
        try {
            client.registerStream(start.stream());
            StoreClient.StreamWriter writer = client.openWriter(start.id(), start.origin());
            DeadLetterWriter<T, ?> letters =
                    deadLetters == null
                            ? null
                            : DeadLetterWriter.open(deadLetters, start.context());
            return new WukongsSinkWriter<>(client, writer, start, converter, options, letters);
        } catch (IOException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    @Override
    public void write(T element, Context context) throws IOException, InterruptedException {
        idleTimer.active();
        List<Tuple> found;
        try {
            found = tuples.of(element);
            if (changes != null) {
                changes.check(found);
            }
        } catch (BadTupleException e) {
            onBad(element, e, context);
            return;
        }
        if (changes == null) {
            for (Tuple tuple : found) {
                take(tuple);
            }
        } else {
            changes.add(found);
        }
        if (feed.bufferedCount() >= tuplesBufferedMax) {
            feed.drain();
        }
    }

    private void take(Tuple tuple) {
        if (!feed.add(tuple)) {
            metrics.late();
        }
    }

    private void onBad(T element, BadTupleException why, Context context)
            throws IOException, InterruptedException {
        if (deadLetters != null) {
            deadLetters.write(element, why, context);
        } else if (onError == OnError.FAIL) {
            throw why;
        }
        bad.add(why);
    }

    @Override
    public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
        if (deadLetters != null) {
            deadLetters.writeWatermark(watermark);
        }
        long time = watermark.getTimestamp();
        if (time != Long.MIN_VALUE) {
            idleTimer.active();
            if (time == Long.MAX_VALUE) {
                end();
            } else if (arrivals == null) {
                advanceTo(time + 1);
            }
        }
    }

    private void advanceTo(long timeMs) throws InterruptedException {
        if (changes != null) {
            changes.beforeClosing();
            times.reached(timeMs);
        }
        feed.advanceTo(timeMs);
    }

    private void end() throws InterruptedException {
        if (changes != null) {
            changes.release();
        }
        feed.advanceTo(Long.MAX_VALUE);
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        if (deadLetters != null) {
            deadLetters.flush(endOfInput);
        }
        if (endOfInput) {
            end();
        } else if (changes != null) {
            changes.release();
        }
        metrics.flushed(await());
    }

    /** Sends everything and waits until the store has it; returns how long that took. */
    private long await() {
        feed.drain();
        return metrics.await(1, () -> metrics.stable(writer.flush()));
    }

    /** Called at a barrier, after {@link #flush}: the store has everything sent. */
    @Override
    public Collection<WriterCommittable> prepareCommit() {
        return List.of(new WriterCommittable(writer.position()));
    }

    /**
     * Called as {@link #prepareCommit}: messages sent from now on are sent again after a restore.
     */
    @Override
    public List<WriterState> snapshotState(long checkpointId) {
        return List.of(new WriterState(writer.position(), metrics.lateCount()));
    }

    @Override
    public void close() {
        idleTimer.close();
        if (arrivals != null) {
            arrivals.close();
        }
        try (client;
                writer) {
            if (deadLetters != null) {
                deadLetters.close();
            }
        }
    }

    /** Sends the feed's messages to the store and counts them. */
    private final class CountedMessages implements StreamFeed.Target {

        @Override
        public void send(ShardBatch batch) {
            int tuples = batch.tuples().size();
            metrics.sent(tuples, metrics.await(tuples, () -> writer.send(batch)));
            metrics.removals(removals(batch.tuples()));
        }

        private static int removals(EncodedBatch tuples) {
            int count = 0;
            for (int row = 0; row < tuples.size(); row++) {
                count += tuples.isRemoval(row) ? 1 : 0;
            }
            return count;
        }

        @Override
        public void closeUpTo(long batch) {
            metrics.await(1, () -> writer.closeUpTo(batch));
            metrics.closed(batch);
        }

        @Override
        public void idle() {
            metrics.await(1, writer::idle);
        }
    }

    /** The store of upserts, whose tuples have times of arrival: those come by waiting. */
    private final class AskedStore implements GraphUpserts.Store {

        /** A store closes a batch of all writers in about this time. */
        private static final long PAUSE_MS = 10;

        @Override
        public List<String[]> query(String sparql, int keys) {
            List<String[]> rows = new ArrayList<>();
            metrics.await(keys, () -> rows.addAll(client.query(sparql).rows()));
            metrics.keysAsked(keys);
            return rows;
        }

        @Override
        public long awaitStable(long timeMs) throws InterruptedException {
            while (true) {
                feed.advanceTo(times.nowMs());
                await();
                if (metrics.stableMs() > timeMs) {
                    return metrics.stableMs();
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
        }
    }
}
