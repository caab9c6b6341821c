package org.wukongs.table.sink;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.types.RowKind;
import org.wukongs.flink.sink.TupleTimes;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.table.WukongsTableOptions;

/**
 * Table sink that writes changes of a stored graph, through a stream of its own. With the primary
 * key (s, p) a row replaces what its subject has for its predicate; without one, each row says its
 * triple or takes it back. The time of a change is that at which its row comes.
 */
@Internal
public final class GraphTableSink implements DynamicTableSink {

    private static final String CHANGES = "changes";

    private static final Set<String> COLUMNS = Set.of("s", "p", "o");
    private static final Set<String> KEY = Set.of("s", "p");

    private final TableWriters writers;
    private final RowToTuple rows;
    private final boolean keyed;

    private GraphTableSink(TableWriters writers, RowToTuple rows, boolean keyed) {
        this.writers = writers;
        this.rows = rows;
        this.keyed = keyed;
    }

    /**
     * Throws a {@link ValidationException} for wrong options.
     *
     * @param rows what {@link #rows} returns
     * @param deadLetters where rows go that are not valid triples, null for none
     */
    public static GraphTableSink of(
            ReadableConfig options,
            ResolvedSchema schema,
            RowToTuple rows,
            TableDeadLetters deadLetters) {
        TableWriters writers = new TableWriters(options, stream(options), rows, deadLetters);
        GraphTableSink sink = new GraphTableSink(writers, rows, isKeyed(schema));
        sink.sink(null);
        return sink;
    }

    /** How rows become triples. Throws a {@link ValidationException} for other columns. */
    public static RowToTuple rows(ReadableConfig options, ResolvedSchema schema) {
        if (!COLUMNS.equals(Set.copyOf(schema.getColumnNames()))) {
            throw new ValidationException(
                    "A stored graph's table that is to be written must have the columns s, p and"
                            + " o; these are: "
                            + schema.getColumns().stream().map(Column::asSummaryString).toList());
        }
        return RowToTuple.ofGraph(
                schema,
                options.get(WukongsTableOptions.TERM_FORMAT),
                options.get(WukongsTableOptions.SINK_ON_ERROR),
                isKeyed(schema));
    }

    /** Whether a table has the primary key (s, p). Throws for any other key. */
    public static boolean isKeyed(ResolvedSchema schema) {
        if (schema.getPrimaryKey().isEmpty()) {
            return false;
        }
        List<String> columns = schema.getPrimaryKey().get().getColumns();
        if (KEY.equals(Set.copyOf(columns))) {
            return true;
        }
        throw new ValidationException(
                String.format(
                        "A stored graph's table may have the PRIMARY KEY (s, p), so that a row"
                                + " replaces what its subject has for its predicate, or none; not"
                                + " %s.",
                        columns));
    }

    /** The stream through which a graph is written. */
    private static StreamDefinition stream(ReadableConfig options) {
        String graph = options.get(WukongsTableOptions.GRAPH);
        char separator = graph.indexOf('#') >= 0 ? '/' : '#';
        return new StreamDefinition(
                options.getOptional(WukongsTableOptions.SINK_STREAM)
                        .orElse(graph + separator + CHANGES),
                StreamDefinition.BATCH_INTERVAL_MS_DEFAULT,
                graph,
                Set.of());
    }

    /**
     * Inserted rows replace others too, the newest counts. That is no conflict about which Flink
     * would have to be told in the statement.
     */
    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
        if (requested.containsOnly(RowKind.INSERT)) {
            return ChangelogMode.insertOnly();
        }
        return keyed ? ChangelogMode.upsert() : ChangelogMode.all();
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        Integer parallelism =
                writers.options().getOptional(FactoryUtil.SINK_PARALLELISM).orElse(null);
        WukongsSink<RowData> sink = sink(context);
        return keyed ? new ByKey(sink, rows, parallelism) : SinkV2Provider.of(sink, parallelism);
    }

    /** {@code context} is null unless a statement is being planned. */
    private WukongsSink<RowData> sink(Context context) {
        return writers.builder(context).setTupleTimes(TupleTimes.ARRIVAL).setUpserts(keyed).build();
    }

    /**
     * Brings rows with one key to one subtask, which the planner does for some statements only.
     *
     * @param wanted parallelism, null for that of the rows
     */
    private record ByKey(WukongsSink<RowData> sink, RowToTuple rows, Integer wanted)
            implements DataStreamSinkProvider {

        @Override
        public DataStreamSink<?> consumeDataStream(
                ProviderContext context, DataStream<RowData> input) {
            RowToTuple keys = rows;
            DataStreamSink<RowData> written =
                    input.keyBy(row -> keys.key(row), Types.STRING).sinkTo(sink);
            context.generateUid("writer").ifPresent(written::uid);
            written.setParallelism(wanted == null ? input.getParallelism() : wanted);
            return written;
        }

        @Override
        public Optional<Integer> getParallelism() {
            return Optional.ofNullable(wanted);
        }
    }

    @Override
    public DynamicTableSink copy() {
        return new GraphTableSink(writers.copy(), rows, keyed);
    }

    @Override
    public String asSummaryString() {
        return "wukongs graph " + writers.stream().graph();
    }
}
