package org.wukongs.flink.sink;

import java.io.IOException;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
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
    private final StreamAdaptor adaptor;
    private final TupleEncoder encoder;
    private final SerializableFunction<T, Tuple> converter;
    private final int tuplesBufferedMax;
    private final SinkMetrics metrics;

    private WukongsSinkWriter(
            StoreClient client,
            StoreClient.StreamWriter writer,
            StreamDefinition stream,
            SerializableFunction<T, Tuple> converter,
            int tuplesBufferedMax,
            WriterInitContext context) {
        this.client = client;
        this.writer = writer;
        this.adaptor = new StreamAdaptor(stream);
        this.encoder = new TupleEncoder(client.strings());
        this.converter = converter;
        this.tuplesBufferedMax = tuplesBufferedMax;
        this.metrics = new SinkMetrics(context.metricGroup(), context.getProcessingTimeService());
    }

    /** Connects, registers the stream (again is harmless) and opens this attempt's writer. */
    static <T> WukongsSinkWriter<T> open(
            StoreConnector store,
            StreamDefinition stream,
            SerializableFunction<T, Tuple> converter,
            int tuplesBufferedMax,
            WriterInitContext context) {
        StoreClient client = store.connect();
        try {
            client.registerStream(stream);
            StoreClient.StreamWriter writer = client.openWriter(writerId(stream, context));
            return new WukongsSinkWriter<>(
                    client, writer, stream, converter, tuplesBufferedMax, context);
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
        if (!adaptor.add(tuple)) {
            metrics.late();
        }
        if (adaptor.bufferedCount() >= tuplesBufferedMax) {
            send(adaptor.drain());
        }
    }

    @Override
    public void writeWatermark(Watermark watermark) {
        long time = watermark.getTimestamp();
        if (time != Long.MIN_VALUE) {
            advanceTo(time == Long.MAX_VALUE ? time : time + 1);
        }
    }

    @Override
    public void flush(boolean endOfInput) {
        if (endOfInput) {
            advanceTo(Long.MAX_VALUE);
        }
        send(adaptor.drain());
        counted(1, writer::flush);
    }

    @Override
    public void close() {
        try (client) {
            writer.close();
        }
    }

    private void advanceTo(long timeMs) {
        long closedBefore = adaptor.closedBatch();
        send(adaptor.advanceTo(timeMs));
        long closed = adaptor.closedBatch();
        if (closed != closedBefore) {
            counted(1, () -> writer.closeUpTo(closed));
            metrics.closed(closed);
        }
    }

    private void send(List<TupleBatch> batches) {
        for (TupleBatch batch : BatchChunks.of(batches, BatchChunks.TUPLES_MAX)) {
            long startMs = metrics.nowMs();
            int tuples = batch.tuples().size();
            counted(tuples, () -> writer.send(encoder.encode(batch)));
            metrics.sent(tuples, startMs);
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
}
