package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
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
        graph.insert(triples);
    }

    @Test
    void aStepWaitsForAFewRounds() {
        SharedMemory shared =
                SharedMemory.create(new SharedMemoryOptions(folder, "rounds", 0), BYTES);
        try (GraphMemory memory = new GraphMemory(InsertThreads.ONE, shared);
                ReaderEpochs.Reader reader = memory.epochs().newReader()) {
            fill(memory.newGraph("graph"));
            long sn = reader.enter();
            SharedMemoryOffer offer = shared.offer(0);
            Counting counting = new Counting(MappedMemory.open(offer.file(), folder));
            try (OneSidedMemory read = OneSidedMemory.over(counting, offer)) {
                long[] vertices = new long[RemoteColumn.BLOCK];
                for (int row = 0; row < vertices.length; row++) {
                    vertices[row] = vid(row % VERTICES);
                }
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
            }
            reader.leave();
        }
    }

    private static int expand(
            Counting counting, OneSidedMemory memory, long sn, long[] vertices, long pid) {
        Expansion into = new Expansion();
        int rounds =
                rounds(counting, memory, sn, graph -> graph.expand(vertices, pid, Keys.OUT, into));
        assertThat(into.size()).isGreaterThanOrEqualTo(vertices.length);
        return rounds;
    }

    private static int probe(
            Counting counting, OneSidedMemory memory, long sn, long[] vertices, long pid) {
        int[] kept = new int[vertices.length];
        return rounds(
                counting,
                memory,
                sn,
                graph -> assertThat(graph.probe(vertices, pid, vertices, kept)).isZero());
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
