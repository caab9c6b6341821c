package org.wukongs.flink.testing;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/** The watermark follows each element at once, not by the clock. */
public final class WatermarkOfEach<T> implements WatermarkGenerator<T> {

    private long newestMs = Long.MIN_VALUE;

    @Override
    public void onEvent(T element, long timestampMs, WatermarkOutput output) {
        newestMs = Math.max(newestMs, timestampMs);
        output.emitWatermark(new Watermark(newestMs - 1));
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}
}
