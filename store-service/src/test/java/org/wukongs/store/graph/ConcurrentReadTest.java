package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;

/**
 * Readers beside a writer: what was inserted before they look is there, and nothing else than what
 * is inserted at some time.
 */
class ConcurrentReadTest {

    private static final int TRIPLES = 30_000;
    private static final int VERTICES = 3_000;
    private static final int READERS = 2;
    private static final int LOOKS_MIN = 50;

    private final TripleModel.Ids[] triples = new TripleModel.Ids[TRIPLES];
    private final Set<TripleModel.Ids> all = new HashSet<>();
    private final AtomicInteger inserted = new AtomicInteger();
    private final AtomicBoolean done = new AtomicBoolean();

    @Test
    void readersSeeWhatWasInsertedBefore() throws Exception {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        TripleModel model = new TripleModel(VERTICES, 3);
        for (int i = 0; i < TRIPLES; i++) {
            triples[i] =
                    i % 5 == 0
                            ? new TripleModel.Ids(TripleModel.vid(i % 7), 1, model.vertex(random))
                            : model.randomTriple(random);
            all.add(triples[i]);
        }
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try (GraphMemory memory = new GraphMemory(64 << 20)) {
            StoredGraph graph = memory.newGraph();
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                Random readerRandom = new Random(seed + 1 + i);
                readers.add(threads.submit(() -> read(memory, graph, readerRandom)));
            }
            write(graph, random);
            for (Future<?> reader : readers) {
                reader.get();
            }
            Checks.assertSound(memory, graph);
        } finally {
            threads.shutdownNow();
        }
    }

    private void write(StoredGraph graph, Random random) {
        try {
            TripleBuffer buffer = new TripleBuffer();
            int at = 0;
            while (at < TRIPLES) {
                int count = Math.min(TRIPLES - at, 1 + random.nextInt(50));
                buffer.clear();
                for (int i = at; i < at + count; i++) {
                    buffer.append(triples[i].s(), triples[i].p(), triples[i].o());
                }
                graph.insert(buffer);
                at += count;
                inserted.set(at);
            }
        } finally {
            done.set(true);
        }
    }

    private void read(GraphMemory memory, StoredGraph graph, Random random) {
        try (ReaderEpochs.Reader reader = memory.epochs().newReader()) {
            for (int look = 0; look < LOOKS_MIN || !done.get(); look++) {
                reader.enter();
                look(graph, random);
                reader.leave();
            }
        }
    }

    private void look(StoredGraph graph, Random random) {
        int before = inserted.get();
        if (before == 0) {
            return;
        }
        int count = 300;
        TripleModel.Ids[] asked = new TripleModel.Ids[count];
        long[] subjects = new long[count];
        for (int i = 0; i < count; i++) {
            asked[i] = triples[random.nextInt(before)];
            subjects[i] = asked[i].s();
            assertThat(graph.contains(asked[i].s(), asked[i].p(), asked[i].o())).isTrue();
        }
        long pid = 1L + random.nextInt(3);
        Expansion expansion = new Expansion();
        graph.expand(subjects, count, pid, Keys.OUT, expansion);
        Set<List<Long>> pairs = new HashSet<>();
        for (int i = 0; i < expansion.size(); i++) {
            int row = expansion.rows()[i];
            long object = expansion.ids()[i];
            assertThat(all.contains(new TripleModel.Ids(subjects[row], pid, object))).isTrue();
            assertThat(pairs.add(List.of((long) row, object))).isTrue();
        }
        for (int i = 0; i < count; i++) {
            if (asked[i].p() == pid) {
                assertThat(pairs.contains(List.of((long) i, asked[i].o()))).isTrue();
            }
        }
        Neighbours index = graph.neighbours(Keys.key(0, pid, Keys.OUT));
        assertThat(NeighbourListTest.ids(index).contains(0L)).isFalse();
    }
}
