package org.wukongs.store.checkpoint;

import java.util.List;

/**
 * Which streams a node of a cluster copies from others, and which others copy its own. The tuples
 * are in its streams. Nodes are named by their places.
 *
 * @param copies the streams that it copies
 * @param ended streams that it copies no longer, of which the homes may not know that yet
 * @param readers the nodes that copy streams of this one
 * @param begunCount how often any node has begun to do so
 */
public record ReplicasCut(
        List<Copy> copies, List<Copy> ended, List<Reader> readers, long begunCount) {

    public ReplicasCut {
        copies = List.copyOf(copies);
        ended = List.copyOf(ended);
        readers = List.copyOf(readers);
    }

    /**
     * A stream of another node.
     *
     * @param home place of that node
     * @param begun number that it has given to the newest beginning
     */
    public record Copy(String stream, int home, long begun) {}

    /**
     * Another node that copies a stream of this one.
     *
     * @param node its place
     * @param firstBegun number of its first beginning, since which it reads without a gap
     * @param begun number of its newest beginning
     */
    public record Reader(String stream, int node, long firstBegun, long begun) {}
}
