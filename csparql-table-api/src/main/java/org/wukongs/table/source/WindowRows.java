package org.wukongs.table.source;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;
import org.wukongs.client.WindowResult;
import org.wukongs.table.type.ResultRowDecoder;

/** Converts a window to rows: columns, then metadata. */
@Internal
public final class WindowRows implements FlatMapFunction<WindowResult, RowData> {

    private static final long serialVersionUID = 1L;

    private final ResultRowDecoder decoder;
    private final WindowMetadata[] metadata;

    public WindowRows(ResultRowDecoder decoder, WindowMetadata[] metadata) {
        this.decoder = decoder;
        this.metadata = metadata;
    }

    @Override
    public void flatMap(WindowResult window, Collector<RowData> out) {
        for (GenericRowData row : decoder.decode(window.rows(), metadata.length)) {
            for (int i = 0; i < metadata.length; i++) {
                row.setField(decoder.columnCount() + i, metadata[i].value(window));
            }
            out.collect(row);
        }
    }
}
