package org.wukongs.flink.sink;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Takes dead letters, and may pretend that it has something to commit. */
final class LetterSink implements Sink<String> {

    private static final long serialVersionUID = 1L;

    final transient List<String> events = new ArrayList<>();
    final boolean transactional;

    LetterSink(boolean transactional) {
        this.transactional = transactional;
    }

    @Override
    public SinkWriter<String> createWriter(WriterInitContext context) {
        context.metricGroup().getNumRecordsSendCounter().inc(100);
        return new Writer();
    }

    private final class Writer implements CommittingSinkWriter<String, String> {

        @Override
        public void write(String letter, Context context) {
            events.add(letter);
        }

        @Override
        public void flush(boolean endOfInput) {
            events.add("flush");
        }

        @Override
        public void writeWatermark(Watermark watermark) {
            events.add("watermark " + watermark.getTimestamp());
        }

        @Override
        public Collection<String> prepareCommit() {
            return transactional ? List.of("transaction") : List.of();
        }

        @Override
        public void close() {
            events.add("close");
        }
    }
}
