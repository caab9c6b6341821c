package org.wukongs.store.dictionary;

/**
 * Bulk access to the dictionary by bytes, for callers in its own process, as {@link
 * org.wukongs.id.StringServer} is by strings. Look-ups of known terms are cheap, and their cache
 * misses overlap; on disk, a batch takes one read and one write.
 */
public interface TermServer {

    /** Sets the vids of the terms of a batch; terms without one get new ones, in order. */
    void vertexIds(TermBatch batch);

    /** Like {@link #vertexIds}, with pids; a USER error if a term is not an IRI. */
    void predicateIds(TermBatch batch);
}
