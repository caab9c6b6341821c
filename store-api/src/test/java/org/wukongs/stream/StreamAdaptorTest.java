package org.wukongs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.Seeds;
import org.wukongs.error.WukongsException;

class StreamAdaptorTest {

    private static Tuple at(long timeMs) {
        return new Tuple(timeMs, "<s>", "<p>", "\"" + timeMs + "\"");
    }

    private final StreamAdaptor adaptor = new StreamAdaptor(StreamDefinition.of("s"));

    @Test
    void aBatchIsHandedOnWhenItsEndIsReached() {
        assertThat(adaptor.add(at(0))).isTrue();
        assertThat(adaptor.add(at(99))).isTrue();
        assertThat(adaptor.add(at(100))).isTrue();
        assertThat(adaptor.closedBatch()).isEqualTo(StreamAdaptor.NO_BATCH);
        assertThat(adaptor.advanceTo(99)).isEmpty();
        assertThat(adaptor.closedBatch()).isEqualTo(-1);
        assertThat(adaptor.advanceTo(100))
                .containsExactly(new TupleBatch(0, false, List.of(at(0), at(99))));
        assertThat(adaptor.closedBatch()).isZero();
        assertThat(adaptor.bufferedCount()).isEqualTo(1);
        assertThat(adaptor.advanceTo(100)).isEmpty();
        assertThat(adaptor.advanceTo(50)).as("time never goes back").isEmpty();
        assertThat(adaptor.closedBatch()).isZero();
    }

    @Test
    void lateTuplesComeFirstAndMarked() {
        adaptor.advanceTo(500);
        assertThat(adaptor.add(at(499))).isFalse();
        assertThat(adaptor.add(at(-1))).isFalse();
        assertThat(adaptor.add(at(500))).isTrue();
        assertThat(adaptor.lateCount()).isEqualTo(2);
        assertThat(adaptor.advanceTo(600))
                .containsExactly(
                        new TupleBatch(4, true, List.of(at(499))),
                        new TupleBatch(-1, true, List.of(at(-1))),
                        new TupleBatch(5, false, List.of(at(500))));
        assertThat(adaptor.bufferedCount()).isZero();
    }

    @Test
    void drainHandsOnOpenBatchesAndClosesNothing() {
        adaptor.add(at(10));
        adaptor.add(at(110));
        assertThat(adaptor.drain()).extracting(TupleBatch::batch).containsExactly(0L, 1L);
        assertThat(adaptor.closedBatch()).isEqualTo(StreamAdaptor.NO_BATCH);
        assertThat(adaptor.add(at(20))).as("the batch is still open").isTrue();
        assertThat(adaptor.advanceTo(100))
                .containsExactly(new TupleBatch(0, false, List.of(at(20))));
    }

    @Test
    void theEndClosesEverything() {
        adaptor.add(at(10));
        assertThat(adaptor.advanceTo(Long.MAX_VALUE)).hasSize(1);
        assertThat(adaptor.closedBatch()).isEqualTo(StreamAdaptor.END_OF_STREAM);
        assertThat(adaptor.add(at(1_000_000))).isFalse();
    }

    /** Flink's first watermark. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 100})
    void theFirstOfAllTimesClosesNothing(long batchIntervalMs) {
        StreamAdaptor stream =
                new StreamAdaptor(new StreamDefinition("s", batchIntervalMs, "STORED", Set.of()));
        assertThat(stream.advanceTo(Long.MIN_VALUE)).isEmpty();
        assertThat(stream.add(at(-1_000))).isTrue();
        assertThat(stream.closedBatch()).isNotEqualTo(StreamAdaptor.END_OF_STREAM);
    }

    @Test
    void batchesAndTheirEnds() {
        StreamDefinition stream = new StreamDefinition("s", 50, "STORED", Set.of());
        assertThat(stream.batchOf(0)).isZero();
        assertThat(stream.batchOf(49)).isZero();
        assertThat(stream.batchOf(50)).isEqualTo(1);
        assertThat(stream.batchOf(-1)).isEqualTo(-1);
        assertThat(stream.batchEndMs(-1)).isZero();
        assertThat(stream.batchEndMs(3)).isEqualTo(200);
        assertThatThrownBy(() -> new StreamDefinition("s", 0, "STORED", Set.of()))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("batchIntervalMs=0");
        assertThatThrownBy(() -> new WriterId("s", 2, 2, "job", 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WriterId("s", -1, 2, "job", 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(at(7).toLine()).isEqualTo("7\t<s> <p> \"7\" .");
    }

    /**
     * Random tuples, watermarks and drains: each tuple once, late exactly when its batch was
     * closed.
     */
    @Test
    void randomOrderAgainstAModel() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 500; round++) {
            long interval = 1L + random.nextInt(60);
            StreamDefinition definition = new StreamDefinition("s", interval, "STORED", Set.of());
            StreamAdaptor stream = new StreamAdaptor(definition);
            long reached = Long.MIN_VALUE;
            List<Tuple> open = new ArrayList<>();
            List<Tuple> late = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                int what = random.nextInt(8);
                if (what == 0) {
                    long timeMs = random.nextInt(400) - 100L;
                    boolean moves = closed(definition, timeMs) > closed(definition, reached);
                    List<TupleBatch> handedOn = stream.advanceTo(timeMs);
                    if (moves) {
                        reached = timeMs;
                        assertHandedOn(
                                definition, handedOn, open, late, closed(definition, reached));
                    } else {
                        assertThat(handedOn).isEmpty();
                    }
                } else if (what == 1) {
                    assertHandedOn(definition, stream.drain(), open, late, Long.MAX_VALUE);
                } else {
                    Tuple tuple = at(random.nextInt(400) - 100);
                    boolean inTime =
                            definition.batchOf(tuple.eventTimeMs()) > closed(definition, reached);
                    assertThat(stream.add(tuple)).isEqualTo(inTime);
                    (inTime ? open : late).add(tuple);
                }
                assertThat(stream.bufferedCount()).isEqualTo(open.size() + late.size());
                assertThat(stream.closedBatch()).isEqualTo(closed(definition, reached));
            }
        }
    }

    private static long closed(StreamDefinition definition, long timeMs) {
        return timeMs == Long.MIN_VALUE
                ? StreamAdaptor.NO_BATCH
                : Math.floorDiv(timeMs, definition.batchIntervalMs()) - 1;
    }

    private static void assertHandedOn(
            StreamDefinition definition,
            List<TupleBatch> batches,
            List<Tuple> open,
            List<Tuple> late,
            long upTo) {
        List<Tuple> lateTuples = new ArrayList<>();
        long previous = Long.MIN_VALUE;
        for (TupleBatch batch : batches) {
            for (Tuple tuple : batch.tuples()) {
                assertThat(definition.batchOf(tuple.eventTimeMs())).isEqualTo(batch.batch());
            }
            if (batch.late()) {
                assertThat(previous).as("late ones first").isEqualTo(Long.MIN_VALUE);
                lateTuples.addAll(batch.tuples());
            } else {
                assertThat(batch.batch()).isGreaterThan(previous).isLessThanOrEqualTo(upTo);
                previous = batch.batch();
                List<Tuple> expected =
                        open.stream()
                                .filter(t -> definition.batchOf(t.eventTimeMs()) == batch.batch())
                                .toList();
                assertThat(batch.tuples()).isEqualTo(expected);
                open.removeIf(t -> definition.batchOf(t.eventTimeMs()) == batch.batch());
            }
        }
        assertThat(lateTuples).isEqualTo(late);
        late.clear();
        assertThat(open).noneMatch(t -> definition.batchOf(t.eventTimeMs()) <= upTo);
    }
}
