package org.wukongs.benchmarks.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import org.wukongs.store.dictionary.TermDictionary;

/** Terms ↔ ids, in random order over more of them than the processor's caches hold; per term. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DictionaryBenchmark {

    private static final int TERMS = 1_000_000;
    private static final int ASKED = 250_000;
    private static final long SEED = 1;

    private TermDictionary dictionary;
    private List<String> asked;
    private long[] askedIds;

    @Setup
    public void fill() {
        dictionary = new TermDictionary(TermDictionary.TERM_COUNT_MAX_DEFAULT);
        for (int i = 0; i < TERMS; i++) {
            dictionary.vertexId(BenchGraph.term("vertex" + i));
        }
        SplittableRandom random = new SplittableRandom(SEED);
        asked = new ArrayList<>(ASKED);
        for (int i = 0; i < ASKED; i++) {
            asked.add(BenchGraph.term("vertex" + random.nextInt(TERMS)));
        }
        askedIds = dictionary.vertexIds(asked);
    }

    /** Strings that are known → ids, in one bulk call. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public long[] termToId() {
        return dictionary.vertexIds(asked);
    }

    /** Ids → strings. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public void idToTerm(Blackhole blackhole) {
        for (long id : askedIds) {
            blackhole.consume(dictionary.vertex(id));
        }
    }
}
