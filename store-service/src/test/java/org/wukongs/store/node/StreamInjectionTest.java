package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.server.HelperThreads;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** Streams of a node without agent and network: what its thread does step by step. */
class StreamInjectionTest {

    private static final StreamDefinition STREAM = StreamDefinition.of("s");
    private static final WriterId WRITER = new WriterId("s", 0, 1, "job", 0);
    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM <s> [RANGE 1s STEP 1s] { ?s ?p ?o }";

    private StoreNode node = new StoreNode(StoreConfig.DEFAULT, System::nanoTime);
    private long epoch;

    private void open(long storeMemoryBytes, long tupleCountMax) {
        node.close();
        node =
                new StoreNode(
                        StoreConfig.builder()
                                .termCountMax(100_000)
                                .ringTupleCountMax(tupleCountMax)
                                .storeMemoryBytes(storeMemoryBytes)
                                .build(),
                        System::nanoTime);
    }

    private void openWriter() {
        node.streams().register(STREAM);
        epoch = node.openWriter(WRITER);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private ShardBatch message(long sequence, long timeMs, int tupleCount) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < tupleCount; i++) {
            tuples.add(new Tuple(timeMs, "<urn:" + sequence + "-" + i + ">", "<urn:p>", "<urn:o>"));
        }
        EncodedBatch encoded =
                new TupleEncoder(node.dictionary())
                        .encode(new TupleBatch(STREAM.batchOf(timeMs), false, tuples));
        return ShardBatch.whole(sequence, encoded);
    }

    private StreamStatus status() {
        return node.status().streams().get(0);
    }

    private void work() {
        int steps = 0;
        while (node.doWork() > 0) {
            assertThat(steps++).isLessThan(1_000);
        }
    }

    /** Beyond {@link InsertThreads#ROW_COUNT_MIN}, so that they do share it. */
    @Test
    void injectorsShareALargeBatch() {
        int tupleCount = 2 * InsertThreads.ROW_COUNT_MIN;
        node.close();
        StoreConfig config = StoreConfig.builder().injectorCount(3).build();
        node = new StoreNode(config, System::nanoTime, HelperThreads.helpers(config));
        openWriter();
        for (int message = 1; message <= 2; message++) {
            assertThat(node.writers().inject(WRITER, epoch, message(message, 50, tupleCount)))
                    .isTrue();
        }
        node.writers().closeUpTo(WRITER, epoch, 0, 2);
        work();
        assertThat(node.status().storedTripleCount()).isEqualTo(2L * tupleCount);
        assertThat(node.check().violations()).isEmpty();
    }

    /** Without waiting for the next batch, so that who reads between two finds none. */
    @Test
    void anIdleNodeTakesMarksAwayWhenReadersHaveLeft() {
        openWriter();
        assertThat(node.writers().inject(WRITER, epoch, message(1, 50, 3))).isTrue();
        node.writers().closeUpTo(WRITER, epoch, STREAM.batchOf(50), 1);
        work();
        GraphMemory memory = node.stored().memory();
        try (ReaderEpochs.Reader reader = memory.epochs().newReader()) {
            reader.enter();
            assertThat(node.writers().inject(WRITER, epoch, message(2, 1050, 3))).isTrue();
            node.writers().closeUpTo(WRITER, epoch, STREAM.batchOf(1050), 2);
            work();
            assertThat(memory.markBytes()).as("the reader does not see all").isPositive();
            reader.leave();
            assertThat(node.doWork()).isPositive();
            assertThat(memory.markBytes()).isZero();
            assertThat(node.doWork()).isZero();
        }
        assertThat(node.check().violations()).isEmpty();
    }

    @Test
    void aNumberOfInjectorsHasBounds() {
        assertFails(
                Category.USER, "--injectors", () -> StoreConfig.builder().injectorCount(0).build());
        assertFails(
                Category.USER,
                "--injectors",
                () -> StoreConfig.builder().injectorCount(65).build());
    }

    @Test
    void aMessageSentAgainIsTakenOnce() {
        openWriter();
        ShardBatch first = message(1, 50, 1);
        assertThat(node.writers().inject(WRITER, epoch, first)).isTrue();
        assertThat(node.writers().inject(WRITER, epoch, first)).isTrue();
        assertThat(status().tupleCount()).isEqualTo(1);
        assertThat(status().duplicateCount()).isEqualTo(1);
        assertFails(
                Category.RETRIABLE,
                "missing",
                () -> node.writers().inject(WRITER, epoch, message(3, 50, 1)));
        assertFails(
                Category.RETRIABLE, "missing", () -> node.writers().closeUpTo(WRITER, epoch, 0, 2));
        assertFails(
                Category.USER,
                "another shard",
                () ->
                        node.writers()
                                .inject(
                                        WRITER,
                                        epoch,
                                        new ShardBatch(
                                                0,
                                                2,
                                                message(2, 50, 1).tuples(),
                                                new byte[] {ShardBatch.OUT})));
    }

    @Test
    void aTicketIsPublishedWhenItsPlanIs() {
        openWriter();
        node.writers().inject(WRITER, epoch, message(1, 50, 1));
        long ticket = node.writers().closeUpTo(WRITER, epoch, 0, 1);
        assertThat(node.writers().isPublished(ticket)).isFalse();
        assertThat(node.query("ASK { ?s ?p ?o }").rows()).isEmpty();
        work();
        assertThat(node.writers().isPublished(ticket)).isTrue();
        assertThat(node.query("ASK { ?s ?p ?o }").rows()).hasSize(1);
        assertThat(status().stableMs()).isEqualTo(100);
    }

    /** Reading goes on, the writer that closes is told, and nothing of the plan is visible. */
    @Test
    void aPlanThatFindsNoMemoryStaysUnderWay() {
        open(GraphMemory.BUDGET_BYTES_MIN, 100_000);
        openWriter();
        node.writers().inject(WRITER, epoch, message(1, 50, 2_000));
        long ticket = node.writers().closeUpTo(WRITER, epoch, 0, 1);
        work();
        assertFails(Category.FATAL, "", () -> node.writers().isPublished(ticket));
        assertFails(Category.FATAL, "", () -> node.writers().closeUpTo(WRITER, epoch, 1));
        assertFails(Category.FATAL, "", () -> node.loader().load("g", message(9, 0, 1).tuples()));
        assertThat(node.query("ASK { ?s ?p ?o }").rows()).isEmpty();
        assertThat(status().stableMs()).isEqualTo(Long.MIN_VALUE);
        assertThat(node.doWork()).as("it is not tried without end").isZero();
    }

    @Test
    void aStreamIsDroppedWithItsMemoryWhenNoQueryReadsIt() {
        open(1 << 20, 10);
        openWriter();
        node.registerQuery(QUERY);
        node.continuous().attachReader("q", Long.MIN_VALUE);
        node.writers().inject(WRITER, epoch, message(1, 50, 10));
        node.writers().closeUpTo(WRITER, epoch, 0);
        node.advance();
        assertThat(node.writers().hasRoom("s", 1)).isFalse();
        assertFails(Category.USER, "queries=[q]", () -> node.dropStream("s"));
        node.continuous().unregister("q");
        node.dropStream("s");
        assertFails(Category.USER, "no such stream", () -> node.dropStream("s"));
        assertThat(node.query("SELECT ?s { ?s ?p ?o }").rows())
                .as("what it stored stays")
                .hasSize(10);
        node.streams().register(STREAM);
        assertFails(Category.RETRIABLE, "fenced", () -> node.writers().closeUpTo(WRITER, epoch, 1));
        assertThat(node.writers().hasRoom("s", 10)).isTrue();
        node.writers().leave(new WriterConnection(WRITER, STREAM, epoch, 1));
    }

    @Test
    void aFullRingSaysWhetherReadersOrWatermarksAreBehind() {
        open(1 << 20, 10);
        openWriter();
        node.registerQuery(QUERY);
        node.continuous().attachReader("q", Long.MIN_VALUE);
        node.writers().inject(WRITER, epoch, message(1, 50, 4));
        node.writers().inject(WRITER, epoch, message(2, 150, 6));
        assertThat(node.writers().inject(WRITER, epoch, message(3, 250, 1))).isFalse();
        assertThat(node.writers().whyFull("s", 1))
                .contains("full of open batches", "tupleCount=1 ringTuples=10 openTuples=10");
        node.writers().closeUpTo(WRITER, epoch, 0);
        node.advance();
        assertThat(node.writers().whyFull("s", 1))
                .contains("full of open batches", "tupleCount=1 ringTuples=10 openTuples=6");
        node.writers().closeUpTo(WRITER, epoch, 1);
        node.advance();
        assertThat(node.writers().inject(WRITER, epoch, message(3, 250, 1))).isFalse();
        assertThat(node.writers().whyFull("s", 1))
                .contains("readers do not go on", "tupleCount=1 ringTuples=10 openTuples=0");
    }

    @Test
    void aQueryOverAnIdleStreamDoesNotWaitForIt() {
        openWriter();
        node.streams().register(StreamDefinition.of("t"));
        WriterId other = new WriterId("t", 0, 1, "job", 0);
        long otherEpoch = node.openWriter(other);
        node.registerQuery(
                "REGISTER QUERY q AS SELECT ?s FROM STREAM <s> [RANGE 1s STEP 1s]"
                        + " FROM STREAM <t> [RANGE 1s STEP 1s] { ?s ?p ?o }");
        node.writers().inject(WRITER, epoch, message(1, 50, 1));
        node.writers().closeUpTo(WRITER, epoch, 19);
        node.advance();
        assertThat(node.continuous().fetch("q", Long.MIN_VALUE, 9).results()).isEmpty();
        node.writers().markIdle(other, otherEpoch, 0);
        node.advance();
        assertThat(node.continuous().fetch("q", Long.MIN_VALUE, 9).results()).hasSize(2);
        assertThat(node.status().streams().get(1).idle()).isTrue();
        node.writers().inject(other, otherEpoch, message(1, 150, 1));
        assertThat(node.status().streams().get(1).lateCount()).isEqualTo(1);
        assertThat(node.status().streams().get(1).idle()).isFalse();
    }
}
