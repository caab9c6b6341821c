package org.wukongs.store.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

class StreamProgressTest {

    private final StreamProgress progress = new StreamProgress("s", new EpochNumbers());

    private static WriterId writer(int index, int count, String job, int attempt) {
        return new WriterId("s", index, count, job, attempt);
    }

    private long open(WriterId writer) {
        return progress.open(writer, WriterOrigin.UNRELATED);
    }

    private static Category category(Throwable error) {
        return ((WukongsException) error).category();
    }

    @Test
    void progressIsTheMinimumOfAllWritersSeenOrNot() {
        open(writer(0, 3, "job", 0));
        assertThat(progress.closedBatch()).isEqualTo(StreamAdaptor.NO_BATCH);
        assertThat(progress.closeUpTo(0, 7)).isFalse();
        assertThat(progress.closeUpTo(1, 5)).isFalse();
        assertThat(progress.closeUpTo(2, 6)).isTrue();
        assertThat(progress.closedBatch()).isEqualTo(5);
        assertThat(progress.closeUpTo(1, 9)).isTrue();
        assertThat(progress.closedBatch()).isEqualTo(6);
        assertThat(progress.closeUpTo(1, 3))
                .as("a marker that goes back changes nothing")
                .isFalse();
        assertThat(progress.closedBatch()).isEqualTo(6);
    }

    @Test
    void theStreamEndsWhenAllWritersHave() {
        open(writer(0, 2, "job", 0));
        progress.closeUpTo(1, 4);
        assertThat(progress.closeUpTo(0, StreamAdaptor.END_OF_STREAM)).isTrue();
        assertThat(progress.closedBatch()).isEqualTo(4);
        assertThat(progress.idle()).isFalse();
        assertThat(progress.ended()).isFalse();
        assertThat(progress.closeUpTo(1, StreamAdaptor.END_OF_STREAM)).isTrue();
        assertThat(progress.ended()).isTrue();
        assertThat(progress.closedBatch()).isEqualTo(StreamAdaptor.END_OF_STREAM);
        assertThat(progress.closeUpTo(1, StreamAdaptor.END_OF_STREAM)).isFalse();
    }

    @Test
    void aWriterThatOpensAgainFencesWhatItWroteBefore() {
        long first = open(writer(0, 1, "job", 3));
        long second = open(writer(0, 1, "job", 0));
        assertThat(second).isGreaterThan(first);
        progress.check(second);
        assertThatThrownBy(() -> progress.check(first))
                .satisfies(e -> assertThat(category(e)).isEqualTo(Category.RETRIABLE))
                .hasMessageStartingWith("fenced");
    }

    @Test
    void writersThatStartTogetherShareAnEpochWhateverTheirAttempts() {
        long epoch = open(writer(0, 3, "job", 5));
        assertThat(open(writer(2, 3, "job", 0))).isEqualTo(epoch);
        assertThat(open(writer(1, 3, "job", 9))).isEqualTo(epoch);
    }

    @Test
    void whenOneOfTwoWritersStartsAgainTheOtherFollows() {
        open(writer(0, 2, "job", 0));
        long before = open(writer(1, 2, "job", 0));
        long after = open(writer(0, 2, "job", 1));
        assertThatThrownBy(() -> progress.check(before)).hasMessageStartingWith("fenced");
        assertThat(open(writer(1, 2, "job", 1))).isEqualTo(after);
    }

    @Test
    void anotherIncarnationOpensAnEpochWhateverItsAttempt() {
        long first = open(writer(0, 1, "job", 9));
        assertThat(open(writer(0, 1, "other", 0))).isGreaterThan(first);
    }

    @Test
    void anotherNumberOfWritersOpensAnEpoch() {
        long two = open(writer(0, 2, "job", 0));
        assertThat(open(writer(1, 3, "job", 0))).isGreaterThan(two);
    }

    @Test
    void aNewEpochWithOtherWritersNeverGoesBack() {
        open(writer(0, 2, "job", 0));
        progress.closeUpTo(0, 9);
        progress.closeUpTo(1, 8);
        open(writer(2, 3, "job", 1));
        assertThat(progress.closedBatch()).isEqualTo(8);
        progress.closeUpTo(0, 5);
        progress.closeUpTo(1, 5);
        assertThat(progress.closeUpTo(2, 5)).isFalse();
        assertThat(progress.closedBatch()).isEqualTo(8);
        progress.closeUpTo(0, 10);
        progress.closeUpTo(1, 11);
        assertThat(progress.closeUpTo(2, 12)).isTrue();
        assertThat(progress.closedBatch()).isEqualTo(10);
    }

    @Test
    void aNewEpochReopensAnEndedStream() {
        open(writer(0, 1, "job", 0));
        progress.closeUpTo(0, 4);
        progress.closeUpTo(0, StreamAdaptor.END_OF_STREAM);
        open(writer(0, 1, "job", 1));
        assertThat(progress.ended()).isFalse();
        assertThat(progress.closedBatch()).isEqualTo(4);
    }

    @Test
    void anIdleWriterIsNotWaitedForUntilItSends() {
        open(writer(0, 2, "job", 0));
        open(writer(1, 2, "job", 0));
        progress.closeUpTo(0, 7);
        assertThat(progress.markIdle(1)).isTrue();
        assertThat(progress.closedBatch()).isEqualTo(7);
        assertThat(progress.idle()).as("the other one is not").isFalse();
        progress.taken(1, 1);
        assertThat(progress.closeUpTo(0, 9)).isFalse();
        assertThat(progress.closeUpTo(1, 8)).isTrue();
        assertThat(progress.closedBatch()).isEqualTo(8);
    }

    @Test
    void whereAllAreIdleTheNewestCounts() {
        open(writer(0, 2, "job", 0));
        open(writer(1, 2, "job", 0));
        progress.closeUpTo(0, 7);
        assertThat(progress.markIdle(0)).as("the other one has closed nothing").isFalse();
        assertThat(progress.closeIdle(20)).as("it is not idle").isFalse();
        assertThat(progress.markIdle(1)).isTrue();
        assertThat(progress.closedBatch()).isEqualTo(7);
        assertThat(progress.idle()).isTrue();
        assertThat(progress.closeIdle(20)).isTrue();
        assertThat(progress.closeIdle(19)).isFalse();
        assertThat(progress.closedBatch()).isEqualTo(20);
        progress.closeUpTo(0, StreamAdaptor.END_OF_STREAM);
        assertThat(progress.ended()).as("an idle writer has not ended").isFalse();
        assertThat(progress.idle()).isTrue();
    }

    @Test
    void messagesAreTakenOnceAndInOrder() {
        open(writer(0, 1, "job", 0));
        assertThat(progress.expects(0, 1)).isTrue();
        assertThat(progress.expects(0, 1)).as("not taken yet").isTrue();
        progress.taken(0, 1);
        assertThat(progress.expects(0, 1)).isFalse();
        assertThat(progress.expects(0, 2)).isTrue();
        progress.checkComplete(0, 1);
        assertThatThrownBy(() -> progress.expects(0, 3))
                .satisfies(e -> assertThat(category(e)).isEqualTo(Category.RETRIABLE))
                .hasMessageContaining("missing")
                .hasMessageContaining("lastSequence=1");
        assertThatThrownBy(() -> progress.checkComplete(0, 2)).hasMessageContaining("missing");
        open(writer(0, 1, "job", 1));
        assertThat(progress.expects(0, 1)).as("numbers begin anew").isTrue();
    }

    @Test
    void writersAreCounted() {
        assertThat(progress.writerCount()).isZero();
        long old = open(writer(0, 2, "job", 0));
        long epoch = open(writer(0, 3, "job", 0));
        assertThat(progress.writerCount()).isEqualTo(3);
        assertThat(progress.openWriterCount()).isEqualTo(1);
        progress.disconnected(0, old, 1);
        assertThat(progress.openWriterCount()).isEqualTo(1);
        progress.disconnected(0, epoch, 1);
        assertThat(progress.openWriterCount()).isZero();
    }

    @Test
    void aWriterThatConnectsAgainGoesOnInItsEpoch() {
        long epoch = open(writer(0, 2, "job", 0));
        open(writer(1, 2, "job", 0));
        progress.taken(0, 1);
        progress.taken(0, 2);
        progress.closeUpTo(1, 9);
        progress.closeUpTo(0, 4);
        progress.disconnected(0, epoch, 1);
        progress.resume(writer(0, 2, "job", 0), epoch, 1);
        assertThat(progress.isCurrent(epoch)).isTrue();
        assertThat(progress.openWriterCount()).isEqualTo(2);
        assertThat(progress.closedBatch()).isEqualTo(4);
        assertThat(progress.expects(0, 2)).as("sent again").isFalse();
        assertThat(progress.expects(0, 3)).isTrue();
    }

    @Test
    void onlyTheNewestConnectionOfAWriterCounts() {
        long epoch = open(writer(0, 1, "job", 0));
        int old = progress.connection(0);
        progress.checkConnection(0, old);
        progress.resume(writer(0, 1, "job", 0), epoch, 0);
        progress.checkConnection(0, progress.connection(0));
        assertRetriable("connected again", () -> progress.checkConnection(0, old));
        progress.disconnected(0, epoch, old);
        assertThat(progress.openWriterCount()).as("its end comes late").isEqualTo(1);
    }

    @Test
    void onlyWhoIsOpenGoesOn() {
        long old = open(writer(0, 2, "job", 0));
        assertRetriable("not open", () -> progress.resume(writer(1, 2, "job", 0), old, 0));
        assertRetriable("not open", () -> progress.resume(writer(2, 3, "job", 0), old, 0));
        assertRetriable("not open", () -> progress.resume(writer(0, 2, "other", 0), old, 0));
        assertRetriable("not open", () -> progress.resume(writer(0, 2, "job", 1), old, 0));
        assertRetriable("missing", () -> progress.resume(writer(0, 2, "job", 0), old, 1));
        open(writer(0, 2, "job", 1));
        assertRetriable("fenced", () -> progress.resume(writer(0, 2, "job", 0), old, 0));
    }

    private static void assertRetriable(String message, Runnable call) {
        assertThatThrownBy(call::run)
                .satisfies(e -> assertThat(category(e)).isEqualTo(Category.RETRIABLE))
                .hasMessageContaining(message);
    }

    @Test
    void randomMarkersAgainstTheMinimum() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 300; round++) {
            StreamProgress stream = new StreamProgress("s", new EpochNumbers());
            int attempt = 0;
            long[] closed = open(stream, random, attempt);
            long stable = Long.MIN_VALUE;
            for (int i = 0; i < 60; i++) {
                if (random.nextInt(12) == 0) {
                    closed = open(stream, random, ++attempt);
                    continue;
                }
                int index = random.nextInt(closed.length);
                long batch = random.nextInt(20);
                closed[index] = Math.max(closed[index], batch);
                long min = Arrays.stream(closed).min().orElseThrow();
                assertThat(stream.closeUpTo(index, batch)).isEqualTo(min > stable);
                stable = Math.max(stable, min);
                assertThat(stream.closedBatch()).isEqualTo(stable);
            }
        }
    }

    private static long[] open(StreamProgress stream, Random random, int attempt) {
        int count = 1 + random.nextInt(4);
        stream.open(
                writer(random.nextInt(count), count, "job" + attempt, attempt),
                WriterOrigin.UNRELATED);
        long[] closed = new long[count];
        Arrays.fill(closed, Long.MIN_VALUE);
        return closed;
    }
}
