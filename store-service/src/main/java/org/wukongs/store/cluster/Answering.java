package org.wukongs.store.cluster;

import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Answers requests of other nodes. Any thread. */
@FunctionalInterface
public interface Answering {

    /**
     * Writes the answer to a request of a node, or the error with which it fails.
     *
     * @param node place of the asking node among the members, which whatever carries the frames
     *     knows
     */
    void answer(int node, WireReader request, WireWriter answer);

    /**
     * Called for a new connection of a node, before its first request and after the end of the one
     * before: it may be another process.
     */
    default void connected(int node) {}

    /**
     * Returns whether a request, of which only the type has been read, is answered without waiting
     * for anybody, and soon if it is small.
     */
    default boolean isShort(WireReader request) {
        return false;
    }
}
