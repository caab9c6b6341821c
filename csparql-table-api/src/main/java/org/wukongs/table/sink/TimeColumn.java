package org.wukongs.table.sink;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.wukongs.flink.sink.BadTupleException;
import org.wukongs.flink.sink.TupleCheck;

/**
 * The column of a stream's table that has the event time.
 *
 * @param at its position in a row
 */
record TimeColumn(String name, int at, int precision) implements Serializable {

    /**
     * Columns that may be it: of type TIMESTAMP or TIMESTAMP_LTZ and, if there is a WATERMARK, the
     * column with that.
     *
     * @param others positions of columns that are something else
     */
    static List<TimeColumn> candidates(
            ResolvedSchema schema, List<Column> columns, List<Integer> others) {
        List<TimeColumn> found = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            LogicalType type = column.getDataType().getLogicalType();
            if (!others.contains(i) && isTime(type) && isWatermarked(schema, column.getName())) {
                int precision = LogicalTypeChecks.getPrecision(type);
                found.add(new TimeColumn(column.getName(), i, precision));
            }
        }
        return found;
    }

    private static boolean isTime(LogicalType type) {
        return type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
                || type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    }

    /** Without a WATERMARK, any column may have one. */
    private static boolean isWatermarked(ResolvedSchema schema, String column) {
        return schema.getWatermarkSpecs().stream()
                .allMatch(spec -> spec.getRowtimeAttribute().equals(column));
    }

    /** Throws a {@link BadTupleException} for NULL or a time that no stream takes. */
    long ms(RowData row) {
        TimestampData value = value(row);
        if (value == null) {
            throw new BadTupleException(name, null, "an event time must not be NULL");
        }
        long timeMs = value.getMillisecond();
        TupleCheck.checkEventTime(name, timeMs);
        return timeMs;
    }

    /** Null for NULL. */
    TimestampData value(RowData row) {
        return row.isNullAt(at) ? null : row.getTimestamp(at, precision);
    }
}
