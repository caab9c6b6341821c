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
 * The dictionary: maps terms to ids and back. A term is its exact N-Triples text; texts that differ
 * only in the case of a language tag are one term, in the first spelling.
 *
 * <p>Each term has a vid, whose partition is {@link org.wukongs.id.Vids#partitionOf}; a predicate
 * has a pid as well, and only IRIs are predicates. Any thread may call it; no call may be running
 * when it is closed.
 */
public final class TermDictionary implements StringServer, TermServer, GivenIds, AutoCloseable {

    /** About 5 GB of memory at 60 bytes of text per term. */
    public static final long TERM_COUNT_MAX_DEFAULT = 50_000_000;

    /** Keeps terms from taking all memory of a common machine. */
    public static final long BYTES_MAX_DEFAULT = 8L << 30;

    /** The id of an unknown term, which no triple can have. */
    public static final long UNKNOWN = -1;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Terms terms;
    private final Predicates predicates;
    private final LiteralValues literals;
    private final LookupCounts lookups = new LookupCounts();
    private final boolean durable;

    /** Makes a dictionary in memory. */
    public TermDictionary(long termCountMax) {
        this(DictionaryConfig.inMemory(termCountMax), null, null);
    }

    /**
     * Opens a dictionary. A dictionary in a directory keeps the ids that it has given; one process
     * at a time can open it.
     */
    public static TermDictionary open(DictionaryConfig config) {
        return new TermDictionary(config, null, null);
    }

    /**
     * Opens the dictionary of one node of a cluster. Its predicates, rdf:type first, come by {@code
     * order}.
     */
    public static TermDictionary open(
            DictionaryConfig config, OtherTerms others, PredicateOrder order) {
        return new TermDictionary(config, others, order);
    }

    private TermDictionary(DictionaryConfig config, OtherTerms others, PredicateOrder order) {
        this.durable = config.directory() != null;
        Terms own =
                config.directory() == null
                        ? new MemoryTerms(config.termCountMax(), config.bytesMax(), lookups)
                        : new DiskTerms(config.directory(), config, lookups);
        this.terms = others == null ? own : new PartitionedTerms(own, others, config, lookups);
        this.predicates = new Predicates(terms, order);
        this.literals = new LiteralValues(terms);
        if (order != null) {
            return;
        }
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

    /**
     * As {@link #vertexId(String)}, for a thread that must not wait for a vertex partition that
     * moves to another node: a RETRIABLE error then.
     */
    public long vertexIdNow(String term) {
        return terms.findOrAllocateNow(TermKey.of(term));
    }

    /**
     * As {@link #vertexIdNow(String)}, for a constant of something that is registered: a node of a
     * cluster then finds it without the others, also after it has come back.
     */
    public long constantId(String term) {
        return terms.constant(TermKey.of(term));
    }

    /** Returns the constants that other nodes own and that were not returned before. */
    public List<OtherTerm> newConstants() {
        return terms.newConstants();
    }

    /** Returns all constants that other nodes own. */
    public List<OtherTerm> constants() {
        return terms.constants();
    }

    /** Knows a constant that another node owns, from now on. */
    public void learnConstant(OtherTerm constant) {
        terms.learn(constant);
    }

    public long predicateId(String term) {
        return predicates.findOrAllocate(vertexId(term));
    }

    /**
     * Like {@link #vertexId(String)} for {@code utf8[from..to-1]}, a term in well-formed UTF-8 (not
     * checked), for loaders. Allocates no object if the term is known.
     */
    public long vertexId(byte[] utf8, int from, int to) {
        return terms.findOrAllocate(TermKey.of(utf8, from, to));
    }

    /** Like {@link #predicateId(String)} for {@code utf8[from..to-1]}. */
    public long predicateId(byte[] utf8, int from, int to) {
        return predicates.findOrAllocate(vertexId(utf8, from, to));
    }

    /**
     * Returns the vid of a predicate's IRI; each predicate has one, so that vids name all terms.
     */
    public long vertexOfPredicate(long pid) {
        return predicates.vid(pid);
    }

    /** Returns the pid of a vertex that is also a predicate, {@link #UNKNOWN} if it is not. */
    public long predicateOfVertex(long vid) {
        return predicates.find(vid);
    }

    /** Returns the vid of a term, {@link #UNKNOWN} if it has none; gives no new id. */
    public long findVertex(String term) {
        return terms.find(TermKey.of(term));
    }

    /** Returns the pid of a predicate, {@link #UNKNOWN} if it has none; gives no new id. */
    public long findPredicate(String term) {
        long vid = findVertex(term);
        return vid == UNKNOWN ? UNKNOWN : predicates.find(vid);
    }

    /**
     * Sets the vids of the terms of a batch, {@link #UNKNOWN} for those that have none; gives no
     * new id.
     */
    public void findVertices(TermBatch batch) {
        terms.find(batch);
    }

    /** Like {@link #findVertices}, with pids. */
    public void findPredicates(TermBatch batch) {
        terms.find(batch);
        for (int i = 0; i < batch.size(); i++) {
            batch.setId(i, batch.id(i) == UNKNOWN ? UNKNOWN : predicates.find(batch.id(i)));
        }
    }

    /** Returns the N-Triples string of a vid. */
    public String vertex(long vid) {
        return new String(terms.text(vid), StandardCharsets.UTF_8);
    }

    /**
     * Adds the texts of {@code vids[from..to-1]} to a block, at least one and at most {@link
     * TextBlock#GROUP_SIZE}, fewer if the block is full; returns how many. Their cache misses
     * overlap. The number 0 is a cell without a term.
     */
    public int texts(long[] vids, int from, int to, TextBlock into) {
        return terms.texts(vids, from, to, into);
    }

    /**
     * Reads ahead what {@link #vertex} needs for the first {@code count} vids: cache misses, or
     * reads from the disk, that would follow each other overlap. Ignores other numbers.
     */
    public void readAhead(long[] vids, int count) {
        terms.readAhead(vids, count);
    }

    /** Returns true if other nodes have some of the terms, so that whole columns should be read. */
    public boolean isPartitioned() {
        return terms.isPartitioned();
    }

    /**
     * Reads what {@link #literals} need for the first {@code count} vids, and texts of other terms,
     * from other nodes, with one request for each; does nothing on a node of its own. Ignores other
     * numbers.
     */
    public void readValues(long[] vids, int count) {
        terms.readValues(vids, count);
    }

    /**
     * Learns a predicate of the cluster, in the order of pids from 1 on; one that is known changes
     * nothing.
     *
     * @throws IllegalStateException if it is not the next one
     */
    public void learnPredicate(long pid, long vid) {
        predicates.learn(pid, vid);
    }

    /**
     * Waits until a predicate of the cluster is learned; returns false if none is for {@code
     * msMax}.
     */
    public boolean awaitPredicate(long pid, long msMax) {
        return predicates.await(pid, msMax);
    }

    /** Returns the N-Triples string of a pid. */
    public String predicate(long pid) {
        return vertex(predicates.vid(pid));
    }

    /** Returns the kinds and values of terms by vid. */
    public LiteralValues literals() {
        return literals;
    }

    /** Converts a term to RDF4J's form. */
    public static Value value(String term) {
        return NTriplesUtil.parseValue(term, VALUES);
    }

    /** Returns the pid of an IRI by its vid, a new one if it has none. */
    public long predicateId(long vid) {
        return predicates.findOrAllocate(vid);
    }

    /** Returns the N-Triples text of a vid in UTF-8. */
    public byte[] utf8(long vid) {
        return terms.text(vid);
    }

    /** Returns the vids of all predicates, by pid from 1 on. */
    public long[] predicateVids() {
        return predicates.vids();
    }

    /**
     * Returns the newest counter of each vertex partition. All terms allocated before the call have
     * counters from 1 to it, of which some may be those of reclaimed terms.
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

    /** Returns true if terms are kept on disk, where they survive the process. */
    public boolean isDurable() {
        return durable;
    }

    /**
     * Holds the terms whose ids the caller has got or will get, until it is closed: none of them is
     * reclaimed meanwhile. Some 20 ns.
     */
    public TermHold hold() {
        TermReclamation reclamation = reclamation();
        return reclamation == null ? TermHold.NONE : reclamation.hold();
    }

    /**
     * Returns whether a term has this vid, any number from outside; if so, the term is kept for as
     * long as if it had been looked up.
     */
    public boolean keep(long vid) {
        TermReclamation reclamation = reclamation();
        return reclamation == null ? isGivenVid(vid) : reclamation.markIfGiven(vid);
    }

    /**
     * Returns the number of the newest round of reclamation. Whoever {@link #hold holds} terms may
     * use ids again that were got in the same round; older ones may be those of reclaimed terms.
     */
    public long round() {
        TermReclamation reclamation = reclamation();
        return reclamation == null ? 0 : reclamation.round();
    }

    /** Returns the reclamation of terms; null if all are kept, as in a dictionary on disk. */
    public TermReclamation reclamation() {
        return terms.reclamation();
    }

    /** Returns whether a vid, which may be any number, is or was that of a term. */
    public boolean wasGiven(long vid) {
        return terms.wasGiven(vid);
    }

    /** Returns the N-Triples text of a vid in UTF-8, null if there is no such term. */
    public byte[] utf8IfGiven(long vid) {
        return terms.textIfGiven(vid);
    }

    /**
     * Gives new terms of a partition only vids with counters above {@code counter}, as the ids up
     * to it were given already; for a dictionary in memory.
     */
    public void skipTo(int partition, long counter) {
        terms.skipTo(partition, counter);
    }

    // Vertex partitions that move between nodes

    /**
     * As {@link #vertexIds(TermBatch)} or {@link #findVertices}, of terms that this node keeps,
     * without a question to others: {@link #UNKNOWN} if it does not have a term, and gives it no id
     * because the partition is {@link #close closed}.
     */
    public void lookUpHere(TermBatch batch, boolean allocate) {
        if (allocate) {
            terms.here().findOrAllocate(batch);
        } else {
            terms.here().find(batch);
        }
    }

    /** As {@link #utf8IfGiven}, of terms that this node keeps. */
    public byte[] utf8Here(long vid) {
        return terms.here().textIfGiven(vid);
    }

    /** As {@link #isGivenVid}, of terms that this node keeps. */
    public boolean isGivenHere(long vid) {
        return terms.here().isGiven(vid);
    }

    /** Returns how many terms of a partition this node keeps: those with counters up to it. */
    public long counterHere(int partition) {
        return terms.here().counter(partition);
    }

    /**
     * Gives no new ids in a partition from now on: another node is going to. After the call, {@link
     * #counterHere} does not rise. For a dictionary in memory.
     */
    public void close(int partition) {
        terms.here().setClosed(partition, true);
    }

    /** Ends that. */
    public void open(int partition) {
        terms.here().setClosed(partition, false);
    }

    /**
     * Gives terms of one partition the vids that they had: {@code firstVid} and those with the
     * counters after it. Terms and vids must be new to a dictionary in memory, or belong together
     * already. Any thread, for different vids.
     *
     * @throws IllegalStateException if a vid has another term, or a term another vid
     */
    public void restore(TermBatch batch, long firstVid) {
        terms.restore(batch, firstVid);
    }

    /** Returns how many rounds of reclamation have ended. */
    public long endedRounds() {
        TermReclamation reclamation = reclamation();
        return reclamation == null ? 0 : reclamation.endedCount();
    }

    /**
     * Returns whether terms with vids in {@code [fromVid, toVid)} were reclaimed since so many
     * rounds had ended, or forgotten; also true if others near them were.
     */
    public boolean hasReclaimed(long fromVid, long toVid, long sinceEndedRounds) {
        return terms.hasReclaimed(fromVid, toVid, sinceEndedRounds);
    }

    /**
     * Takes a vid from its term, which another process with the same dictionary had reclaimed; for
     * a dictionary in memory that nobody else uses yet. The vid is not given again.
     */
    public void forget(long vid) {
        terms.forget(vid);
    }

    /** Returns the number of terms; a term that is also a predicate counts once. */
    public long termCount() {
        return terms.termCount();
    }

    /** Returns the memory of all terms, on and off the heap. */
    public long memoryBytes() {
        return terms.memoryBytes();
    }

    public DictionaryStatistics statistics() {
        TermReclamation reclamation = reclamation();
        return new DictionaryStatistics(
                termCount(),
                predicates.count(),
                memoryBytes(),
                terms.freeBytes(),
                terms.limitedBytes(),
                reclamation == null ? 0 : reclamation.reclaimedCount(),
                reclamation == null ? 0 : reclamation.endedCount(),
                lookups.hits(),
                lookups.misses());
    }

    /**
     * Verifies the whole dictionary; throws if text → id and id → text disagree. For tests and
     * tools.
     */
    public void check() {
        terms.check();
    }

    /**
     * Makes all ids given so far survive a crash of the machine, if the dictionary is on disk. A
     * crash of only the process they survive as soon as they are given.
     */
    public void sync() {
        terms.sync();
    }

    @Override
    public void close() {
        terms.close();
    }
}
