package org.wukongs.store.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.graph.StepChecks;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/** A stream as a list of all tuples that ever came, beside its index. */
final class StreamModel {

    record At(long timeMs, TripleModel.Ids triple, boolean removal) {

        At(long timeMs, TripleModel.Ids triple) {
            this(timeMs, triple, false);
        }

        long predicate() {
            return triple.p() | (removal ? EncodedBatch.REMOVAL : 0);
        }
    }

    static final long INTERVAL_MS = 10;
    static final StreamDefinition STREAM =
            new StreamDefinition("s", INTERVAL_MS, "STORED", Set.of());

    final int vertexCount;
    final int predicateCount;
    final TransientMemory memory;
    final StreamRing ring;
    final StreamIndex index;
    final List<At> tuples = new ArrayList<>(); // by position
    double removals; // of all tuples that come
    long nextBatch = -3;
    long tail;

    /** Chunks of 2^{@code chunkShift} tuples. */
    StreamModel(int vertexCount, int predicateCount, int chunkShift) {
        this.vertexCount = vertexCount;
        this.predicateCount = predicateCount;
        this.memory = new TransientMemory(1 << 28, chunkShift);
        this.ring = new StreamRing(STREAM, 1 << 24, memory);
        this.index = new StreamIndex(ring, memory);
    }

    TripleModel.Ids randomTriple(Random random) {
        return new TripleModel(vertexCount, predicateCount).randomTriple(random);
    }

    /** Closes a batch of tuples in order of time. */
    void append(List<At> batch) {
        ring.offer(
                new EncodedBatch(
                        nextBatch,
                        false,
                        batch.stream().mapToLong(At::timeMs).toArray(),
                        batch.stream().mapToLong(at -> at.triple().s()).toArray(),
                        batch.stream().mapToLong(At::predicate).toArray(),
                        batch.stream().mapToLong(at -> at.triple().o()).toArray()));
        index.close(nextBatch++);
        tuples.addAll(batch);
    }

    /** A batch of up to {@code max} random tuples, or an empty one. */
    void appendRandom(Random random, int max) {
        int count = random.nextInt(max + 1);
        long[] offsets = random.longs(count, 0, INTERVAL_MS).sorted().toArray();
        List<At> batch = new ArrayList<>();
        for (long offset : offsets) {
            long timeMs = nextBatch * INTERVAL_MS + offset;
            batch.add(new At(timeMs, randomTriple(random), random.nextDouble() < removals));
        }
        append(batch);
    }

    void reclaimBelow(long position) {
        index.reclaimBelow(position);
        tail = Math.max(tail, Math.min(position, tuples.size()));
    }

    long positionAt(long timeMs) {
        return tuples.stream().filter(at -> at.timeMs() < timeMs).count();
    }

    /**
     * Returns the event time of a tuple, that of the next batch for the position after the last.
     */
    long timeMs(long position) {
        return position < tuples.size()
                ? tuples.get((int) position).timeMs()
                : nextBatch * INTERVAL_MS;
    }

    TripleModel expected(long from, long to) {
        TripleModel expected = new TripleModel(vertexCount, predicateCount);
        for (long position = from; position < to; position++) {
            At at = tuples.get((int) position);
            if (at.removal()) {
                expected.triples().remove(at.triple());
            } else {
                expected.triples().add(at.triple());
            }
        }
        return expected;
    }

    long newestEventTimeMs(TripleModel.Ids triple, long from, long to) {
        for (long position = to - 1; position >= from; position--) {
            At at = tuples.get((int) position);
            if (at.triple().equals(triple)) {
                return at.removal() ? Long.MIN_VALUE : at.timeMs();
            }
        }
        return Long.MIN_VALUE;
    }

    /** A view shows exactly the triples that [from, to) says and does not take back. */
    void assertShows(WindowView view, long from, long to, Random random) {
        expected(from, to).assertShows(view);
        StepChecks.assertSteps(view, expected(from, to), random);
        assertCounts(view, expected(from, to), 1L + random.nextInt(predicateCount));
        for (int i = 0; i < 5; i++) {
            TripleModel.Ids triple = randomTriple(random);
            assertThat(view.newestEventTimeMs(triple.s(), triple.p(), triple.o()))
                    .isEqualTo(newestEventTimeMs(triple, from, to));
        }
    }

    private static void assertCounts(WindowView view, TripleModel expected, long pid) {
        assertThat(view.tripleCount()).isGreaterThanOrEqualTo(expected.triples().size());
        long withPid = expected.triples().stream().filter(t -> t.p() == pid).count();
        assertThat(view.tripleCount(pid)).isGreaterThanOrEqualTo(withPid);
        for (int direction = 0; direction < 2; direction++) {
            assertDegree(view, Keys.key(Vids.INDEX_VERTEX, pid, direction), pid);
            assertDegree(view, Keys.key(TripleModel.vid(0), pid, direction), pid);
            assertDegree(view, Keys.key(TripleModel.vid(0), Keys.PREDICATES, direction), pid);
        }
    }

    private static void assertDegree(WindowView view, long key, long pid) {
        long length = view.neighbours(key).size();
        if (view.tripleCount(pid) <= WindowView.COUNTED_MAX) {
            assertThat(view.degree(key)).isEqualTo(length);
        } else {
            assertThat(view.degree(key)).isBetween(Math.min(length, 1), view.tripleCount());
        }
    }
}
