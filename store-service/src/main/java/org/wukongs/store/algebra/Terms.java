package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermKind;

/**
 * The term space of one execution: the vids of the dictionary, and local ids for computed terms
 * that the dictionary does not know.
 *
 * <p>Invariant: two ids are equal if and only if their terms are the same. So the dictionary is
 * asked before a local id is given; terms that it learns while the execution runs keep the local id
 * they got here.
 */
final class Terms {

    /** No term: an unbound variable, or a term that could not be computed. */
    static final long UNBOUND = 0;

    /** Above every vid; a key of the store must never be made of such an id. */
    private static final long LOCAL_BASE = 1L << 62;

    private final TermDictionary dictionary;
    private final Long2ObjectHashMap<Value> decoded = new Long2ObjectHashMap<>();
    private final Map<Value, Long> ids = new HashMap<>();
    private final List<Value> locals = new ArrayList<>();

    Terms(TermDictionary dictionary) {
        this.dictionary = dictionary;
    }

    static boolean isLocal(long id) {
        return id >= LOCAL_BASE;
    }

    /** False as long as all ids of the execution are vids. */
    boolean hasLocals() {
        return !locals.isEmpty();
    }

    /** The id of a term; the same for the same term. */
    long id(Value term) {
        Long known = ids.get(term);
        if (known != null) {
            return known;
        }
        long id = dictionary.findVertex(NTriplesUtil.toNTriplesString(term));
        if (id == TermDictionary.UNKNOWN) {
            id = LOCAL_BASE + locals.size();
            locals.add(term);
        }
        ids.put(term, id);
        return id;
    }

    /** The term of an id other than {@link #UNBOUND}. */
    Value value(long id) {
        if (isLocal(id)) {
            return locals.get((int) (id - LOCAL_BASE));
        }
        Value value = decoded.get(id);
        if (value == null) {
            value = TermDictionary.value(dictionary.vertex(id));
            decoded.put(id, value);
        }
        return value;
    }

    /** The term as N-Triples. */
    String string(long id) {
        return isLocal(id) ? NTriplesUtil.toNTriplesString(value(id)) : dictionary.vertex(id);
    }

    boolean isLiteral(long id) {
        return isLocal(id) ? value(id).isLiteral() : kind(id).isLiteral();
    }

    /** What the term of a vid is; not for local ids. */
    TermKind kind(long vid) {
        return dictionary.literals().kind(vid);
    }

    /** The value of a vid's literal, see {@link TermKind}. */
    long payload(long vid) {
        return dictionary.literals().payload(vid);
    }
}
