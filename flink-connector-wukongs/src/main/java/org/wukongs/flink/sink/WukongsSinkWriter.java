package org.wukongs.flink.sink;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.wukongs.client.StoreClient;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;

/**
 * Writer of one subtask into a stream: groups tuples into batches and closes these as watermarks
 * come.
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
        this.idleTimer = new IdleTimer(clock, options.idleTimeoutMs(), feed::idle);
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
        } catch (BadTupleException e) {
            onBad(element, e, context);
            return;
        }
        for (Tuple tuple : found) {
            if (!feed.add(tuple)) {
                metrics.late();
            }
        }
        if (feed.bufferedCount() >= tuplesBufferedMax) {
            feed.drain();
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
            feed.advanceTo(time == Long.MAX_VALUE ? time : time + 1);
        }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        if (deadLetters != null) {
            deadLetters.flush(endOfInput);
        }
        if (endOfInput) {
            feed.advanceTo(Long.MAX_VALUE);
        }
        feed.drain();
        metrics.flushed(metrics.await(1, () -> metrics.stable(writer.flush())));
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
}
