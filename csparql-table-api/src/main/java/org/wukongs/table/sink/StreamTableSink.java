package org.wukongs.table.sink;

import java.util.Optional;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.types.RowKind;
import org.wukongs.flink.sink.TupleTimes;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.table.WukongsTableOptions;
import org.wukongs.table.type.TermFormat;

/**
 * Table sink that writes a stream of the store. The watermarks of the inserted rows close the
 * stream's batches, or time does if rows of a changelog have no event time.
 */
@Internal
public final class StreamTableSink implements DynamicTableSink {

    private final TableWriters writers;

    private StreamTableSink(TableWriters writers) {
        this.writers = writers;
    }

    /**
     * Throws a {@link ValidationException} for wrong options.
     *
     * @param deadLetters where rows go that are not valid triples, null for none
     */
    public static StreamTableSink of(
            ReadableConfig options, RowConverter converter, TableDeadLetters deadLetters) {
        StreamTableSink sink =
                new StreamTableSink(
                        new TableWriters(options, stream(options), converter, deadLetters));
        sink.sink(null);
        return sink;
    }

    /**
     * How rows become triples: by the mapping of the options if there is one. Throws a {@link
     * ValidationException}, or a USER error with a place in the mapping, for other columns.
     */
    public static RowConverter converter(ReadableConfig options, ResolvedSchema schema) {
        SinkOnError onError = options.get(WukongsTableOptions.SINK_ON_ERROR);
        boolean changes = options.get(WukongsTableOptions.SINK_CHANGELOG);
        Optional<MappingOptions> mapping = MappingOptions.of(options);
        if (mapping.isPresent()) {
            return MappedRows.of(schema, mapping.get(), onError, changes);
        }
        TermFormat format = options.get(WukongsTableOptions.TERM_FORMAT);
        return changes
                ? RowToTuple.ofChanges(schema, format, onError)
                : RowToTuple.of(schema, format, onError);
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
                Set.copyOf(options.get(WukongsTableOptions.TIMING_PREDICATES)),
                Retention.parse(options.get(WukongsTableOptions.RETENTION)));
    }

    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
        if (takesChanges()) {
            return ChangelogMode.all();
        }
        if (requested.containsOnly(RowKind.INSERT)) {
            return ChangelogMode.insertOnly();
        }
        throw new ValidationException(
                String.format(
                        "The statement updates or deletes rows (%s), and the table of the stream"
                                + " '%s' takes inserted rows only. With 'sink.changelog' = 'true'"
                                + " the triples of a removed row are taken back.",
                        requested, writers.stream().name()));
    }

    private boolean takesChanges() {
        return writers.options().get(WukongsTableOptions.SINK_CHANGELOG);
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        Integer parallelism =
                writers.options().getOptional(FactoryUtil.SINK_PARALLELISM).orElse(null);
        return SinkV2Provider.of(sink(context), parallelism);
    }

    /** {@code context} is null unless a statement is being planned. */
    private WukongsSink<RowData> sink(Context context) {
        return writers.builder(context)
                .setTupleTimes(times())
                .setIdleTimeout(writers.options().get(WukongsTableOptions.SINK_IDLE_TIMEOUT))
                .build();
    }

    private TupleTimes times() {
        if (!takesChanges()) {
            return TupleTimes.OWN;
        }
        return writers.rows().hasEventTime() ? TupleTimes.IN_ORDER : TupleTimes.ARRIVAL;
    }

    @Override
    public DynamicTableSink copy() {
        return new StreamTableSink(writers.copy());
    }

    @Override
    public String asSummaryString() {
        return "wukongs stream " + writers.stream().name();
    }
}
