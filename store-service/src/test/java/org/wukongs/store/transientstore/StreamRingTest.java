package org.wukongs.store.transientstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.EncodedBatch;

class StreamRingTest {

    private static EncodedBatch batch(long batch, long... subjects) {
        long[] ones = new long[subjects.length];
        return new EncodedBatch(batch, false, ones, subjects, ones, ones);
    }

    @Test
    void randomOffersAndReclaimsAgainstAModel() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 300; round++) {
            int max = 1 + random.nextInt(60);
            StreamRing ring = new StreamRing(max);
            TreeMap<Long, List<Long>> model = new TreeMap<>();
            long retained = Long.MIN_VALUE;
            int count = 0;
            for (int step = 0; step < 40; step++) {
                if (random.nextInt(4) == 0) {
                    long below = random.nextInt(12) - 2L;
                    ring.reclaimBelow(below);
                    retained = Math.max(retained, below);
                    model.headMap(retained, false).clear();
                    count = model.values().stream().mapToInt(List::size).sum();
                } else {
                    long[] subjects = random.longs(random.nextInt(20), 0, 1000).toArray();
                    long number = random.nextInt(12) - 2L;
                    boolean room = count == 0 || count + subjects.length <= max;
                    assertThat(ring.offer(batch(number, subjects))).isEqualTo(room);
                    if (room && number >= retained && subjects.length > 0) {
                        for (long subject : subjects) {
                            model.computeIfAbsent(number, n -> new ArrayList<>()).add(subject);
                        }
                        count += subjects.length;
                    }
                }
                assertThat(ring.tupleCount()).isEqualTo(count);
                assertThat(ring.retainedFromBatch()).isEqualTo(retained);
                assertSlices(ring, model, random.nextInt(12) - 3, random.nextInt(12) - 2);
            }
        }
    }

    private static void assertSlices(
            StreamRing ring, NavigableMap<Long, List<Long>> model, long from, long to) {
        List<Long> batches = new ArrayList<>();
        for (Slice slice : ring.slices(from, to)) {
            batches.add(slice.batch());
            List<Long> subjects = new ArrayList<>();
            for (int row = 0; row < slice.size(); row++) {
                subjects.add(slice.subject(row));
            }
            assertThat(subjects).isEqualTo(model.get(slice.batch()));
        }
        assertThat(batches)
                .isEqualTo(
                        from > to
                                ? List.of()
                                : new ArrayList<>(model.subMap(from, true, to, true).keySet()));
    }

    @Test
    void aFullRingTakesNothingUntilItIsReclaimed() {
        StreamRing ring = new StreamRing(3);
        assertThat(ring.offer(batch(0, 1, 2))).isTrue();
        assertThat(ring.offer(batch(1, 3, 4))).isFalse();
        assertThat(ring.slices(1, 1)).isEmpty();
        assertThat(ring.offer(batch(1, 3))).isTrue();
        ring.reclaimBelow(1);
        assertThat(ring.offer(batch(1, 4, 5))).isTrue();
        assertThat(ring.tupleCount()).isEqualTo(3);
    }

    @Test
    void anEmptyRingTakesABatchOfAnySize() {
        StreamRing ring = new StreamRing(3);
        assertThat(ring.offer(batch(0, 1, 2, 3, 4, 5))).isTrue();
        assertThat(ring.offer(batch(0, 6))).isFalse();
    }

    @Test
    void allColumnsOfALongSliceAreKept() {
        StreamRing ring = new StreamRing(1000);
        for (long i = 0; i < 100; i++) {
            long[] times = {i};
            long[] subjects = {i + 1};
            long[] predicates = {i + 2};
            long[] objects = {i + 3};
            ring.offer(new EncodedBatch(5, false, times, subjects, predicates, objects));
        }
        Slice slice = ring.slices(5, 5).iterator().next();
        assertThat(slice.size()).isEqualTo(100);
        for (int row = 0; row < 100; row++) {
            assertThat(slice.eventTimeMs(row)).isEqualTo(row);
            assertThat(slice.subject(row)).isEqualTo(row + 1);
            assertThat(slice.predicate(row)).isEqualTo(row + 2);
            assertThat(slice.object(row)).isEqualTo(row + 3);
        }
    }
}
