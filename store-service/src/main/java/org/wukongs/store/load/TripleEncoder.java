package org.wukongs.store.load;

import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.graph.TripleBuffer;

/** Encodes triples of terms to ids, for one thread of a load. */
interface TripleEncoder {

    /** Appends a triple; its terms may be overwritten as soon as this returns. */
    void add(TripleBuffer target, TermBytes subject, TermBytes predicate, TermBytes object);

    /** Appends a triple of terms as strings. */
    void add(TripleBuffer target, String subject, String predicate, String object);

    /** Completes the encoding: all triples are in their buffers when this returns. */
    void flush();
}
