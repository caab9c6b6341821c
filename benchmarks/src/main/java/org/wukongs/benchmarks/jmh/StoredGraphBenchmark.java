package org.wukongs.benchmarks.jmh;

import static org.wukongs.benchmarks.measure.EmbeddedStore.vid;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.wukongs.id.Keys;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;

/**
 * Steps over a stored graph that is larger than the processor's caches, in ids: random vertices
 * with one neighbour under a predicate and five under another, while a reader holds a snapshot from
 * before some others, so that these are marked. Per vertex or triple.
 */
@State(Scope.Thread)
public class StoredGraphBenchmark {

    private static final int VERTICES_DEFAULT = 1 << 19;
    private static final int ASKED = 100_000;
    private static final int MANY = 5;
    private static final int TRIPLES = VERTICES_DEFAULT * (1 + MANY);

    /** What streams bring in 100 ms at 133,500 tuples a second. */
    private static final int SNAPSHOT_TRIPLES = 13_000;

    private static final long SINGLE_VALUED = 2;
    private static final long MULTI_VALUED = 3;
    private static final long SEED = 1;
    private static final long MEMORY_BYTES = 1L << 30;

    @Param("" + VERTICES_DEFAULT)
    public int vertices;

    /** Snapshots that are marked while the graph is read. */
    @Param({"0", "10"})
    public int marked;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final TripleBuffer triples = new TripleBuffer();
    private final long[] asked = new long[ASKED];
    private final long[] objects = new long[ASKED];
    private final int[] kept = new int[ASKED];
    private final Expansion expansion = new Expansion();
    private GraphMemory memory;
    private TripleView graph;

    @Setup
    public void fill() {
        for (int v = 0; v < vertices; v++) {
            triples.append(vid(v), SINGLE_VALUED, anyVid());
            for (int k = 0; k < MANY; k++) {
                triples.append(vid(v), MULTI_VALUED, anyVid());
            }
        }
        memory = new GraphMemory(MEMORY_BYTES);
        StoredGraph stored = memory.newGraph();
        stored.insert(triples);
        memory.epochs().newReader().enter();
        for (int i = 0; i < marked; i++) {
            insertSnapshot(stored);
        }
        graph = stored.at(memory.publishedSnapshot());
        for (int i = 0; i < ASKED; i++) {
            asked[i] = anyVid();
            objects[i] = graph.objects(asked[i], i % 2 == 0 ? SINGLE_VALUED : MULTI_VALUED).get(0);
        }
    }

    private void insertSnapshot(StoredGraph stored) {
        TripleBuffer batch = new TripleBuffer();
        for (int i = 0; i < SNAPSHOT_TRIPLES; i++) {
            batch.append(anyVid(), MULTI_VALUED, anyVid());
        }
        memory.beginSnapshot(memory.publishedSnapshot() + 1);
        stored.insert(batch);
        memory.publishSnapshot();
    }

    @TearDown
    public void free() {
        memory.close();
    }

    private long anyVid() {
        return vid(random.nextInt(vertices));
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int expandSingle() {
        return expand(SINGLE_VALUED);
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int expandMany() {
        return expand(MULTI_VALUED);
    }

    private int expand(long pid) {
        expansion.clear();
        graph.expand(asked, ASKED, pid, Keys.OUT, expansion);
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
