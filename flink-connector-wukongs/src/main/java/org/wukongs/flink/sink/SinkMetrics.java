package org.wukongs.flink.sink;

import java.util.function.IntSupplier;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.StreamAdaptor;

/**
 * The writer's {@link SinkMetric}s; Flink itself has those of the committer. Owned by the subtask's
 * thread; Flink's reporters read the gauges.
 */
final class SinkMetrics {

    /** A tuple on the wire: event time, subject, predicate and object, a long each. */
    static final int TUPLE_BYTES = 4 * Long.BYTES;

    private final Counter sends;
    private final Counter sentBytes;
    private final Counter errors;
    private final Counter lateTuples;
    private final Counter badTuples;
    private final Counter removals;
    private final Counter keysAsked;
    private final WaitTime storeWait;
    private volatile long sendTimeMs;
    private volatile long closedBatch = StreamAdaptor.NO_BATCH;
    private volatile long stableMs = Long.MIN_VALUE;
    private volatile long flushTimeMs;

    /**
     * {@code reconnects} returns how often the writer has reconnected; {@code lateCount} is that of
     * restored writers.
     */
    SinkMetrics(
            SinkWriterMetricGroup group,
            ProcessingTimeService clock,
            IntSupplier reconnects,
            long lateCount) {
        this.sends = group.getNumRecordsSendCounter();
        this.sentBytes = group.getNumBytesSendCounter();
        this.errors = group.getNumRecordsSendErrorsCounter();
        group.setCurrentSendTimeGauge(() -> sendTimeMs);
        MetricGroup own = group.addGroup(SinkMetric.GROUP);
        this.lateTuples = own.counter(SinkMetric.LATE_TUPLES.shortName());
        this.lateTuples.inc(lateCount);
        this.badTuples = own.counter(SinkMetric.BAD_TUPLES.shortName());
        this.removals = own.counter(SinkMetric.REMOVALS.shortName());
        this.keysAsked = own.counter(SinkMetric.KEYS_ASKED.shortName());
        this.storeWait =
                own.counter(
                        SinkMetric.STORE_WAIT_TIME.shortName(),
                        new WaitTime(clock::getCurrentProcessingTime));
        own.<Long, Gauge<Long>>gauge(SinkMetric.CLOSED_BATCH.shortName(), () -> closedBatch);
        own.<Long, Gauge<Long>>gauge(SinkMetric.STABLE_TIME.shortName(), () -> stableMs);
        own.<Long, Gauge<Long>>gauge(SinkMetric.FLUSH_TIME.shortName(), () -> flushTimeMs);
        own.<Integer, Gauge<Integer>>gauge(SinkMetric.RECONNECTS.shortName(), reconnects::getAsInt);
    }

    /**
     * Runs a request and measures the wait. If it fails, {@code records} send errors are counted, 1
     * if the number is not known.
     *
     * @return its duration in milliseconds
     */
    long await(int records, Runnable request) {
        long tookMs;
        storeWait.begin();
        try {
            request.run();
        } catch (WukongsException e) {
            errors.inc(records);
            throw e;
        } finally {
            tookMs = storeWait.end();
        }
        return tookMs;
    }

    void sent(int tuples, long tookMs) {
        sends.inc(tuples);
        sentBytes.inc((long) tuples * TUPLE_BYTES);
        sendTimeMs = tookMs;
    }

    void removals(int count) {
        removals.inc(count);
    }

    void keysAsked(int count) {
        keysAsked.inc(count);
    }

    void late() {
        lateTuples.inc();
    }

    Counter badTuples() {
        return badTuples;
    }

    long lateCount() {
        return lateTuples.getCount();
    }

    void closed(long batch) {
        closedBatch = batch;
    }

    void stable(long streamStableMs) {
        stableMs = streamStableMs;
    }

    long stableMs() {
        return stableMs;
    }

    void flushed(long tookMs) {
        flushTimeMs = tookMs;
    }
}
