package org.wukongs.store.query;

import org.agrona.collections.Long2ObjectHashMap;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.dictionary.TermDictionary;

/** Ids ↔ RDF4J values for one execution, each value parsed once. */
final class TermIds {

    static final long UNKNOWN = TermDictionary.UNKNOWN;

    private final TermDictionary dictionary;
    private final Long2ObjectHashMap<Value> vertices = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<Value> predicates = new Long2ObjectHashMap<>();

    TermIds(TermDictionary dictionary) {
        this.dictionary = dictionary;
    }

    /**
     * The vid of a value, {@link TripleCursor#ANY} for null, {@link #UNKNOWN} where no triple can
     * have it.
     */
    long vid(Value value) {
        return value == null
                ? TripleCursor.ANY
                : dictionary.findVertex(NTriplesUtil.toNTriplesString(value));
    }

    /** As {@link #vid}, for a predicate. */
    long pid(Value value) {
        return value == null
                ? TripleCursor.ANY
                : dictionary.findPredicate(NTriplesUtil.toNTriplesString(value));
    }

    Value vertex(long vid) {
        Value value = vertices.get(vid);
        if (value == null) {
            value = TermDictionary.value(dictionary.vertex(vid));
            vertices.put(vid, value);
        }
        return value;
    }

    Value predicate(long pid) {
        Value value = predicates.get(pid);
        if (value == null) {
            value = TermDictionary.value(dictionary.predicate(pid));
            predicates.put(pid, value);
        }
        return value;
    }
}
