package org.wukongs.flink.sink;

import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.wukongs.flink.common.StreamSpec;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Passes elements on; sends late timing tuples, whose batch the watermark has passed, to a side
 * output.
 *
 * <p>Flink does not checkpoint watermarks, so after a restore the first tuples would all be in
 * time. Batches that <em>all</em> subtasks had passed at the checkpoint stay passed, whichever
 * subtask a record comes to now: the smallest of their watermarks counts, which are kept as union
 * state.
 */
final class LateTupleSplit<T> extends ProcessFunction<T, T> implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private final StreamSpec spec;
    private final TupleFunction<T> converter;
    private final OutputTag<T> late;
    private transient StreamDefinition stream;
    private transient ElementTuples<T> tuples;
    private transient ListState<Long> watermarks;
    private transient TimerService timers; // null before the first element
    private transient long restoredMs;

    LateTupleSplit(StreamSpec spec, TupleFunction<T> converter, OutputTag<T> late) {
        this.spec = spec;
        this.converter = converter;
        this.late = late;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        stream = spec.definition();
        tuples = new ElementTuples<>(converter);
        watermarks =
                context.getOperatorStateStore()
                        .getUnionListState(new ListStateDescriptor<>("watermarks", Types.LONG));
        restoredMs = Long.MAX_VALUE;
        for (long watermarkMs : watermarks.get()) {
            restoredMs = Math.min(restoredMs, watermarkMs);
        }
        restoredMs = restoredMs == Long.MAX_VALUE ? Long.MIN_VALUE : restoredMs;
    }

    @Override
    public void processElement(T element, Context context, Collector<T> inTime) {
        timers = context.timerService();
        if (isLate(element)) {
            context.output(late, element);
        } else {
            inTime.collect(element);
        }
    }

    /**
     * Whether all of its tuples are late. A bad element is not late, nor is one without tuples: the
     * sink handles them.
     */
    private boolean isLate(T element) {
        List<Tuple> found;
        try {
            found = tuples.of(element);
        } catch (BadTupleException e) {
            return false;
        }
        for (Tuple tuple : found) {
            if (!isLate(tuple)) {
                return false;
            }
        }
        return !found.isEmpty();
    }

    private boolean isLate(Tuple tuple) {
        long batchEndMs = stream.batchEndMs(stream.batchOf(tuple.eventTimeMs()));
        return batchEndMs - 1 <= watermarkMs() && stream.isTiming(tuple.predicate());
    }

    private long watermarkMs() {
        return timers == null ? restoredMs : Math.max(restoredMs, timers.currentWatermark());
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        watermarks.clear();
        watermarks.add(watermarkMs());
    }
}
