package org.wukongs.store.query;

import org.agrona.collections.Long2ObjectHashMap;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.algebra.ValueBytes;
import org.wukongs.store.dictionary.TermDictionary;

/** Ids ↔ RDF4J values for one execution, each value parsed once. */
final class TermIds {

    static final long UNKNOWN = TermDictionary.UNKNOWN;

    /** Terms are remembered up to so many characters, then all are forgotten. */
    private static final long REMEMBERED_CHARS_MAX = 1 << 20;

    /** A value beside its text. */
    private static final int ENTRY_CHARS = 50;

    private final TermDictionary dictionary;
    private final Long2ObjectHashMap<Value> vertices = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<Value> predicates = new Long2ObjectHashMap<>();
    private long rememberedChars;

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
            rememberedChars += ENTRY_CHARS + ValueBytes.chars(value);
            if (rememberedChars > REMEMBERED_CHARS_MAX) {
                vertices.clear();
                rememberedChars = 0;
            }
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
