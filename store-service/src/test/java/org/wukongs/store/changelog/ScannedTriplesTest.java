package org.wukongs.store.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.Edges;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;

/** Parts of every size, of graphs with hubs, give each triple once and in order. */
class ScannedTriplesTest {

    private static final int VERTICES = 40;

    private final Random random = Seeds.random(getClass());

    @Test
    void thePartsAreTheGraph() {
        for (int round = 0; round < 60; round++) {
            try (GraphMemory memory = new GraphMemory(8 << 20)) {
                StoredGraph graph = memory.newGraph();
                List<List<Long>> expected = fill(graph);
                assertThat(read(graph, 1 + random.nextInt(random.nextInt(10) == 0 ? 3_000 : 9)))
                        .isEqualTo(expected);
            }
        }
    }

    private List<List<Long>> fill(StoredGraph graph) {
        TripleBuffer triples = new TripleBuffer();
        TreeSet<List<Long>> sorted = new TreeSet<>((a, b) -> Arrays.compare(array(a), array(b)));
        int hub = random.nextInt(3) == 0 ? 2_000 : 0;
        for (int i = random.nextInt(200) + hub; i > 0; i--) {
            long subject = i <= hub ? vid(7) : vid(random.nextInt(VERTICES));
            long pid = 1L + random.nextInt(3);
            long object = vid(random.nextInt(i <= hub ? 1_000 : VERTICES));
            triples.append(subject, pid, object);
            sorted.add(List.of(subject, Edges.edge(pid, object)));
        }
        graph.insert(triples);
        return List.copyOf(sorted);
    }

    private static long[] array(List<Long> of) {
        return of.stream().mapToLong(Long::longValue).toArray();
    }

    private static long vid(int number) {
        return Vids.vid(1L + number / 4, number % 4);
    }

    private List<List<Long>> read(StoredGraph graph, int rowsMax) {
        List<List<Long>> found = new ArrayList<>();
        long subject = Vids.INDEX_VERTEX; // no subject, so any edge is before the first triple
        long edge = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(100);
        long lastVid = Vids.vid(1 + VERTICES / 4, Vids.PARTITION_COUNT - 1);
        while (true) {
            ScannedTriples next = ScannedTriples.read(graph, subject, edge, lastVid, rowsMax);
            assertThat(next.size()).isLessThanOrEqualTo(rowsMax);
            for (int row = 0; row < next.size(); row++) {
                found.add(List.of(next.subject(row), next.edge(row)));
            }
            if (next.isLast()) {
                return found;
            }
            subject = next.lastSubject();
            edge = next.lastEdge();
        }
    }

    @Test
    void theLeastOfManyNumbers() {
        for (int round = 0; round < 500; round++) {
            int countMax = 1 + random.nextInt(40);
            LeastLongs least = new LeastLongs(countMax);
            TreeSet<Long> all = new TreeSet<>();
            for (int i = random.nextInt(300); i > 0; i--) {
                long value = random.nextInt(10_000);
                if (all.add(value)) {
                    least.add(value);
                }
            }
            List<Long> found = new ArrayList<>();
            for (int i = 0, count = least.sort(); i < count; i++) {
                found.add(least.get(i));
            }
            assertThat(found).isEqualTo(all.stream().limit(countMax).toList());
        }
    }
}
