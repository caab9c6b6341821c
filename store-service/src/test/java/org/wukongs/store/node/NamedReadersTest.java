package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.ContinuousCut;
import org.wukongs.store.continuous.ContinuousReaders;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.continuous.ReaderCut;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** Readers of one query are independent, begin where they say, and are dropped if they are gone. */
class NamedReadersTest {

    private static final long STEP_MS = 100;
    private static final int RING = 6400;
    private static final int KEPT = RING / 64;
    private static final int TUPLES_A_BATCH = 10;
    private static final int BATCHES = RING / TUPLES_A_BATCH;
    private static final long TIMEOUT_MS = 1_000;
    private static final int MANY = 100;
    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 100ms STEP 100ms]"
                    + " WHERE { ?s <http://x/p> ?o }";
    private static final ReaderId A = ReaderId.ofQuery("a", "q");
    private static final ReaderId B = ReaderId.ofQuery("b", "q");
    private static final ReaderId LIVE = ReaderId.ofQuery(ReaderId.LIVE_PREFIX + "1", "q");

    private long nowNs;
    private final ReaderConnection connectionA = new ReaderConnection(() -> nowNs);
    private final ReaderConnection connectionB = new ReaderConnection(() -> nowNs);
    private final StoreNode node =
            new StoreNode(
                    StoreConfig.builder()
                            .termCountMax(100_000)
                            .ringTupleCountMax(RING)
                            .readerTimeoutMs(TIMEOUT_MS)
                            .build(),
                    () -> nowNs);
    private final WriterId writer = new WriterId("s", 0, 1, "test", 0);
    private final ContinuousReaders readers = node.continuous().readers();
    private long epoch;
    private long nextBatch;

    private void open(String... queries) {
        node.streams()
                .register(
                        new StreamDefinition(
                                "s", STEP_MS, StreamDefinition.STORED, Set.of("http://x/p")));
        epoch = node.openWriter(writer);
        for (String query : queries) {
            node.registerQuery(query);
        }
    }

    @AfterEach
    void close() {
        node.close();
    }

    /** False where the store had no room. */
    private boolean writeBatch() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < TUPLES_A_BATCH; i++) {
            String subject = "<http://x/" + i + ">";
            tuples.add(new Tuple(nextBatch * STEP_MS + i, subject, "<http://x/p>", "\"o\""));
        }
        TupleBatch batch = new TupleBatch(nextBatch, false, tuples);
        boolean taken =
                node.writers()
                        .inject("s", epoch, new TupleEncoder(node.dictionary()).encode(batch));
        if (taken) {
            node.writers().closeUpTo(writer, epoch, nextBatch);
            nextBatch++;
            node.advance();
            node.reclaim();
        }
        return taken;
    }

    private void write(int batches) {
        for (int i = 0; i < batches; i++) {
            assertThat(writeBatch()).as("batch " + nextBatch).isTrue();
        }
    }

    private void writeUntilFull() {
        int count = 0;
        while (writeBatch()) {
            assertThat(count++).isLessThanOrEqualTo(BATCHES);
        }
    }

    /** Window ends from the reader's position on. */
    private List<Long> read(ReaderId reader) {
        FetchedWindows fetched = node.continuous().fetch(reader, Long.MIN_VALUE, 1_000_000);
        assertThat(fetched.results()).allMatch(window -> window.rows().size() == TUPLES_A_BATCH);
        return fetched.results().stream().map(WindowResult::windowEndMs).toList();
    }

    private List<Long> readAndRelease(ReaderId reader) {
        List<Long> ends = read(reader);
        if (!ends.isEmpty()) {
            readers.release(reader, ends.get(ends.size() - 1) + STEP_MS);
            node.reclaim();
        }
        return ends;
    }

    private static List<Long> ends(long first, long last) {
        List<Long> ends = new ArrayList<>();
        for (long end = first; end <= last; end += STEP_MS) {
            ends.add(end);
        }
        return ends;
    }

    /** A reader that asked before all streams had come begins with the earliest tuple of all. */
    @Test
    void theStreamThatComesLastMayBeginFirst() {
        open();
        node.streams()
                .register(new StreamDefinition("t", STEP_MS, StreamDefinition.STORED, Set.of()));
        WriterId last = new WriterId("t", 0, 1, "test", 0);
        long lastEpoch = node.openWriter(last);
        node.registerQuery(
                "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 1s STEP 100ms]"
                        + " FROM STREAM t [RANGE 1s STEP 100ms] WHERE { ?s <http://x/p> ?o }");
        nextBatch = 3;
        write(1);
        FetchedWindows before = node.continuous().fetch(A, Long.MIN_VALUE, 10);
        assertThat(before.results()).isEmpty();

        Tuple first = new Tuple(150, "<http://x/0>", "<http://x/q>", "\"o\"");
        TupleBatch batch = new TupleBatch(1, false, List.of(first));
        node.writers().inject("t", lastEpoch, new TupleEncoder(node.dictionary()).encode(batch));
        node.writers().closeUpTo(last, lastEpoch, 3);
        node.advance();
        FetchedWindows after = node.continuous().fetch(A, before.nextWindowEndMs(), 10);
        assertThat(after.results().stream().map(WindowResult::windowEndMs))
                .isEqualTo(ends(200, 400));
    }

    private QueryStatus status() {
        return node.continuous().status("q");
    }

    @Test
    void readersHaveEachWindowWhateverOthersHaveReleased() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        readers.attach(B, ReaderStart.earliest(), connectionB);
        write(MANY);
        assertThat(readAndRelease(A)).isEqualTo(ends(100, 10_000));
        write(MANY);
        assertThat(readAndRelease(A)).isEqualTo(ends(10_100, 20_000));
        assertThat(read(B)).isEqualTo(ends(100, 20_000));
        assertThat(status().readers())
                .containsExactly(
                        new ReaderStatus("a", 20_100, true),
                        new ReaderStatus("b", Long.MIN_VALUE, true));
        assertThat(status().nextWindowEndMs()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aNewReaderBeginsWhereItSays() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        write(MANY);
        readAndRelease(A);
        long kept = nextBatch * STEP_MS - (KEPT / TUPLES_A_BATCH - 1) * STEP_MS;
        ReaderId latest = ReaderId.ofQuery("latest", "q");
        ReaderId at = ReaderId.ofQuery("at", "q");
        ReaderId before = ReaderId.ofQuery("before", "q");
        readers.attach(B, ReaderStart.earliest(), connectionB);
        readers.attach(latest, ReaderStart.latest(), connectionB);
        readers.attach(at, ReaderStart.timestamp(9_801), connectionB);
        readers.attach(before, ReaderStart.timestamp(1), connectionB);
        assertThat(read(latest)).isEmpty();
        assertThat(read(B)).isEqualTo(ends(kept, 10_000));
        assertThat(read(at)).isEqualTo(ends(9_900, 10_000));
        assertThat(read(before)).as("from the first that is kept").isEqualTo(ends(kept, 10_000));
        write(1);
        for (ReaderId reader : List.of(B, latest, at, before)) {
            assertThat(read(reader)).as(reader.reader()).endsWith(10_100L);
        }
        assertThat(read(latest)).hasSize(1);
    }

    @Test
    void latestAndTimestampsBeforeTheFirstTuple() {
        open(QUERY);
        readers.attach(A, ReaderStart.latest(), connectionA);
        readers.attach(B, ReaderStart.timestamp(-1_000_000), connectionB);
        ReaderId later = ReaderId.ofQuery("later", "q");
        readers.attach(later, ReaderStart.timestamp(250), connectionB);
        assertThat(read(A)).isEmpty();
        write(4);
        assertThat(read(A)).isEqualTo(ends(100, 400));
        assertThat(read(B)).as("not before the first tuple").isEqualTo(ends(100, 400));
        assertThat(read(later)).isEqualTo(ends(300, 400));
    }

    @Test
    void latestOfAnEndedStreamHasNothing() {
        open(QUERY);
        write(3);
        node.writers().closeUpTo(writer, epoch, Long.MAX_VALUE);
        node.advance();
        readers.attach(A, ReaderStart.latest(), connectionA);
        readers.attach(B, ReaderStart.earliest(), connectionB);
        assertThat(node.continuous().fetch(A, Long.MIN_VALUE, 10).results())
                .allMatch(window -> window.rows().isEmpty());
        assertThat(node.continuous().fetch(A, Long.MIN_VALUE, 10).nextWindowEndMs())
                .isGreaterThan(300);
        assertThat(node.continuous().fetch(B, Long.MIN_VALUE, 3).results())
                .extracting(WindowResult::windowEndMs)
                .containsExactly(100L, 200L, 300L);
    }

    @Test
    void aKnownReaderGoesOnWhateverStartItSays() {
        open(QUERY);
        readers.attach(A, ReaderStart.latest(), connectionA);
        write(3);
        connectionA.end();
        write(3);
        readers.attach(A, ReaderStart.latest(), connectionB);
        assertThat(readAndRelease(A)).isEqualTo(ends(100, 600));
        readers.attach(A, ReaderStart.earliest(), connectionB);
        assertThat(read(A)).isEmpty();
        readers.attach(A, ReaderStart.at(500), connectionB);
        assertThat(read(A)).isEqualTo(ends(500, 600));
    }

    @Test
    void aConnectionThatEndsIsOnlyThatOfItsOwnReaders() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        readers.attach(B, ReaderStart.earliest(), connectionB);
        readers.attach(A, ReaderStart.earliest(), connectionB);
        connectionA.end();
        assertThat(status().readers()).allMatch(ReaderStatus::connected);
        connectionB.end();
        assertThat(status().readers()).hasSize(2).noneMatch(ReaderStatus::connected);
    }

    @Test
    void aReaderThatIsGoneHoldsWritersUntilItsTimeIsUp() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        write(3);
        readers.release(A, 200);
        connectionA.end();
        writeUntilFull();
        nowNs += TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
        assertThat(writeBatch()).isFalse();
        nowNs++;
        write(3);
        assertThat(readers.droppedCount()).isEqualTo(1);
        assertThat(status().readers()).isEmpty();
        assertThat(status().lostWindowCount()).isPositive();
        long lost = readers.attach(A, ReaderStart.earliest(), connectionA);
        assertThat(lost).isEqualTo(status().lostWindowCount());
        assertThat(read(A)).isEqualTo(ends(200 + lost * STEP_MS, nextBatch * STEP_MS));
    }

    @Test
    void aReaderThatIsGoneIsNotDroppedWhileThereIsRoomOrAnotherHoldsTheSame() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        readers.attach(B, ReaderStart.earliest(), connectionB);
        connectionA.end();
        nowNs += TimeUnit.MILLISECONDS.toNanos(10 * TIMEOUT_MS);
        writeUntilFull();
        assertThat(readers.droppedCount()).isZero();
        assertThat(read(A)).hasSize((int) nextBatch);
        readAndRelease(B);
        write(1);
        assertThat(readers.droppedCount()).as("now it helps").isEqualTo(1);
        assertThat(read(B)).hasSize(1);
    }

    @Test
    void aReaderThatComesBackTooLateIsTold() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        write(3);
        connectionA.end();
        nowNs += TimeUnit.MILLISECONDS.toNanos(2 * TIMEOUT_MS);
        for (int i = 0; i < 2 * BATCHES; i++) {
            write(1);
        }
        readers.attach(A, ReaderStart.resume(200), connectionA);
        assertThatThrownBy(() -> node.continuous().fetch(A, 200, 1))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("the window's tuples are gone");
    }

    @Test
    void whatTheLastReaderLeavesIsKeptForTheNext() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        write(MANY);
        readAndRelease(A);
        readers.detach(A);
        readers.detach(A);
        write(MANY);
        readers.attach(B, ReaderStart.timestamp(10_100), connectionB);
        assertThat(read(B)).isEqualTo(ends(10_100, 20_000));
        readers.detach(ReaderId.ofQuery("never", "q"));
        node.continuous().unregister("q");
        assertThatThrownBy(() -> readers.attach(B, ReaderStart.earliest(), connectionB))
                .hasMessageContaining("no such query");
    }

    @Test
    void readersOfATemplateAndOfItsQueriesAreIndependent() {
        String query = QUERY.replace("?o", "\"o\"");
        open(query, query.replace("QUERY q", "QUERY r").replace("\"o\"", "\"p\""));
        String template = node.continuous().describe("q").template();
        assertThat(template).isEqualTo(node.continuous().describe("r").template());
        ReaderId all = ReaderId.ofTemplate("a", template);
        ReaderId allToo = ReaderId.ofTemplate("b", template);
        readers.attach(all, ReaderStart.earliest(), connectionA);
        readers.attach(allToo, ReaderStart.earliest(), connectionB);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        write(MANY);
        assertThat(readTemplate(all)).isEqualTo(ends(100, 6_400));
        readers.release(all, 10_100);
        readAndRelease(A);
        node.reclaim();
        assertThat(readTemplate(allToo)).isEqualTo(ends(100, 6_400));
        readers.detach(allToo);
        node.reclaim();
        readers.attach(B, ReaderStart.earliest(), connectionB);
        assertThat(read(B)).hasSizeLessThanOrEqualTo(KEPT / TUPLES_A_BATCH).endsWith(10_000L);
        readers.detach(all);
        write(1);
        assertThat(node.continuous().fetch("r", 10_100, 1).results()).hasSize(1);
    }

    private List<Long> readTemplate(ReaderId reader) {
        try (WindowFetch fetch = node.continuous().start(reader, Long.MIN_VALUE, 1_000_000)) {
            return fetch.results().stream().map(TemplateResult::windowEndMs).toList();
        } finally {
            node.collect();
        }
    }

    @Test
    void whatALiveReaderReadsStaysUnread() {
        open(QUERY);
        write(MANY);
        readers.attach(LIVE, ReaderStart.earliest(), connectionA);
        assertThat(readAndRelease(LIVE)).isEqualTo(ends(100, 10_000));
        readers.detach(LIVE);
        node.reclaim();
        assertThat(readers.attach(A, ReaderStart.earliest(), connectionB)).isZero();
        assertThat(read(A)).isEqualTo(ends(100, 10_000));
        readers.attach(LIVE, ReaderStart.latest(), connectionA);
        readers.detach(A);
        node.reclaim();
        readers.detach(LIVE);
        node.reclaim();
        assertThat(read(B)).as("held for a reader to come").isEqualTo(ends(100, 10_000));
    }

    @Test
    void aLiveReaderGivesWayAtOnceAndHoldsNoWriterBack() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        readers.attach(LIVE, ReaderStart.earliest(), connectionB);
        for (int i = 0; i < 2 * BATCHES; i++) {
            write(1);
            readAndRelease(A);
        }
        assertThat(readers.isAttached(LIVE)).isFalse();
        assertThat(readers.droppedCount()).isEqualTo(1);
        assertThat(status().readers()).extracting(ReaderStatus::name).containsExactly("a");
    }

    @Test
    void aLiveReaderIsForgottenWhenItsConnectionEnds() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        readers.attach(LIVE, ReaderStart.earliest(), connectionB);
        write(MANY);
        readAndRelease(A);
        assertThat(read(LIVE)).isEqualTo(ends(100, 10_000));
        connectionB.end();
        node.reclaim();
        assertThat(readers.isAttached(LIVE)).isFalse();
        readers.attach(B, ReaderStart.earliest(), connectionA);
        assertThat(read(B)).hasSizeLessThanOrEqualTo(KEPT / TUPLES_A_BATCH);
    }

    @Test
    void aLiveReaderIsInNoCut() {
        open(QUERY);
        readers.attach(A, ReaderStart.earliest(), connectionA);
        readers.attach(LIVE, ReaderStart.earliest(), connectionB);
        write(1);
        ContinuousCut cut = node.continuous().beginCut();
        boolean complete = false;
        while (!complete) {
            complete = cut.step();
        }
        assertThat(cut.readers()).extracting(ReaderCut::id).containsExactly(A);
    }

    @Test
    void aQueryHasSoManyReadersAndThoseThatAreGoneGoFirst() {
        open(QUERY);
        for (int i = 0; i < 1_000; i++) {
            ReaderConnection connection = i == 7 ? connectionA : connectionB;
            readers.attach(ReaderId.ofQuery("r" + i, "q"), ReaderStart.earliest(), connection);
        }
        assertThatThrownBy(() -> readers.attach(A, ReaderStart.earliest(), connectionA))
                .hasMessageContaining("too many readers");
        connectionA.end();
        readers.attach(A, ReaderStart.earliest(), connectionA);
        assertThat(status().readers())
                .hasSize(1_000)
                .extracting(ReaderStatus::name)
                .contains("a", "r8")
                .doesNotContain("r7");
    }
}
