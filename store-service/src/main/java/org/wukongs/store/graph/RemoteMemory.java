package org.wukongs.store.graph;

/**
 * The memory of another node's stored graphs, read without that node ({@link
 * SharedMemoryDescriptor}). A call is a round of reads, all of which are under way at the same
 * time; what a later call reads was loaded after it. Any thread.
 *
 * <p>Offsets come out of the memory itself and are not trusted: a read outside of the region throws
 * a {@link RemoteReadException}.
 */
interface RemoteMemory {

    /** Returns the bytes of the region. */
    long sizeBytes();

    /** Returns a word of the head. */
    long headWord(int at);

    /** Reads the word at each of {@code offsets[0..count-1]}. */
    void words(long[] offsets, int count, long[] into);

    /**
     * Reads {@code counts[i]} words from {@code offsets[i]} on to {@code into[places[i]]} and the
     * places after it, for each i in 0..rangeCount-1.
     */
    void ranges(long[] offsets, int[] counts, int[] places, int rangeCount, long[] into);

    /** Reads {@code count} words from an offset on. */
    void range(long offset, int count, long[] into, int at);
}
