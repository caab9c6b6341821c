package org.wukongs.store.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.progress.InjectionPlan;
import org.wukongs.store.progress.Injector;
import org.wukongs.store.progress.OwnGraphs;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

class StreamStateTest {

    private static final long TIMELESS = 5;
    private static final long TIMING = 6;

    /** A stream with its own graph and injector, which takes what a plan would take. */
    private static final class Stream {
        private final GraphMemory stored = new GraphMemory(1 << 20);
        private final StoredGraph graph = stored.newGraph();
        private final TransientMemory memory = new TransientMemory(1 << 26);
        private final StreamState state;
        private final Injector injector = new Injector();

        Stream(long tupleCountMax) {
            state =
                    new StreamState(
                            StreamDefinition.of("s"),
                            tupleCountMax,
                            memory,
                            graph,
                            new long[] {TIMING});
        }

        long inWindows() {
            return state.ring().end() - state.ring().tail();
        }

        void injectUpTo(long batch) {
            InjectionPlan plan = new InjectionPlan(Map.of(), List.of(state.takeUpTo(batch)));
            injector.offer(plan, new OwnGraphs(stored));
            while (!injector.isDone()) {
                injector.doWork();
            }
        }
    }

    private final Stream stream = new Stream(10);

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
    void aClosedBatchIsStoredButForItsTimingTuples() {
        assertThat(stream.state.stage(tuple(50, false, 1000, TIMELESS))).isTrue();
        assertThat(stream.state.stage(tuple(60, false, 1001, TIMING))).isTrue();
        assertThat(stream.state.stage(tuple(150, false, 1002, TIMELESS))).isTrue();
        assertThat(stream.graph.tripleCount()).as("nothing of an open batch").isZero();
        assertThat(stream.inWindows()).isZero();
        stream.injectUpTo(0);
        assertThat(stream.graph.tripleCount()).isEqualTo(1);
        assertThat(stream.graph.contains(1000, TIMELESS, 9999)).isTrue();
        assertThat(stream.inWindows()).as("windows see both kinds").isEqualTo(2);
        assertThat(stream.state.stagedTupleCount()).isEqualTo(1);
        stream.injectUpTo(1);
        assertThat(stream.graph.contains(1002, TIMELESS, 9999)).isTrue();
        assertThat(stream.state.tupleCount()).isEqualTo(3);
        assertThat(stream.state.firstTupleMs()).isEqualTo(50);
        assertThat(stream.state.lastTupleMs()).isEqualTo(150);
    }

    @Test
    void lateTuplesNeverEnterAWindow() {
        stream.injectUpTo(0);
        assertThat(stream.state.hasLate()).isFalse();
        assertThat(stream.state.stage(tuple(50, false, 1000, TIMELESS))).isTrue();
        assertThat(stream.state.stage(tuple(50, false, 1001, TIMING))).isTrue();
        assertThat(stream.state.stage(tuple(150, true, 1002, TIMELESS))).isTrue();
        assertThat(stream.state.hasLate()).isTrue();
        stream.injectUpTo(0);
        assertThat(stream.inWindows()).isZero();
        assertThat(stream.graph.tripleCount()).isEqualTo(2);
        assertThat(stream.state.lateCount()).isEqualTo(3);
        assertThat(stream.state.tupleCount()).isZero();
        assertThat(stream.state.lastTupleMs()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aFullRingLeavesEverythingAsItWas() {
        for (int i = 0; i < 10; i++) {
            assertThat(stream.state.stage(tuple(i, false, 1000 + i, TIMELESS))).isTrue();
        }
        assertThat(stream.state.stage(tuple(500, false, 2000, TIMELESS))).isFalse();
        assertThat(stream.state.tupleCount()).isEqualTo(10);
        assertThat(stream.state.lastTupleMs()).isEqualTo(9);
        stream.injectUpTo(0);
        stream.state.index().reclaimBelowMs(100);
        assertThat(stream.state.stage(tuple(500, false, 2000, TIMELESS))).isTrue();
    }

    /** Whatever the order, in the end the stored graph is all timeless triples. */
    @Test
    void randomOrderInjectsEverythingTimeless() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 200; round++) {
            Stream roomy = new Stream(1_000);
            Set<Long> timeless = new HashSet<>();
            long closed = Long.MIN_VALUE;
            long inWindows = 0;
            for (int i = 0; i < 50; i++) {
                if (random.nextInt(5) == 0) {
                    closed = Math.max(closed, random.nextInt(10));
                    roomy.injectUpTo(closed);
                    continue;
                }
                long timeMs = random.nextInt(1_000);
                long subject = 1024L + random.nextInt(30);
                long predicate = random.nextBoolean() ? TIMELESS : TIMING;
                boolean late = random.nextInt(8) == 0;
                roomy.state.stage(tuple(timeMs, late, subject, predicate));
                if (predicate == TIMELESS) {
                    timeless.add(subject);
                }
                if (!late && timeMs / 100 > closed) {
                    inWindows++;
                }
            }
            roomy.injectUpTo(9);
            assertThat(roomy.graph.tripleCount()).isEqualTo(timeless.size());
            timeless.forEach(s -> assertThat(roomy.graph.contains(s, TIMELESS, 9999)).isTrue());
            assertThat(roomy.inWindows()).isEqualTo(inWindows).isEqualTo(roomy.state.tupleCount());
        }
    }
}
