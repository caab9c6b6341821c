package org.wukongs.store.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;

class StreamIndexTest {

    private static long between(Random random, long low, long high) {
        return low + (long) (random.nextDouble() * (high - low + 1));
    }

    /** Chunks of four tuples and a moving tail: rings wrap and generations rotate all the time. */
    @Test
    void randomStreamsAgainstAModel() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 300; round++) {
            StreamModel model = new StreamModel(1 + random.nextInt(6), 1 + random.nextInt(3), 2);
            model.removals = random.nextInt(3) * 0.25;
            model.index.attach();
            int max = 1 + random.nextInt(25);
            for (int step = 0; step < 40; step++) {
                model.appendRandom(random, max);
                if (random.nextInt(3) == 0) {
                    model.reclaimBelow(between(random, model.tail, model.tuples.size()));
                }
                if (random.nextInt(3) == 0) {
                    long timeMs = model.nextBatch * StreamModel.INTERVAL_MS;
                    model.index.expectWindowsFromMs(timeMs - random.nextInt(60));
                }
                long from = between(random, model.tail, model.tuples.size());
                long to = between(random, from, model.tuples.size());
                model.assertShows(model.index.range(from, to), from, to, random);
            }
        }
    }

    /** The predicates of a vertex are found in another way if a stream has had many. */
    @Test
    void morePredicatesThanAreLookedUp() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 6; round++) {
            StreamModel model = new StreamModel(3, WindowView.LOOKED_UP_MAX + 8, 3);
            model.removals = round % 2 * 0.4;
            model.index.attach();
            for (int step = 0; step < 20; step++) {
                model.appendRandom(random, 40);
                long from = between(random, 0, model.tuples.size());
                long to = between(random, from, model.tuples.size());
                model.assertShows(model.index.range(from, to), from, to, random);
            }
        }
    }

    /** The planner is told of each tuple that is read, not only of vertices. */
    @Test
    void anIndexVertexIsFoundAmongThePredicatesTuples() {
        Random random = Seeds.random(getClass());
        StreamModel model = new StreamModel(3, 1, 1);
        model.index.attach();
        for (int step = 0; step < 20; step++) {
            model.appendRandom(random, 40);
        }
        WindowView view = model.index.range(0, model.tuples.size());
        long pid = model.tuples.get(0).triple().p();
        long key = Keys.key(Vids.INDEX_VERTEX, pid, Keys.OUT);
        assertThat(view.neighbours(key).size()).isLessThanOrEqualTo(3);
        assertThat(view.readCount(key)).isEqualTo(model.tuples.size()).isGreaterThan(20);
        long vertex = Keys.key(model.tuples.get(0).triple().s(), pid, Keys.OUT);
        assertThat(view.readCount(vertex)).isEqualTo(view.degree(vertex));
    }

    /** Windows that begin and end anywhere, within batches too, hold the tuples of [from, to). */
    @Test
    void windowsByTimeOfAllAlignments() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 100; round++) {
            StreamModel model = new StreamModel(4, 2, 3);
            model.removals = round % 2 * 0.4;
            model.index.attach();
            for (int step = 0; step < 20; step++) {
                model.appendRandom(random, 10);
            }
            for (int i = 0; i < 20; i++) {
                long fromMs = between(random, -40, 180);
                long toMs = between(random, fromMs + 1, 190);
                WindowView view = model.index.window(fromMs, toMs);
                assertThat(view.from()).isEqualTo(model.positionAt(fromMs));
                assertThat(view.to()).isEqualTo(model.positionAt(toMs));
                model.assertShows(view, view.from(), view.to(), random);
            }
        }
    }

    /** Tuples that are kept for readers to come take no room in the tables until one comes. */
    @Test
    void tablesAreAsLargeAsWindows() {
        Random random = Seeds.random(getClass());
        StreamModel model = new StreamModel(1_000, 1, 4);
        StreamModel expecting = new StreamModel(1_000, 1, 4);
        model.index.attach();
        expecting.index.attach();
        for (int step = 0; step < 200; step++) {
            int before = model.tuples.size();
            model.appendRandom(random, 200);
            expecting.append(model.tuples.subList(before, model.tuples.size()));
            long endMs = expecting.nextBatch * StreamModel.INTERVAL_MS;
            expecting.index.expectWindowsFromMs(endMs - 2 * StreamModel.INTERVAL_MS);
        }
        long used = expecting.memory.usedBytes();
        // each tuple is another triple, which takes a slot of 8 bytes
        assertThat(model.memory.usedBytes() - used).isGreaterThan(model.tuples.size() * 8L);
        long to = expecting.tuples.size();
        expecting.assertShows(expecting.index.range(to - 100, to), to - 100, to, random);
        assertThat(expecting.memory.usedBytes()).isEqualTo(used);
        expecting.assertShows(expecting.index.range(0, to), 0, to, random);
        assertThat(expecting.memory.usedBytes()).isEqualTo(model.memory.usedBytes());
    }

    /** A view that is held shows the same, whatever comes after it. */
    @Test
    void aHeldViewStaysAsItIs() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 100; round++) {
            StreamModel model = new StreamModel(5, 2, 2);
            model.index.attach();
            for (int step = 0; step < 10; step++) {
                model.appendRandom(random, 10);
                model.reclaimBelow(model.tuples.size() / 2);
            }
            long from = between(random, model.tail, model.tuples.size());
            long to = between(random, from, model.tuples.size());
            WindowView view = model.index.range(from, to);
            for (int step = 0; step < 20; step++) {
                model.appendRandom(random, 40);
                model.reclaimBelow(between(random, model.tail, from));
                model.index.expectWindowsFromMs(model.timeMs(from));
                if (random.nextInt(8) == 0) {
                    model.index.range(model.tail, from);
                }
            }
            model.assertShows(view, from, to, random);
        }
    }

    /** All subjects with all objects: every key is as long as can be. */
    @Test
    void hubsOfACompleteBipartiteGraph() {
        Random random = Seeds.random(getClass());
        StreamModel model = new StreamModel(40, 1, 4);
        model.removals = 0.3;
        model.index.attach();
        for (int step = 0; step < 60; step++) {
            model.appendRandom(random, 200);
            model.reclaimBelow(model.tuples.size() - 3000L);
        }
        for (int i = 0; i < 5; i++) {
            long from = between(random, model.tail, model.tuples.size());
            long to = between(random, from, model.tuples.size());
            model.assertShows(model.index.range(from, to), from, to, random);
        }
    }

    /** What came before the first query is there for it, and nothing is kept for none. */
    @Test
    void anIndexIsThereWhileAQueryReadsTheStream() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 50; round++) {
            StreamModel model = new StreamModel(5, 2, 2);
            model.removals = round % 2 * 0.2;
            for (int step = 0; step < 30; step++) {
                model.appendRandom(random, 10);
                model.reclaimBelow(model.tuples.size() - 40L);
                if (random.nextInt(4) == 0) {
                    if (model.index.attached()) {
                        model.index.detach();
                    } else {
                        model.index.attach();
                    }
                }
                long from = between(random, model.tail, model.tuples.size());
                long to = model.tuples.size();
                if (model.index.attached()) {
                    model.assertShows(model.index.range(from, to), from, to, random);
                } else {
                    assertThatThrownBy(() -> model.index.range(from, to))
                            .isInstanceOf(IllegalStateException.class);
                }
            }
            if (model.index.attached()) {
                model.index.detach();
            }
            model.ring.close();
            assertThat(model.memory.usedBytes()).isZero();
        }
    }

    /** Every stream of up to four tuples over two vertices, every window of it. */
    @Test
    void allSmallStreams() {
        allStreams(4, 4);
    }

    /** As above, of up to three tuples that add or take back. */
    @Test
    void allSmallStreamsWithRemovals() {
        allStreams(8, 3);
    }

    private static void allStreams(int kinds, int lengthMax) {
        Random random = Seeds.random(StreamIndexTest.class);
        for (int length = 0; length <= lengthMax; length++) {
            for (int code = 0; code < Math.pow(kinds, length); code++) {
                StreamModel model = new StreamModel(2, 1, 1);
                model.index.attach();
                int rest = code;
                for (int i = 0; i < length; i++) {
                    appendOne(model, rest % kinds);
                    rest /= kinds;
                }
                for (int from = 0; from <= length; from++) {
                    for (int to = from; to <= length; to++) {
                        model.assertShows(model.index.range(from, to), from, to, random);
                    }
                }
            }
        }
    }

    private static void appendOne(StreamModel model, int kind) {
        var triple =
                new org.wukongs.store.graph.TripleModel.Ids(
                        org.wukongs.store.graph.TripleModel.vid(kind & 1),
                        1,
                        org.wukongs.store.graph.TripleModel.vid(kind >> 1 & 1));
        long timeMs = model.nextBatch * StreamModel.INTERVAL_MS;
        model.append(java.util.List.of(new StreamModel.At(timeMs, triple, kind >= 4)));
    }
}
