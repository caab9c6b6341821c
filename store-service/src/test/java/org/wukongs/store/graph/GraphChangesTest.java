package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;

/**
 * Changes of several graphs in one snapshot, which add and remove at the same keys: all or nothing,
 * in small memories too, and readers of the snapshot before see nothing of them.
 */
class GraphChangesTest {

    private static final int GRAPHS = 3;

    private final Random random = Seeds.random(getClass());
    private final List<StoredGraph> graphs = new ArrayList<>();
    private final List<TripleModel> models = new ArrayList<>();
    private GraphMemory memory;
    private int failureCount;

    @Test
    void allOrNothing() {
        for (int round = 0; round < 60; round++) {
            run(GraphMemory.BUDGET_BYTES_MIN + random.nextInt(1 << 17), 1 + random.nextInt(12), 3);
        }
        assertThat(failureCount).isPositive();
    }

    /** Lists that become trees and blocks again. */
    @Test
    void longLists() {
        for (int round = 0; round < 3; round++) {
            run(64 << 20, 1500, 1);
        }
    }

    private void run(long budget, int vertexCount, int predicateCount) {
        graphs.clear();
        models.clear();
        try (GraphMemory fresh = new GraphMemory(budget, SharedInserts.any(random))) {
            memory = fresh;
            ReaderEpochs.Reader reader = memory.epochs().newReader();
            for (int i = 0; i < GRAPHS; i++) {
                graphs.add(memory.newGraph());
                models.add(new TripleModel(vertexCount, predicateCount));
            }
            for (int step = 0; step < 25; step++) {
                long sn = reader.enter();
                List<TripleModel> before = models.stream().map(this::copy).toList();
                step();
                if (vertexCount < 100) {
                    for (int i = 0; i < GRAPHS; i++) {
                        before.get(i).assertShows(graphs.get(i).at(sn));
                        models.get(i).assertShows(graphs.get(i));
                    }
                }
                Checks.assertSound(memory, graphs.toArray(new StoredGraph[0]));
                reader.leave();
            }
            models.get(0).assertShows(graphs.get(0).at(reader.enter()));
            reader.leave();
        }
    }

    private TripleModel copy(TripleModel model) {
        TripleModel copy = new TripleModel(model.vertexCount(), model.predicateCount());
        copy.triples().addAll(model.triples());
        return copy;
    }

    private void step() {
        List<GraphChange> changes = new ArrayList<>();
        List<TripleModel> after = models.stream().map(this::copy).toList();
        for (int i = 0; i < GRAPHS; i++) {
            if (random.nextInt(4) > 0) {
                changes.add(change(graphs.get(i), after.get(i)));
            }
        }
        memory.beginSnapshot();
        try {
            memory.change(changes);
            models.clear();
            models.addAll(after);
        } catch (WukongsException full) {
            failureCount++;
            assertThat(full).hasMessageContaining("--store-memory");
        } finally {
            memory.publishSnapshot();
        }
        for (int i = 0; i < GRAPHS; i++) {
            assertThat(graphs.get(i).tripleCount()).isEqualTo(models.get(i).triples().size());
        }
    }

    private GraphChange change(StoredGraph graph, TripleModel model) {
        Set<TripleModel.Ids> removed = new LinkedHashSet<>();
        int parts = 1 + random.nextInt(5);
        model.triples().stream().filter(t -> random.nextInt(parts) == 0).forEach(removed::add);
        Set<TripleModel.Ids> added = new LinkedHashSet<>();
        int most = 2 * model.vertexCount();
        for (int i = random.nextInt(2 + most); i > 0; i--) {
            TripleModel.Ids triple =
                    model.vertexCount() < 100
                            ? model.randomTriple(random)
                            : new TripleModel.Ids(
                                    TripleModel.vid(1), 1, model.vertex(random)); // of a hub
            if (!removed.contains(triple)) {
                added.add(triple);
            }
        }
        model.triples().removeAll(removed);
        model.triples().addAll(added);
        return new GraphChange(graph, buffer(added), buffer(removed));
    }

    private static TripleBuffer buffer(Set<TripleModel.Ids> triples) {
        TripleBuffer buffer = new TripleBuffer();
        triples.forEach(triple -> buffer.append(triple.s(), triple.p(), triple.o()));
        return buffer;
    }
}
