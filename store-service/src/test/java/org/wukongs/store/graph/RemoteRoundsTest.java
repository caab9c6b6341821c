package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.view.Expansion;

/**
 * How often a step over another node's memory waits for reads that depend on what was read before:
 * over a network, each time is a round trip. {@code docs/rdma.md} has these numbers.
 */
class RemoteRoundsTest {

    private static final long BYTES = 16 << 20;
    private static final int VERTICES = 8_000;
    private static final long SINGLE = 1;
    private static final long LIST = 2;
    private static final long LONG_LIST = 3;
    private static final long INDEXED_LIST = 4; // of 40 ids
    private static final long TREE = 5; // of 3,000 ids
    private static final int TREES = 300; // vertices with a tree, or a long list with an index

    @TempDir private Path folder;

    /** Counts the rounds of a memory. */
    private static final class Counting extends ForwardingMemory {

        private int rounds;

        Counting(RemoteMemory memory) {
            super(memory);
        }

        @Override
        public void headWords(int[] at, int count, long[] into) {
            rounds++;
            super.headWords(at, count, into);
        }

        @Override
        public void words(long[] offsets, int count, long[] into) {
            rounds++;
            super.words(offsets, count, into);
        }

        @Override
        public void ranges(long[] offsets, int[] counts, int[] places, int ranges, long[] into) {
            rounds++;
            super.ranges(offsets, counts, places, ranges, into);
        }

        @Override
        public void range(long offset, int count, long[] into, int at) {
            rounds++;
            super.range(offset, count, into, at);
        }
    }

    /** Returns one of vids that follow each other, for which a directory is dense. */
    private static long vid(int number) {
        return Vids.vid(1 + number / Vids.PARTITION_COUNT, number % Vids.PARTITION_COUNT);
    }

    private static void fill(StoredGraph graph) {
        TripleBuffer triples = new TripleBuffer();
        for (int v = 0; v < VERTICES; v++) {
            triples.append(vid(v), SINGLE, vid((v + 1) % VERTICES));
            for (int i = 1; i <= 3; i++) {
                triples.append(vid(v), LIST, vid((v + i) % VERTICES));
            }
        }
        for (int i = 0; i < 1_000; i++) {
            triples.append(vid(0), LONG_LIST, vid(i));
        }
        for (int v = 0; v < TREES; v++) {
            for (int i = 1; i <= 40; i++) {
                triples.append(vid(v), INDEXED_LIST, vid(v + 2 * i));
            }
        }
        for (int v = 0; v < 3; v++) {
            for (int i = 0; i < 3_000; i++) {
                triples.append(vid(v), TREE, vid(2 * i));
            }
        }
        graph.insert(triples);
    }

    /** What reads a graph at a snapshot. */
    private interface Reading {

        void read(Counting counting, OneSidedMemory memory, long sn);
    }

    /**
     * @param isDear whether a round takes as long as over a network
     */
    private void read(boolean isDear, Reading reading) {
        SharedMemory shared =
                SharedMemory.create(new SharedMemoryOptions(folder, "rounds", 0), BYTES);
        try (GraphMemory memory = new GraphMemory(InsertThreads.ONE, shared);
                ReaderEpochs.Reader reader = memory.epochs().newReader()) {
            fill(memory.newGraph("graph"));
            long sn = reader.enter();
            SharedMemoryOffer offer = shared.offer(0);
            RemoteMemory mapped = MappedMemory.open(offer.file(), folder);
            Counting counting = new Counting(isDear ? new DearMemory(mapped) : mapped);
            try (OneSidedMemory read = OneSidedMemory.over(counting, offer, FabricCounts.NONE)) {
                reading.read(counting, read, sn);
            }
            reader.leave();
        }
    }

    private static long[] block() {
        long[] vertices = new long[RemoteColumn.BLOCK];
        Arrays.setAll(vertices, RemoteRoundsTest::vid);
        return vertices;
    }

    @Test
    void aStepWaitsForAFewRounds() {
        read(
                false,
                (counting, read, sn) -> {
                    long[] vertices = block();
                    expand(counting, read, sn, vertices, SINGLE); // learns graph and predicates
                    assertThat(expand(counting, read, sn, vertices, SINGLE)).isEqualTo(3);
                    assertThat(expand(counting, read, sn, vertices, LIST)).isEqualTo(4);
                    assertThat(probe(counting, read, sn, vertices, SINGLE)).isEqualTo(3);
                    assertThat(probe(counting, read, sn, vertices, LIST)).isEqualTo(4);
                    long[] vertex = {vid(0)};
                    assertThat(expand(counting, read, sn, vertex, LONG_LIST)).isEqualTo(5);
                    assertThat(expand(counting, read, sn + 1, vertices, SINGLE))
                            .as("the first step of a snapshot")
                            .isEqualTo(6);
                    assertThat(expand(counting, read, sn + 1, vertices, SINGLE)).isEqualTo(3);
                });
    }

    /**
     * A block of probes waits as often as its slowest one; a tree of three leaves has one level.
     */
    @Test
    void probesOfLongListsGoTogether() {
        read(
                false,
                (counting, read, sn) -> {
                    long[] vertices = block();
                    probe(counting, read, sn, vertices, SINGLE); // learns graph and predicates
                    assertThat(probe(counting, read, sn, vertices, INDEXED_LIST))
                            .as("slots, then ids; a second time for a few")
                            .isBetween(6, 8);
                    assertThat(probe(counting, read, sn, vertices, TREE))
                            .as("children of roots, then leaves")
                            .isEqualTo(6);
                    assertThat(probeOf(counting, read, sn, vertices, TREE)).isEqualTo(6);
                    assertThat(probeOf(counting, read, sn, vertices, LONG_LIST)).isBetween(6, 8);
                    long[] three = {vid(0), vid(1), vid(2)};
                    assertThat(expand(counting, read, sn, three, TREE)).isEqualTo(6);
                });
    }

    /** Over a network, where locations are known: at most three rounds a step. */
    @Test
    void hotVerticesTakeAtMostThreeRounds() {
        read(
                true,
                (counting, read, sn) -> {
                    long[] vertices = block();
                    expand(counting, read, sn, vertices, SINGLE); // learns graph and predicates
                    assertThat(expand(counting, read, sn, vertices, SINGLE)).isEqualTo(1);
                    assertThat(expand(counting, read, sn, vertices, LIST)).isEqualTo(4);
                    assertThat(expand(counting, read, sn, vertices, LIST)).isEqualTo(1);
                    assertThat(probe(counting, read, sn, vertices, LIST)).isEqualTo(1);
                    long[] vertex = {vid(0)};
                    assertThat(expand(counting, read, sn, vertex, LONG_LIST)).isEqualTo(5);
                    assertThat(expand(counting, read, sn, vertex, LONG_LIST)).isEqualTo(2);
                    assertThat(probeOf(counting, read, sn, new long[] {1}, LONG_LIST))
                            .as("the whole list")
                            .isEqualTo(2);
                    assertThat(probe(counting, read, sn, vertices, TREE)).isEqualTo(6);
                    assertThat(probe(counting, read, sn, vertices, TREE)).isEqualTo(3);
                    assertThat(expand(counting, read, sn, vertex, TREE)).isEqualTo(3);
                    read.forget();
                    assertThat(expand(counting, read, sn, vertices, SINGLE))
                            .as("a snapshot that is held anew")
                            .isEqualTo(6);
                });
    }

    private static int expand(
            Counting counting, OneSidedMemory memory, long sn, long[] vertices, long pid) {
        Expansion into = new Expansion();
        int rounds =
                rounds(counting, memory, sn, graph -> graph.expand(vertices, pid, Keys.OUT, into));
        assertThat(into.size()).isGreaterThanOrEqualTo(vertices.length);
        return rounds;
    }

    /** Probes each vertex for one that lists with an index have, and other lists do not. */
    private static int probe(
            Counting counting, OneSidedMemory memory, long sn, long[] vertices, long pid) {
        int[] kept = new int[vertices.length];
        long[] objects = new long[vertices.length];
        Arrays.setAll(
                objects,
                v ->
                        switch ((int) pid) {
                            case (int) TREE -> vid(2 * v + 1);
                            case (int) INDEXED_LIST -> vid(v + 2);
                            default -> vid(v);
                        });
        return rounds(
                counting,
                memory,
                sn,
                graph ->
                        assertThat(graph.probe(vertices, pid, objects, kept))
                                .isEqualTo(pid == INDEXED_LIST ? vertices.length : 0));
    }

    private static int probeOf(
            Counting counting, OneSidedMemory memory, long sn, long[] objects, long pid) {
        int[] kept = new int[objects.length];
        return rounds(counting, memory, sn, graph -> graph.probeOf(vid(0), pid, objects, kept));
    }

    private static int rounds(
            Counting counting, OneSidedMemory memory, long sn, Consumer<OneSidedGraph> step) {
        counting.rounds = 0;
        assertThat(memory.enter()).isTrue();
        step.accept(memory.graph("graph", sn));
        assertThat(memory.counts(sn)).isTrue();
        memory.leave();
        return counting.rounds;
    }
}
