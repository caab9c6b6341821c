package org.wukongs.store.value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermKind;
import org.wukongs.store.dictionary.TextBlock;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.WorkMeter;

/**
 * The term space of one execution: the vids of the dictionary, and local ids for computed terms
 * that the dictionary does not know.
 *
 * <p>Invariant: two ids are equal if and only if their terms are the same. So the dictionary is
 * asked before a local id is given; terms that the dictionary learns during the execution keep
 * their local id.
 *
 * <p>Local terms and remembered dictionary terms count as values of the execution.
 */
public final class ExecutionTerms implements TermTexts {

    /** No term: an unbound variable, or a term that could not be computed. */
    public static final long UNBOUND = 0;

    /** Above every vid; a key of the store must never be made from such an id. */
    private static final long LOCAL_BASE = 1L << 62;

    /** Dictionary terms are remembered up to so many bytes, then all are forgotten. */
    private static final long REMEMBERED_BYTES_MAX = 4 << 20;

    /** Copies of a term for a look-up in the dictionary: escaped, and in UTF-8. */
    private static final int COPIES = 2;

    private final TermDictionary dictionary;
    private final ExecutionBudget budget;
    private final WorkMeter meter;
    private final Long2ObjectHashMap<Value> decoded = new Long2ObjectHashMap<>();
    private final Map<Value, Long> ids = new HashMap<>();
    private final Map<Value, Long> localIds = new HashMap<>();
    private final List<Value> locals = new ArrayList<>();
    private long rememberedBytes;

    public ExecutionTerms(TermDictionary dictionary, ExecutionBudget budget, WorkMeter meter) {
        this.dictionary = dictionary;
        this.budget = budget;
        this.meter = meter;
    }

    public ExecutionBudget budget() {
        return budget;
    }

    public WorkMeter meter() {
        return meter;
    }

    public static boolean isLocal(long id) {
        return id >= LOCAL_BASE;
    }

    /** The local id of a place from 0 on. */
    public static long localId(int index) {
        return LOCAL_BASE + index;
    }

    /** The place of a local id. */
    public static int localIndex(long id) {
        return (int) (id - LOCAL_BASE);
    }

    /** Returns false as long as all ids of the execution are vids. */
    public boolean hasLocals() {
        return !locals.isEmpty();
    }

    /** Returns the id of a term; equal terms have equal ids. */
    public long id(Value term) {
        Long known = ids.get(term);
        if (known == null && !locals.isEmpty()) {
            known = localIds.get(term);
        }
        if (known != null) {
            return known;
        }
        return learn(term, find(term));
    }

    /** Remembers the vid of a term, or gives it an id of this execution if it has none. */
    private long learn(Value term, long vid) {
        if (vid == TermDictionary.UNKNOWN) {
            budget.takeValueBytes(ValueBytes.of(term));
            long id = localId(locals.size());
            locals.add(term);
            localIds.put(term, id);
            return id;
        }
        remember(ValueBytes.of(term));
        ids.put(term, vid);
        return vid;
    }

    /**
     * Looks up the first {@code count} terms together, so that {@link #id} need not ask other nodes
     * for each of them.
     */
    public void findAhead(Value[] terms, int count) {
        Map<Value, String> unknown = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            boolean isSmall = ValueBytes.chars(terms[i]) <= ValueBytes.SMALL_CHARS;
            if (isSmall && !ids.containsKey(terms[i]) && !localIds.containsKey(terms[i])) {
                unknown.put(terms[i], NTriplesUtil.toNTriplesString(terms[i]));
            }
        }
        TermBatch batch = new TermBatch();
        unknown.values().forEach(batch::add);
        dictionary.findVertices(batch);
        int i = 0;
        for (Value term : unknown.keySet()) {
            learn(term, batch.id(i++));
        }
    }

    private long find(Value term) {
        int chars = ValueBytes.chars(term);
        if (chars <= ValueBytes.SMALL_CHARS) {
            return dictionary.findVertex(NTriplesUtil.toNTriplesString(term));
        }
        meter.characters(chars);
        long copies = COPIES * ValueBytes.text(chars);
        budget.takeValueBytes(copies);
        try {
            return dictionary.findVertex(NTriplesUtil.toNTriplesString(term));
        } finally {
            budget.giveBackValueBytes(copies);
        }
    }

    /** Makes room to remember one more dictionary term. */
    private void remember(long bytes) {
        if (rememberedBytes + bytes > REMEMBERED_BYTES_MAX && rememberedBytes > 0) {
            decoded.clear();
            ids.clear();
            budget.giveBackValueBytes(rememberedBytes);
            rememberedBytes = 0;
        }
        budget.takeValueBytes(bytes);
        rememberedBytes += bytes;
    }

    /** Returns the term of an id other than {@link #UNBOUND}. */
    public Value value(long id) {
        if (isLocal(id)) {
            return locals.get(localIndex(id));
        }
        Value value = decoded.get(id);
        if (value == null) {
            value = TermDictionary.value(dictionary.vertex(id));
            remember(ValueBytes.of(value));
            decoded.put(id, value);
        }
        return value;
    }

    @Override
    public String string(long id) {
        return isLocal(id) ? NTriplesUtil.toNTriplesString(value(id)) : dictionary.vertex(id);
    }

    @Override
    public int texts(long[] ids, int from, int to, TextBlock into) {
        int end = hasLocals() ? vidsTo(ids, from, to) : to;
        if (end > from) {
            return dictionary.texts(ids, from, end, into);
        }
        into.add(string(ids[from]));
        return 1;
    }

    /** Returns where the vids from {@code ids[from]} on end, for one group at most. */
    static int vidsTo(long[] ids, int from, int to) {
        int last = Math.min(to, from + TextBlock.GROUP_SIZE);
        int at = from;
        while (at < last && !isLocal(ids[at])) {
            at++;
        }
        return at;
    }

    @Override
    public int aheadCount() {
        return dictionary.isPartitioned() ? AHEAD_COUNT_REMOTE : AHEAD_COUNT;
    }

    @Override
    public void readAhead(long[] ids, int count) {
        dictionary.readAhead(ids, count);
    }

    /**
     * Reads the kinds and values of a column's terms from other nodes, if there are some; the
     * column may be null.
     */
    public void readValues(long[] column, int count) {
        if (column != null) {
            dictionary.readValues(column, count);
        }
    }

    /** Returns true if a triple may have the term as predicate. */
    public boolean isIri(long id) {
        return isLocal(id) ? value(id).isIRI() : kind(id) == TermKind.IRI;
    }

    public boolean isLiteral(long id) {
        return isLocal(id) ? value(id).isLiteral() : kind(id).isLiteral();
    }

    /** Returns the kind of a vid's term; not for local ids. */
    public TermKind kind(long vid) {
        return dictionary.literals().kind(vid);
    }

    /** Returns the value of a vid's literal, see {@link TermKind}. */
    public long payload(long vid) {
        return dictionary.literals().payload(vid);
    }
}
