package org.wukongs.store.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;

class StreamRingTest {

    private static final long INTERVAL_MS = 10;
    private static final StreamDefinition STREAM =
            new StreamDefinition("s", INTERVAL_MS, "STORED", java.util.Set.of());

    /** One tuple; its number is in all three places. */
    private record At(long timeMs, long number) {}

    private static EncodedBatch encoded(long batch, List<At> tuples) {
        long[] times = tuples.stream().mapToLong(At::timeMs).toArray();
        long[] numbers = tuples.stream().mapToLong(At::number).toArray();
        return new EncodedBatch(batch, false, times, numbers, numbers, numbers);
    }

    private static EncodedBatch batch(long batch, int count) {
        List<At> tuples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tuples.add(new At(batch * INTERVAL_MS, i + 1));
        }
        return encoded(batch, tuples);
    }

    /** A ring and what ought to be in it. */
    private static final class Model {

        final Random random;
        final int max;
        TransientMemory memory = new TransientMemory(1 << 20, 2);
        StreamRing ring;
        final TreeMap<Long, List<At>> open = new TreeMap<>();
        final List<At> closed = new ArrayList<>(); // by position
        long closedBatch = -5;
        long tail;
        long number = 1;

        Model(Random random) {
            this.random = random;
            this.max = 1 + random.nextInt(80);
            this.ring = new StreamRing(STREAM, max, memory);
            ring.close(closedBatch);
        }

        long count() {
            return closed.size() - tail + open.values().stream().mapToInt(List::size).sum();
        }

        void offer() {
            long batch = closedBatch + 1 + random.nextInt(4);
            List<At> tuples = new ArrayList<>();
            int size = random.nextInt(20);
            for (int i = 0; i < size; i++) {
                tuples.add(new At(batch * INTERVAL_MS + random.nextInt(10), number++));
            }
            boolean room = count() == 0 || count() + size <= max;
            assertThat(ring.offer(encoded(batch, tuples))).isEqualTo(room);
            if (room) {
                open.computeIfAbsent(batch, b -> new ArrayList<>()).addAll(tuples);
            }
        }

        void close() {
            closedBatch += random.nextInt(3);
            ring.close(closedBatch);
            while (!open.isEmpty() && open.firstKey() <= closedBatch) {
                List<At> tuples = open.pollFirstEntry().getValue();
                tuples.sort(java.util.Comparator.comparingLong(At::timeMs)); // stable
                closed.addAll(tuples);
            }
        }

        void step() {
            switch (random.nextInt(4)) {
                case 0 -> close();
                case 1 -> reclaim();
                default -> offer();
            }
        }

        void reclaim() {
            if (random.nextBoolean()) {
                long position = tail + random.nextInt(20);
                ring.reclaimBelow(position);
                tail = Math.max(tail, Math.min(position, closed.size()));
            } else {
                long timeMs = (closedBatch - 1) * INTERVAL_MS + random.nextInt(10);
                ring.reclaimBelowMs(timeMs);
                tail = Math.max(tail, positionAt(timeMs));
                assertThat(ring.retainedFromMs()).isGreaterThanOrEqualTo(timeMs);
            }
        }

        /** Goes on with a ring that has what this one had. */
        void restore() {
            RingCut cut = ring.cut();
            memory = new TransientMemory(1 << 20, 2);
            ring = new StreamRing(STREAM, max, memory);
            ring.restore(cut.bounds());
            cut.records()
                    .forEach(
                            1 + random.nextInt(9),
                            tuples -> {
                                ring.close(tuples.batch() - 1);
                                ring.restore(MessageId.NONE, tuples);
                            });
            cut.staged().forEach(part -> ring.restore(part.message(), part.tuples()));
            ring.close(cut.bounds().closedBatch());
        }

        /** The tuples of closed batches as a cut has them. */
        static List<At> read(RingCut cut) {
            List<At> all = new ArrayList<>();
            cut.records()
                    .forEach(
                            7,
                            tuples -> {
                                for (int row = 0; row < tuples.size(); row++) {
                                    long timeMs = tuples.eventTimesMs()[row];
                                    assertThat(STREAM.batchOf(timeMs)).isEqualTo(tuples.batch());
                                    assertThat(tuples.subjects()[row])
                                            .isEqualTo(tuples.objects()[row])
                                            .isEqualTo(tuples.predicates()[row]);
                                    all.add(new At(timeMs, tuples.subjects()[row]));
                                }
                            });
            return all;
        }

        long positionAt(long timeMs) {
            return closed.stream().filter(at -> at.timeMs() < timeMs).count();
        }

        void check() {
            assertThat(ring.tail()).isEqualTo(tail);
            assertThat(ring.end()).isEqualTo(closed.size());
            assertThat(ring.tupleCount()).isEqualTo(count());
            for (long position = tail; position < closed.size(); position++) {
                At at = closed.get((int) position);
                assertThat(ring.eventTimeMs(position)).isEqualTo(at.timeMs());
                long[] chunk = ring.chunk(ring.directory(), position);
                int place = ring.at(position);
                assertThat(TupleDescriptor.subject(chunk, place)).isEqualTo(at.number());
                assertThat(TupleDescriptor.pid(chunk, place)).isEqualTo(at.number());
                assertThat(TupleDescriptor.object(chunk, place)).isEqualTo(at.number());
                if (position > tail && at.timeMs() != closed.get((int) position - 1).timeMs()) {
                    assertThat(ring.positionAt(at.timeMs())).isEqualTo(position);
                }
            }
            assertThat(ring.positionAt(closedBatch * INTERVAL_MS + 100)).isEqualTo(closed.size());
            assertThat(memory.usedBytes())
                    .isGreaterThanOrEqualTo(count() * TupleDescriptor.BYTES)
                    .isLessThanOrEqualTo((count() + 2 * 4) * TupleDescriptor.BYTES);
        }
    }

    @Test
    void randomOffersClosingsAndReclaimsAgainstAModel() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 500; round++) {
            Model model = new Model(random);
            for (int step = 0; step < 60; step++) {
                model.step();
                model.check();
            }
            model.ring.close();
            assertThat(model.memory.usedBytes()).isZero();
        }
    }

    @Test
    void aRingThatIsRestoredNowAndThenGoesOnTheSame() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 300; round++) {
            Model model = new Model(random);
            for (int step = 0; step < 60; step++) {
                if (random.nextInt(8) == 0) {
                    model.restore();
                } else {
                    model.step();
                }
                model.check();
            }
        }
    }

    @Test
    void aCutStaysAsItWasWhileTheRingGoesOn() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 300; round++) {
            Model model = new Model(random);
            for (int cuts = 0; cuts < 4; cuts++) {
                steps(model);
                model.memory.beginCut();
                RingCut cut = model.ring.cut();
                List<At> expected =
                        List.copyOf(model.closed.subList((int) model.tail, model.closed.size()));
                long staged = model.ring.openTupleCount();
                steps(model);
                assertThat(Model.read(cut)).isEqualTo(expected);
                assertThat(cut.staged().stream().mapToLong(part -> part.tuples().size()).sum())
                        .isEqualTo(staged);
                model.memory.endCut();
            }
        }
    }

    private static void steps(Model model) {
        for (int step = 0; step < 30; step++) {
            model.step();
        }
    }

    @Test
    void aFullRingTakesNothingUntilItIsReclaimed() {
        StreamRing ring = new StreamRing(STREAM, 3, new TransientMemory(1 << 20, 2));
        assertThat(ring.offer(batch(0, 2))).isTrue();
        assertThat(ring.offer(batch(1, 2))).isFalse();
        assertThat(ring.openUpTo(1)).hasSize(1);
        assertThat(ring.offer(batch(1, 1))).isTrue();
        ring.close(0);
        ring.reclaimBelowMs(INTERVAL_MS);
        assertThat(ring.offer(batch(1, 2))).isTrue();
        assertThat(ring.tupleCount()).isEqualTo(3);
    }

    @Test
    void theBudgetOfAllStreamsHoldsWritersBack() {
        TransientMemory memory = new TransientMemory(4 * TupleDescriptor.BYTES, 2);
        StreamRing ring = new StreamRing(STREAM, 100, memory);
        StreamRing other = new StreamRing(STREAM, 100, memory);
        assertThat(ring.offer(batch(0, 4))).isTrue();
        assertThat(ring.offer(batch(0, 1))).isFalse();
        assertThat(other.offer(batch(0, 1))).as("no stream is shut out").isTrue();
        assertThat(other.offer(batch(0, 1))).isFalse();
        ring.close(0);
        ring.reclaimBelow(4);
        assertThat(ring.offer(batch(1, 2))).isTrue();
    }

    @Test
    void anEmptyRingTakesABatchOfAnySize() {
        StreamRing ring = new StreamRing(STREAM, 3, new TransientMemory(0, 2));
        assertThat(ring.offer(batch(0, 6))).isTrue();
        assertThat(ring.offer(batch(0, 1))).isFalse();
    }

    @Test
    void anEventTimeOutsideOfItsBatchIsAnError() {
        StreamRing ring = new StreamRing(STREAM, 3, new TransientMemory(1 << 20, 2));
        for (long timeMs : new long[] {9, 20, -1}) {
            assertThatThrownBy(() -> ring.offer(encoded(1, List.of(new At(timeMs, 1)))))
                    .isInstanceOf(WukongsException.class)
                    .hasMessage(
                            "event time is outside its batch: stream=s batch=1 eventTimeMs="
                                    + timeMs);
        }
        assertThat(ring.offer(encoded(1, List.of(new At(10, 1), new At(19, 2))))).isTrue();
    }
}
