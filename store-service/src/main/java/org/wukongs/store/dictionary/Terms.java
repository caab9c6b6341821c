package org.wukongs.store.dictionary;

/**
 * Storage of terms and their vids. Any thread may call it; no call may be running at {@link #close}
 * or later.
 */
interface Terms extends AutoCloseable {

    /** Returns the vid of a term, {@link TermDictionary#UNKNOWN} if it has none. */
    long find(TermKey key);

    /** Returns the vid of a term, a new one if it has none. */
    long findOrAllocate(TermKey key);

    /** Sets the vids of the terms of a batch; terms without one get new ones, in order. */
    void findOrAllocate(TermBatch batch);

    /** Sets the vids of the terms of a batch, {@link TermDictionary#UNKNOWN} for those without. */
    void find(TermBatch batch);

    /** Returns the text of a vid in UTF-8. */
    byte[] text(long vid);

    /** Returns the texts of vids in their order, as strings. */
    String[] strings(long[] vids);

    /** Returns the entry of a vid, see {@link VidEntryDescriptor}; never 0. */
    long entry(long vid);

    /** Returns the payload of the vid with this entry, of a kind with a value. */
    long payload(long vid, long entry);

    /**
     * Returns the vids of the predicates by pid, from pid 1 on; called once, before {@link
     * #setPid}.
     */
    long[] predicates();

    /** Sets the pid of an IRI's vid, which makes it a predicate. */
    void setPid(long vid, long pid);

    /**
     * Returns the newest counter of each partition, whose terms have the vids with counters from 1
     * to it. Terms allocated during the call may be missing.
     */
    long[] counters();

    /** Returns true if {@code vid}, which may be any number, is that of a term; takes a few ns. */
    boolean isGiven(long vid);

    long termCount();

    /** Returns the memory in use, on and off the heap. */
    long memoryBytes();

    /** Writes all allocated terms to disk, if there is one. */
    void sync();

    /**
     * Verifies everything; throws if the two directions disagree. No term may be allocated
     * meanwhile.
     */
    void check();

    @Override
    void close();

    static IllegalArgumentException noSuchVid(long vid) {
        return new IllegalArgumentException("the dictionary gave no such id: vid=" + vid);
    }
}
