package org.wukongs.table.source;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.connector.source.abilities.SupportsSourceWatermark;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.WindowResult;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.source.ContinuousQuerySourceBuilder;
import org.wukongs.table.ConnectionConfig;
import org.wukongs.table.WukongsTableOptions;
import org.wukongs.table.type.ResultRowDecoder;

/**
 * Table source for the windows of a continuous query, with a row for each solution of each window.
 * A projection saves decoding; the query itself stays as registered, as others read it, too.
 */
@Internal
public final class QueryTableSource
        implements ScanTableSource,
                SupportsProjectionPushDown,
                SupportsReadingMetadata,
                SupportsSourceWatermark {

    private final ReadableConfig options;
    private DataType columns;
    private DataType produced;
    private List<WindowMetadata> metadata = List.of();

    private QueryTableSource(ReadableConfig options, DataType columns) {
        this.options = options;
        this.columns = columns;
        this.produced = columns;
    }

    /** Throws a {@link org.apache.flink.table.api.ValidationException} for a bad column. */
    public static QueryTableSource of(ReadableConfig options, DataType columns) {
        QueryTableSource source = new QueryTableSource(options, columns);
        source.decoder();
        Provider.source(options, true);
        return source;
    }

    @Override
    public ChangelogMode getChangelogMode() {
        return ChangelogMode.insertOnly();
    }

    @Override
    public boolean supportsNestedProjection() {
        return false;
    }

    @Override
    public void applyProjection(int[][] projectedFields, DataType producedDataType) {
        columns = Projection.of(projectedFields).project(columns);
        produced = producedDataType;
    }

    @Override
    public Map<String, DataType> listReadableMetadata() {
        Map<String, DataType> types = new LinkedHashMap<>();
        for (WindowMetadata value : WindowMetadata.values()) {
            types.put(value.key(), value.type());
        }
        return types;
    }

    @Override
    public void applyReadableMetadata(List<String> keys, DataType producedDataType) {
        metadata = keys.stream().map(WindowMetadata::of).toList();
        produced = producedDataType;
    }

    /** The source emits watermarks: after a window its end − 1 ms. */
    @Override
    public void applySourceWatermark() {}

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        TypeInformation<RowData> rowType = context.createTypeInformation(produced);
        WindowRows rows = new WindowRows(decoder(), metadata.toArray(new WindowMetadata[0]));
        return new Provider(options, rowType, rows);
    }

    private ResultRowDecoder decoder() {
        return ResultRowDecoder.of(
                options.get(WukongsTableOptions.QUERY),
                (RowType) columns.getLogicalType(),
                options.get(WukongsTableOptions.TERM_FORMAT),
                options.get(WukongsTableOptions.CAST_FAILURE));
    }

    @Override
    public DynamicTableSource copy() {
        QueryTableSource copy = new QueryTableSource(options, columns);
        copy.produced = produced;
        copy.metadata = metadata;
        return copy;
    }

    @Override
    public String asSummaryString() {
        return "wukongs continuous query";
    }

    /** One subtask, as a query is one split. */
    private record Provider(
            ReadableConfig options, TypeInformation<RowData> rowType, WindowRows rows)
            implements DataStreamScanProvider {

        @Override
        public DataStream<RowData> produceDataStream(
                ProviderContext context, StreamExecutionEnvironment env) {
            boolean checkpointing = env.getCheckpointConfig().isCheckpointingEnabled();
            DataStreamSource<WindowResult> windows =
                    env.fromSource(
                            source(options, checkpointing),
                            WatermarkStrategy.noWatermarks(),
                            "wukongs windows");
            windows.setParallelism(1);
            context.generateUid("windows").ifPresent(windows::uid);
            var flat = windows.flatMap(rows).returns(rowType).setParallelism(1);
            context.generateUid("rows").ifPresent(flat::uid);
            return flat;
        }

        /**
         * Without checkpoints, windows are released after being read: nothing else would release
         * them.
         */
        private static ContinuousQuerySource source(ReadableConfig options, boolean checkpointing) {
            ContinuousQuerySourceBuilder builder =
                    ContinuousQuerySource.builder()
                            .setStoreAddresses(options.get(WukongsTableOptions.STORE))
                            .setConnectTimeout(options.get(WukongsTableOptions.CONNECT_TIMEOUT))
                            .setClientOptions(ConnectionConfig.client(options))
                            .setQueries(options.get(WukongsTableOptions.QUERY))
                            .setWindowsMax(options.get(WukongsTableOptions.SCAN_WINDOWS_MAX))
                            .setFetchWait(options.get(WukongsTableOptions.SCAN_FETCH_WAIT))
                            .setBoundedByStreams(
                                    options.get(WukongsTableOptions.SCAN_BOUNDED_BY_STREAMS))
                            .setReleaseOnCheckpoint(checkpointing);
            builder.setStart(start(options));
            options.getOptional(WukongsTableOptions.SCAN_READER_NAME)
                    .ifPresent(builder::setReaderName);
            options.getOptional(WukongsTableOptions.SCAN_BOUNDED_WINDOW_END)
                    .ifPresent(builder::setEndWindowEndMs);
            return builder.build();
        }

        private static ReaderStart start(ReadableConfig options) {
            StartupMode mode = options.get(WukongsTableOptions.SCAN_STARTUP_MODE);
            Optional<Long> timeMs =
                    options.getOptional(WukongsTableOptions.SCAN_STARTUP_TIMESTAMP_MILLIS);
            if (timeMs.isPresent() != (mode == StartupMode.TIMESTAMP)) {
                throw new ValidationException(
                        String.format(
                                "'%s' = '%s' and '%s' must be set together: mode=%s"
                                        + " timestamp-millis=%s",
                                WukongsTableOptions.SCAN_STARTUP_MODE.key(),
                                StartupMode.TIMESTAMP,
                                WukongsTableOptions.SCAN_STARTUP_TIMESTAMP_MILLIS.key(),
                                mode,
                                timeMs.map(String::valueOf).orElse("none")));
            }
            return switch (mode) {
                case EARLIEST_KEPT -> ReaderStart.earliest();
                case LATEST -> ReaderStart.latest();
                case TIMESTAMP -> ReaderStart.timestamp(timeMs.orElseThrow());
            };
        }

        @Override
        public boolean isBounded() {
            return options.get(WukongsTableOptions.SCAN_BOUNDED_BY_STREAMS)
                    || options.getOptional(WukongsTableOptions.SCAN_BOUNDED_WINDOW_END).isPresent();
        }
    }
}
