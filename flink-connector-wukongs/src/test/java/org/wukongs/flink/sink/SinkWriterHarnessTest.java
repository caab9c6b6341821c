package org.wukongs.flink.sink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.flink.testing.RealStore;
import org.wukongs.stream.Tuple;

/** The sink's operator over a real store, with a snapshot and a restore after every element. */
@SuppressWarnings("try") // Closing a harness may be interrupted.
@Timeout(120)
final class SinkWriterHarnessTest {

    private static final int TUPLE_COUNT = 43;
    private static final long TUPLE_MS = 15;

    /** Each tuple is sent behind one checkpoint, lost with the attempt, and sent again. */
    @Test
    void aTupleThatIsSentAgainAfterARestoreCountsOnce() throws Exception {
        List<Tuple> tuples = tuples();
        try (RealStore store = new RealStore(RealStore.STREAM)) {
            OperatorSubtaskState state = null;
            for (int i = 0; i < TUPLE_COUNT; i++) {
                try (var harness = harness(store, state)) {
                    write(harness, tuples.get(i));
                    harness.processWatermark(new Watermark(tuples.get(i).eventTimeMs() - 30));
                    harness.prepareSnapshotPreBarrier(i);
                    state = harness.snapshot(i, i);
                    if (i + 1 < TUPLE_COUNT) {
                        write(harness, tuples.get(i + 1));
                    }
                }
            }
            try (var harness = harness(store, state)) {
                harness.endInput();
            }
            store.assertHolds(tuples);
        }
    }

    private static OneInputStreamOperatorTestHarness<Tuple, CommittableMessage<WriterCommittable>>
            harness(RealStore store, OperatorSubtaskState state) throws Exception {
        WukongsSink<Tuple> sink =
                WukongsSink.<Tuple>builder()
                        .setStoreAddresses(store.address())
                        .setStream(RealStore.STREAM)
                        .setTuplesBufferedMax(1)
                        .build();
        var harness =
                new OneInputStreamOperatorTestHarness<Tuple, CommittableMessage<WriterCommittable>>(
                        new SinkWriterOperatorFactory<>(sink));
        harness.setup();
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }

    private static void write(OneInputStreamOperatorTestHarness<Tuple, ?> harness, Tuple tuple)
            throws Exception {
        harness.processElement(tuple, tuple.eventTimeMs());
    }

    private static List<Tuple> tuples() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < TUPLE_COUNT; i++) {
            tuples.add(new Tuple(i * TUPLE_MS, "<x:s" + i + ">", "<x:p" + i % 2 + ">", "<x:o>"));
        }
        return tuples;
    }
}
