package org.wukongs.store.fabric;

/**
 * The memory of another node's stored graphs, read without that node: a head, and a region. A call
 * is a round of reads, all of which are under way at the same time; what a later call reads was
 * loaded after it. Any thread that has entered it; calls of several threads do not wait for each
 * other.
 *
 * <p>Offsets come out of the memory itself and are not trusted: a read outside of the region throws
 * a {@link RemoteReadException}. A read that does not end throws a {@link RemoteLostException}.
 * Aligned words of 8 bytes are read whole, more than one is not.
 */
public interface RemoteMemory extends AutoCloseable {

    /**
     * Begins to read; returns false if the memory is closed, or cannot be read now because as many
     * threads read it as can.
     */
    boolean enter();

    /** Returns whether nobody can enter it any longer. */
    boolean isClosed();

    /** Ends reading: to be called once after {@link #enter} has returned true. */
    void leave();

    /** Returns the bytes of the region. */
    long sizeBytes();

    /**
     * Returns how many words are read in the time that a round takes in addition to its reads: so
     * many are worth reading at once if a round is saved by that.
     */
    int roundWords();

    /** Reads the word at each place {@code at[0..count-1]} of the head. */
    void headWords(int[] at, int count, long[] into);

    /**
     * Reads the word at each of {@code offsets[0..count-1]} of the region. At offset 0 there is
     * nothing: what is written for it is of no use.
     */
    void words(long[] offsets, int count, long[] into);

    /**
     * Reads {@code counts[i]} words from {@code offsets[i]} on to {@code into[places[i]]} and the
     * places after it, for each i in 0..rangeCount-1.
     */
    void ranges(long[] offsets, int[] counts, int[] places, int rangeCount, long[] into);

    /** Reads {@code count} words from an offset on. */
    void range(long offset, int count, long[] into, int at);

    /** Ends the memory for readers that enter from now on. May be called again. */
    @Override
    void close();
}
