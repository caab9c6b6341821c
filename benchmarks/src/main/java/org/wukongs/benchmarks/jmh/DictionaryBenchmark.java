package org.wukongs.benchmarks.jmh;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;

/** Terms ↔ ids, in random order over more of them than the processor's caches hold; per term. */
@State(Scope.Thread)
public class DictionaryBenchmark {

    private static final int ASKED = 250_000;
    private static final long SEED = 1;

    @Param("1000000")
    public int terms;

    /** Whether look-ups mark what they find, as in a store that reclaims terms. */
    @Param({"false", "true"})
    public boolean marking;

    private final TermBatch batch = new TermBatch();
    private TermDictionary dictionary;
    private List<String> asked;
    private long[] askedIds;
    // the asked terms in UTF-8, one after the other, as a loader has them
    private byte[] text;
    private int[] ends;

    @Setup
    public void fill() {
        dictionary = new TermDictionary(TermDictionary.TERM_COUNT_MAX_DEFAULT);
        for (int i = 0; i < terms; i++) {
            dictionary.vertexId(term(i));
        }
        SplittableRandom random = new SplittableRandom(SEED);
        asked = new ArrayList<>(ASKED);
        ends = new int[ASKED];
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
        for (int i = 0; i < ASKED; i++) {
            asked.add(term(random.nextInt(terms)));
            utf8.writeBytes(asked.get(i).getBytes(StandardCharsets.UTF_8));
            ends[i] = utf8.size();
        }
        text = utf8.toByteArray();
        askedIds = dictionary.vertexIds(asked);
        if (marking) {
            dictionary.reclamation().beginRound();
        }
    }

    private static String term(int number) {
        return "<http://example.org/vertex" + number + ">";
    }

    @TearDown
    public void close() {
        dictionary.close();
    }

    /** Strings that are known → ids, in one bulk call. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public long[] termToId() {
        return dictionary.vertexIds(asked);
    }

    /** Terms that are known, in UTF-8 → ids, one by one. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public void bytesToId(Blackhole blackhole) {
        int from = 0;
        for (int end : ends) {
            blackhole.consume(dictionary.vertexId(text, from, end));
            from = end;
        }
    }

    /** As {@code bytesToId}, in bulk: copied, hashed and looked up side by side. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public void bulkBytesToId(Blackhole blackhole) {
        lookUpInBulk(dictionary, blackhole);
    }

    /** As {@code bulkBytesToId}, terms that are new, in a dictionary of their own. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public void bulkAllocate(Blackhole blackhole) {
        try (TermDictionary empty = new TermDictionary(TermDictionary.TERM_COUNT_MAX_DEFAULT)) {
            lookUpInBulk(empty, blackhole);
        }
    }

    private void lookUpInBulk(TermDictionary from, Blackhole blackhole) {
        int start = 0;
        for (int end : ends) {
            batch.add(text, start, end);
            start = end;
            if (batch.isFull() || end == text.length) {
                from.vertexIds(batch);
                blackhole.consume(batch.id(0));
                batch.clear();
            }
        }
    }

    /** Ids → strings, one by one. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public void idToTerm(Blackhole blackhole) {
        for (long id : askedIds) {
            blackhole.consume(dictionary.vertex(id));
        }
    }

    /** As {@code idToTerm}, read ahead. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public void idToTermReadAhead(Blackhole blackhole) {
        dictionary.readAhead(askedIds, askedIds.length);
        idToTerm(blackhole);
    }

    /** Ids → kinds, which say what a filter has to do. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public void kind(Blackhole blackhole) {
        for (long id : askedIds) {
            blackhole.consume(dictionary.literals().kind(id));
        }
    }
}
