package org.wukongs.store.cluster;

/**
 * A part of a change with which a node gives its streams and queries to another one
 * (docs/adr/0061).
 *
 * @param to place of the node that gets them
 * @param state a part of their state, at that node; empty at the others
 */
public record MovedHomes(int to, byte[] state) {

    static final byte[] NOTHING = {};

    /** Bytes of a part: a record of the log. */
    static final int PART_BYTES = 1 << 20;
}
