package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.StoreStatus.LogStatus;
import org.wukongs.store.history.NodeLog;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.StoreCommand.Reply;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** Callers get what rests on the log when the log has it, and see nothing that it has not. */
class RepliesTest {

    private static final long SECOND_NS = 1_000_000_000;
    private static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, StreamDefinition.STORED, Set.of());
    private static final WriterId WRITER = new WriterId("s", 0, 1, "job", 0);

    private long nowNs;
    private final FakeLog log = new FakeLog();
    private StoreNode node;
    private LogReplies replies;
    private StoreAgent agent;

    /** A log whose disk is as far as the test says. */
    private static final class FakeLog implements NodeLog {

        private long position;
        private long kept;
        private long flushed;
        private boolean hasRoom = true;
        private int flushCount;
        private int notYet; // so often it says that nothing is kept

        @Override
        public boolean hasRoom() {
            return hasRoom;
        }

        @Override
        public long append(NodeRecord record) {
            return ++position;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public boolean isKept(long asked) {
            return notYet-- <= 0 && asked <= kept;
        }

        @Override
        public boolean isFlushed(long asked) {
            return asked <= flushed;
        }

        @Override
        public LogStatus status() {
            return null;
        }

        @Override
        public void requestFlush() {
            flushCount++;
        }
    }

    @BeforeEach
    void start() {
        node =
                new StoreNode(
                        StoreConfig.builder().termCountMax(1000).storeMemoryBytes(1 << 20).build(),
                        () -> nowNs);
        node.beginHistory(log);
        replies = new LogReplies(node);
        agent = new StoreAgent(node, () -> nowNs, replies, () -> {}, () -> {});
    }

    @AfterEach
    void end() {
        agent.onClose();
        node.close();
    }

    private <T> CompletableFuture<T> submit(Reply reply, Function<StoreNode, T> action) {
        StoreCommand<T> command =
                new StoreCommand<>((store, due) -> action.apply(store), reply, nowNs);
        agent.submit(command);
        agent.doWork();
        return command.result();
    }

    private static Boolean put(StoreNode store, String key) {
        return store.catalogEntries().put(new CatalogEntry(key, Map.of()));
    }

    @Test
    void aChangeIsAcknowledgedWhenItIsKept() {
        CompletableFuture<Boolean> one = submit(Reply.KEPT, store -> put(store, "one"));
        CompletableFuture<Boolean> two = submit(Reply.KEPT, store -> put(store, "two"));
        CompletableFuture<Integer> read =
                submit(Reply.AT_ONCE, store -> store.catalogEntries().startingWith("").size());
        assertThat(one).isNotDone();
        assertThat(two).isNotDone();
        assertThat(read).isCompletedWithValue(2);
        log.kept = 1;
        agent.doWork();
        assertThat(one).isCompletedWithValue(true);
        assertThat(two).isNotDone();
        log.kept = 2;
        agent.doWork();
        assertThat(two).isCompletedWithValue(true);
    }

    @Test
    void whatChangesNothingWaitsForWhatItRestsOn() {
        CompletableFuture<Boolean> first = submit(Reply.KEPT, store -> put(store, "one"));
        CompletableFuture<Boolean> again = submit(Reply.KEPT, store -> put(store, "one"));
        assertThat(again).isNotDone();
        log.kept = 1;
        agent.doWork();
        assertThat(first).isCompletedWithValue(true);
        assertThat(again).isCompletedWithValue(false);
    }

    @Test
    void aFlushAsksTheLogAndWaitsForIt() {
        log.kept = Long.MAX_VALUE;
        CompletableFuture<Boolean> kept = submit(Reply.KEPT, store -> put(store, "one"));
        assertThat(kept).isCompletedWithValue(true);
        CompletableFuture<Boolean> flushed = submit(Reply.FLUSHED, store -> true);
        assertThat(log.flushCount).isEqualTo(1);
        assertThat(flushed).isNotDone();
        log.flushed = 1;
        replies.doWork();
        assertThat(flushed).isCompletedWithValue(true);
    }

    @Test
    void whatShowsNothingIsAcknowledgedWithoutTheAgent() {
        CompletableFuture<Boolean> one = submit(Reply.LOGGED, store -> put(store, "one"));
        CompletableFuture<Boolean> two = submit(Reply.LOGGED, store -> put(store, "two"));
        assertThat(replies.hasWaiting()).isTrue();
        log.kept = 1;
        replies.doWork();
        assertThat(one).isCompletedWithValue(true);
        assertThat(two).isNotDone();
        log.kept = 2;
        replies.doWork();
        assertThat(two).isCompletedWithValue(true);
        assertThat(replies.hasWaiting()).isFalse();
        assertThat(agent.waitsForLog()).isFalse();
    }

    @Test
    void theAgentGivesAnswersForWhichTheLogHasNoRoom() {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i <= StoreAgent.QUEUE_CAPACITY; i++) {
            String key = "key" + i;
            answers.add(submit(Reply.LOGGED, store -> put(store, key)));
        }
        assertThat(agent.waitsForLog()).isTrue();
        log.kept = Long.MAX_VALUE;
        replies.doWork();
        assertThat(answers).filteredOn(answer -> !answer.isDone()).hasSize(1);
        agent.doWork();
        assertThat(answers).allMatch(CompletableFuture::isDone);
        assertThat(agent.waitsForLog()).isFalse();
    }

    @Test
    void whatTheLogHasWhenItEndsIsAcknowledgedAndNothingElse() {
        CompletableFuture<Boolean> one = submit(Reply.LOGGED, store -> put(store, "one"));
        CompletableFuture<Boolean> two = submit(Reply.LOGGED, store -> put(store, "two"));
        agent.onClose();
        assertThat(one).isNotDone();
        log.kept = 1;
        replies.onClose();
        assertThat(one).isCompletedWithValue(true);
        assertThat(two).isCompletedExceptionally();
    }

    @Test
    void theAgentIsWokenForWhatItShows() {
        CompletableFuture<Boolean> loaded = submit(Reply.KEPT, this::loadOne);
        assertThat(agent.waitsForLog()).isTrue();
        log.kept = Long.MAX_VALUE;
        agent.doWork();
        assertThat(loaded).isCompletedWithValue(true);
        assertThat(agent.waitsForLog()).isFalse();
    }

    @Test
    void aFullLogHoldsChangesBackAndNotReads() {
        log.kept = Long.MAX_VALUE;
        log.hasRoom = false;
        CompletableFuture<Boolean> held = submit(Reply.KEPT, store -> put(store, "one"));
        CompletableFuture<Boolean> read = submit(Reply.AT_ONCE, store -> true);
        assertThat(held).isNotDone();
        assertThat(log.position).isZero();
        assertThat(read).isCompletedWithValue(true);
        log.hasRoom = true;
        agent.doWork();
        assertThat(held).isCompletedWithValue(true);
    }

    @Test
    void aLogThatStaysFullIsAnError() {
        log.hasRoom = false;
        CompletableFuture<Boolean> held = submit(Reply.KEPT, store -> put(store, "one"));
        nowNs += 59 * SECOND_NS;
        agent.doWork();
        assertThat(held).isNotDone();
        nowNs += 2 * SECOND_NS;
        agent.doWork();
        assertThat(held).isCompletedExceptionally();
        assertThat(node.catalogEntries().startingWith("")).isEmpty();
    }

    /**
     * The log may be as far between two questions; the answer must not come before the snapshot.
     */
    @Test
    void aLoadIsVisibleBeforeItIsAcknowledged() {
        log.kept = Long.MAX_VALUE;
        log.notYet = 1; // for the snapshot
        CompletableFuture<Boolean> loaded = submit(Reply.KEPT, this::loadOne);
        assertThat(loaded).isCompletedWithValue(true);
        assertThat(node.query("SELECT * { ?s ?p ?o }").rows()).hasSize(1);
    }

    private boolean loadOne(StoreNode store) {
        Tuple tuple = new Tuple(0, "<http://x/s>", "<http://x/p>", "<http://x/o>");
        store.loader()
                .load(
                        StreamDefinition.STORED,
                        new TupleEncoder(store.dictionary())
                                .encode(new TupleBatch(0, false, List.of(tuple))));
        return true;
    }

    /** What comes while a plan is carried out is not in its snapshot. */
    @Test
    void aPlanIsVisibleWhenItsRecordIsKept() {
        long planned =
                submit(
                                Reply.AT_ONCE,
                                store -> {
                                    store.streams().register(STREAM);
                                    long epoch = store.openWriter(WRITER);
                                    store.writers().inject(WRITER, epoch, oneTuple(store));
                                    store.writers().closeUpTo(WRITER, epoch, 0);
                                    return store.history().position();
                                })
                        .join();
        CompletableFuture<Boolean> later = submit(Reply.LOGGED, store -> put(store, "later"));
        assertThat(node.coordinator().stableSn()).isZero();
        log.kept = planned + 1;
        agent.doWork();
        assertThat(node.coordinator().stableSn()).isEqualTo(1);
        assertThat(node.query("SELECT * { ?s ?p ?o }").rows()).hasSize(1);
        replies.doWork();
        assertThat(later).isNotDone();
    }

    private static ShardBatch oneTuple(StoreNode store) {
        Tuple tuple = new Tuple(0, "<http://x/s>", "<http://x/p>", "<http://x/o>");
        return ShardBatch.whole(
                1,
                new TupleEncoder(store.dictionary())
                        .encode(new TupleBatch(0, false, List.of(tuple))));
    }

    @Test
    void aLoadIsVisibleWhenItIsKept() {
        CompletableFuture<Boolean> loaded = submit(Reply.KEPT, this::loadOne);
        CompletableFuture<Boolean> next = submit(Reply.KEPT, this::loadOne);
        long before = log.position;
        assertThat(node.query("SELECT * { ?s ?p ?o }").rows()).isEmpty();
        assertThat(node.coordinator().stableSn()).isZero();
        assertThat(loaded).isNotDone();
        assertThat(log.position).as("one snapshot at a time waits").isEqualTo(before);
        log.kept = Long.MAX_VALUE;
        agent.doWork();
        assertThat(node.query("SELECT * { ?s ?p ?o }").rows()).hasSize(1);
        assertThat(loaded).isCompletedWithValue(true);
        assertThat(next).isCompletedWithValue(true);
    }
}
