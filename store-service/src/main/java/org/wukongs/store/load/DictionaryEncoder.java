package org.wukongs.store.load;

import java.util.Arrays;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.TripleBuffer;

/**
 * Encodes with the dictionary of this process, triple by triple. A plain line makes no object on
 * its way: its bytes are looked up where they were read.
 */
final class DictionaryEncoder implements TripleEncoder {

    /** Half a megabyte: with the dictionary's own upper levels it stays in a core's cache. */
    private static final int VERTEX_SLOTS = 1 << 12;

    /** Far more than the predicates of most data. */
    private static final int PREDICATE_SLOTS = 1 << 9;

    private final TermDictionary dictionary;
    private final TermCache vertices = new TermCache(VERTEX_SLOTS);
    private final TermCache predicates = new TermCache(PREDICATE_SLOTS);

    // The last subject: files that are sorted by subject, and most are, ask for it again.
    private byte[] lastSubject = new byte[TermCache.TERM_BYTES_MAX];
    private int lastSubjectLength;
    private long lastSubjectId;

    DictionaryEncoder(TermDictionary dictionary) {
        this.dictionary = dictionary;
    }

    @Override
    public void add(TripleBuffer target, TermBytes subject, TermBytes predicate, TermBytes object) {
        target.append(subjectId(subject), predicateId(predicate), vertexId(object));
    }

    @Override
    public void add(TripleBuffer target, String subject, String predicate, String object) {
        target.append(
                dictionary.vertexId(subject),
                dictionary.predicateId(predicate),
                dictionary.vertexId(object));
    }

    @Override
    public void flush() {
        // Nothing waits.
    }

    private long subjectId(TermBytes term) {
        if (Arrays.equals(lastSubject, 0, lastSubjectLength, term.bytes, term.from, term.to)) {
            return lastSubjectId;
        }
        long id = vertexId(term);
        if (term.length() <= TermCache.TERM_BYTES_MAX) {
            System.arraycopy(term.bytes, term.from, lastSubject, 0, term.length());
            lastSubjectLength = term.length();
            lastSubjectId = id;
        }
        return id;
    }

    private long vertexId(TermBytes term) {
        if (term.length() > TermCache.TERM_BYTES_MAX) {
            return dictionary.vertexId(term.bytes, term.from, term.to);
        }
        int slot = vertices.slot(term);
        long id = vertices.find(slot, term);
        if (id == TermCache.NONE) {
            id = dictionary.vertexId(term.bytes, term.from, term.to);
            vertices.put(slot, term, id);
        }
        return id;
    }

    private long predicateId(TermBytes term) {
        if (term.length() > TermCache.TERM_BYTES_MAX) {
            return dictionary.predicateId(term.bytes, term.from, term.to);
        }
        int slot = predicates.slot(term);
        long id = predicates.find(slot, term);
        if (id == TermCache.NONE) {
            id = dictionary.predicateId(term.bytes, term.from, term.to);
            predicates.put(slot, term, id);
        }
        return id;
    }
}
