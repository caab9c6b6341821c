package org.wukongs.benchmarks.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/** Encoded triples into a stored graph, per triple. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class InsertBenchmark {

    private static final int TRIPLES = 100_000;
    private static final int VERTICES = 20_000;
    private static final int PREDICATES = 20;
    private static final long SEED = 1;

    private EncodedBatch triples;
    private StoreNode fresh;
    private StoreNode full;

    /** Random triples; a vertex has about five neighbours each way. */
    @Setup
    public void encode() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Tuple> tuples = new ArrayList<>(TRIPLES);
        for (int i = 0; i < TRIPLES; i++) {
            tuples.add(
                    BenchGraph.tuple(
                            "v" + random.nextInt(VERTICES),
                            "p" + random.nextInt(PREDICATES),
                            "v" + random.nextInt(VERTICES)));
        }
        full = EmbeddedStore.empty();
        triples = new TupleEncoder(full.dictionary()).encode(new TupleBatch(0, false, tuples));
        full.loader().load(StreamDefinition.STORED, triples);
    }

    /** An invocation takes tens of milliseconds, so setting up before each does not disturb. */
    @Setup(Level.Invocation)
    public void empty() {
        fresh = EmbeddedStore.empty();
    }

    /** Triples that are new, into an empty graph. */
    @Benchmark
    @OperationsPerInvocation(TRIPLES)
    public StoreNode insertNew() {
        fresh.loader().load(StreamDefinition.STORED, triples);
        return fresh;
    }

    /** Triples that are there already, as after a replay. */
    @Benchmark
    @OperationsPerInvocation(TRIPLES)
    public StoreNode insertAgain() {
        full.loader().load(StreamDefinition.STORED, triples);
        return full;
    }
}
