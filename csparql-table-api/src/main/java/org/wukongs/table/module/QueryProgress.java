package org.wukongs.table.module;

import java.util.Arrays;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.dataview.ListView;
import org.apache.flink.table.types.DataType;

/**
 * How far a call of CSPARQL has come, as it stands in Flink's state.
 *
 * @param nextWindowEndMs what ends before has been emitted
 * @param newestMs the event time of the newest tuple that the store has
 */
record QueryProgress(long nextWindowEndMs, long newestMs) {

    /** Its two numbers; a list, because Flink reads a list only where it is asked for. */
    static final DataType TYPE = ListView.newListViewDataType(DataTypes.BIGINT().notNull());

    void writeTo(ListView<Long> state) {
        state.setList(Arrays.asList(nextWindowEndMs, newestMs)); // Flink asks it for null
    }

    /** Null where the key has none. */
    static QueryProgress from(ListView<Long> state) throws Exception {
        long[] numbers = new long[2];
        int count = 0;
        for (long number : state.get()) {
            numbers[count++] = number;
        }
        return count == 0 ? null : new QueryProgress(numbers[0], numbers[1]);
    }
}
