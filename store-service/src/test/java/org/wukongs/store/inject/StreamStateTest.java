package org.wukongs.store.inject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.memory.GraphMemory;
import org.wukongs.store.memory.StoredGraph;
import org.wukongs.store.transientstore.TransientMemory;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

class StreamStateTest {

    private static final long TIMELESS = 5;
    private static final long TIMING = 6;

    private final StoredGraph graph = new GraphMemory(1 << 20).newGraph();
    private final TransientMemory memory = new TransientMemory(1 << 30);
    private StreamState state;

    @BeforeEach
    void open() {
        state = stateOf(10, graph);
    }

    private StreamState stateOf(long tupleCountMax, StoredGraph stored) {
        return new StreamState(
                StreamDefinition.of("s"), tupleCountMax, memory, stored, new long[] {TIMING});
    }

    private static EncodedBatch tuple(long timeMs, boolean late, long subject, long predicate) {
        return new EncodedBatch(
                Math.floorDiv(timeMs, 100),
                late,
                new long[] {timeMs},
                new long[] {subject},
                new long[] {predicate},
                new long[] {9999});
    }

    @Test
    void aClosedBatchIsAbsorbedButForItsTimingTuples() {
        assertThat(state.inject(tuple(50, false, 1000, TIMELESS))).isTrue();
        assertThat(state.inject(tuple(60, false, 1001, TIMING))).isTrue();
        assertThat(state.inject(tuple(150, false, 1002, TIMELESS))).isTrue();
        assertThat(graph.tripleCount()).as("nothing of an open batch is stored").isZero();
        state.absorbUpTo(0);
        assertThat(graph.tripleCount()).isEqualTo(1);
        assertThat(graph.contains(1000, TIMELESS, 9999)).isTrue();
        assertThat(state.ring().tupleCount()).as("windows see both kinds").isEqualTo(3);
        state.absorbUpTo(1);
        assertThat(graph.contains(1002, TIMELESS, 9999)).isTrue();
        assertThat(state.tupleCount()).isEqualTo(3);
        assertThat(state.firstTupleMs()).isEqualTo(50);
        assertThat(state.lastTupleMs()).isEqualTo(150);
    }

    @Test
    void lateTuplesNeverEnterAWindow() {
        state.absorbUpTo(0);
        assertThat(state.inject(tuple(50, false, 1000, TIMELESS))).isTrue();
        assertThat(state.inject(tuple(50, false, 1001, TIMING))).isTrue();
        assertThat(state.inject(tuple(150, true, 1002, TIMELESS))).isTrue();
        assertThat(state.ring().tupleCount()).isZero();
        assertThat(graph.tripleCount()).isEqualTo(2);
        assertThat(state.lateCount()).isEqualTo(3);
        assertThat(state.tupleCount()).isZero();
        assertThat(state.lastTupleMs()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aFullRingLeavesEverythingAsItWas() {
        for (int i = 0; i < 10; i++) {
            assertThat(state.inject(tuple(i, false, 1000 + i, TIMELESS))).isTrue();
        }
        assertThat(state.inject(tuple(500, false, 2000, TIMELESS))).isFalse();
        assertThat(state.tupleCount()).isEqualTo(10);
        assertThat(state.lastTupleMs()).isEqualTo(9);
        state.absorbUpTo(0);
        state.index().reclaimBelowMs(100);
        assertThat(state.inject(tuple(500, false, 2000, TIMELESS))).isTrue();
    }

    /**
     * Whatever the order, in the end the stored graph is all timeless triples and the progress
     * never goes back.
     */
    @Test
    void randomOrderAbsorbsEverythingTimeless() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 200; round++) {
            StoredGraph stored = new GraphMemory(1 << 20).newGraph();
            StreamState stream = stateOf(1_000, stored);
            Set<Long> timeless = new HashSet<>();
            long closed = Long.MIN_VALUE;
            long inWindows = 0;
            for (int i = 0; i < 50; i++) {
                if (random.nextInt(5) == 0) {
                    long upTo = random.nextInt(10);
                    stream.absorbUpTo(upTo);
                    closed = Math.max(closed, upTo);
                    continue;
                }
                long timeMs = random.nextInt(1_000);
                long subject = 1024L + random.nextInt(30);
                long predicate = random.nextBoolean() ? TIMELESS : TIMING;
                boolean late = random.nextInt(8) == 0;
                stream.inject(tuple(timeMs, late, subject, predicate));
                if (predicate == TIMELESS) {
                    timeless.add(subject);
                }
                if (!late && timeMs / 100 > closed) {
                    inWindows++;
                }
            }
            stream.absorbUpTo(9);
            assertThat(stored.tripleCount()).isEqualTo(timeless.size());
            timeless.forEach(s -> assertThat(stored.contains(s, TIMELESS, 9999)).isTrue());
            assertThat(stream.ring().tupleCount())
                    .isEqualTo(inWindows)
                    .isEqualTo(stream.tupleCount());
        }
    }
}
