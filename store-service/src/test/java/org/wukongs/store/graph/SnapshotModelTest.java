package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/**
 * Random inserts, removals, snapshots and readers that hold them for a while, in one thread,
 * against a model that keeps each triple with the snapshots it came and went with. Every list in
 * both directions, of vertices, index vertices and predicates, has to be what the model has at the
 * held snapshot.
 */
class SnapshotModelTest {

    private static final int READERS = 4;
    private static final int GRAPHS = 2;

    private final Random random = Seeds.random(getClass());

    private static final int HIDDEN = 3; // at a time, if snapshots are shown later

    private GraphMemory memory;
    private boolean hides;
    private long visible; // if it hides snapshots
    private int refusedCount; // snapshots that could not be entered
    private int aheadCount; // that were entered before they were shown
    private int vertexCount;
    private int predicateCount;
    private final List<StoredGraph> graphs = new ArrayList<>();
    private final List<SnapshotHistory> histories = new ArrayList<>();
    private final List<ReaderEpochs.Reader> readers = new ArrayList<>();
    private final long[] held = new long[READERS]; // -1: not reading

    @Test
    void fewVertices() {
        for (int round = 0; round < 25; round++) {
            run(4, 2, 150, 6);
        }
    }

    @Test
    void longListsWithMembershipIndex() {
        for (int round = 0; round < 3; round++) {
            run(150, 3, 250, 30);
        }
    }

    /** Lists long enough for trees of several levels, which grow and shrink. */
    @Test
    void treesOfLongLists() {
        for (int round = 0; round < 3; round++) {
            run(2500, 2, 60, 2500);
        }
    }

    /** Batches so small beside long lists that most of them end in a tail. */
    @Test
    void tailsOfLongLists() {
        for (int round = 0; round < 2; round++) {
            run(2500, 1, 250, 150);
        }
    }

    /** More predicates at a vertex than a shared set may have. */
    @Test
    void recordsWithTheirOwnPredicates() {
        run(4, PredicateSets.PREDICATES_MAX + 30, 300, 60);
    }

    /** Snapshots that are shown later: readers enter any from the visible one on. */
    @Test
    void hiddenSnapshots() {
        hides = true;
        for (int round = 0; round < 25; round++) {
            visible = 0;
            run(4, 2, 150, 6);
        }
        assertThat(refusedCount).isGreaterThan(10);
        assertThat(aheadCount).isGreaterThan(10);
    }

    private void run(int vertices, int predicates, int steps, int batchMax) {
        vertexCount = vertices;
        predicateCount = predicates;
        try (GraphMemory fresh = newMemory(64 << 20, SharedInserts.any(random))) {
            begin(fresh);
            for (int step = 0; step < steps; step++) {
                step(batchMax);
                checkReader(random.nextInt(READERS));
            }
            end();
        }
    }

    GraphMemory newMemory(long bytes, InsertThreads threads) {
        return new GraphMemory(bytes, threads);
    }

    /** Returns graph {@code number} at a snapshot that is held. */
    TripleView view(StoredGraph graph, int number, long sn) {
        return graph.at(sn);
    }

    /** Called when a reader has begun to hold a snapshot, maybe one that was held before. */
    void entered() {}

    private void begin(GraphMemory fresh) {
        memory = fresh;
        if (hides) {
            memory.holdSnapshots();
        }
        graphs.clear();
        histories.clear();
        readers.clear();
        for (int i = 0; i < GRAPHS; i++) {
            graphs.add(memory.newGraph("graph " + i));
            histories.add(new SnapshotHistory());
        }
        for (int i = 0; i < READERS; i++) {
            readers.add(memory.epochs().newReader());
            held[i] = -1;
        }
    }

    private void step(int batchMax) {
        switch (random.nextInt(9)) {
            case 0 -> {
                if (memory.isWritingSnapshot()) {
                    memory.publishSnapshot();
                } else {
                    int gap = hides ? 1 : 1 + random.nextInt(3);
                    memory.beginSnapshot(memory.publishedSnapshot() + gap);
                }
            }
            case 1 -> enterOrLeave(random.nextInt(READERS));
            case 2 -> retire();
            case 3, 4, 5 -> remove(random.nextInt(GRAPHS), 1 + random.nextInt(batchMax));
            default -> insert(random.nextInt(GRAPHS), 1 + random.nextInt(batchMax));
        }
        show(memory.publishedSnapshot() - random.nextInt(HIDDEN));
    }

    private void show(long sn) {
        if (hides && sn > visible) {
            visible = sn;
            memory.showSnapshots(sn);
        }
    }

    private void enterAny(int i) {
        long published = memory.publishedSnapshot();
        long sn = visible - 1 + random.nextInt((int) (published - visible) + 3);
        boolean isEntered = readers.get(i).enter(sn);
        assertThat(isEntered).isEqualTo(sn >= visible && sn <= published);
        held[i] = isEntered ? sn : -1;
        entered();
        refusedCount += isEntered ? 0 : 1;
        aheadCount += isEntered && sn > visible ? 1 : 0;
    }

    private void retire() {
        memory.retireMarks();
        boolean isShown = !hides || visible == memory.publishedSnapshot();
        boolean allNewest =
                Arrays.stream(held).allMatch(sn -> sn < 0 || sn == memory.publishedSnapshot());
        if (allNewest && isShown && !memory.isWritingSnapshot()) {
            assertThat(memory.markBytes()).isZero();
        }
        assertThat(memory.retireMarks()).as("nothing is left to do").isZero();
    }

    private void enterOrLeave(int i) {
        if (held[i] < 0 && hides) {
            enterAny(i);
        } else if (held[i] < 0) {
            held[i] = readers.get(i).enter();
            assertThat(held[i]).isEqualTo(memory.publishedSnapshot());
            entered();
        } else {
            readers.get(i).leave();
            held[i] = -1;
        }
    }

    private void insert(int graph, int count) {
        TripleBuffer buffer = new TripleBuffer();
        SnapshotHistory history = histories.get(graph);
        long sn =
                memory.isWritingSnapshot()
                        ? memory.writingSnapshot()
                        : memory.publishedSnapshot() + 1;
        long newCount = 0;
        for (int i = 0; i < count; i++) {
            TripleModel.Ids triple = randomTriple();
            buffer.append(triple.s(), triple.p(), triple.o());
            newCount += history.add(triple, sn) ? 1 : 0;
        }
        assertThat(graphs.get(graph).insert(buffer)).isEqualTo(newCount);
        assertThat(longestChain(graphs.get(graph))).isLessThanOrEqualTo(chainMax());
    }

    private void remove(int graph, int count) {
        TripleBuffer buffer = new TripleBuffer();
        SnapshotHistory history = histories.get(graph);
        long sn =
                memory.isWritingSnapshot()
                        ? memory.writingSnapshot()
                        : memory.publishedSnapshot() + 1;
        long gone = 0;
        for (int i = 0; i < count; i++) {
            TripleModel.Ids known = random.nextInt(4) == 0 ? null : history.any(random);
            TripleModel.Ids triple = known == null ? randomTriple() : known;
            buffer.append(triple.s(), triple.p(), triple.o());
            gone += history.remove(triple, sn) ? 1 : 0;
        }
        assertThat(graphs.get(graph).remove(buffer)).isEqualTo(gone);
        assertThat(longestChain(graphs.get(graph))).isLessThanOrEqualTo(chainMax());
    }

    private int chainMax() {
        return 1 + READERS + (hides ? HIDDEN : 0);
    }

    /** Half of all triples have the same subject or object. */
    private TripleModel.Ids randomTriple() {
        long s = TripleModel.vid(random.nextInt(4) == 0 ? 0 : random.nextInt(vertexCount));
        long o = TripleModel.vid(random.nextInt(4) == 0 ? 1 : random.nextInt(vertexCount));
        return new TripleModel.Ids(s, 1 + random.nextInt(predicateCount), o);
    }

    private void checkReader(int i) {
        if (held[i] < 0) {
            return;
        }
        for (int graph = 0; graph < GRAPHS; graph++) {
            SnapshotHistory.assertSame(
                    view(graphs.get(graph), graph, held[i]),
                    histories.get(graph).at(held[i]),
                    vertexCount,
                    predicateCount,
                    random);
        }
    }

    /** All leave: then a snapshot more takes all marks away. */
    private void end() {
        if (memory.isWritingSnapshot()) {
            memory.publishSnapshot();
        }
        Checks.assertSound(memory, graphs.toArray(new StoredGraph[0]));
        for (int i = 0; i < READERS; i++) {
            checkReader(i);
            if (held[i] >= 0) {
                readers.get(i).leave();
                held[i] = -1;
            }
        }
        show(memory.publishedSnapshot());
        memory.beginSnapshot(memory.publishedSnapshot() + 1);
        memory.publishSnapshot();
        show(memory.publishedSnapshot());
        memory.retireMarks();
        assertThat(memory.markBytes()).isZero();
        for (int graph = 0; graph < GRAPHS; graph++) {
            assertThat(longestChain(graphs.get(graph))).isZero();
            TripleIndex all = histories.get(graph).at(Marks.ALL);
            StoredGraph stored = graphs.get(graph);
            SnapshotHistory.assertSame(stored, all, vertexCount, predicateCount, random);
            assertThat(stored.tripleCount()).isEqualTo(all.tripleCount());
        }
        Checks.assertSound(memory, graphs.toArray(new StoredGraph[0]));
    }

    private int longestChain(StoredGraph graph) {
        int longest = 0;
        for (int v = 0; v < vertexCount; v++) {
            for (int p = 1; p <= predicateCount; p++) {
                for (int d = 0; d < 2; d++) {
                    longest =
                            Math.max(
                                    longest,
                                    chain(graph.kernels().value(TripleModel.vid(v), p, d)));
                    longest = Math.max(longest, chain(graph.indexList(p, d)));
                }
            }
        }
        return Math.max(longest, chain(graph.predicateList()));
    }

    private int chain(long value) {
        int count = 0;
        long mark = ValueDescriptor.isMarked(value) ? ValueDescriptor.offset(value) : 0;
        while (mark != 0) {
            count++;
            mark = memory.region().getLong(mark + MarkDescriptor.OLDER_OFFSET);
        }
        return count;
    }

    @Test
    void aGraphIsEmptyBeforeItsFirstSnapshot() {
        try (GraphMemory fresh = new GraphMemory(1 << 20)) {
            StoredGraph graph = fresh.newGraph();
            ReaderEpochs.Reader reader = fresh.epochs().newReader();
            long before = reader.enter();
            fresh.beginSnapshot(7);
            graph.add(1, 1, 2);
            graph.add(1, 1, 3);
            assertThat(fresh.marks().bytes()).as("nobody can have seen it").isZero();
            assertThat(graph.at(before).contains(1, 1, 2)).isFalse();
            fresh.publishSnapshot();
            assertThat(graph.at(before).contains(1, 1, 2)).isFalse();
            assertThat(reader.enter()).as("the outermost decides").isEqualTo(before);
            reader.leave();
            reader.leave();
            assertThat(reader.enter()).isEqualTo(7);
            assertThat(graph.at(7).contains(1, 1, 3)).isTrue();
            assertThat(graph.at(7)).isEqualTo(graph.at(7)).isNotEqualTo(graph.at(8));
            reader.leave();
        }
    }

    @Test
    void predicatesOfAVertexAreThoseOfTheSnapshot() {
        try (GraphMemory fresh = new GraphMemory(1 << 20)) {
            StoredGraph graph = fresh.newGraph();
            graph.add(1024, 1, 2048);
            ReaderEpochs.Reader reader = fresh.epochs().newReader();
            long sn = reader.enter();
            graph.add(1024, 2, 2048);
            TripleView view = graph.at(sn);
            assertThat(NeighbourListTest.ids(view.predicatesOf(1024))).containsExactly(1L);
            long key = Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT);
            assertThat(NeighbourListTest.ids(view.neighbours(key))).containsExactly(1L);
            assertThat(view.neighbours(key).contains(2)).isFalse();
            assertThat(view.degree(Keys.key(2048, Keys.PREDICATES, Keys.IN))).isEqualTo(1);
            reader.leave();
        }
    }
}
