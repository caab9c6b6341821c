package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** What open batches keep of messages when other writers go on, case by case. */
class WriterPositionsTest {

    private static final StreamDefinition STREAM = StreamDefinition.of("s");

    private final StoreNode node = new StoreNode(StoreConfig.DEFAULT, () -> 0);

    @BeforeEach
    void register() {
        node.streams().register(STREAM);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private static WriterId writer(String job, int index, int count) {
        return new WriterId("s", index, count, job, 0);
    }

    private long restored(String job, MessageId... positions) {
        return node.openWriter(writer(job, 0, 1), WriterOrigin.restored(List.of(positions)));
    }

    /** Messages 1 to {@code count}, of one tuple in an open batch each. */
    private void send(WriterId by, long epoch, int count) {
        for (int sequence = 1; sequence <= count; sequence++) {
            long[] one = {1};
            EncodedBatch tuple = new EncodedBatch(0, false, one, one, one, one);
            assertThat(node.writers().inject(by, epoch, ShardBatch.whole(sequence, tuple)))
                    .isTrue();
        }
    }

    private StreamStatus status() {
        return node.status().streams().get(0);
    }

    private long staged() {
        return status().stagedTupleCount();
    }

    @Test
    void aRestoredJobKeepsWhatItsCheckpointHas() {
        long epoch = restored("a");
        send(writer("a", 0, 1), epoch, 5);
        long second = restored("a", new MessageId(epoch, 0, 3));
        assertThat(staged()).isEqualTo(3);
        send(writer("a", 0, 1), second, 4);
        restored("b", new MessageId(second, 0, 1));
        assertThat(staged()).as("3 of the first epoch, 1 of the second").isEqualTo(4);
        restored("c", new MessageId(epoch, 0, 2));
        assertThat(staged()).as("from an older savepoint").isEqualTo(2);
    }

    @Test
    void aJobThatBeginsAnewHasNothing() {
        long epoch = restored("a");
        send(writer("a", 0, 1), epoch, 5);
        restored("a");
        assertThat(staged()).isZero();
    }

    @Test
    void strangersLoseNothing() {
        long epoch = restored("a");
        send(writer("a", 0, 1), epoch, 1);
        long http = node.openWriter(writer("http", 0, 1));
        send(writer("http", 0, 1), http, 2);
        long other = restored("b");
        send(writer("b", 0, 1), other, 4);
        assertThat(staged()).isEqualTo(7);
        node.openWriter(writer("http", 0, 1));
        assertThat(staged()).isEqualTo(7);
        restored("a", new MessageId(epoch, 0, 0));
        assertThat(staged()).isEqualTo(6);
        restored("b");
        assertThat(staged()).isEqualTo(2);
    }

    @Test
    void nothingIsDroppedBeforeAllWritersAreOpen() {
        long epoch = restored("a");
        send(writer("a", 0, 1), epoch, 5);
        long second = node.openWriter(writer("a", 1, 2), WriterOrigin.restored(List.of()));
        send(writer("a", 1, 2), second, 1);
        assertThat(staged()).isEqualTo(6);
        MessageId position = new MessageId(epoch, 0, 3);
        node.openWriter(writer("a", 0, 2), WriterOrigin.restored(List.of(position)));
        assertThat(staged()).isEqualTo(4);
    }

    @Test
    void batchesThatAreClosedKeepAll() {
        long epoch = restored("a");
        send(writer("a", 0, 1), epoch, 5);
        node.writers().closeUpTo(writer("a", 0, 1), epoch, 0, 5);
        restored("a");
        assertThat(status().tupleCount()).isEqualTo(5);
        assertThat(status().retainedTupleCount() + staged()).isEqualTo(5);
        assertThat(status().stableMs()).as("brought in before").isEqualTo(100);
    }

    @Test
    void aCommitIsNotedOnceAndOnlyOfWhatIsKnown() {
        WriterId writer = writer("a", 0, 1);
        long epoch = restored("a");
        send(writer, epoch, 5);
        assertThat(status().uncommittedCount()).isEqualTo(5);
        MessageId position = new MessageId(epoch, 0, 3);
        assertThat(node.writers().commit("s", position)).isTrue();
        assertThat(node.writers().commit("s", position)).isTrue();
        assertThat(node.writers().commit("s", new MessageId(epoch, 0, 1))).isTrue();
        assertThat(status().uncommittedCount()).isEqualTo(2);
        assertThat(node.writers().commit("s", new MessageId(epoch, 0, 6))).isFalse();
        assertThat(node.writers().commit("s", new MessageId(epoch, 1, 0))).isFalse();
        assertThat(node.writers().commit("s", new MessageId(epoch + 1, 0, 1))).isFalse();
        assertThat(node.writers().commit("t", position)).isFalse();
        restored("a", position);
        assertThat(node.writers().commit("s", position)).as("again after a restore").isTrue();
    }

    @Test
    void whoHasSentNothingIsFencedAtTheNextFlushToo() {
        WriterId writer = writer("a", 0, 1);
        long epoch = restored("a");
        assertThat(node.writers().flush(writer, epoch, 0)).isEqualTo(Long.MIN_VALUE);
        assertThatThrownBy(() -> node.writers().flush(writer, epoch, 1))
                .hasMessageContaining("missing");
        restored("a");
        assertThatThrownBy(() -> node.writers().flush(writer, epoch, 0))
                .hasMessageContaining("fenced");
    }
}
