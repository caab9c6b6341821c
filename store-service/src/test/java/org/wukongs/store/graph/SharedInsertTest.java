package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.Neighbours;

/** An insert that threads share by vertex partition is the one that the writer makes alone. */
class SharedInsertTest {

    private static final int VERTICES = 3_000;
    private static final int PREDICATES = 6;

    @Test
    void anyNumberOfThreadsMakesTheSameGraph() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 4; round++) {
            List<TripleBuffer[]> batches = batches(random);
            List<Long> expected = null;
            for (int count : SharedInserts.counts()) {
                List<Long> found = insert(SharedInserts.concurrent(count), batches);
                expected = expected == null ? found : expected;
                assertThat(found).as("threads %d", count).isEqualTo(expected);
            }
        }
    }

    /** Some subjects and objects have very many triples, and each comes again now and then. */
    private static List<TripleBuffer[]> batches(Random random) {
        List<TripleBuffer[]> batches = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            TripleBuffer[] buffers = {new TripleBuffer(), new TripleBuffer()};
            for (int row = random.nextInt(4_000); row >= 0; row--) {
                int subject = random.nextInt(row % 3 == 0 ? 3 : VERTICES);
                int object = random.nextInt(row % 3 == 1 ? 3 : VERTICES);
                buffers[random.nextInt(2)].append(
                        TripleModel.vid(subject),
                        1 + random.nextInt(PREDICATES),
                        TripleModel.vid(object));
            }
            batches.add(buffers);
        }
        return batches;
    }

    /** How many triples were new in each batch, and then all that the graph shows, key by key. */
    private static List<Long> insert(InsertThreads threads, List<TripleBuffer[]> batches) {
        List<Long> found = new ArrayList<>();
        try (GraphMemory memory = new GraphMemory(64 << 20, threads)) {
            StoredGraph graph = memory.newGraph();
            for (TripleBuffer[] batch : batches) {
                found.add(graph.insert(batch));
            }
            for (int pid = 0; pid <= PREDICATES; pid++) {
                show(graph, Keys.key(0, pid, Keys.OUT), found);
                show(graph, Keys.key(0, pid, Keys.IN), found);
                for (int v = 0; v < VERTICES; v++) {
                    show(graph, Keys.key(TripleModel.vid(v), pid, Keys.OUT), found);
                    show(graph, Keys.key(TripleModel.vid(v), pid, Keys.IN), found);
                }
            }
            Checks.assertSound(memory, graph);
        }
        return found;
    }

    private static void show(StoredGraph graph, long key, List<Long> found) {
        Neighbours neighbours = graph.neighbours(key);
        Set<Long> ids = new TreeSet<>();
        for (int i = 0; i < neighbours.size(); i++) {
            ids.add(neighbours.get(i));
        }
        assertThat(ids).hasSize(neighbours.size());
        found.add(-1L); // the next key
        found.addAll(ids);
    }

    @Test
    void threadsThatRunOutOfMemoryTogetherChangeNothing() {
        Random random = Seeds.random(getClass());
        for (int count : SharedInserts.counts()) {
            try (GraphMemory memory = new GraphMemory(1 << 18, SharedInserts.concurrent(count))) {
                StoredGraph graph = memory.newGraph();
                TripleModel model = new TripleModel(VERTICES, PREDICATES);
                insert(random, 300, model.triples(), model, graph);
                Set<TripleModel.Ids> tooMany = new LinkedHashSet<>(model.triples());
                assertThatThrownBy(() -> insert(random, 40_000, tooMany, model, graph))
                        .isInstanceOf(WukongsException.class)
                        .hasMessageContaining("--store-memory");
                insert(random, 100, model.triples(), model, graph);
                model.assertShows(graph);
                Checks.assertSound(memory, graph);
            }
        }
    }

    private static void insert(
            Random random,
            int count,
            Set<TripleModel.Ids> into,
            TripleModel model,
            StoredGraph graph) {
        TripleBuffer buffer = new TripleBuffer();
        for (int i = 0; i < count; i++) {
            TripleModel.Ids triple = model.randomTriple(random);
            into.add(triple);
            buffer.append(triple.s(), triple.p(), triple.o());
        }
        graph.insert(buffer);
    }

    @Test
    void partsRunOnceEachAndFailTogether() {
        for (int count : SharedInserts.counts()) {
            AtomicIntegerArray runs = new AtomicIntegerArray(count);
            InsertThreads threads = SharedInserts.concurrent(count);
            threads.runAll(runs::incrementAndGet);
            for (int i = 0; i < count; i++) {
                assertThat(runs.get(i)).isEqualTo(1);
            }
            assertThatThrownBy(
                            () ->
                                    threads.runAll(
                                            i -> {
                                                runs.incrementAndGet(i);
                                                throw new IllegalStateException("part " + i);
                                            }))
                    .hasMessageStartingWith("part");
            for (int i = 0; i < count; i++) {
                assertThat(runs.get(i)).isEqualTo(2);
            }
        }
    }
}
