package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.wukongs.flink.common.StreamSpec;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

@SuppressWarnings("try") // Closing a harness may be interrupted.
final class LateTupleSplitTest {

    private static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, StreamDefinition.STORED, Set.of("x:timing"));
    private static final OutputTag<Tuple> LATE =
            new OutputTag<>("late", TypeInformation.of(Tuple.class));
    private static final int ELEMENT_COUNT = 300;

    /** The adaptor says what is late; snapshots and restores change nothing. */
    @Test
    void lateTimingTuplesGoAsideWhateverIsRestored() throws Exception {
        Random random = new Random(3);
        StreamAdaptor adaptor = new StreamAdaptor(STREAM);
        List<Tuple> late = new ArrayList<>();
        List<Tuple> inTime = new ArrayList<>();
        List<Tuple> lateExpected = new ArrayList<>();
        List<Tuple> inTimeExpected = new ArrayList<>();
        OperatorSubtaskState state = null;
        for (int i = 0; i < ELEMENT_COUNT; i++) {
            try (var harness = harness(0, 1, state)) {
                Tuple tuple = tuple(i * 10L + random.nextInt(300), random);
                boolean timing = tuple.predicate().equals("<x:timing>");
                boolean isLate = !adaptor.add(tuple) && timing;
                (isLate ? lateExpected : inTimeExpected).add(tuple);
                harness.processElement(tuple, tuple.eventTimeMs());
                long watermarkMs = i * 10L + random.nextInt(200);
                adaptor.advanceTo(watermarkMs + 1);
                harness.processWatermark(new Watermark(watermarkMs));
                state = harness.snapshot(i, i);
                inTime.addAll(harness.extractOutputValues());
                if (harness.getSideOutput(LATE) != null) {
                    harness.getSideOutput(LATE).forEach(record -> late.add(record.getValue()));
                }
            }
        }
        assertThat(late).isEqualTo(lateExpected).isNotEmpty();
        assertThat(inTime).isEqualTo(inTimeExpected);
    }

    /** What one of several subtasks has passed, others may not have when it comes to them. */
    @Test
    void afterARestoreTheLeastOfAllWatermarksCounts() throws Exception {
        OperatorSubtaskState state;
        try (var one = harness(0, 2, null);
                var two = harness(1, 2, null)) {
            one.processElement(timing(1_000), 0);
            one.processWatermark(new Watermark(999));
            two.processElement(timing(1_000), 0);
            two.processWatermark(new Watermark(499));
            state =
                    AbstractStreamOperatorTestHarness.repackageState(
                            one.snapshot(1, 1), two.snapshot(1, 1));
        }
        OperatorSubtaskState mine =
                AbstractStreamOperatorTestHarness.repartitionOperatorState(state, 10, 2, 3, 2);
        try (var three = harness(2, 3, mine)) {
            three.processElement(timing(400), 0);
            three.processElement(timing(500), 0);
            assertThat(three.extractOutputValues()).containsExactly(timing(500));
            assertThat(three.getSideOutput(LATE)).hasSize(1);
        }
    }

    @Test
    void anElementOfSeveralTuplesIsLateIfAllAre() throws Exception {
        LateTupleSplit<Tuple> twoEach =
                new LateTupleSplit<>(
                        StreamSpec.of(STREAM),
                        (tuple, out) -> {
                            out.accept(tuple);
                            out.accept(timing(tuple.eventTimeMs()));
                        },
                        LATE);
        Tuple timeless = new Tuple(10, "<x:s>", "<x:p>", "<x:o>");
        try (var harness =
                new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(twoEach))) {
            harness.open();
            harness.processElement(timing(0), 0);
            harness.processWatermark(new Watermark(999));
            harness.processElement(timeless, 10);
            harness.processElement(timing(20), 20);
            harness.processElement(timing(1_020), 20);
            assertThat(harness.extractOutputValues())
                    .containsExactly(timing(0), timeless, timing(1_020));
            assertThat(harness.getSideOutput(LATE))
                    .extracting(StreamRecord::getValue)
                    .containsExactly(timing(20));
        }
    }

    private static OneInputStreamOperatorTestHarness<Tuple, Tuple> harness(
            int subtask, int parallelism, OperatorSubtaskState state) throws Exception {
        LateTupleSplit<Tuple> split =
                new LateTupleSplit<>(
                        StreamSpec.of(STREAM), ElementTuples.one(tuple -> tuple), LATE);
        OneInputStreamOperatorTestHarness<Tuple, Tuple> harness =
                new OneInputStreamOperatorTestHarness<>(
                        new ProcessOperator<>(split), 10, parallelism, subtask);
        harness.setup();
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }

    private static Tuple tuple(long timeMs, Random random) {
        return random.nextBoolean() ? timing(timeMs) : new Tuple(timeMs, "<x:s>", "<x:p>", "<x:o>");
    }

    private static Tuple timing(long timeMs) {
        return new Tuple(timeMs, "<x:s>", "<x:timing>", "<x:o>");
    }
}
