package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.util.UserCodeClassLoader;
import org.wukongs.client.WindowResult;
import org.wukongs.flink.testing.RecordingMetrics;

/** Drives readers, with their real fetch threads, as Flink's task thread does. */
@SuppressWarnings("try") // Flink's close() may be interrupted, and so it declares.
final class ReaderDriver implements AutoCloseable {

    private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(30);

    final CollectingOutput output = new CollectingOutput();
    final RecordingMetrics metrics = new RecordingMetrics();

    private final List<SourceReader<WindowResult, QuerySplit>> readers = new ArrayList<>();

    /** A started reader that gets no splits but these. */
    SourceReader<WindowResult, QuerySplit> reader(
            ContinuousQuerySourceBuilder builder, QuerySplit... splits) {
        SourceReader<WindowResult, QuerySplit> reader = builder.build().createReader(new Context());
        readers.add(reader);
        reader.start();
        if (splits.length > 0) {
            reader.addSplits(List.of(splits));
        }
        reader.notifyNoMoreSplits();
        return reader;
    }

    /** Until so many lines more have been emitted. */
    void poll(SourceReader<WindowResult, QuerySplit> reader, int lines) throws Exception {
        int wanted = output.size() + lines;
        await(() -> pollOnce(reader) && output.size() >= wanted);
    }

    /**
     * Polls, waiting a little where nothing is available; true, so that conditions can be joined to
     * it.
     */
    boolean pollOnce(SourceReader<WindowResult, QuerySplit> reader) throws Exception {
        if (reader.pollNext(output) == InputStatus.NOTHING_AVAILABLE) {
            try {
                reader.isAvailable().get(10, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                return true;
            }
        }
        return true;
    }

    void pollToEnd(SourceReader<WindowResult, QuerySplit> reader) throws Exception {
        await(() -> pollOnce(reader) && reader.pollNext(output) == InputStatus.END_OF_INPUT);
    }

    void await(Condition condition) throws Exception {
        long deadlineNs = System.nanoTime() + DEADLINE_NS;
        while (!condition.holds()) {
            assertThat(System.nanoTime())
                    .as("waited too long, emitted: %s", output)
                    .isLessThan(deadlineNs);
            Thread.onSpinWait();
        }
    }

    /** Closes a reader before the others. */
    void close(SourceReader<WindowResult, QuerySplit> reader) throws Exception {
        readers.remove(reader);
        reader.close();
    }

    @Override
    public void close() throws Exception {
        for (SourceReader<WindowResult, QuerySplit> reader : readers) {
            reader.close();
        }
    }

    /** Something to wait for. */
    interface Condition {
        boolean holds() throws Exception;
    }

    private final class Context implements SourceReaderContext {

        @Override
        public RecordingMetrics metricGroup() {
            return metrics;
        }

        @Override
        public Configuration getConfiguration() {
            return new Configuration();
        }

        @Override
        public String getLocalHostName() {
            return "localhost";
        }

        @Override
        public int getIndexOfSubtask() {
            return 0;
        }

        @Override
        public void sendSplitRequest() {}

        @Override
        public void sendSourceEventToCoordinator(SourceEvent event) {}

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            throw new UnsupportedOperationException("not needed");
        }
    }
}
