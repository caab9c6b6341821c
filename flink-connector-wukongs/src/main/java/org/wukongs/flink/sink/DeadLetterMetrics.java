package org.wukongs.flink.sink;

import java.util.Map;
import org.apache.flink.metrics.CharacterFilter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Meter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.OperatorIOMetricGroup;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;

/**
 * Flink's metrics for the writer of dead letters, in the group {@value #GROUP} of the writer of
 * tuples, whose own counters count tuples.
 */
final class DeadLetterMetrics implements SinkWriterMetricGroup {

    static final String GROUP = "deadLetters";

    private final SinkWriterMetricGroup subtask;
    private final MetricGroup group;
    private final Counter sends;
    private final Counter sentBytes;
    private final Counter sendErrors;
    private final Counter outErrors;

    DeadLetterMetrics(SinkWriterMetricGroup subtask) {
        this.subtask = subtask;
        this.group = subtask.addGroup(GROUP);
        this.sends = group.counter("numRecordsSend");
        this.sentBytes = group.counter("numBytesSend");
        this.sendErrors = group.counter("numRecordsSendErrors");
        this.outErrors = group.counter("numRecordsOutErrors");
    }

    @Override
    public Counter getNumRecordsSendCounter() {
        return sends;
    }

    @Override
    public Counter getNumBytesSendCounter() {
        return sentBytes;
    }

    @Override
    public Counter getNumRecordsSendErrorsCounter() {
        return sendErrors;
    }

    @Override
    @Deprecated
    public Counter getNumRecordsOutErrorsCounter() {
        return outErrors;
    }

    @Override
    public void setCurrentSendTimeGauge(Gauge<Long> gauge) {
        group.gauge("currentSendTime", gauge);
    }

    @Override
    public OperatorIOMetricGroup getIOMetricGroup() {
        return subtask.getIOMetricGroup();
    }

    @Override
    public Counter counter(String name) {
        return group.counter(name);
    }

    @Override
    public <C extends Counter> C counter(String name, C counter) {
        return group.counter(name, counter);
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        return group.gauge(name, gauge);
    }

    @Override
    public <H extends Histogram> H histogram(String name, H histogram) {
        return group.histogram(name, histogram);
    }

    @Override
    public <M extends Meter> M meter(String name, M meter) {
        return group.meter(name, meter);
    }

    @Override
    public MetricGroup addGroup(String name) {
        return group.addGroup(name);
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
        return group.addGroup(key, value);
    }

    @Override
    public String[] getScopeComponents() {
        return group.getScopeComponents();
    }

    @Override
    public Map<String, String> getAllVariables() {
        return group.getAllVariables();
    }

    @Override
    public String getMetricIdentifier(String name) {
        return group.getMetricIdentifier(name);
    }

    @Override
    public String getMetricIdentifier(String name, CharacterFilter filter) {
        return group.getMetricIdentifier(name, filter);
    }
}
