package org.wukongs.table.sink;

import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.FactoryUtil;
import org.wukongs.flink.sink.OnError;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.sink.WukongsSinkBuilder;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.table.WukongsTableOptions;

/**
 * Table sink that writes a stream of the store. The watermarks of the inserted rows close the
 * stream's batches.
 */
@Internal
public final class StreamTableSink implements DynamicTableSink {

    private final ReadableConfig options;
    private final RowConverter converter;
    private final TableDeadLetters deadLetters; // null for none

    private StreamTableSink(
            ReadableConfig options, RowConverter converter, TableDeadLetters deadLetters) {
        this.options = options;
        this.converter = converter;
        this.deadLetters = deadLetters;
    }

    /**
     * Throws a {@link org.apache.flink.table.api.ValidationException} for wrong options.
     *
     * @param deadLetters where rows go that are not valid triples, null for none
     */
    public static StreamTableSink of(
            ReadableConfig options, RowConverter converter, TableDeadLetters deadLetters) {
        StreamTableSink sink = new StreamTableSink(options, converter, deadLetters);
        sink.sink(null);
        return sink;
    }

    /**
     * How rows become triples: by the mapping of the options if there is one. Throws a {@link
     * org.apache.flink.table.api.ValidationException}, or a USER error with a place in the mapping,
     * for other columns.
     */
    public static RowConverter converter(ReadableConfig options, ResolvedSchema schema) {
        SinkOnError onError = options.get(WukongsTableOptions.SINK_ON_ERROR);
        return MappingOptions.of(options)
                .<RowConverter>map(mapping -> MappedRows.of(schema, mapping, onError))
                .orElseGet(
                        () ->
                                RowToTuple.of(
                                        schema,
                                        options.get(WukongsTableOptions.TERM_FORMAT),
                                        onError));
    }

    /** Whether a table's options have a mapping. */
    public static boolean isMapped(ReadableConfig options) {
        return MappingOptions.of(options).isPresent();
    }

    /** The stream that a table's options describe. */
    public static StreamDefinition stream(ReadableConfig options) {
        return new StreamDefinition(
                options.get(WukongsTableOptions.STREAM),
                options.get(WukongsTableOptions.BATCH_INTERVAL).toMillis(),
                options.getOptional(WukongsTableOptions.GRAPH).orElse(StreamDefinition.STORED),
                Set.copyOf(options.get(WukongsTableOptions.TIMING_PREDICATES)));
    }

    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
        return ChangelogMode.insertOnly();
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        Integer parallelism = options.getOptional(FactoryUtil.SINK_PARALLELISM).orElse(null);
        return SinkV2Provider.of(sink(context), parallelism);
    }

    /** {@code context} is null unless a statement is being planned. */
    private WukongsSink<RowData> sink(Context context) {
        WukongsSinkBuilder<RowData> builder =
                WukongsSink.<RowData>builder()
                        .setStoreAddresses(options.get(WukongsTableOptions.STORE))
                        .setConnectTimeout(options.get(WukongsTableOptions.CONNECT_TIMEOUT))
                        .setStream(stream(options))
                        .setTupleFunction(converter)
                        .setTuplesBufferedMax(options.get(WukongsTableOptions.SINK_BUFFER_MAX_ROWS))
                        .setIdleTimeout(options.get(WukongsTableOptions.SINK_IDLE_TIMEOUT))
                        .setOnError(
                                options.get(WukongsTableOptions.SINK_ON_ERROR) == SinkOnError.SKIP
                                        ? OnError.SKIP
                                        : OnError.FAIL);
        if (deadLetters != null && context != null) {
            String stream = options.get(WukongsTableOptions.STREAM);
            builder.setDeadLetters(
                    TableDeadLetters.letter(converter, stream), deadLetters.sink(context));
        }
        return builder.build();
    }

    @Override
    public DynamicTableSink copy() {
        return new StreamTableSink(
                options, converter, deadLetters == null ? null : deadLetters.copy());
    }

    @Override
    public String asSummaryString() {
        return "wukongs stream " + options.get(WukongsTableOptions.STREAM);
    }
}
