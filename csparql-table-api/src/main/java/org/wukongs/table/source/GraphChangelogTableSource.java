package org.wukongs.table.source;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.wukongs.flink.changelog.ChangelogOptions;
import org.wukongs.flink.changelog.GraphChangelogSource;
import org.wukongs.table.ConnectionConfig;
import org.wukongs.table.WukongsTableOptions;
import org.wukongs.table.type.ResultRowDecoder;

/**
 * Table source for a stored graph that changes: a scan gives its triples and then, without end,
 * what each snapshot removes and adds. Lookups are those of {@link GraphTableSource}. Nothing is
 * pushed down: the store tells all changes of the graph.
 */
@Internal
public final class GraphChangelogTableSource implements ScanTableSource, LookupTableSource {

    private static final ChangelogMode MODE =
            ChangelogMode.newBuilder()
                    .addContainedKind(RowKind.INSERT)
                    .addContainedKind(RowKind.DELETE)
                    .build();

    private final ReadableConfig options;
    private final DataType columns;
    private final GraphTableSource snapshots;

    private GraphChangelogTableSource(
            ReadableConfig options, DataType columns, GraphTableSource snapshots) {
        this.options = options;
        this.columns = columns;
        this.snapshots = snapshots;
    }

    /** As {@link GraphTableSource#of}. */
    public static GraphChangelogTableSource of(ReadableConfig options, DataType columns) {
        return new GraphChangelogTableSource(
                options, columns, GraphTableSource.of(options, columns));
    }

    @Override
    public ChangelogMode getChangelogMode() {
        return MODE;
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        ResultRowDecoder decoder =
                ResultRowDecoder.of(
                        GraphQuery.COLUMNS,
                        (RowType) columns.getLogicalType(),
                        options.get(WukongsTableOptions.TERM_FORMAT),
                        options.get(WukongsTableOptions.CAST_FAILURE));
        return new Provider(
                options, context.createTypeInformation(columns), new ChangeRows(decoder));
    }

    @Override
    public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
        return snapshots.getLookupRuntimeProvider(context);
    }

    @Override
    public DynamicTableSource copy() {
        return new GraphChangelogTableSource(options, columns, snapshots);
    }

    @Override
    public String asSummaryString() {
        return "wukongs changelog of graph " + options.get(WukongsTableOptions.GRAPH);
    }

    /** One subtask, as changes are in order. */
    private record Provider(
            ReadableConfig options, TypeInformation<RowData> rowType, ChangeRows rows)
            implements DataStreamScanProvider {

        @Override
        public DataStream<RowData> produceDataStream(
                ProviderContext context, StreamExecutionEnvironment env) {
            boolean checkpointing = env.getCheckpointConfig().isCheckpointingEnabled();
            GraphChangelogSource<RowData> source =
                    new GraphChangelogSource<>(
                            ConnectionConfig.store(options),
                            new ChangelogOptions(
                                    options.get(WukongsTableOptions.GRAPH),
                                    options.get(WukongsTableOptions.SCAN_FETCH_WAIT),
                                    checkpointing),
                            rows,
                            rowType);
            var changes =
                    env.fromSource(source, WatermarkStrategy.noWatermarks(), "wukongs changes");
            changes.setParallelism(1);
            context.generateUid("changes").ifPresent(changes::uid);
            return changes;
        }

        @Override
        public boolean isBounded() {
            return false;
        }
    }
}
