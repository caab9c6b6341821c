package org.wukongs.flink.testing;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.OperatorIOMetricGroup;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Metrics that can be read back under their dotted names, for sinks and sources. */
public final class RecordingMetrics extends UnregisteredMetricsGroup
        implements SinkWriterMetricGroup, SourceReaderMetricGroup {

    private final String prefix;
    private final Map<String, Counter> counters;
    private final Map<String, Gauge<?>> gauges;

    public RecordingMetrics() {
        this("", new HashMap<>(), new HashMap<>());
    }

    private RecordingMetrics(
            String prefix, Map<String, Counter> counters, Map<String, Gauge<?>> gauges) {
        this.prefix = prefix;
        this.counters = counters;
        this.gauges = gauges;
    }

    public long count(String name) {
        return counters.get(name).getCount();
    }

    public Object gauge(String name) {
        return gauges.get(name).getValue();
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(prefix + name, n -> new SimpleCounter());
    }

    @Override
    public <C extends Counter> C counter(String name, C counter) {
        counters.put(prefix + name, counter);
        return counter;
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        gauges.put(prefix + name, gauge);
        return gauge;
    }

    @Override
    public MetricGroup addGroup(String name) {
        return new RecordingMetrics(prefix + name + ".", counters, gauges);
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
        return addGroup(key).addGroup(value);
    }

    @Override
    public OperatorIOMetricGroup getIOMetricGroup() {
        return new IoMetrics();
    }

    @Override
    public Counter getNumRecordsOutErrorsCounter() {
        return counter("numRecordsOutErrors");
    }

    @Override
    public Counter getNumRecordsSendErrorsCounter() {
        return counter("numRecordsSendErrors");
    }

    @Override
    public Counter getNumRecordsSendCounter() {
        return counter("numRecordsSend");
    }

    @Override
    public Counter getNumBytesSendCounter() {
        return counter("numBytesSend");
    }

    @Override
    public void setCurrentSendTimeGauge(Gauge<Long> gauge) {
        gauge("currentSendTime", gauge);
    }

    @Override
    public Counter getNumRecordsInErrorsCounter() {
        return counter("numRecordsInErrors");
    }

    @Override
    public void setPendingBytesGauge(Gauge<Long> gauge) {
        gauge("pendingBytes", gauge);
    }

    @Override
    public void setPendingRecordsGauge(Gauge<Long> gauge) {
        gauge("pendingRecords", gauge);
    }

    private final class IoMetrics extends UnregisteredMetricsGroup
            implements OperatorIOMetricGroup {

        @Override
        public Counter getNumRecordsInCounter() {
            return RecordingMetrics.this.counter("numRecordsIn");
        }

        @Override
        public Counter getNumRecordsOutCounter() {
            return RecordingMetrics.this.counter("numRecordsOut");
        }

        @Override
        public Counter getNumBytesInCounter() {
            return RecordingMetrics.this.counter("numBytesIn");
        }

        @Override
        public Counter getNumBytesOutCounter() {
            return RecordingMetrics.this.counter("numBytesOut");
        }
    }
}
