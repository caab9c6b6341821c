package org.wukongs.flink.sink;

import java.io.IOException;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * One subtask's writer into a stream: groups tuples into batches, closes them as watermarks come.
 *
 * <p>A Flink watermark w promises that no tuple with time ≤ w comes any more, so event time has
 * reached w + 1. Sending blocks while the store does not take more: that is the back-pressure.
 * Owned by the subtask's thread.
 */
@Internal
final class WukongsSinkWriter<T> implements SinkWriter<T> {

    private final StoreClient client;
    private final StoreClient.StreamWriter writer;
    private final StreamFeed feed;
    private final SerializableFunction<T, Tuple> converter;
    private final int tuplesBufferedMax;
    private final SinkMetrics metrics;
    private final IdleTimer idleTimer;

    private WukongsSinkWriter(
            StoreClient client,
            StoreClient.StreamWriter writer,
            StreamDefinition stream,
            SerializableFunction<T, Tuple> converter,
            WriterOptions options,
            WriterInitContext context) {
        this.client = client;
        this.writer = writer;
        this.feed =
                new StreamFeed(stream, client.strings(), VertexOwners.ONE, new CountedMessages());
        this.converter = converter;
        this.tuplesBufferedMax = options.tuplesBufferedMax();
        this.metrics =
                new SinkMetrics(
                        context.metricGroup(),
                        context.getProcessingTimeService(),
                        writer::reconnectCount);
        this.idleTimer =
                new IdleTimer(
                        context.getProcessingTimeService(), options.idleTimeoutMs(), feed::idle);
    }

    /** Connects, registers the stream (again is harmless) and opens this attempt's writer. */
    static <T> WukongsSinkWriter<T> open(
            StoreConnector store,
            StreamDefinition stream,
            SerializableFunction<T, Tuple> converter,
            WriterOptions options,
            WriterInitContext context) {
        StoreClient client = store.connect();
        try {
            client.registerStream(stream);
            StoreClient.StreamWriter writer = client.openWriter(writerId(stream, context));
            return new WukongsSinkWriter<>(client, writer, stream, converter, options, context);
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    @Override
    public void write(T element, Context context) throws IOException {
        Tuple tuple = converter.apply(element);
        if (tuple == null) {
            throw WukongsException.user(
                    "the element converter returned no tuple: element=" + element);
        }
        idleTimer.active();
        if (!feed.add(tuple)) {
            metrics.late();
        }
        if (feed.bufferedCount() >= tuplesBufferedMax) {
            feed.drain();
        }
    }

    @Override
    public void writeWatermark(Watermark watermark) {
        long time = watermark.getTimestamp();
        if (time != Long.MIN_VALUE) {
            idleTimer.active();
            feed.advanceTo(time == Long.MAX_VALUE ? time : time + 1);
        }
    }

    @Override
    public void flush(boolean endOfInput) {
        if (endOfInput) {
            feed.advanceTo(Long.MAX_VALUE);
        }
        feed.drain();
        counted(1, writer::flush);
    }

    @Override
    public void close() {
        idleTimer.close();
        try (client) {
            writer.close();
        }
    }

    private void counted(int records, Runnable request) {
        try {
            request.run();
        } catch (WukongsException e) {
            metrics.failed(records);
            throw e;
        }
    }

    private static WriterId writerId(StreamDefinition stream, WriterInitContext context) {
        return new WriterId(
                stream.name(),
                context.getTaskInfo().getIndexOfThisSubtask(),
                context.getTaskInfo().getNumberOfParallelSubtasks(),
                context.getJobInfo().getJobId().toHexString(),
                context.getTaskInfo().getAttemptNumber());
    }

    /** What the feed hands on, on its way to the store. */
    private final class CountedMessages implements StreamFeed.Target {

        @Override
        public void send(ShardBatch batch) {
            long startMs = metrics.nowMs();
            int tuples = batch.tuples().size();
            counted(tuples, () -> writer.send(batch));
            metrics.sent(tuples, startMs);
        }

        @Override
        public void closeUpTo(long batch) {
            counted(1, () -> writer.closeUpTo(batch));
            metrics.closed(batch);
        }

        @Override
        public void idle() {
            counted(1, writer::idle);
        }
    }
}
