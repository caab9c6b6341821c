package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.testing.FakeStore;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

@SuppressWarnings("try") // Closing a writer may be interrupted.
final class WukongsSinkWriterTest {

    private static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, "STORED", Set.of("http://x/t"));

    private FakeStore store;
    private TestWriterContext context;

    @BeforeEach
    void startStore() {
        store = FakeStore.start("writer-test");
        context = new TestWriterContext(1, 3, 2);
    }

    @Test
    void opensAsThisSubtaskAndAttempt() throws Exception {
        open().close();
        assertThat(store.streamNames()).containsExactly("s");
        assertThat(events()).containsExactly("open 1/3 attempt=2");
        assertThat(store.openClients()).isZero();
    }

    @Test
    void registeringAgainIsHarmlessAndANewAttemptFencesTheOld() throws Exception {
        SinkWriter<Tuple> old = open();
        context = new TestWriterContext(1, 3, 3);
        try (SinkWriter<Tuple> writer = open()) {
            write(writer, 5, "a");
            writer.flush(false);
        }
        write(old, 5, "b");
        assertThatThrownBy(() -> old.flush(false))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("fenced");
        old.close();
    }

    @Test
    void aFailedOpenLeavesNoClient() {
        store.client(new StoreAddress("writer-test", 1))
                .registerStream(new StreamDefinition("s", 50, "STORED", Set.of()));
        int clients = store.openClients();
        assertThatThrownBy(this::open)
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("stream=s");
        assertThat(store.openClients()).isEqualTo(clients);
    }

    /** Watermark w: no tuple with time ≤ w comes. Batch 0 ends at 100, so its last ms is 99. */
    @Test
    void aWatermarkClosesTheBatchesThatEndJustAfterIt() throws Exception {
        try (SinkWriter<Tuple> writer = opened()) {
            write(writer, 0, "a");
            write(writer, 99, "b");
            write(writer, 100, "c");
            writer.writeWatermark(new Watermark(98));
            assertThat(events()).isEqualTo(closes(-1));
            writer.writeWatermark(new Watermark(99));
            assertThat(events()).containsExactly("send 0 [a p o, b p o]", "close 0");
            assertThat(context.metricGroup().gauge("wukongs.closedBatch")).isEqualTo(0L);
            writer.writeWatermark(new Watermark(198));
            assertThat(events()).isEmpty();
            writer.writeWatermark(new Watermark(350));
            assertThat(events()).containsExactly("send 1 [c p o]", "close 2");
        }
    }

    @Test
    void watermarksThatSayNothingNewCloseNothing() throws Exception {
        try (SinkWriter<Tuple> writer = opened()) {
            writer.writeWatermark(new Watermark(Long.MIN_VALUE));
            assertThat(events()).isEmpty();
            writer.writeWatermark(new Watermark(-1));
            assertThat(events()).isEqualTo(closes(-1));
            writer.writeWatermark(new Watermark(-1));
            writer.writeWatermark(new Watermark(-500));
            assertThat(events()).isEmpty();
        }
    }

    @Test
    void aCheckpointSendsOpenBatchesAndClosesNone() throws Exception {
        try (SinkWriter<Tuple> writer = opened()) {
            write(writer, 10, "a");
            write(writer, 110, "b");
            writer.flush(false);
            assertThat(events()).containsExactly("send 0 [a p o]", "send 1 [b p o]", "flush");
            write(writer, 20, "c");
            writer.writeWatermark(new Watermark(99));
            assertThat(events()).containsExactly("send 0 [c p o]", "close 0");
            writer.flush(false);
            assertThat(events()).containsExactly("flush");
        }
    }

    @Test
    void lateTuplesAreSentAsLateAndCounted() throws Exception {
        try (SinkWriter<Tuple> writer = opened()) {
            writer.writeWatermark(new Watermark(299));
            store.takeEvents();
            write(writer, 299, "a");
            write(writer, 298, "b");
            write(writer, 5, "c");
            write(writer, 300, "d");
            writer.flush(false);
            assertThat(events())
                    .containsExactly(
                            "late 2 [a p o, b p o]", "late 0 [c p o]", "send 3 [d p o]", "flush");
            assertThat(context.metricGroup().count("wukongs.lateTuples")).isEqualTo(3);
            assertThat(store.lateCount("s")).isEqualTo(3);
        }
    }

    @Test
    void theEndOfInputEndsTheStreamOnce() throws Exception {
        try (SinkWriter<Tuple> writer = opened()) {
            write(writer, 10, "a");
            writer.flush(true);
            assertThat(events())
                    .containsExactly("send 0 [a p o]", "close " + Long.MAX_VALUE, "flush");
            writer.writeWatermark(new Watermark(Long.MAX_VALUE));
            assertThat(events()).isEmpty();
        }
    }

    @Test
    void theLastWatermarkEndsTheStreamToo() throws Exception {
        try (SinkWriter<Tuple> writer = opened()) {
            writer.writeWatermark(new Watermark(Long.MAX_VALUE));
            writer.flush(true);
            assertThat(events()).containsExactly("close " + Long.MAX_VALUE, "flush");
        }
    }

    @Test
    void aFullBufferIsSentEarly() throws Exception {
        WukongsSink<Tuple> sink = builder().setTuplesBufferedMax(3).build();
        try (SinkWriter<Tuple> writer = sink.createWriter(context)) {
            store.takeEvents();
            write(writer, 10, "a");
            write(writer, 110, "b");
            assertThat(events()).isEmpty();
            write(writer, 20, "c");
            assertThat(events()).containsExactly("send 0 [a p o, c p o]", "send 1 [b p o]");
        }
    }

    @Test
    void aSubtaskWithoutInputSaysOnceThatItIsIdle() throws Exception {
        WukongsSink<Tuple> sink = builder().setIdleTimeout(Duration.ofSeconds(1)).build();
        try (SinkWriter<Tuple> writer = sink.createWriter(context)) {
            store.takeEvents();
            write(writer, 10, "a");
            context.fireTimer();
            assertThat(events()).as("it has had a tuple").isEmpty();
            context.fireTimer();
            assertThat(events()).containsExactly("send 0 [a p o]", "idle");
            context.fireTimer();
            assertThat(events()).isEmpty();
            writer.writeWatermark(new Watermark(99));
            context.fireTimer();
            assertThat(events()).containsExactly("close 0");
            context.fireTimer();
            assertThat(events()).containsExactly("idle");
        }
        context = new TestWriterContext(1, 3, 9);
        try (SinkWriter<Tuple> writer = opened()) {
            assertThat(context.hasTimer()).as("never idle unless told").isFalse();
        }
    }

    @Test
    void metricsCountWhatWasSentAndWhatFailed() throws Exception {
        try (SinkWriter<Tuple> writer = opened()) {
            write(writer, 10, "a");
            write(writer, 20, "b");
            writer.flush(false);
            assertThat(context.metricGroup().count("numRecordsSend")).isEqualTo(2);
            assertThat(context.metricGroup().count("numBytesSend")).isEqualTo(2 * 32);
            assertThat(context.metricGroup().gauge("currentSendTime")).isEqualTo(1L);
            store.failNextSend(WukongsException.retriable("the connection broke"));
            write(writer, 30, "c");
            assertThatThrownBy(() -> writer.flush(false)).hasMessage("the connection broke");
            assertThat(context.metricGroup().count("numRecordsSendErrors")).isEqualTo(1);
            assertThat(context.metricGroup().count("numRecordsSend")).isEqualTo(2);
        }
    }

    /** The position at a barrier is what the next attempt starts with, so are late tuples. */
    @Test
    void aCheckpointHasThePositionAndARestoredWriterSaysSo() throws Exception {
        WukongsSink<Tuple> sink = builder().build();
        WriterState state;
        try (var writer = sink.restoreWriter(context, List.of())) {
            assertThat(store.takeRestored()).isEmpty();
            write(writer, 10, "a");
            writer.writeWatermark(new Watermark(99));
            write(writer, 20, "b");
            write(writer, 110, "c");
            writer.flush(false);
            state = writer.snapshotState(1).get(0);
            assertThat(state).isEqualTo(new WriterState(new MessageId(1, 1, 3), 1));
            assertThat(((CommittingSinkWriter<?, ?>) writer).prepareCommit())
                    .isEqualTo(List.of(new WriterCommittable(state.position())));
        }
        context = new TestWriterContext(0, 1, 3);
        WriterState other = new WriterState(new MessageId(1, 0, 9), 4);
        try (var writer = sink.restoreWriter(context, List.of(state, other))) {
            assertThat(store.takeRestored()).containsExactly(state.position(), other.position());
            assertThat(context.metricGroup().count("wukongs.lateTuples")).isEqualTo(5);
            assertThat(writer.snapshotState(2))
                    .containsExactly(new WriterState(new MessageId(2, 0, 0), 5));
        }
    }

    @Test
    void metricsTellHowFarTheStoreIs() throws Exception {
        context = new TestWriterContext(0, 1, 1);
        try (SinkWriter<Tuple> writer = opened()) {
            write(writer, 10, "a");
            writer.writeWatermark(new Watermark(199));
            writer.flush(false);
            assertThat(context.metricGroup().gauge("wukongs.stableTime")).isEqualTo(200L);
            assertThat(context.metricGroup().gauge("wukongs.flushTime")).isEqualTo(1L);
            assertThat(context.metricGroup().count("wukongs.storeWaitTime")).isEqualTo(3);
        }
    }

    @Test
    void elementsThatAreNoTuplesNeedAConverter() throws Exception {
        WukongsSinkBuilder<String> strings = WukongsSink.<String>builder();
        strings.setStoreAddresses("writer-test:1")
                .setStream(STREAM)
                .setStoreClientFactory(FakeStore::connect);
        try (SinkWriter<String> writer = strings.build().createWriter(context)) {
            assertThatThrownBy(() -> writer.write("x", null))
                    .hasMessageContaining("setElementConverter");
        }
        strings.setElementConverter(s -> s.isEmpty() ? null : tuple(7, s));
        try (SinkWriter<String> writer = strings.build().createWriter(context)) {
            store.takeEvents();
            writer.write("x", null);
            writer.flush(false);
            assertThat(events()).containsExactly("send 0 [x p o]", "flush");
            assertThatThrownBy(() -> writer.write("", null)).hasMessageContaining("no tuple");
        }
    }

    @Test
    void allTuplesOfAnElementAreWrittenOrNone() throws Exception {
        WukongsSinkBuilder<List<Tuple>> lists = WukongsSink.<List<Tuple>>builder();
        lists.setStoreAddresses("writer-test:1")
                .setStream(STREAM)
                .setStoreClientFactory(FakeStore::connect)
                .setOnError(OnError.SKIP)
                .setTupleFunction((tuples, out) -> tuples.forEach(out));
        Tuple relative = new Tuple(7, "<a>", "<x:p>", "<x:o>");
        try (SinkWriter<List<Tuple>> writer = lists.build().createWriter(context)) {
            store.takeEvents();
            writer.write(List.of(tuple(7, "a"), tuple(7, "b")), null);
            writer.write(List.of(tuple(7, "c"), relative, tuple(7, "d")), null);
            writer.write(List.of(), null);
            writer.flush(false);
            assertThat(events()).containsExactly("send 0 [a p o, b p o]", "flush");
            assertThat(context.metricGroup().count("wukongs.badTuples")).isEqualTo(1);
        }
    }

    @Test
    void whatIsNoTupleFailsTheJobUnlessItIsToBeSkipped() throws Exception {
        Tuple relative = new Tuple(7, "<a>", "<x:p>", "<x:o>");
        try (SinkWriter<Tuple> writer = opened()) {
            assertThatThrownBy(() -> writer.write(relative, null))
                    .isInstanceOf(BadTupleException.class)
                    .hasMessageContaining("field=subject value=<a>");
        }
        context = new TestWriterContext(0, 1, 3);
        WukongsSink<Tuple> sink = builder().setOnError(OnError.SKIP).build();
        try (SinkWriter<Tuple> writer = sink.createWriter(context)) {
            store.takeEvents();
            writer.write(relative, null);
            write(writer, 10, "a");
            writer.write(new Tuple(-1, "<x:a>", "<x:p>", "<x:o>"), null);
            writer.write(null, null);
            writer.flush(false);
            assertThat(events()).containsExactly("send 0 [a p o]", "flush");
            assertThat(context.metricGroup().count("wukongs.badTuples")).isEqualTo(3);
        }
    }

    @Test
    void deadLettersAreWrittenByAnotherSink() throws Exception {
        LetterSink letters = new LetterSink(false);
        WukongsSink<Tuple> sink =
                builder()
                        .setDeadLetters((tuple, why) -> tuple.eventTimeMs() + why.field(), letters)
                        .build();
        try (SinkWriter<Tuple> writer = sink.createWriter(context)) {
            store.takeEvents();
            writer.write(new Tuple(7, "<a>", "<x:p>", "<x:o>"), null);
            write(writer, 10, "a");
            writer.writeWatermark(new Watermark(50));
            writer.flush(false);
            assertThat(events()).containsExactly("close -1", "send 0 [a p o]", "flush");
            assertThat(context.metricGroup().count("wukongs.badTuples")).isEqualTo(1);
            assertThat(context.metricGroup().count("numRecordsSend")).isEqualTo(1);
        }
        assertThat(letters.events).containsExactly("7subject", "watermark 50", "flush", "close");
    }

    @Test
    void aSinkOfDeadLettersMustNotNeedCommits() throws Exception {
        WukongsSink<Tuple> sink =
                builder().setDeadLetters((tuple, why) -> "", new LetterSink(true)).build();
        try (SinkWriter<Tuple> writer = sink.createWriter(context)) {
            assertThatThrownBy(() -> writer.flush(false)).hasMessageContaining("at-least-once");
        }
    }

    @Test
    void inOrderNothingIsLateAndBothVersionsOfARowComeTogether() throws Exception {
        WukongsSink<Tuple> sink = builder().setTupleTimes(TupleTimes.IN_ORDER).build();
        try (SinkWriter<Tuple> writer = sink.createWriter(context)) {
            write(writer, 10, "a");
            writer.writeWatermark(new Watermark(199));
            store.takeEvents();
            write(writer, 120, "b");
            writer.write(tuple(10, "a").asRemoval(), null);
            writer.writeWatermark(new Watermark(299));
            assertThat(events()).containsExactly("send 2 [b p o]", "close 2");
            write(writer, 130, "c");
            writer.writeWatermark(new Watermark(399));
            assertThat(events()).containsExactly("send 3 [- a p o, c p o]", "close 3");
            writer.write(tuple(130, "c").asRemoval(), null);
            writer.flush(false);
            assertThat(events()).containsExactly("send 4 [- c p o]", "flush");
            assertThat(context.metricGroup().count("wukongs.lateTuples")).isZero();
            assertThat(context.metricGroup().count("wukongs.removals")).isEqualTo(2);
        }
    }

    @Test
    void theNextAttemptBeginsAfterWhatTheStreamHas() throws Exception {
        WukongsSink<Tuple> sink = builder().setTupleTimes(TupleTimes.IN_ORDER).build();
        try (SinkWriter<Tuple> writer = sink.createWriter(context)) {
            write(writer, 510, "a");
            writer.flush(false);
        }
        context = new TestWriterContext(0, 1, 3);
        try (SinkWriter<Tuple> writer = sink.createWriter(context)) {
            store.takeEvents();
            writer.write(tuple(20, "a").asRemoval(), null);
            writer.flush(false);
            assertThat(events()).containsExactly("send 6 [- a p o]", "flush");
        }
    }

    @Test
    void tuplesByArrivalHaveTheClocksTimeWhichClosesBatches() throws Exception {
        WukongsSink<Tuple> sink =
                builder()
                        .setTupleTimes(TupleTimes.ARRIVAL)
                        .setIdleTimeout(Duration.ofSeconds(1))
                        .build();
        try (SinkWriter<Tuple> writer = sink.createWriter(context)) {
            store.takeEvents();
            context.passTo(90_000);
            write(writer, 99_999, "a");
            writer.writeWatermark(new Watermark(99_999));
            assertThat(events()).as("watermarks do nothing").isEmpty();
            write(writer, 0, "b");
            writer.flush(false);
            assertThat(events()).containsExactly("send 900 [a p o, b p o]", "flush");
            context.passTo(90_250);
            context.fireTimer();
            assertThat(events()).containsExactly("close 901");
            write(writer, 0, "c");
            context.fireTimer();
            assertThat(events()).isEmpty();
            writer.flush(true);
            assertThat(events())
                    .containsExactly("send 902 [c p o]", "close " + Long.MAX_VALUE, "flush");
        }
    }

    @Test
    void upsertsNeedTimesOfArrivalAndAStreamThatStoresAll() {
        assertThatThrownBy(() -> builder().setUpserts(true).build())
                .hasMessageContaining("setTupleTimes(TupleTimes.ARRIVAL)");
        assertThatThrownBy(
                        () ->
                                builder()
                                        .setUpserts(true)
                                        .setTupleTimes(TupleTimes.ARRIVAL)
                                        .setStream(
                                                new StreamDefinition(
                                                        "s", 100, "g", Set.of("http://x/t")))
                                        .build())
                .hasMessageContaining("timing predicates");
    }

    /** What the fake store was told, IRIs short. */
    private List<String> events() {
        List<String> events = new ArrayList<>();
        for (String event : store.takeEvents()) {
            events.add(event.replaceAll("<x:(\\w+)>", "$1"));
        }
        return events;
    }

    private static Tuple tuple(long timeMs, String subject) {
        return new Tuple(timeMs, "<x:" + subject + ">", "<x:p>", "<x:o>");
    }

    private static List<String> closes(long batch) {
        return List.of("close " + batch);
    }

    private SinkWriter<Tuple> opened() throws IOException {
        SinkWriter<Tuple> writer = open();
        store.takeEvents();
        return writer;
    }

    private SinkWriter<Tuple> open() throws IOException {
        return builder().build().createWriter(context);
    }

    private static WukongsSinkBuilder<Tuple> builder() {
        return WukongsSink.<Tuple>builder()
                .setStoreAddresses("writer-test:7878")
                .setStream(STREAM)
                .setStoreClientFactory(FakeStore::connect);
    }

    private static void write(SinkWriter<Tuple> writer, long timeMs, String subject)
            throws Exception {
        writer.write(tuple(timeMs, subject), null);
    }
}
