package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.Neighbours;

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

    /** A tree of even ids, a tail of odd ones: when the tree gets too short it takes them. */
    @Test
    void aShortTreeTakesTheIdsOfItsTail() {
        Random random = Seeds.random(getClass());
        List<Long> even = shuffled(2, 2_000, random);
        List<Long> odd = shuffled(1, 239, random);
        change(even, List.of());
        for (int from = 0; from < odd.size(); from += 10) {
            change(odd.subList(from, from + 10), List.of());
        }
        change(List.of(), even.subList(500, 1_000));
        List<Long> left = new ArrayList<>(even.subList(0, 500));
        left.addAll(odd);
        while (!left.isEmpty()) {
            Neighbours subjects = graph.neighbours(Keys.key(HUB, 1, Keys.IN));
            assertThat(subjects.size()).isEqualTo(left.size());
            assertThat(left).allMatch(subjects::contains);
            Checks.assertSound(memory, graph);
            List<Long> gone = left.subList(left.size() - 10, left.size());
            change(List.of(), gone);
            gone.clear();
        }
        assertThat(graph.tripleCount()).isZero();
    }

    /** Returns every second vid of a range, in any order. */
    private static List<Long> shuffled(long first, long last, Random random) {
        List<Long> vids = new ArrayList<>();
        for (long vid = first; vid <= last; vid += 2) {
            vids.add(100 + vid);
        }
        Collections.shuffle(vids, random);
        return vids;
    }

    private void change(List<Long> added, List<Long> gone) {
        memory.beginSnapshot();
        graph.insert(ofHub(added));
        graph.remove(ofHub(gone));
        memory.publishSnapshot();
        memory.retireMarks();
    }

    private static TripleBuffer ofHub(List<Long> subjects) {
        TripleBuffer triples = new TripleBuffer();
        subjects.forEach(vid -> triples.append(vid, 1, HUB));
        return triples;
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
