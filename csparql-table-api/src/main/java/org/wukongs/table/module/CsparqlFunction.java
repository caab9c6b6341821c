package org.wukongs.table.module;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.stream.Tuple;
import org.wukongs.table.source.WindowRows;
import org.wukongs.table.type.CastFailure;
import org.wukongs.table.type.RdfTerms;
import org.wukongs.table.type.TermFormat;

/**
 * {@code CSPARQL(input => TABLE … PARTITION BY s, query => 'REGISTER QUERY …', on_time =>
 * DESCRIPTOR(ts))}: a continuous query over a table of triples, which becomes the stream that the
 * query names.
 *
 * <p>A function has no checkpoint hook. So tuples stay in Flink's state until the store has
 * acknowledged them with the close of their batch, and after a restore they are sent again: what
 * had been closed takes them as late duplicates.
 *
 * <p>All keys of one subtask are one writer, and there is one subtask: one without keys would see
 * no watermark and could close nothing. Two kinds of timers: in the last millisecond of a batch
 * every key hands its tuples over ({@code gather}); a millisecond later the first key whose timer
 * fires closes the batch for all keys and emits windows, and all let go of their tuples ({@code
 * close}). The first timer of an attempt is always a gathering one, as others may have fired before
 * the checkpoint.
 */
@PublicEvolving
public final class CsparqlFunction extends ProcessTableFunction<RowData>
        implements SpecializedFunction {

    private static final long serialVersionUID = 1L;

    /** The name of the state. */
    static final String TUPLES = "tuples";

    private static final String ONE_SUBTASK =
            "CSPARQL is one writer of its stream, so PARTITION BY needs parallelism 1: leave it away,"
                    + " then only the function has parallelism 1, or SET"
                    + " 'table.exec.resource.default-parallelism' = '1'";

    /** What {@code LOAD MODULE} says. */
    record Settings(
            StoreConnector store, Duration retention, TermFormat format, CastFailure onFailure)
            implements Serializable {}

    /** One call in a statement. */
    private record Call(String text, String stream, int[] terms, WindowRows rows)
            implements Serializable {}

    private final Settings settings;
    private final Call call; // null before it is specialized
    private transient TriggeredQuery query;
    private transient Counter lateTuples;
    private transient boolean started;
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
                        arguments.stream(),
                        arguments.terms(settings.format()),
                        arguments.rows(settings.format(), settings.onFailure())));
    }

    private static int parallelism(ReadableConfig config) {
        int ofTables = config.get(ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM);
        return ofTables > 0 ? ofTables : config.get(CoreOptions.DEFAULT_PARALLELISM);
    }

    @Override
    public void open(FunctionContext context) {
        if (context.getTaskInfo().getNumberOfParallelSubtasks() > 1) {
            throw WukongsException.user(ONE_SUBTASK);
        }
        lateTuples = CsparqlMetric.LATE_TUPLES.counter(context.getMetricGroup());
        query =
                TriggeredQuery.open(
                        settings.store(),
                        settings.retention(),
                        call.text(),
                        call.stream(),
                        context.getTaskInfo().getAttemptNumber());
    }

    /** Called by Flink for each row. */
    public void eval(Context context, ListView<RowData> tuples, Row input, String text)
            throws Exception {
        TimeContext<Long> time = context.timeContext(Long.class);
        Tuple tuple = tuple(time.time(), input);
        long gatherMs = query.batchEnd(tuple.eventTimeMs()) - 1;
        Long watermark = time.currentWatermark();
        if (watermark != null && gatherMs <= watermark) {
            lateTuples.inc();
            return;
        }
        tuples.add(
                GenericRowData.of(
                        tuple.eventTimeMs(),
                        StringData.fromString(tuple.subject()),
                        StringData.fromString(tuple.predicate()),
                        StringData.fromString(tuple.object())));
        time.registerOnTime(gatherMs);
    }

    private Tuple tuple(long timeMs, Row row) {
        Object subject = row.getField(call.terms()[0]);
        Object predicate = row.getField(call.terms()[1]);
        Object object = row.getField(call.terms()[2]);
        if (subject == null || predicate == null || object == null) {
            throw WukongsException.user("a triple of a stream has no NULL: row=" + row);
        }
        return new Tuple(
                timeMs,
                RdfTerms.resource((String) subject, settings.format()),
                RdfTerms.resource((String) predicate, settings.format()),
                RdfTerms.term(object, settings.format()));
    }

    /** Called by Flink. */
    public void onTimer(OnTimerContext context, ListView<RowData> tuples) throws Exception {
        TimeContext<Long> time = context.timeContext(Long.class);
        long nowMs = time.time();
        if (!started) {
            started = true;
            firstTimerMs = nowMs;
            query.start(nowMs);
        }
        long endMs = query.batchStart(nowMs + 1);
        if (nowMs == firstTimerMs || query.batchStart(nowMs) < endMs) {
            gather(tuples, endMs);
            time.registerOnTime(nowMs + 1);
            return;
        }
        if (query.closeUpTo(endMs)) {
            emit(endMs);
            boolean ended = time.currentWatermark() == Long.MAX_VALUE;
            if (!ended || query.windowOpen()) {
                time.registerOnTime(query.nextWindowEndMs());
            }
        }
        drop(context, tuples, endMs);
    }

    private void gather(ListView<RowData> tuples, long endMs) throws Exception {
        for (RowData tuple : tuples.get()) {
            if (tuple.getLong(0) < endMs) {
                query.add(
                        new Tuple(
                                tuple.getLong(0),
                                tuple.getString(1).toString(),
                                tuple.getString(2).toString(),
                                tuple.getString(3).toString()));
            }
        }
    }

    private void emit(long endMs) {
        Collector<RowData> out =
                new Collector<>() {
                    @Override
                    public void collect(RowData row) {
                        CsparqlFunction.this.collect(row);
                    }

                    @Override
                    public void close() {}
                };
        for (WindowResult window : query.windowsUpTo(endMs)) {
            call.rows().flatMap(window, out);
        }
    }

    /** The store has acknowledged what is older than {@code endMs}. */
    private static void drop(OnTimerContext context, ListView<RowData> tuples, long endMs)
            throws Exception {
        List<RowData> open = new ArrayList<>();
        for (RowData tuple : tuples.get()) {
            if (tuple.getLong(0) >= endMs) {
                open.add(tuple);
            }
        }
        if (open.isEmpty()) {
            context.clearState(TUPLES);
        } else {
            tuples.setList(open);
        }
    }

    @Override
    public void close() {
        if (query != null) {
            query.close();
        }
    }
}
