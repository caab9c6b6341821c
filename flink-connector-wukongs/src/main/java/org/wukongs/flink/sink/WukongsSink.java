package org.wukongs.flink.sink;

import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.common.StreamSpec;
import org.wukongs.stream.Tuple;

/**
 * Writes a stream of tuples into a Wukong+S store.
 *
 * <p>Event time is the tuple's own; Flink's watermarks close the stream's batches, so the input
 * needs a watermark strategy whose timestamps are those of the tuples. What was written before a
 * checkpoint barrier has been acknowledged by the store when the checkpoint completes; what is
 * replayed after a failover changes nothing that is there already, because windows and graphs are
 * sets.
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
public final class WukongsSink<T> implements Sink<T> {

    private static final long serialVersionUID = 1L;

    private final StoreConnector store;
    private final StreamSpec stream;
    private final SerializableFunction<T, Tuple> converter;
    private final WriterOptions options;

    WukongsSink(
            StoreConnector store,
            StreamSpec stream,
            SerializableFunction<T, Tuple> converter,
            WriterOptions options) {
        this.store = store;
        this.stream = stream;
        this.converter = converter;
        this.options = options;
    }

    public static <T> WukongsSinkBuilder<T> builder() {
        return new WukongsSinkBuilder<>();
    }

    @Internal
    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return WukongsSinkWriter.open(store, stream.definition(), converter, options, context);
    }
}
