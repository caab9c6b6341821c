package org.wukongs.store.streamindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.memory.TripleIndex;
import org.wukongs.store.memory.TripleModel;
import org.wukongs.store.transientstore.StreamRing;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

class WindowIndexTest {

    private static final StreamDefinition STREAM = StreamDefinition.of("s");

    private record At(long timeMs, TripleModel.Ids triple) {}

    private static void inject(StreamRing ring, At at) {
        ring.offer(
                new EncodedBatch(
                        STREAM.batchOf(at.timeMs()),
                        false,
                        new long[] {at.timeMs()},
                        new long[] {at.triple().s()},
                        new long[] {at.triple().p()},
                        new long[] {at.triple().o()}));
    }

    /**
     * Windows that begin and end anywhere, within batches too, hold exactly the tuples of [from,
     * to).
     */
    @Test
    void windowsAreClosedAtTheirBeginningAndOpenAtTheirEnd() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 100; round++) {
            StreamRing ring = new StreamRing(10_000);
            TripleModel shape = new TripleModel(4, 2);
            List<At> tuples = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                At at = new At(random.nextInt(1_000) - 300, shape.randomTriple(random));
                tuples.add(at);
                inject(ring, at);
            }
            WindowCache cache = new WindowCache();
            for (int i = 0; i < 20; i++) {
                long from = random.nextInt(1_200) - 400L;
                long to = from + 1 + random.nextInt(600);
                WindowIndex window = cache.window(STREAM, ring, from, to);
                TripleModel expected = new TripleModel(4, 2);
                tuples.stream()
                        .filter(at -> at.timeMs() >= from && at.timeMs() < to)
                        .forEach(at -> expected.triples().add(at.triple()));
                expected.assertShows(window.triples());
                assertNewest(window, tuples, from, to, shape.randomTriple(random));
            }
        }
    }

    private static void assertNewest(
            WindowIndex window, List<At> tuples, long from, long to, TripleModel.Ids triple) {
        long newest =
                tuples.stream()
                        .filter(at -> at.triple().equals(triple))
                        .mapToLong(At::timeMs)
                        .filter(timeMs -> timeMs >= from && timeMs < to)
                        .max()
                        .orElse(Long.MIN_VALUE);
        assertThat(window.newestEventTimeMs(triple.s(), triple.p(), triple.o())).isEqualTo(newest);
    }

    @Test
    void aWindowIsBuiltOnceUntilItIsInvalidated() {
        StreamRing ring = new StreamRing(10);
        inject(ring, new At(10, new TripleModel.Ids(1024, 1, 2048)));
        WindowCache cache = new WindowCache();
        WindowIndex window = cache.window(STREAM, ring, 0, 100);
        assertThat(cache.window(STREAM, ring, 0, 100)).isSameAs(window);
        assertThat(cache.window(STREAM, ring, 0, 200)).isNotSameAs(window);
        assertThat(cache.window(StreamDefinition.of("t"), ring, 0, 100)).isNotSameAs(window);
        inject(ring, new At(20, new TripleModel.Ids(4096, 1, 2048)));
        cache.invalidate("t");
        assertThat(cache.window(STREAM, ring, 0, 100)).isSameAs(window);
        cache.invalidate("s");
        TripleIndex rebuilt = cache.window(STREAM, ring, 0, 100).triples();
        assertThat(rebuilt.tripleCount()).isEqualTo(2);
    }

    @Test
    void theCacheForgetsWhatWasNotUsedForLong() {
        StreamRing ring = new StreamRing(10);
        WindowCache cache = new WindowCache();
        WindowIndex first = cache.window(STREAM, ring, 0, 100);
        for (int i = 1; i < 100; i++) {
            cache.window(STREAM, ring, 0, 100 + i);
        }
        assertThat(cache.window(STREAM, ring, 0, 100)).isNotSameAs(first);
    }
}
