package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/** A graph whose vertices come and go takes the memory of those that are there. */
class RemovedVerticesTest {

    private static final int BATCH_VERTICES = 2_000;
    private static final int BATCHES_KEPT = 20;
    private static final long HUB = 7;

    private final GraphMemory memory = new GraphMemory(256 << 20);
    private final StoredGraph graph = memory.newGraph();
    private final Deque<TripleBuffer> there = new ArrayDeque<>();
    private long lastVid = 100;

    @Test
    void steadyReplacementStaysFlat() {
        for (int batch = 0; batch < 100; batch++) {
            replace();
        }
        long used = memory.usedBytes();
        for (int batch = 0; batch < 500; batch++) {
            replace();
        }
        assertThat(memory.usedBytes()).isLessThan(used + used / 10);
        assertThat(graph.tripleCount()).isEqualTo(2L * BATCH_VERTICES * BATCHES_KEPT);
        assertThat(graph.degree(Keys.key(HUB, 1, Keys.IN))).isEqualTo(graph.tripleCount() / 2);
        Checks.assertSound(memory, graph);
    }

    @Test
    void nothingIsLeftOfAGraphThatLostEverything() {
        for (int batch = 0; batch < 200; batch++) {
            replace();
        }
        long used = memory.usedBytes();
        while (!there.isEmpty()) {
            memory.beginSnapshot();
            graph.remove(there.poll());
            memory.publishSnapshot();
            memory.retireMarks();
        }
        assertThat(graph.tripleCount()).isZero();
        assertThat(graph.neighbours(Keys.key(Vids.INDEX_VERTEX, 1, Keys.OUT)).size()).isZero();
        assertThat(graph.neighbours(Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT)).size())
                .isZero();
        for (int direction = 0; direction < 2; direction++) {
            assertThat(graph.directory(direction).vertexCount()).isZero();
        }
        assertThat(memory.usedBytes()).isLessThan(used / 4);
        Checks.assertSound(memory, graph);
    }

    /** Adds a batch of new vertices and removes the oldest one. */
    private void replace() {
        TripleBuffer batch = new TripleBuffer();
        for (int i = 0; i < BATCH_VERTICES; i++) {
            batch.append(++lastVid, 1, HUB);
            batch.append(lastVid, 2, lastVid - 1);
        }
        memory.beginSnapshot();
        graph.insert(batch);
        there.add(batch);
        if (there.size() > BATCHES_KEPT) {
            graph.remove(there.poll());
        }
        memory.publishSnapshot();
        memory.retireMarks();
    }
}
