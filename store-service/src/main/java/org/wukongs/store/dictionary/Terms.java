package org.wukongs.store.dictionary;

import java.util.List;

/**
 * Storage of terms and their vids. Any thread may call it; no call may be running at {@link #close}
 * or later.
 */
interface Terms extends AutoCloseable {

    /** Returns the vid of a term, {@link TermDictionary#UNKNOWN} if it has none. */
    long find(TermKey key);

    /** Returns the vid of a term, a new one if it has none. */
    long findOrAllocate(TermKey key);

    /** As above, without a wait for a partition that moves between nodes: a RETRIABLE error. */
    default long findOrAllocateNow(TermKey key) {
        return findOrAllocate(key);
    }

    /** Sets the vids of the terms of a batch; terms without one get new ones, in order. */
    void findOrAllocate(TermBatch batch);

    /** Sets the vids of the terms of a batch, {@link TermDictionary#UNKNOWN} for those without. */
    void find(TermBatch batch);

    /** Returns the text of a vid in UTF-8. */
    byte[] text(long vid);

    /**
     * Adds the texts of {@code vids[from..to-1]} to a block, at least one and at most {@link
     * TextBlock#GROUP_SIZE}, fewer if the block is full; returns how many. The number 0 is a cell
     * without a term.
     */
    default int texts(long[] vids, int from, int to, TextBlock into) {
        int at = from;
        int end = Math.min(to, from + TextBlock.GROUP_SIZE);
        do {
            long vid = vids[at++];
            if (vid == 0) {
                into.addNone();
            } else {
                into.add(text(vid));
            }
        } while (at < end && !into.isFull());
        return at - from;
    }

    /**
     * Reads ahead what {@link #text} needs for the first {@code count} vids, so that their cache
     * misses, or reads from the disk, overlap. Ignores numbers that are not vids of terms.
     */
    void readAhead(long[] vids, int count);

    /**
     * Reads what {@link #entry} and {@link #payload}, or {@link #text} if there is no payload, need
     * for the first {@code count} vids from other nodes, if there are some. Ignores numbers that
     * are not vids of terms.
     */
    default void readValues(long[] vids, int count) {}

    /**
     * As {@link #findOrAllocate(TermKey)}, for a term that this node always has to find, also while
     * others cannot be reached.
     */
    default long constant(TermKey key) {
        return findOrAllocate(key);
    }

    /** Returns the constants that other nodes own and that were not returned before; any thread. */
    default List<OtherTerm> newConstants() {
        return List.of();
    }

    /** Returns all constants that other nodes own; any thread. */
    default List<OtherTerm> constants() {
        return List.of();
    }

    /** Knows a constant that another node owns. */
    default void learn(OtherTerm constant) {
        throw new UnsupportedOperationException("there are no other nodes");
    }

    /** Returns true if other nodes have some of the terms. */
    default boolean isPartitioned() {
        return false;
    }

    /** Returns the entry of a vid, see {@link VidEntryDescriptor}; never 0. */
    long entry(long vid);

    /** Returns the payload of the vid with this entry, of a kind with a value. */
    long payload(long vid, long entry);

    /**
     * Returns the vids of the predicates by pid, from pid 1 on; called once, before {@link
     * #setPid}.
     */
    long[] predicates();

    /** Returns the pid of a vid, 0 if its term is not a predicate. */
    default long pid(long vid) {
        return VidEntryDescriptor.pid(entry(vid));
    }

    /** Sets the pid of an IRI's vid, which makes it a predicate. */
    void setPid(long vid, long pid);

    /**
     * Returns the newest counter of each partition, whose terms have vids with counters from 1 to
     * it; some may have been reclaimed. Terms allocated during the call may be missing.
     */
    long[] counters();

    /** Returns the newest counter of one partition. */
    default long counter(int partition) {
        return counters()[partition];
    }

    /** Returns true if {@code vid}, which may be any number, is that of a term; takes a few ns. */
    boolean isGiven(long vid);

    /** Returns true if {@code vid}, which may be any number, is or was that of a term. */
    default boolean wasGiven(long vid) {
        return isGiven(vid);
    }

    /** Returns the text of a vid in UTF-8, null if there is no such term. */
    byte[] textIfGiven(long vid);

    /** Gives new terms of a partition only counters above {@code counter}; in memory only. */
    default void skipTo(int partition, long counter) {
        throw new UnsupportedOperationException("a dictionary on disk keeps its counters");
    }

    /**
     * Gives no new vids in a partition from now on, or does so again; in memory only. Look-ups that
     * would give one return {@link TermDictionary#UNKNOWN}.
     */
    default void setClosed(int partition, boolean isClosed) {
        throw new UnsupportedOperationException("a dictionary on disk keeps its partitions");
    }

    /** Returns the terms that this node keeps, which may be terms of all nodes. */
    default Terms here() {
        return this;
    }

    /**
     * Takes a vid from its term, which another process had reclaimed; in memory only, while nobody
     * else uses the dictionary.
     */
    default void forget(long vid) {
        throw new UnsupportedOperationException("a dictionary on disk keeps its terms");
    }

    /** See {@link TermDictionary#restore}. */
    void restore(TermBatch batch, long firstVid);

    /** See {@link TermDictionary#hasReclaimed}. */
    default boolean hasReclaimed(long fromVid, long toVid, long sinceRound) {
        return false;
    }

    /** Returns the reclamation of terms, null if all are kept. */
    default TermReclamation reclamation() {
        return null;
    }

    /** Returns the bytes of {@link #memoryBytes} that are free for new terms. */
    default long freeBytes() {
        return 0;
    }

    /** Returns the bytes in use of those that {@link DictionaryConfig#bytesMax} limits. */
    default long limitedBytes() {
        return memoryBytes() - freeBytes();
    }

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
        return new IllegalArgumentException(
                "the dictionary gave no such id, or has reclaimed its term: vid=" + vid);
    }
}
