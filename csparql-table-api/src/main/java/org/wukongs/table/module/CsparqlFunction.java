package org.wukongs.table.module;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.dataview.ListView;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.ProcessTableFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.RefusedException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.sink.BadTupleException;
import org.wukongs.flink.sink.BadTuples;
import org.wukongs.flink.sink.OnError;
import org.wukongs.flink.sink.TupleCheck;
import org.wukongs.stream.Tuple;
import org.wukongs.table.source.WindowRows;
import org.wukongs.table.type.CastFailure;
import org.wukongs.table.type.TermFormat;

/**
 * {@code CSPARQL(input => TABLE … PARTITION BY s, query => 'REGISTER QUERY …', on_time =>
 * DESCRIPTOR(ts))}: executes a continuous query over a table of triples, which becomes the stream
 * that the query names.
 *
 * <p>A function has no checkpoint hook. So tuples stay in Flink's state until the store has
 * acknowledged them with the close of their batch. After a restore they are sent again: closed
 * batches take them as late duplicates.
 *
 * <p>All keys are in one subtask, the writer: a subtask without keys would see no watermark and
 * could close nothing. Batches end at ticks. In the last millisecond before a tick, each key with
 * tuples of a batch that ends there is <em>visited</em>: it hands them over, drops those that have
 * been acknowledged, and is visited again before the next tick if any are left; so it has one timer
 * for each tick while it has tuples. At the tick itself one key closes the batches for all keys,
 * emits the windows that are ready and keeps the progress of the query in its state.
 *
 * <p>A checkpoint may come between visits and close, and a key visited before it is not visited
 * again until the next tick. So in each attempt nothing is handed over or closed until the first
 * timers have passed: from then on all visits of a tick come before its close, and each tuple is
 * handed over once.
 */
@PublicEvolving
public final class CsparqlFunction extends ProcessTableFunction<RowData>
        implements SpecializedFunction {

    private static final long serialVersionUID = 1L;

    /** Flink's metric variable for the job id. */
    private static final String JOB_ID = "<job_id>";

    private static final String ONE_SUBTASK =
            "CSPARQL is the only writer of its stream, so PARTITION BY needs parallelism 1:"
                    + " leave it out, then only the function has parallelism 1, or SET"
                    + " 'table.exec.resource.default-parallelism' = '1'";

    /** The settings from {@code LOAD MODULE}. */
    record Settings(
            StoreConnector store,
            Duration retention,
            TermFormat format,
            CastFailure onFailure,
            OnError onError)
            implements Serializable {}

    /** A call in a statement. */
    record Call(String text, TripleColumns columns, WindowRows rows) implements Serializable {}

    private final Settings settings;
    private final Call call; // null before it is specialized
    private transient TriggeredQuery query;
    private transient Map<String, Integer> streams;
    private transient Counter lateTuples;
    private transient BadTuples badTuples;
    private transient TupleCheck check;
    private transient boolean started;
    private transient boolean closing; // some key has the timer that closes batches
    private transient long firstTimerMs;

    CsparqlFunction(Settings settings) {
        this(settings, null);
    }

    private CsparqlFunction(Settings settings, Call call) {
        this.settings = settings;
        this.call = call;
    }

    @Override
    public TypeInference getTypeInference(DataTypeFactory typeFactory) {
        return CsparqlCalls.typeInference();
    }

    @Override
    public UserDefinedFunction specialize(SpecializedContext context) {
        CsparqlCalls arguments = CsparqlCalls.of(context.getCallContext());
        boolean keyed = arguments.input().partitionByColumns().length > 0;
        if (keyed && parallelism(context.getConfiguration()) > 1) {
            throw new ValidationException(ONE_SUBTASK);
        }
        return new CsparqlFunction(
                settings,
                new Call(
                        arguments.query().text(),
                        arguments.inputColumns(settings.format()),
                        arguments.rows(settings.format(), settings.onFailure())));
    }

    private static int parallelism(ReadableConfig config) {
        int ofTables = config.get(ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM);
        return ofTables > 0 ? ofTables : config.get(CoreOptions.DEFAULT_PARALLELISM);
    }

    @Override
    public void open(FunctionContext context) {
        if (context.getTaskInfo().getNumberOfParallelSubtasks() > 1) {
            throw new RefusedException(ONE_SUBTASK);
        }
        lateTuples = CsparqlMetric.LATE_TUPLES.counter(context.getMetricGroup());
        badTuples =
                new BadTuples(
                        CsparqlMetric.BAD_TUPLES.counter(context.getMetricGroup()),
                        System::currentTimeMillis,
                        "rows skipped by CSPARQL");
        check = new TupleCheck();
        streams = call.columns().streamNames();
        query =
                TriggeredQuery.open(
                        settings.store(),
                        settings.retention(),
                        call,
                        context.getMetricGroup().getAllVariables().get(JOB_ID),
                        context.getTaskInfo().getAttemptNumber());
    }

    /** Called by Flink for each row. */
    public void eval(
            Context context,
            ListView<RowData> tuples,
            ListView<Long> progress,
            Row input,
            String text)
            throws Exception {
        TimeContext<Long> time = context.timeContext(Long.class);
        int stream;
        Tuple tuple;
        try {
            stream = call.columns().stream(input, streams);
            tuple = call.columns().tuple(time.time(), input, check);
        } catch (BadTupleException e) {
            if (settings.onError() == OnError.FAIL) {
                throw WukongsException.user(
                        e.getMessage()
                                + "; LOAD MODULE with 'csparql.on-error' = 'skip' would skip it");
            }
            badTuples.add(e);
            return;
        }
        long visitMs = query.batchEndMs(stream, tuple.eventTimeMs()) - 1;
        Long watermark = time.currentWatermark();
        if (watermark != null && visitMs <= watermark) {
            lateTuples.inc();
            return;
        }
        tuples.add(
                GenericRowData.of(
                        stream,
                        tuple.eventTimeMs(),
                        StringData.fromString(tuple.subject()),
                        StringData.fromString(tuple.predicate()),
                        StringData.fromString(tuple.object())));
        time.registerOnTime(visitMs);
    }

    /** Called by Flink. */
    public void onTimer(OnTimerContext context, ListView<RowData> tuples, ListView<Long> progress)
            throws Exception {
        TimeContext<Long> time = context.timeContext(Long.class);
        long nowMs = time.time();
        if (!started) {
            started = true;
            firstTimerMs = nowMs;
        }
        if (Math.floorMod(nowMs, query.tickMs()) != 0) {
            visit(time, tuples, progress);
        } else if (close(time, progress)) {
            time.registerOnTime(nowMs + query.tickMs());
        }
    }

    /** Visits a key, in the last millisecond before a tick. */
    private void visit(TimeContext<Long> time, ListView<RowData> tuples, ListView<Long> progress)
            throws Exception {
        long tickMs = time.time() + 1;
        boolean first = time.time() == firstTimerMs;
        boolean left = false;
        boolean dropped = false;
        List<RowData> kept = new ArrayList<>();
        for (RowData tuple : tuples.get()) {
            long batchEndMs = query.batchEndMs(tuple.getInt(0), tuple.getLong(1));
            if (query.isClosed(batchEndMs)) {
                dropped = true;
                continue;
            }
            kept.add(tuple);
            if (batchEndMs <= tickMs) {
                left = true;
                if (!first) {
                    query.add(tuple.getInt(0), tuple(tuple));
                }
            }
        }
        if (dropped) {
            tuples.setList(kept);
        }
        if (left) {
            time.registerOnTime(time.time() + query.tickMs());
        }
        if (!first && !closing) {
            closing = true;
            keep(progress);
            time.registerOnTime(tickMs);
        }
    }

    private static Tuple tuple(RowData row) {
        return new Tuple(
                row.getLong(1),
                row.getString(2).toString(),
                row.getString(3).toString(),
                row.getString(4).toString());
    }

    /** Closes batches; returns true if there is more to close, at the next tick. */
    private boolean close(TimeContext<Long> time, ListView<Long> progress) throws Exception {
        long tickMs = time.time();
        boolean ended = time.currentWatermark() == Long.MAX_VALUE;
        if (query.progress() == null) {
            query.restore(QueryProgress.from(progress));
        }
        long endMs = ended ? Math.min(tickMs, query.lastWindowEndMs()) : tickMs;
        if (tickMs - 1 > firstTimerMs && query.isDue(endMs)) {
            query.closeUpTo(tickMs);
            query.windowsUpTo(endMs).forEach(this::emit);
            keep(progress);
        }
        closing = !ended || query.isDue(query.lastWindowEndMs());
        return closing;
    }

    private void keep(ListView<Long> progress) {
        QueryProgress reached = query.progress();
        if (reached != null) {
            reached.writeTo(progress);
        }
    }

    private void emit(WindowResult window) {
        Collector<RowData> out =
                new Collector<>() {
                    @Override
                    public void collect(RowData row) {
                        CsparqlFunction.this.collect(row);
                    }

                    @Override
                    public void close() {}
                };
        call.rows().flatMap(window, out);
    }

    @Override
    public void close() {
        if (query != null) {
            query.close();
        }
    }
}
