package org.wukongs.table.sink;

import org.apache.flink.annotation.Internal;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.wukongs.flink.sink.TupleFunction;

/** Converts a row to tuples, and to what a dead letter says of it. */
@Internal
public interface RowConverter extends TupleFunction<RowData> {

    /** Whether rows have an event time; otherwise it is the time at which they come. */
    boolean hasEventTime();

    /** Columns of a dead letter that the row fills, before those that say what is wrong. */
    ResolvedSchema letterColumns();

    /** Their values; strings may have any length. */
    Object[] letter(RowData row);
}
