package org.wukongs.store.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.StringServer;
import org.wukongs.id.Vids;

/**
 * Terms ↔ ids in memory.
 *
 * <p>Strings that are one RDF term have one id: a language tag is kept in lower case.
 *
 * <p>A vid names its partition and its place in the partition's table. Publication: a term is
 * written into its table before its id is put into the map from which every other thread learns the
 * id.
 */
public final class TermDictionary implements StringServer {

    /** About 4 GB of strings at 80 bytes a term. */
    public static final long TERM_COUNT_MAX_DEFAULT = 50_000_000;

    /** The id of a term that was never seen: no triple can have it. */
    public static final long UNKNOWN = -1;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final ConcurrentHashMap<String, Long> vids = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Long> pids = new ConcurrentHashMap<>();
    private final TermTable[] verticesByPartition = new TermTable[Vids.PARTITION_COUNT];
    private final TermTable predicates = new TermTable();
    // pid → vid and back, complete for a pid before anybody learns it
    private final ConcurrentHashMap<Long, Long> verticesOfPredicates = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Long, Long> predicatesOfVertices = new ConcurrentHashMap<>();
    private final LiteralValues literals = new LiteralValues(this);
    private final long termCountMax;

    public TermDictionary(long termCountMax) {
        this.termCountMax = termCountMax;
        for (int i = 0; i < verticesByPartition.length; i++) {
            verticesByPartition[i] = new TermTable();
        }
        predicates.append("");
        predicateId(NTriplesUtil.toNTriplesString(RDF.TYPE));
    }

    @Override
    public long[] vertexIds(List<String> terms) {
        long[] ids = new long[terms.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = vertexId(terms.get(i));
        }
        return ids;
    }

    @Override
    public long[] predicateIds(List<String> terms) {
        long[] ids = new long[terms.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = predicateId(terms.get(i));
        }
        return ids;
    }

    public long vertexId(String term) {
        Long known = vids.get(term);
        return known != null
                ? known
                : vids.computeIfAbsent(
                        LanguageTags.canonical(term), key -> allocateVertex(key, term));
    }

    public long predicateId(String term) {
        Long known = pids.get(term);
        return known != null ? known : allocatePredicate(term);
    }

    /**
     * As {@link #vertexId(String)} for {@code utf8[from..to-1]}, a term in UTF-8: what a loader
     * calls.
     */
    public long vertexId(byte[] utf8, int from, int to) {
        return vertexId(new String(utf8, from, to - from, StandardCharsets.UTF_8));
    }

    /** As {@link #predicateId(String)} for {@code utf8[from..to-1]}. */
    public long predicateId(byte[] utf8, int from, int to) {
        return predicateId(new String(utf8, from, to - from, StandardCharsets.UTF_8));
    }

    /** The vid of a predicate's IRI: each predicate has one, so that vids name all terms. */
    public long vertexOfPredicate(long pid) {
        return verticesOfPredicates.get(pid);
    }

    /** The pid of a vertex that is a predicate too, {@link #UNKNOWN} where it is none. */
    public long predicateOfVertex(long vid) {
        return predicatesOfVertices.getOrDefault(vid, UNKNOWN);
    }

    /** The vid of a term, {@link #UNKNOWN} where it has none; allocates nothing. */
    public long findVertex(String term) {
        return vids.getOrDefault(LanguageTags.canonical(term), UNKNOWN);
    }

    /** The pid of a predicate, {@link #UNKNOWN} where it has none; allocates nothing. */
    public long findPredicate(String term) {
        return pids.getOrDefault(term, UNKNOWN);
    }

    /** The N-Triples string of a vid. */
    public String vertex(long vid) {
        return verticesByPartition[Vids.partition(vid)].term((int) Vids.counter(vid) - 1);
    }

    /** The N-Triples string of a pid. */
    public String predicate(long pid) {
        return predicates.term((int) pid);
    }

    /** Kinds and values of terms by vid. */
    public LiteralValues literals() {
        return literals;
    }

    TermValue value(long vid) {
        byte[] utf8 = vertex(vid).getBytes(StandardCharsets.UTF_8);
        return TermValueParser.parse(utf8, 0, utf8.length);
    }

    /** A term as RDF4J knows it. */
    public static Value value(String term) {
        return NTriplesUtil.parseValue(term, VALUES);
    }

    /** Each term counts once, also where it is a predicate too. */
    public long termCount() {
        return vids.mappingCount();
    }

    /** {@code term} is what {@code key} stands for, in the spelling that came first. */
    private long allocateVertex(String key, String term) {
        checkRoom();
        int partition = Vids.partitionOf(key);
        return Vids.vid(verticesByPartition[partition].append(term) + 1L, partition);
    }

    private synchronized long allocatePredicate(String term) {
        Long known = pids.get(term);
        if (known != null) {
            return known;
        }
        if (predicates.size() > Keys.PID_MAX) {
            throw WukongsException.fatal("too many predicates: predicateCountMax=" + Keys.PID_MAX);
        }
        long vid = vertexId(term);
        long pid = predicates.append(term);
        verticesOfPredicates.put(pid, vid);
        predicatesOfVertices.put(vid, pid);
        pids.put(term, pid);
        return pid;
    }

    private void checkRoom() {
        if (termCount() >= termCountMax) {
            throw WukongsException.fatal(
                    "the dictionary is full, raise --terms-max: termCountMax=" + termCountMax);
        }
    }
}
