package org.wukongs.benchmarks.jmh;

import static org.wukongs.benchmarks.measure.EmbeddedStore.vid;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.wukongs.id.Keys;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.store.graph.OneSidedMemory;
import org.wukongs.store.graph.SharedMemory;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.view.Expansion;
import org.wukongs.stream.StreamDefinition;

/**
 * Reads of a graph as another process reads it, from a mapping of its own of the shared memory:
 * random vertices of a graph larger than the processor's caches, with one neighbour under a
 * predicate and five under another. Per vertex.
 */
@State(Scope.Thread)
public class OneSidedReadBenchmark {

    private static final int VERTICES_DEFAULT = 1 << 19;
    private static final int COLUMN = 1_000;
    private static final int COLUMNS = 100;
    private static final int ASKED = COLUMN * COLUMNS;
    private static final int MANY = 5;
    private static final long SINGLE_VALUED = 2;
    private static final long MULTI_VALUED = 3;
    private static final long SEED = 1;
    private static final long MEMORY_BYTES = 1L << 30;
    private static final Path DIRECTORY = Path.of("/dev/shm");

    @Param("" + VERTICES_DEFAULT)
    public int vertices;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final long[][] columns = new long[COLUMNS][COLUMN];
    private final Expansion expansion = new Expansion();
    private StoredGraphs stored;
    private OneSidedMemory memory;
    private long sn;

    @Setup
    public void fill() {
        TripleBuffer triples = new TripleBuffer();
        for (int v = 0; v < vertices; v++) {
            triples.append(vid(v), SINGLE_VALUED, anyVid());
            for (int k = 0; k < MANY; k++) {
                triples.append(vid(v), MULTI_VALUED, anyVid());
            }
        }
        SharedMemoryOptions options = new SharedMemoryOptions(DIRECTORY, "jmh", 1);
        SharedMemory shared = SharedMemory.create(options, MEMORY_BYTES);
        stored = new StoredGraphs(shared, InsertThreads.ONE);
        stored.graphFor(StreamDefinition.STORED).insert(triples);
        sn = stored.memory().epochs().newReader().enter();
        memory = OneSidedMemory.open(shared.offer(0), DIRECTORY);
        for (long[] column : columns) {
            Arrays.setAll(column, row -> anyVid());
        }
    }

    @TearDown
    public void free() {
        memory.close();
        stored.close();
    }

    private long anyVid() {
        return vid(random.nextInt(vertices));
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int columnSingle() {
        return expandColumns(SINGLE_VALUED);
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int columnMany() {
        return expandColumns(MULTI_VALUED);
    }

    private int expandColumns(long pid) {
        int size = 0;
        for (long[] column : columns) {
            size += expand(column, pid);
        }
        return size;
    }

    /** One read as a step does it: enter, read, check that it counts. */
    private int expand(long[] column, long pid) {
        expansion.clear();
        if (!memory.enter()) {
            throw new IllegalStateException("the memory is closed");
        }
        try {
            memory.graph(StreamDefinition.STORED, sn).expand(column, pid, Keys.OUT, expansion);
            if (!memory.counts(sn)) {
                throw new IllegalStateException("what was read does not count");
            }
        } finally {
            memory.leave();
        }
        return expansion.size();
    }

    /** The list of one vertex at a time. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int lookUpVertex() {
        int size = 0;
        long[] one = new long[1];
        for (long[] column : columns) {
            for (long vertex : column) {
                one[0] = vertex;
                size += expand(one, MULTI_VALUED);
            }
        }
        return size;
    }
}
