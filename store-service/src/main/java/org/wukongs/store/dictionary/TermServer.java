package org.wukongs.store.dictionary;

/**
 * The dictionary by bytes, for those in its own process: what {@link org.wukongs.id.StringServer}
 * is for strings. Cheap for what is known, and where terms come in no order many misses of the
 * processor's caches are under way at a time; on disk, one read and one write a batch.
 */
public interface TermServer {

    /** Gives the terms of a batch their vids, new ones in their order to those that had none. */
    void vertexIds(TermBatch batch);

    /** As {@link #vertexIds}, with pids; a USER error where a term is no IRI. */
    void predicateIds(TermBatch batch);
}
