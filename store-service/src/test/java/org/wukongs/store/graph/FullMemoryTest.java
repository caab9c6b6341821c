package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.Neighbours;

/** A graph that runs out of memory stays as it was, sound and readable, and takes what fits. */
class FullMemoryTest {

    @Test
    void aWriteThatDoesNotFitChangesNothing() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 150; round++) {
            long budget = GraphMemory.BUDGET_BYTES_MIN + random.nextInt(1 << 16);
            try (GraphMemory memory = new GraphMemory(budget, SharedInserts.any(random))) {
                fill(random, memory);
            }
        }
    }

    private static void fill(Random random, GraphMemory memory) {
        TripleModel model = new TripleModel(40, 4);
        StoredGraph graph = memory.newGraph();
        int failures = 0;
        for (int step = 0; step < 400 && failures < 12; step++) {
            Set<TripleModel.Ids> batch = batch(random, model);
            boolean removing = random.nextInt(4) == 0;
            if (removing) {
                model.triples().stream().filter(t -> random.nextInt(3) == 0).forEach(batch::add);
            }
            TripleBuffer buffer = new TripleBuffer();
            batch.forEach(triple -> buffer.append(triple.s(), triple.p(), triple.o()));
            try {
                if (removing) {
                    graph.remove(buffer);
                    model.triples().removeAll(batch);
                } else {
                    graph.insert(buffer);
                    model.triples().addAll(batch);
                }
            } catch (WukongsException full) {
                failures++;
                assertThat(full.category()).isEqualTo(WukongsException.Category.FATAL);
                assertThat(full).hasMessageContaining("--store-memory");
                Checks.assertSound(memory, graph);
            }
            assertThat(graph.tripleCount()).isEqualTo(model.triples().size());
        }
        model.assertShows(graph);
        Checks.assertSound(memory, graph);
        assertThat(memory.usedBytes()).isLessThanOrEqualTo(memory.budgetBytes());
    }

    private static Set<TripleModel.Ids> batch(Random random, TripleModel model) {
        Set<TripleModel.Ids> batch = new LinkedHashSet<>();
        for (int i = random.nextInt(4) == 0 ? random.nextInt(400) : random.nextInt(5);
                i >= 0;
                i--) {
            batch.add(model.randomTriple(random));
        }
        return batch;
    }

    @Test
    void aFullMemoryCanBeEmptiedAndFilledAgain() {
        Random random = Seeds.random(getClass());
        try (GraphMemory memory = new GraphMemory(16 << 20)) {
            StoredGraph graph = memory.newGraph();
            for (int round = 0; round < 2; round++) {
                fillUp(random, graph);
                assertThat(graph.tripleCount()).isGreaterThan(100_000);
                while (graph.tripleCount() > 0) {
                    graph.remove(some(graph, 1 + random.nextInt(2_000)));
                    memory.retireMarks();
                }
                Checks.assertSound(memory, graph);
            }
        }
    }

    private static void fillUp(Random random, StoredGraph graph) {
        try {
            while (true) {
                TripleBuffer triples = new TripleBuffer();
                for (int i = 0; i < 1_000; i++) {
                    triples.append(
                            TripleModel.vid(random.nextInt(1 << 16)),
                            1 + random.nextInt(4),
                            TripleModel.vid(random.nextInt(1 << 16)));
                }
                graph.insert(triples);
            }
        } catch (WukongsException full) {
            assertThat(full).hasMessageContaining("--store-memory");
        }
    }

    /** Triples of the graph, at most {@code count} and at least one. */
    private static TripleBuffer some(StoredGraph graph, int count) {
        TripleBuffer some = new TripleBuffer();
        for (long pid = 1; pid <= 4; pid++) {
            Neighbours subjects = graph.neighbours(Keys.key(Vids.INDEX_VERTEX, pid, Keys.OUT));
            for (int i = 0; i < subjects.size() && some.size() < count; i++) {
                Neighbours objects = graph.objects(subjects.get(i), pid);
                for (int j = 0; j < objects.size() && some.size() < count; j++) {
                    some.append(subjects.get(i), pid, objects.get(j));
                }
            }
        }
        return some;
    }

    @Test
    void retiredBlocksAreReusedBeforeItIsFull() {
        try (GraphMemory memory = new GraphMemory(1 << 16)) {
            StoredGraph graph = memory.newGraph();
            // A list that grows leaves blocks behind that would fill the memory otherwise.
            for (int i = 0; i < 1_200; i++) {
                graph.add(TripleModel.vid(1), 1, TripleModel.vid(2 + i % 600));
            }
            assertThat(graph.tripleCount()).isEqualTo(600);
            Checks.assertSound(memory, graph);
        }
    }
}
