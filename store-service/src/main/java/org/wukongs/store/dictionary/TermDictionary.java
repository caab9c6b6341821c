package org.wukongs.store.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.id.GivenIds;
import org.wukongs.id.StringServer;

/**
 * Terms ↔ ids. A term is its N-Triples text, kept exactly; texts that differ in the case of a
 * language tag are one term, in the spelling that came first.
 *
 * <p>Each term has a vid, whose partition is {@link org.wukongs.id.Vids#partitionOf}; a predicate
 * has a pid as well, and only IRIs are predicates. Any thread; nobody may be in a call when it is
 * closed.
 */
public final class TermDictionary implements StringServer, TermServer, GivenIds, AutoCloseable {

    /** About 5 GB of memory at 60 bytes of text a term. */
    public static final long TERM_COUNT_MAX_DEFAULT = 50_000_000;

    /** So that terms cannot take all memory of a common machine. */
    public static final long BYTES_MAX_DEFAULT = 8L << 30;

    /** The id of a term that was never seen: no triple can have it. */
    public static final long UNKNOWN = -1;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Terms terms;
    private final Predicates predicates;
    private final LiteralValues literals;
    private final LookupCounts lookups = new LookupCounts();
    private final boolean durable;

    /** A dictionary in memory. */
    public TermDictionary(long termCountMax) {
        this(DictionaryConfig.inMemory(termCountMax));
    }

    /**
     * Opens a dictionary. The one in a directory gives the ids that it gave before; one process at
     * a time has it.
     */
    public static TermDictionary open(DictionaryConfig config) {
        return new TermDictionary(config);
    }

    private TermDictionary(DictionaryConfig config) {
        this.durable = config.directory() != null;
        this.terms =
                config.directory() == null
                        ? new MemoryTerms(config.termCountMax(), config.bytesMax(), lookups)
                        : new DiskTerms(config.directory(), config, lookups);
        this.predicates = new Predicates(terms);
        this.literals = new LiteralValues(terms);
        boolean opened = false;
        try {
            predicateId(NTriplesUtil.toNTriplesString(RDF.TYPE));
            opened = true;
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    @Override
    public long[] vertexIds(List<String> terms) {
        return ids(terms, this::vertexIds);
    }

    @Override
    public long[] predicateIds(List<String> terms) {
        return ids(terms, this::predicateIds);
    }

    private static long[] ids(List<String> terms, Consumer<TermBatch> lookUp) {
        long[] ids = new long[terms.size()];
        TermBatch batch = new TermBatch();
        int done = 0;
        for (String term : terms) {
            batch.add(term);
            int count = done + batch.size();
            if (batch.isFull() || count == ids.length) {
                lookUp.accept(batch);
                for (int i = 0; done < count; i++) {
                    ids[done++] = batch.id(i);
                }
                batch.clear();
            }
        }
        return ids;
    }

    @Override
    public void vertexIds(TermBatch batch) {
        terms.findOrAllocate(batch);
    }

    @Override
    public void predicateIds(TermBatch batch) {
        terms.findOrAllocate(batch);
        for (int i = 0; i < batch.size(); i++) {
            batch.setId(i, predicates.findOrAllocate(batch.id(i)));
        }
    }

    public long vertexId(String term) {
        return terms.findOrAllocate(TermKey.of(term));
    }

    public long predicateId(String term) {
        return predicates.findOrAllocate(vertexId(term));
    }

    /**
     * As {@link #vertexId(String)} for {@code utf8[from..to-1]}, a term in well-formed UTF-8 (not
     * checked): what a loader calls. Creates no object where the term is known.
     */
    public long vertexId(byte[] utf8, int from, int to) {
        return terms.findOrAllocate(TermKey.of(utf8, from, to));
    }

    /** As {@link #predicateId(String)} for {@code utf8[from..to-1]}. */
    public long predicateId(byte[] utf8, int from, int to) {
        return predicates.findOrAllocate(vertexId(utf8, from, to));
    }

    /** The vid of a predicate's IRI: each predicate has one, so that vids name all terms. */
    public long vertexOfPredicate(long pid) {
        return predicates.vid(pid);
    }

    /** The pid of a vertex that is a predicate too, {@link #UNKNOWN} where it is none. */
    public long predicateOfVertex(long vid) {
        return predicates.find(vid);
    }

    /** The vid of a term, {@link #UNKNOWN} where it has none; allocates nothing. */
    public long findVertex(String term) {
        return terms.find(TermKey.of(term));
    }

    /** The pid of a predicate, {@link #UNKNOWN} where it has none; allocates nothing. */
    public long findPredicate(String term) {
        long vid = findVertex(term);
        return vid == UNKNOWN ? UNKNOWN : predicates.find(vid);
    }

    /** The N-Triples string of a vid. */
    public String vertex(long vid) {
        return new String(terms.text(vid), StandardCharsets.UTF_8);
    }

    /** The N-Triples strings of vids in their order; one bulk call. */
    public String[] vertices(long[] vids) {
        return terms.strings(vids);
    }

    /** The N-Triples string of a pid. */
    public String predicate(long pid) {
        return vertex(predicates.vid(pid));
    }

    /** Kinds and values of terms by vid. */
    public LiteralValues literals() {
        return literals;
    }

    /** A term as RDF4J knows it. */
    public static Value value(String term) {
        return NTriplesUtil.parseValue(term, VALUES);
    }

    /** The pid of an IRI by its vid, a new one where it had none. */
    public long predicateId(long vid) {
        return predicates.findOrAllocate(vid);
    }

    /** The N-Triples text of a vid in UTF-8. */
    public byte[] utf8(long vid) {
        return terms.text(vid);
    }

    /** The vids of all predicates, by pid from 1 on. */
    public long[] predicateVids() {
        return predicates.vids();
    }

    /**
     * The newest counter of each vertex partition: there is a term for every counter from 1 to it,
     * and there are those that were allocated before the call.
     */
    public long[] counters() {
        return terms.counters();
    }

    @Override
    public boolean isGivenVid(long vid) {
        return terms.isGiven(vid);
    }

    @Override
    public boolean isGivenPid(long pid) {
        return predicates.isGiven(pid);
    }

    /** Whether terms are kept on disk, where they outlive the process. */
    public boolean isDurable() {
        return durable;
    }

    /** Each term counts once, also where it is a predicate too. */
    public long termCount() {
        return terms.termCount();
    }

    /** Memory of all terms, in the heap or not. */
    public long memoryBytes() {
        return terms.memoryBytes();
    }

    public DictionaryStatistics statistics() {
        return new DictionaryStatistics(
                termCount(), predicates.count(), memoryBytes(), lookups.hits(), lookups.misses());
    }

    /** Verifies the whole; throws where text → id and id → text disagree. For tests and tools. */
    public void check() {
        terms.check();
    }

    /**
     * Returns when all ids given so far are safe from the death of the machine, where the
     * dictionary is on disk. From that of the process alone they are safe when they are given.
     */
    public void sync() {
        terms.sync();
    }

    @Override
    public void close() {
        terms.close();
    }
}
