package org.wukongs.flink.source;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.wukongs.client.WindowResult;

/**
 * Writes down what a reader emits: {@code query windowEnd@timestamp rows}, {@code w watermark},
 * {@code idle}.
 */
final class CollectingOutput implements ReaderOutput<WindowResult> {

    private final List<String> lines = new ArrayList<>();

    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    @Override
    public String toString() {
        return lines.toString();
    }

    int size() {
        return lines.size();
    }

    @Override
    public void collect(WindowResult result, long timestamp) {
        List<String> rows = result.rows().stream().map(row -> String.join(" ", row)).toList();
        lines.add(result.query() + " " + result.windowEndMs() + "@" + timestamp + " " + rows);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        lines.add("w " + watermark.getTimestamp());
    }

    @Override
    public SourceOutput<WindowResult> createOutputForSplit(String splitId) {
        return this;
    }

    @Override
    public void releaseOutputForSplit(String splitId) {
        lines.add("released " + splitId);
    }

    @Override
    public void collect(WindowResult result) {
        throw new UnsupportedOperationException("a window has a timestamp");
    }

    @Override
    public void markIdle() {
        lines.add("idle");
    }

    @Override
    public void markActive() {}
}
