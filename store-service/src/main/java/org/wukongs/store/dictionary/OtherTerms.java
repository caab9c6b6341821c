package org.wukongs.store.dictionary;

import java.util.List;

/**
 * The terms of the vertex partitions that other nodes own. A call asks each of these nodes once and
 * waits for all of them. Any thread.
 */
public interface OtherTerms {

    /** Returns true if this node gives a term its id: by its vid, or by the hash of its text. */
    boolean isOwn(long vidOrHash);

    /**
     * Waits a moment until a partition that moves has its new owner.
     *
     * @param beginNs what the call before has returned, 0 for the first one
     * @return since when the caller waits
     * @throws org.wukongs.error.WukongsException RETRIABLE if it has waited for long
     */
    long awaitMove(long beginNs);

    /**
     * Returns the vids of terms of other nodes.
     *
     * @param texts in UTF-8
     * @param allocate whether terms without a vid get one; otherwise theirs is {@link
     *     TermDictionary#UNKNOWN}
     * @param waits whether the caller may wait for partitions that move
     * @throws org.wukongs.error.WukongsException RETRIABLE if it may not, or waits for long
     */
    long[] find(List<byte[]> texts, boolean allocate, boolean waits);

    /**
     * Returns the texts of terms of other nodes in UTF-8, null for those that no term has.
     *
     * @param vids vids of terms, which may not have been given
     */
    byte[][] texts(long[] vids);
}
