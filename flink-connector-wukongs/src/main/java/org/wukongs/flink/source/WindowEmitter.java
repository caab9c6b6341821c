package org.wukongs.flink.source;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.wukongs.client.WindowResult;

/**
 * Emits a record for each execution. Its timestamp is the last millisecond of the window; the
 * watermark is the same, as the next window of the split ends later.
 */
final class WindowEmitter implements RecordEmitter<FetchedWindow, WindowResult, QuerySplitState> {

    private final ReaderMetrics metrics;

    WindowEmitter(ReaderMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void emitRecord(
            FetchedWindow window, SourceOutput<WindowResult> output, QuerySplitState state) {
        long timestampMs = window.windowEndMs() - 1;
        for (WindowResult result : window.results()) {
            output.collect(result, timestampMs);
        }
        metrics.emitted(window);
        state.emitted(window);
        output.emitWatermark(new Watermark(timestampMs));
    }
}
