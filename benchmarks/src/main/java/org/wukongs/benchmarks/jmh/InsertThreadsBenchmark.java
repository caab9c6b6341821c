package org.wukongs.benchmarks.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.wukongs.id.Vids;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;

/** Wall time a triple of inserts that one, two or four threads share. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
public class InsertThreadsBenchmark {

    private static final int TRIPLES_EACH = 4;
    private static final int VERTICES_DEFAULT = 1 << 19;
    private static final int TRIPLES = VERTICES_DEFAULT * TRIPLES_EACH;

    /** What streams bring in 100 ms at 133,500 tuples a second, nearly all of them new. */
    private static final int BATCH = 13_000;

    private static final int BATCHES = 20;
    private static final int PREDICATES = 10;
    private static final long SEED = 1;
    private static final long MEMORY_BYTES = 1L << 30;

    @Param({"1", "2", "4"})
    public int threadCount;

    @Param("" + VERTICES_DEFAULT)
    public int vertices;

    private final TripleBuffer stored = new TripleBuffer();
    private final TripleBuffer[] batches = new TripleBuffer[BATCHES];
    private ExecutorService helpers;
    private InsertThreads threads;
    private GraphMemory memory;
    private StoredGraph graph;

    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(SEED);
        draw(random, stored, vertices * TRIPLES_EACH);
        for (int i = 0; i < BATCHES; i++) {
            batches[i] = new TripleBuffer();
            draw(random, batches[i], BATCH);
        }
        helpers = Executors.newFixedThreadPool(threadCount);
        threads = new InsertThreads(helpers, threadCount);
    }

    /** A graph that readers see already, so that what comes is marked. */
    @Setup(Level.Invocation)
    public void fill() {
        memory = new GraphMemory(MEMORY_BYTES, threads);
        graph = memory.newGraph();
        graph.insert(stored);
    }

    @TearDown(Level.Invocation)
    public void free() {
        memory.close();
    }

    @TearDown
    public void end() {
        helpers.shutdown();
    }

    /** All triples at once into an empty graph. */
    @Benchmark
    @OperationsPerInvocation(TRIPLES)
    public long load() {
        try (GraphMemory fresh = new GraphMemory(MEMORY_BYTES, threads)) {
            return fresh.newGraph().insert(stored);
        }
    }

    /** Batch by batch, each a snapshot, into a graph that is there. */
    @Benchmark
    @OperationsPerInvocation(BATCH * BATCHES)
    public long batches() {
        long added = 0;
        for (TripleBuffer batch : batches) {
            added += graph.insert(batch);
        }
        return added;
    }

    private void draw(SplittableRandom random, TripleBuffer into, int count) {
        for (int i = 0; i < count; i++) {
            into.append(vid(random), 2 + random.nextInt(PREDICATES), vid(random));
        }
    }

    /** As the dictionary gives them out: dense over all partitions. */
    private long vid(SplittableRandom random) {
        return Vids.PARTITION_COUNT + (long) random.nextInt(vertices);
    }
}
