package org.wukongs.store.dictionary;

/**
 * Where terms and their vids are kept. Any thread, but for {@link #close}, after which nobody may
 * be in a call.
 */
interface Terms extends AutoCloseable {

    /** The vid of a term, {@link TermDictionary#UNKNOWN} where it has none. */
    long find(TermKey key);

    /** The vid of a term, a new one where it had none. */
    long findOrAllocate(TermKey key);

    /** Gives the terms of a batch their vids, new ones in their order to those that had none. */
    void findOrAllocate(TermBatch batch);

    /** The text of a vid in UTF-8. */
    byte[] text(long vid);

    /** Texts of vids in their order, as strings. */
    String[] strings(long[] vids);

    /** What is known of a vid, see {@link VidEntryDescriptor}; never 0. */
    long entry(long vid);

    /** The payload of the vid with this entry, of a kind with a value. */
    long payload(long vid, long entry);

    /**
     * The vids of the predicates by pid, from pid 1 on; to be called once, before {@link #setPid}.
     */
    long[] predicates();

    /** The vid, an IRI's, is a predicate from now on. */
    void setPid(long vid, long pid);

    /**
     * The newest counter of each partition: its terms have the vids with counters from 1 to it.
     * What is allocated meanwhile may be missing.
     */
    long[] counters();

    /** Whether a term has this vid, whatever number it is; a few ns. */
    boolean isGiven(long vid);

    long termCount();

    /** Memory in use, in the heap or not. */
    long memoryBytes();

    /** Returns when all that was allocated is on disk, where there is one. */
    void sync();

    /** Verifies the whole; throws where both directions disagree. Nobody may allocate meanwhile. */
    void check();

    @Override
    void close();

    static IllegalArgumentException noSuchVid(long vid) {
        return new IllegalArgumentException("the dictionary gave no such id: vid=" + vid);
    }
}
