package org.wukongs.benchmarks.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;

/**
 * What snapshots cost: a stream's inserts of 13,000 triples each into a graph of 1.4 million, marks
 * made and retired; and steps over the graph while some snapshots' marks are outstanding, because a
 * reader holds an older one. Per triple or vertex.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SnapshotBenchmark {

    private static final int TRIPLES_EACH = 7;
    private static final int BATCH = 13_000;
    private static final int BATCHES_MAX = 200;
    private static final int ASKED = 100_000;
    private static final long SINGLE_VALUED = 2;
    private static final long MULTI_VALUED = 3;
    private static final long SEED = 1;
    private static final long MEMORY_BYTES = 1L << 30;

    /** Snapshots that are marked while it is read. */
    @Param({"0", "1", "10"})
    public int marked;

    @Param("200000")
    public int vertices;

    private final TripleBuffer stored = new TripleBuffer();
    private final TripleBuffer batch = new TripleBuffer();
    private final long[] asked = new long[ASKED];
    private final long[] objects = new long[ASKED];
    private final int[] kept = new int[ASKED];
    private final Expansion expansion = new Expansion();
    private SplittableRandom random = new SplittableRandom(SEED);
    private GraphMemory memory;
    private StoredGraph graph;
    private ReaderEpochs.Reader old;
    private TripleView newest;
    private TripleView oldest;
    private int batches;
    private int newVertices;

    @Setup
    public void fill() {
        for (int v = 0; v < vertices; v++) {
            stored.append(vid(v), SINGLE_VALUED, anyVid());
            for (int i = 1; i < TRIPLES_EACH; i++) {
                stored.append(vid(v), MULTI_VALUED, anyVid());
            }
        }
        load();
        old.enter();
        oldest = graph.at(old.snapshot());
        for (int i = 0; i < marked; i++) {
            drawBatch();
            insertBatch();
        }
        newest = graph.at(memory.publishedSnapshot());
        for (int i = 0; i < ASKED; i++) {
            asked[i] = anyVid();
            objects[i] = graph.objects(asked[i], MULTI_VALUED).get(0);
        }
    }

    private void load() {
        memory = new GraphMemory(MEMORY_BYTES);
        graph = memory.newGraph();
        graph.insert(stored);
        old = memory.epochs().newReader();
        batches = 0;
        newVertices = vertices;
    }

    /** As a stream of likes and posts: old vertices get another object, and new ones come. */
    private void drawBatch() {
        batch.clear();
        for (int i = 0; i < BATCH; i++) {
            if (i % 4 == 0) {
                batch.append(vid(newVertices++), SINGLE_VALUED, anyVid());
            } else {
                batch.append(anyVid(), MULTI_VALUED, anyVid());
            }
        }
    }

    private long insertBatch() {
        memory.beginSnapshot(memory.publishedSnapshot() + 1);
        long newCount = graph.insert(batch);
        memory.publishSnapshot();
        return newCount;
    }

    private long anyVid() {
        return vid(random.nextInt(vertices));
    }

    private static long vid(int number) {
        return Vids.PARTITION_COUNT + (long) number;
    }

    @TearDown
    public void free() {
        memory.close();
    }

    /** Nobody holds an old snapshot: marks are made and at once retired. */
    @State(Scope.Thread)
    public static class Unread {

        /** Another batch, into a graph that does not grow for ever. */
        @Setup(Level.Invocation)
        public void draw(SnapshotBenchmark benchmark) {
            if (benchmark.batches == 0 || benchmark.batches == BATCHES_MAX) {
                benchmark.memory.close();
                benchmark.load();
            }
            benchmark.batches++;
            benchmark.drawBatch();
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long insertSnapshot(Unread unread) {
        return insertBatch();
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int expandSingle() {
        return expand(newest, SINGLE_VALUED);
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int expandMany() {
        return expand(newest, MULTI_VALUED);
    }

    /** By who holds the snapshot before all marks. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int expandManyOld() {
        return expand(oldest, MULTI_VALUED);
    }

    private int expand(TripleView view, long pid) {
        expansion.clear();
        view.expand(asked, ASKED, pid, Keys.OUT, expansion);
        return expansion.size();
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int probe() {
        return newest.probe(asked, MULTI_VALUED, objects, ASKED, kept);
    }

    /** One vertex at a time, as a query with a constant does. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public long lookUpVertex() {
        long sum = 0;
        for (long vertex : asked) {
            sum += newest.objects(vertex, MULTI_VALUED).get(0);
        }
        return sum;
    }
}
