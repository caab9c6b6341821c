package org.wukongs.benchmarks.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
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
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.view.Expansion;

/**
 * Steps over a stored graph that is larger than the processor's caches, in ids: random vertices
 * with one neighbour under a predicate and five under another. Per vertex or triple.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StoredGraphBenchmark {

    private static final int VERTICES_DEFAULT = 1 << 19;
    private static final int ASKED = 100_000;
    private static final int MANY = 5;
    private static final int TRIPLES = VERTICES_DEFAULT * (1 + MANY);
    private static final long SINGLE_VALUED = 2;
    private static final long MULTI_VALUED = 3;
    private static final long SEED = 1;
    private static final long MEMORY_BYTES = 1L << 30;

    @Param("" + VERTICES_DEFAULT)
    public int vertices;

    private final TripleBuffer triples = new TripleBuffer();
    private final long[] asked = new long[ASKED];
    private final long[] objects = new long[ASKED];
    private final int[] kept = new int[ASKED];
    private final Expansion expansion = new Expansion();
    private GraphMemory memory;
    private StoredGraph graph;

    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int v = 0; v < vertices; v++) {
            triples.append(vid(v), SINGLE_VALUED, vid(random.nextInt(vertices)));
            for (int k = 0; k < MANY; k++) {
                triples.append(vid(v), MULTI_VALUED, vid(random.nextInt(vertices)));
            }
        }
        memory = new GraphMemory(MEMORY_BYTES);
        graph = memory.newGraph();
        graph.insert(triples);
        for (int i = 0; i < ASKED; i++) {
            asked[i] = vid(random.nextInt(vertices));
            objects[i] = graph.objects(asked[i], i % 2 == 0 ? SINGLE_VALUED : MULTI_VALUED).get(0);
        }
    }

    @TearDown
    public void free() {
        memory.close();
    }

    /** vids as the dictionary gives them out: dense over all partitions. */
    private static long vid(int number) {
        return Vids.PARTITION_COUNT + (long) number;
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int expandSingle() {
        expansion.clear();
        graph.expand(asked, ASKED, SINGLE_VALUED, Keys.OUT, expansion);
        return expansion.size();
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int expandMany() {
        expansion.clear();
        graph.expand(asked, ASKED, MULTI_VALUED, Keys.OUT, expansion);
        return expansion.size();
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int probe() {
        return graph.probe(asked, MULTI_VALUED, objects, ASKED, kept);
    }

    /** One vertex at a time, as a query with a constant does. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public long lookUpVertex() {
        long sum = 0;
        for (long vertex : asked) {
            sum += graph.objects(vertex, SINGLE_VALUED).get(0);
        }
        return sum;
    }

    /** All triples as one batch into an empty graph, per triple; 3 million of them. */
    @Benchmark
    @OperationsPerInvocation(TRIPLES)
    public long insertBatch() {
        try (GraphMemory fresh = new GraphMemory(MEMORY_BYTES)) {
            return fresh.newGraph().insert(triples);
        }
    }
}
