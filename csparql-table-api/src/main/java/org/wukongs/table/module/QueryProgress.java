package org.wukongs.table.module;

import java.util.Arrays;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.dataview.ListView;
import org.apache.flink.table.types.DataType;

/**
 * Progress of a call of CSPARQL, as kept in Flink's state.
 *
 * @param nextWindowEndMs windows that end earlier have been emitted
 * @param newestMs the event time of the newest tuple that the store has
 */
record QueryProgress(long nextWindowEndMs, long newestMs) {

    /** The two numbers, as a list, because Flink reads a list only when it is used. */
    static final DataType TYPE = ListView.newListViewDataType(DataTypes.BIGINT().notNull());

    void writeTo(ListView<Long> state) {
        state.setList(Arrays.asList(nextWindowEndMs, newestMs)); // Flink calls contains(null)
    }

    /** Null if the key has no progress. */
    static QueryProgress from(ListView<Long> state) throws Exception {
        long[] numbers = new long[2];
        int count = 0;
        for (long number : state.get()) {
            numbers[count++] = number;
        }
        return count == 0 ? null : new QueryProgress(numbers[0], numbers[1]);
    }
}
