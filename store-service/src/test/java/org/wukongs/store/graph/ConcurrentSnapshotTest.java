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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * Readers beside a writer that adds and removes: the graph at a held snapshot is exactly what the
 * batches up to it have left, from every side, as often as they look.
 */
class ConcurrentSnapshotTest {

    private static final int PREDICATES = 6;
    private static final int READERS = 3;
    private static final int LOOKS_MIN = 20;

    /** What one snapshot adds, and what it then removes. */
    private record Batch(List<TripleModel.Ids> added, List<TripleModel.Ids> removed) {}

    private int snapshots = 600;
    private int vertexCount = 400;
    private int batchMax = 60;
    private long memoryBytes = 256 << 20;
    private final List<Batch> batches = new ArrayList<>();
    private long[] counts; // by snapshot
    private long[] sums; // by snapshot: of all triples' hashes
    private final AtomicBoolean done = new AtomicBoolean();

    @Test
    void aHeldSnapshotStaysAsItIs() throws Exception {
        check(InsertThreads.ONE);
    }

    @Test
    void aHeldSnapshotStaysAsItIsWhereThreadsShareInserts() throws Exception {
        check(SharedInserts.concurrent(3));
    }

    /**
     * Trees of long lists, which grow and shrink. If a reader looks for as long as the writer
     * writes, there are 210 MB of marks.
     */
    @Test
    void longListsOfAHeldSnapshotStayAsTheyAre() throws Exception {
        snapshots = 400;
        vertexCount = 3000;
        batchMax = 600;
        memoryBytes = 448 << 20;
        check(InsertThreads.ONE);
    }

    private void check(InsertThreads inserts) throws Exception {
        long seed = Seeds.seed(getClass());
        draw(new Random(seed));
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try (GraphMemory memory = newMemory(memoryBytes, inserts)) {
            StoredGraph graph = memory.newGraph("graph");
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                Random random = new Random(seed + 1 + i);
                readers.add(threads.submit(() -> read(memory, graph, random)));
            }
            try {
                write(memory, graph);
            } finally {
                threads.shutdown(); // they may read as long as there is memory
                assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
            }
            for (Future<?> reader : readers) {
                reader.get();
            }
            memory.beginSnapshot(snapshots + 1);
            memory.publishSnapshot();
            assertThat(memory.markBytes()).isZero();
            Checks.assertSound(memory, graph);
        } finally {
            threads.shutdownNow();
        }
    }

    GraphMemory newMemory(long bytes, InsertThreads threads) {
        return new GraphMemory(bytes, threads);
    }

    /** Returns the graph at a snapshot that is held. */
    TripleView view(StoredGraph graph, long sn) {
        return graph.at(sn);
    }

    /** Called when a reader has begun to hold a snapshot, maybe one that was held before. */
    void entered() {}

    private void draw(Random random) {
        counts = new long[snapshots + 1];
        sums = new long[snapshots + 1];
        Set<TripleModel.Ids> all = new HashSet<>();
        List<TripleModel.Ids> known = new ArrayList<>();
        for (int sn = 1; sn <= snapshots; sn++) {
            Batch batch = new Batch(new ArrayList<>(), new ArrayList<>());
            counts[sn] = counts[sn - 1];
            sums[sn] = sums[sn - 1];
            for (int i = random.nextInt(batchMax); i >= 0; i--) {
                TripleModel.Ids triple = draw(random, random.nextInt(3));
                batch.added.add(triple);
                known.add(triple);
                if (all.add(triple)) {
                    counts[sn]++;
                    sums[sn] += hash(triple.s(), triple.p(), triple.o());
                }
            }
            // In turn more and less than what is added.
            int removedMax = sn / 50 % 2 == 0 ? batchMax / 2 : batchMax * 2;
            for (int i = random.nextInt(removedMax); i >= 0; i--) {
                TripleModel.Ids triple = known.get(random.nextInt(known.size()));
                batch.removed.add(triple);
                if (all.remove(triple)) {
                    counts[sn]--;
                    sums[sn] -= hash(triple.s(), triple.p(), triple.o());
                }
            }
            batches.add(batch);
        }
    }

    /** Some subjects and objects have very many triples. */
    private TripleModel.Ids draw(Random random, int kind) {
        int subject = random.nextInt(kind == 0 ? 3 : vertexCount);
        int object = random.nextInt(kind == 1 ? 3 : vertexCount);
        return new TripleModel.Ids(
                TripleModel.vid(subject), 1 + random.nextInt(PREDICATES), TripleModel.vid(object));
    }

    private static long hash(long s, long p, long o) {
        long hash = (s * 0x9E3779B97F4A7C15L + p) * 0xC2B2AE3D27D4EB4FL + o;
        hash = (hash ^ (hash >>> 31)) * 0x165667B19E3779F9L;
        return hash ^ (hash >>> 29);
    }

    private void write(GraphMemory memory, StoredGraph graph) {
        try {
            for (int sn = 1; sn <= snapshots; sn++) {
                memory.beginSnapshot(sn);
                for (List<TripleModel.Ids> part : halves(batches.get(sn - 1).added)) {
                    graph.insert(buffer(part));
                }
                for (List<TripleModel.Ids> part : halves(batches.get(sn - 1).removed)) {
                    graph.remove(buffer(part));
                }
                memory.publishSnapshot();
                memory.retireMarks(); // where readers have left since, as an idle agent does
            }
        } finally {
            done.set(true);
        }
    }

    private static TripleBuffer buffer(List<TripleModel.Ids> triples) {
        TripleBuffer buffer = new TripleBuffer();
        triples.forEach(triple -> buffer.append(triple.s(), triple.p(), triple.o()));
        return buffer;
    }

    private static List<List<TripleModel.Ids>> halves(List<TripleModel.Ids> batch) {
        int half = batch.size() / 2;
        return List.of(batch.subList(0, half), batch.subList(half, batch.size()));
    }

    private void read(GraphMemory memory, StoredGraph graph, Random random) {
        try (ReaderEpochs.Reader reader = memory.epochs().newReader()) {
            for (int look = 0; look < LOOKS_MIN || !done.get(); look++) {
                long sn = reader.enter();
                entered();
                try {
                    for (int again = random.nextInt(4); again >= 0; again--) {
                        look(view(graph, sn), (int) sn);
                    }
                } finally {
                    reader.leave();
                }
            }
        }
    }

    private void look(TripleView view, int sn) {
        for (int direction = 0; direction < 2; direction++) {
            long[] all = new long[2];
            for (int pid = 1; pid <= PREDICATES; pid++) {
                Neighbours vertices = view.neighbours(Keys.key(0, pid, direction));
                add(view, ids(vertices), pid, direction, all);
            }
            assertThat(all).as("sn=%d", sn).containsExactly(counts[sn], sums[sn]);
            assertThat(byVertex(view, direction)).containsExactly(counts[sn], sums[sn]);
        }
        Neighbours predicates =
                view.neighbours(Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT));
        assertThat(predicates.size() > 0).isEqualTo(counts[sn] > 0);
    }

    /** Adds count and sum of the triples of some vertices under a predicate. */
    private static void add(
            TripleView view, long[] vertices, long pid, int direction, long[] into) {
        Expansion expansion = new Expansion();
        view.expand(vertices, vertices.length, pid, direction, expansion);
        for (int i = 0; i < expansion.size(); i++) {
            addTriple(vertices[expansion.rows()[i]], pid, expansion.ids()[i], direction, into);
        }
        long[] there = new long[expansion.size()];
        long[] neighbours = new long[expansion.size()];
        for (int i = 0; i < there.length; i++) {
            there[i] = vertices[expansion.rows()[i]];
            neighbours[i] = expansion.ids()[i];
        }
        if (direction == Keys.OUT) {
            int[] kept = new int[there.length];
            assertThat(view.probe(there, pid, neighbours, there.length, kept))
                    .isEqualTo(there.length);
        }
    }

    private long[] byVertex(TripleView view, int direction) {
        long[] all = new long[2];
        for (int v = 0; v < vertexCount; v++) {
            long vertex = TripleModel.vid(v);
            for (long pid : ids(view.neighbours(Keys.key(vertex, 0, direction)))) {
                for (long neighbour : ids(view.neighbours(Keys.key(vertex, pid, direction)))) {
                    addTriple(vertex, pid, neighbour, direction, all);
                }
            }
        }
        return all;
    }

    private static void addTriple(
            long vertex, long pid, long neighbour, int direction, long[] into) {
        into[0]++;
        into[1] +=
                direction == Keys.OUT ? hash(vertex, pid, neighbour) : hash(neighbour, pid, vertex);
    }

    private static long[] ids(Neighbours list) {
        long[] ids = new long[list.size()];
        list.copyTo(0, ids.length, ids, 0);
        return ids;
    }
}
