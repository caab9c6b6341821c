package org.wukongs.flink.sink;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.error.ClassPathCheck;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.common.StreamSpec;
import org.wukongs.stream.Tuple;

/**
 * Writes a stream of tuples into a Wukong+S store.
 *
 * <p>Event time is the tuple's own; Flink's watermarks close the stream's batches, so the input
 * needs a watermark strategy whose timestamps are those of the tuples. What was written before a
 * checkpoint barrier has been acknowledged by the store when the checkpoint completes. After a
 * failover each tuple counts once: batches that are closed are complete, and open ones lose what is
 * sent again.
 *
 * <pre>{@code
 * tuples.sinkTo(WukongsSink.<Tuple>builder()
 *     .setStoreAddresses("localhost:7878")
 *     .setStream(StreamDefinition.of("poststream"))
 *     .build());
 * }</pre>
 *
 * @param <T> element type: {@link Tuple}, or anything with an element converter
 */
@PublicEvolving
public final class WukongsSink<T>
        implements Sink<T>,
                SupportsWriterState<T, WriterState>,
                SupportsCommitter<WriterCommittable> {

    private static final long serialVersionUID = 1L;

    private final StoreConnector store;
    private final StreamSpec stream;
    private final SerializableFunction<T, Tuple> converter;
    private final WriterOptions options;
    private final DeadLetters<T, ?> deadLetters; // null where there are none

    WukongsSink(
            StoreConnector store,
            StreamSpec stream,
            SerializableFunction<T, Tuple> converter,
            WriterOptions options,
            DeadLetters<T, ?> deadLetters) {
        this.store = store;
        this.stream = stream;
        this.converter = converter;
        this.options = options;
        this.deadLetters = deadLetters;
    }

    public static <T> WukongsSinkBuilder<T> builder() {
        ClassPathCheck.check(WukongsSink.class);
        return new WukongsSinkBuilder<>();
    }

    /**
     * Takes late tuples with a timing predicate out of a stream that is to be written: windows do
     * not see them any more, and nothing of them is stored. Late timeless ones stay in, because
     * stored graphs absorb them. Write the result with this sink and the same parallelism, so that
     * both see the same watermarks.
     *
     * @param late tag under which the result has the late tuples as a side output
     */
    public SingleOutputStreamOperator<T> splitLate(DataStream<T> input, OutputTag<T> late) {
        return input.process(new LateTupleSplit<>(stream, converter, late), input.getType())
                .name("late tuples of " + stream.name())
                .setParallelism(input.getParallelism());
    }

    /**
     * Takes elements out of a stream that is to be written which give no tuple that a store takes
     * (see {@link WukongsSinkBuilder#setOnError}); a dead letter of each is in a side output. Write
     * the result with this sink. Where another sink is to take the letters as they are, {@link
     * WukongsSinkBuilder#setDeadLetters} converts each element once.
     *
     * @param deadLetters tag under which the result has the dead letters
     */
    public <D> SingleOutputStreamOperator<T> splitBad(
            DataStream<T> input, OutputTag<D> deadLetters, DeadLetterFunction<T, D> letter) {
        return input.process(
                        new BadTupleSplit<>(stream.name(), converter, deadLetters, letter),
                        input.getType())
                .name("dead letters of " + stream.name())
                .setParallelism(input.getParallelism());
    }

    @Internal
    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        return restoreWriter(context, List.of());
    }

    @Internal
    @Override
    public StatefulSinkWriter<T, WriterState> restoreWriter(
            WriterInitContext context, Collection<WriterState> restored) throws IOException {
        WriterStart start = new WriterStart(stream.definition(), List.copyOf(restored), context);
        return WukongsSinkWriter.open(store, start, converter, options, deadLetters);
    }

    @Internal
    @Override
    public SimpleVersionedSerializer<WriterState> getWriterStateSerializer() {
        return new WriterStateSerializer();
    }

    @Internal
    @Override
    public Committer<WriterCommittable> createCommitter(CommitterInitContext context) {
        return new WukongsCommitter(store, stream.name());
    }

    @Internal
    @Override
    public SimpleVersionedSerializer<WriterCommittable> getCommittableSerializer() {
        return new WriterCommittableSerializer();
    }
}
