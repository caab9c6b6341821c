package org.wukongs.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.types.Row;

/**
 * Keeps all rows, of one job at a time: those of a checkpoint are what is there after its restore,
 * as with a transactional sink.
 */
final class RowsInState extends RichMapFunction<Row, String> implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private static final List<String> ROWS = Collections.synchronizedList(new ArrayList<>());
    private static volatile CountDownLatch first = new CountDownLatch(1);

    private transient ListState<String> state;

    static void clear() {
        ROWS.clear();
        first = new CountDownLatch(1);
    }

    /** Sorted. */
    static List<String> rows() {
        List<String> rows = new ArrayList<>(ROWS);
        Collections.sort(rows);
        return rows;
    }

    /** Returns when there is a row. */
    static void awaitFirst() throws InterruptedException {
        first.await();
    }

    @Override
    public String map(Row row) {
        ROWS.add(row.toString());
        first.countDown();
        return row.toString();
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        state.update(new ArrayList<>(ROWS));
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        state =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("rows", Types.STRING));
        ROWS.clear();
        state.get().forEach(ROWS::add);
    }
}
