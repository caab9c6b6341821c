package org.wukongs.flink.sink;

import java.util.function.IntSupplier;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.wukongs.stream.StreamAdaptor;

/**
 * FLIP-33's sink metrics (numRecordsSend, numBytesSend as ids on the wire, numRecordsSendErrors,
 * currentSendTime) and, in group {@code wukongs}, {@code lateTuples}, {@code closedBatch} and
 * {@code reconnects}. Owned by the subtask's thread; gauges are read by Flink's reporters.
 */
final class SinkMetrics {

    /** A tuple on the wire: event time, subject, predicate and object, a long each. */
    static final int TUPLE_BYTES = 4 * Long.BYTES;

    private final Counter sends;
    private final Counter sentBytes;
    private final Counter errors;
    private final Counter lateTuples;
    private final ProcessingTimeService clock;
    private volatile long sendTimeMs;
    private volatile long closedBatch = StreamAdaptor.NO_BATCH;

    /** {@code reconnects}: how often the connection was lost and made again. */
    SinkMetrics(SinkWriterMetricGroup group, ProcessingTimeService clock, IntSupplier reconnects) {
        this.sends = group.getNumRecordsSendCounter();
        this.sentBytes = group.getNumBytesSendCounter();
        this.errors = group.getNumRecordsSendErrorsCounter();
        this.clock = clock;
        group.setCurrentSendTimeGauge(() -> sendTimeMs);
        MetricGroup own = group.addGroup("wukongs");
        this.lateTuples = own.counter("lateTuples");
        own.<Long, Gauge<Long>>gauge("closedBatch", () -> closedBatch);
        own.<Integer, Gauge<Integer>>gauge("reconnects", reconnects::getAsInt);
    }

    long nowMs() {
        return clock.getCurrentProcessingTime();
    }

    void sent(int tuples, long startMs) {
        sends.inc(tuples);
        sentBytes.inc((long) tuples * TUPLE_BYTES);
        sendTimeMs = nowMs() - startMs;
    }

    void late() {
        lateTuples.inc();
    }

    void closed(long batch) {
        closedBatch = batch;
    }

    /** A request failed that stood for so many records; 1 where that is not known. */
    void failed(int records) {
        errors.inc(records);
    }
}
