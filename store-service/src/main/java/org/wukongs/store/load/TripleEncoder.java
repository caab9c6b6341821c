package org.wukongs.store.load;

import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.graph.TripleBuffer;

/** Terms → ids, for one thread of a load. */
interface TripleEncoder {

    /** Appends a triple; its terms may be written over as soon as this returns. */
    void add(TripleBuffer target, TermBytes subject, TermBytes predicate, TermBytes object);

    /** As above, of terms as strings. */
    void add(TripleBuffer target, String subject, String predicate, String object);

    /** All triples are in their buffers when this returns. */
    void flush();
}
