package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/** {@link StoredGraph} against a set, and its kernels against the steps one by one. */
class StoredGraphTest {

    private static final long BUDGET = 64 << 20;

    @Test
    void randomAddsAndBatchesAgainstASet() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 400; round++) {
            try (GraphMemory memory = new GraphMemory(BUDGET, SharedInserts.any(random))) {
                TripleModel model = new TripleModel(1 + random.nextInt(12), 1 + random.nextInt(5));
                StoredGraph graph = memory.newGraph();
                for (int step = random.nextInt(20); step >= 0; step--) {
                    write(random, model, graph, 1 + random.nextInt(40));
                    assertThat(graph.tripleCount()).isEqualTo(model.triples().size());
                }
                model.assertShows(graph);
                assertKernels(random, model, graph);
                Checks.assertSound(memory, graph);
            }
        }
    }

    @Test
    void longLists() {
        Random random = Seeds.random(getClass());
        TripleModel model = new TripleModel(90, 3);
        try (GraphMemory memory = new GraphMemory(BUDGET, SharedInserts.any(random))) {
            StoredGraph graph = memory.newGraph();
            for (int step = 0; step < 60; step++) {
                write(random, model, graph, random.nextInt(600));
            }
            model.assertShows(graph);
            assertKernels(random, model, graph);
            Checks.assertSound(memory, graph);
        }
    }

    @Test
    void severalGraphsInOneMemory() {
        Random random = Seeds.random(getClass());
        try (GraphMemory memory = new GraphMemory(BUDGET, SharedInserts.any(random))) {
            List<TripleModel> models = new ArrayList<>();
            List<StoredGraph> graphs = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                models.add(new TripleModel(1 + random.nextInt(20), 1 + random.nextInt(6)));
                graphs.add(memory.newGraph());
            }
            for (int step = 0; step < 300; step++) {
                int i = random.nextInt(graphs.size());
                write(random, models.get(i), graphs.get(i), 1 + random.nextInt(30));
            }
            for (int i = 0; i < graphs.size(); i++) {
                models.get(i).assertShows(graphs.get(i));
            }
            Checks.assertSound(memory, graphs.toArray(new StoredGraph[0]));
        }
    }

    /** More different predicate sets than the table holds, and one of more predicates. */
    @Test
    void verticesWithTheirOwnPredicates() {
        Random random = Seeds.random(getClass());
        int predicates = 14;
        try (GraphMemory memory = new GraphMemory(BUDGET, SharedInserts.any(random))) {
            StoredGraph graph = memory.newGraph();
            TripleIndex naive = new TripleIndex();
            for (int v = 0; v < 2 * PredicateSets.COUNT_MAX; v++) {
                int set = random.nextInt(1 << predicates);
                for (int p = 0; p < predicates; p++) {
                    if ((set >>> p & 1) == 1) {
                        add(graph, naive, TripleModel.vid(v), 1 + p, TripleModel.vid(v % 50));
                    }
                }
            }
            for (int p = 1; p <= 2 * PredicateSets.PREDICATES_MAX; p++) {
                add(graph, naive, TripleModel.vid(p % 3), p, TripleModel.vid(3));
            }
            assertThat(graph.predicateSetCount()).isEqualTo(PredicateSets.COUNT_MAX);
            assertThat(graph.vertexCountOfSet(PredicateSets.OWN, Keys.OUT)).isPositive();
            assertSame(graph, naive, 2 * PredicateSets.COUNT_MAX);
            TripleModel vertices = new TripleModel(2 * PredicateSets.COUNT_MAX, predicates);
            assertKernels(random, vertices, graph);
            Checks.assertSound(memory, graph);
        }
    }

    /** Vids that are dense and then far apart: the directory changes its form, and back. */
    @Test
    void sparseAndDenseDirectories() {
        Random random = Seeds.random(getClass());
        try (GraphMemory memory = new GraphMemory(BUDGET, SharedInserts.any(random))) {
            StoredGraph graph = memory.newGraph();
            TripleIndex naive = new TripleIndex();
            boolean[] dense = new boolean[2];
            for (long range : new long[] {20_000, 1L << 27, 1L << 44}) {
                for (int i = 0; i < 12_000; i++) {
                    long s = 1 + random.nextLong(range);
                    add(graph, naive, s, 1 + i % 3, 1 + random.nextLong(range));
                }
                boolean isDense = graph.directory(Keys.OUT).table().isDense();
                dense[isDense ? 1 : 0] = true;
                for (long p = 1; p <= 3; p++) {
                    Neighbours subjects = naive.neighbours(Keys.key(0, p, Keys.OUT));
                    for (int i = 0; i < subjects.size(); i++) {
                        assertSameVertex(graph, naive, subjects.get(i));
                    }
                }
            }
            assertThat(dense).containsExactly(true, true);
            assertThat(graph.tripleCount()).isEqualTo(naive.tripleCount()).isPositive();
            Checks.assertSound(memory, graph);
        }
    }

    private static void add(StoredGraph graph, TripleIndex naive, long s, long p, long o) {
        assertThat(graph.add(s, p, o)).isEqualTo(naive.add(s, p, o));
    }

    private static void assertSame(StoredGraph graph, TripleIndex naive, int vertexCount) {
        for (int v = 0; v < vertexCount; v++) {
            assertSameVertex(graph, naive, TripleModel.vid(v));
        }
    }

    private static void assertSameVertex(StoredGraph graph, TripleIndex naive, long vid) {
        for (int direction = Keys.IN; direction <= Keys.OUT; direction++) {
            Neighbours pids = naive.neighbours(Keys.key(vid, Keys.PREDICATES, direction));
            long key = Keys.key(vid, Keys.PREDICATES, direction);
            assertThat(NeighbourListTest.ids(graph.neighbours(key)))
                    .isEqualTo(NeighbourListTest.ids(pids));
            for (int i = 0; i < pids.size(); i++) {
                key = Keys.key(vid, pids.get(i), direction);
                assertThat(NeighbourListTest.ids(graph.neighbours(key)))
                        .isEqualTo(NeighbourListTest.ids(naive.neighbours(key)));
            }
        }
    }

    /** Single triples, or a batch over one or more buffers. */
    static void write(Random random, TripleModel model, StoredGraph graph, int count) {
        if (random.nextBoolean()) {
            for (int i = 0; i < count; i++) {
                model.add(model.randomTriple(random), graph);
            }
            return;
        }
        TripleBuffer[] buffers = new TripleBuffer[1 + random.nextInt(3)];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = new TripleBuffer();
        }
        long newCount = 0;
        for (int i = 0; i < count; i++) {
            TripleModel.Ids triple = model.randomTriple(random);
            newCount += model.triples().add(triple) ? 1 : 0;
            buffers[random.nextInt(buffers.length)].append(triple.s(), triple.p(), triple.o());
        }
        assertThat(graph.insert(buffers)).isEqualTo(newCount);
    }

    /** Kernels and single look-ups are two ways to the same rows. */
    static void assertKernels(Random random, TripleModel model, TripleView graph) {
        int count = random.nextInt(700);
        long[] some = new long[count];
        long[] others = new long[count];
        for (int i = 0; i < count; i++) {
            some[i] = anyVertex(random, model);
            others[i] = anyVertex(random, model);
        }
        TripleView naive = new OneByOne(graph);
        long neighbour = model.vertex(random);
        for (long pid = -1; pid <= 6; pid++) {
            int[] kept = new int[count];
            int[] naiveKept = new int[count];
            int size = graph.probe(some, pid, others, count, kept);
            assertThat(size).isEqualTo(naive.probe(some, pid, others, count, naiveKept));
            assertThat(Arrays.copyOf(kept, size)).isEqualTo(Arrays.copyOf(naiveKept, size));
            for (int direction = Keys.IN; direction <= Keys.OUT; direction++) {
                size = graph.probeConstant(some, count, pid, direction, neighbour, kept);
                int naiveSize =
                        naive.probeConstant(some, count, pid, direction, neighbour, naiveKept);
                assertThat(size).isEqualTo(naiveSize);
                assertThat(Arrays.copyOf(kept, size)).isEqualTo(Arrays.copyOf(naiveKept, size));
                assertExpands(graph, naive, some, pid, direction);
            }
        }
    }

    private static void assertExpands(
            TripleView graph, TripleView naive, long[] vertices, long pid, int direction) {
        Expansion expansion = new Expansion();
        Expansion expected = new Expansion();
        graph.expand(vertices, vertices.length, pid, direction, expansion);
        naive.expand(vertices, vertices.length, pid, direction, expected);
        int size = expected.size();
        assertThat(expansion.size()).isEqualTo(size);
        int count = vertices.length;
        boolean oneToOne = size == count;
        for (int i = 0; oneToOne && i < count; i++) {
            oneToOne = expected.rows()[i] == i;
        }
        assertThat(expansion.isOneToOne(count)).isEqualTo(oneToOne);
        assertThat(expected.isOneToOne(count)).isEqualTo(oneToOne);
        assertThat(Arrays.copyOf(expansion.ids(), size))
                .isEqualTo(Arrays.copyOf(expected.ids(), size));
        assertThat(Arrays.copyOf(expansion.rows(), size))
                .isEqualTo(Arrays.copyOf(expected.rows(), size));
    }

    /** Vertices of the graph, unbound places, and terms that no triple has. */
    private static long anyVertex(Random random, TripleModel model) {
        return switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> TripleModel.vid(500_000);
            default -> model.vertex(random);
        };
    }

    /** A view without kernels; no triple has a vertex or predicate that is no term. */
    private static final class OneByOne extends TripleView {

        private final TripleView graph;

        private OneByOne(TripleView graph) {
            this.graph = graph;
        }

        @Override
        public Neighbours neighbours(long key) {
            boolean none = Keys.vid(key) == 0 || Keys.vid(key) == -1L >>> Keys.VID_SHIFT;
            return none || Keys.pid(key) == Keys.PID_MAX
                    ? NeighbourList.EMPTY
                    : graph.neighbours(key);
        }

        @Override
        public boolean contains(long subject, long predicate, long object) {
            return graph.contains(subject, predicate, object);
        }

        @Override
        public long tripleCount(long predicate) {
            return graph.tripleCount(predicate);
        }

        @Override
        public long tripleCount() {
            return graph.tripleCount();
        }
    }
}
