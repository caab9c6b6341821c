package org.wukongs.table.sink;

import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.wukongs.flink.sink.OnError;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.sink.WukongsSinkBuilder;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.table.ConnectionConfig;
import org.wukongs.table.WukongsTableOptions;

/**
 * How the rows of a table are written into a stream, as far as all tables have it in common.
 *
 * @param deadLetters where rows go that are not valid triples, null for none
 */
record TableWriters(
        ReadableConfig options,
        StreamDefinition stream,
        RowConverter rows,
        TableDeadLetters deadLetters) {

    /** A sink to be completed; {@code context} is null unless a statement is being planned. */
    WukongsSinkBuilder<RowData> builder(DynamicTableSink.Context context) {
        WukongsSinkBuilder<RowData> builder =
                WukongsSink.<RowData>builder()
                        .setStoreAddresses(options.get(WukongsTableOptions.STORE))
                        .setConnectTimeout(options.get(WukongsTableOptions.CONNECT_TIMEOUT))
                        .setClientOptions(ConnectionConfig.client(options))
                        .setStream(stream)
                        .setTupleFunction(rows)
                        .setTuplesBufferedMax(options.get(WukongsTableOptions.SINK_BUFFER_MAX_ROWS))
                        .setOnError(
                                options.get(WukongsTableOptions.SINK_ON_ERROR) == SinkOnError.SKIP
                                        ? OnError.SKIP
                                        : OnError.FAIL);
        if (deadLetters != null && context != null) {
            builder.setDeadLetters(
                    TableDeadLetters.letter(rows, stream.name()), deadLetters.sink(context));
        }
        return builder;
    }

    TableWriters copy() {
        return new TableWriters(
                options, stream, rows, deadLetters == null ? null : deadLetters.copy());
    }
}
