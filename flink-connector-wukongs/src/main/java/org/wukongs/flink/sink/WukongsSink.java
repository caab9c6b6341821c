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
import org.wukongs.error.ClassPathCheck;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.common.StreamSpec;
import org.wukongs.stream.Tuple;

/**
 * Writes a stream of tuples into a Wukong+S store.
 *
 * <p>Event time is the tuple's own, unless {@link TupleTimes} say otherwise; Flink's watermarks
 * close the stream's batches, so the input needs a watermark strategy whose timestamps are those of
 * the tuples. What was written before a checkpoint barrier has been acknowledged by the store when
 * the checkpoint completes. After a failover each tuple counts once: closed batches are complete,
 * and the store drops from open ones what is sent again.
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
    private final TupleFunction<T> converter;
    private final WriterOptions options;
    private final DeadLetters<T, ?> deadLetters; // null for none

    WukongsSink(
            StoreConnector store,
            StreamSpec stream,
            TupleFunction<T> converter,
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
     * Removes late tuples with a timing predicate from a stream: no window sees such tuples, and
     * they are not stored. Late timeless tuples stay, because stored graphs absorb them; so does an
     * element of several tuples if one of them is not late and timing. Write the result with this
     * sink at the same parallelism, so that both see the same watermarks.
     *
     * @param late tag of the side output with the late tuples
     */
    public SingleOutputStreamOperator<T> splitLate(DataStream<T> input, OutputTag<T> late) {
        return input.process(new LateTupleSplit<>(stream, converter, late), input.getType())
                .name("late tuples of " + stream.name())
                .setParallelism(input.getParallelism());
    }

    /**
     * Removes elements without a valid tuple (see {@link WukongsSinkBuilder#setOnError}) from a
     * stream and puts a dead letter of each into a side output. Write the result with this sink. If
     * the letters only go to another sink, {@link WukongsSinkBuilder#setDeadLetters} converts each
     * element once instead of twice.
     *
     * @param deadLetters tag of the side output with the dead letters
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
