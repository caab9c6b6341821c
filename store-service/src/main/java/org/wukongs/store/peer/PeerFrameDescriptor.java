package org.wukongs.store.peer;

import org.wukongs.wire.FrameDescriptor;

/**
 * What goes over a connection between two nodes, big endian: frames of the wire protocol ({@link
 * FrameDescriptor}), each after a number.
 *
 * <pre>
 *  0        8        12     13
 * +--------+--------+------+---------+
 * | number | length | type | payload |
 * +--------+--------+------+---------+
 * </pre>
 *
 * <p>An answer has the number of its request, and answers come in any order. A connection begins
 * with four frames of number 0, see {@link Greeting}. The node that has connected asks, the other
 * one answers.
 */
final class PeerFrameDescriptor {

    static final int NUMBER_BYTES = Long.BYTES;

    /** The number of the frames of a greeting; requests have higher ones. */
    static final long GREETING = 0;

    /** First word of a connection: "WKP1". */
    static final int MAGIC = 0x574B5031;

    /** Rises with every change of the greeting, of requests, or of answers. */
    static final int VERSION = 6;

    /** From who has connected: magic, version, nonce. */
    static final int HELLO = 100;

    /** The answer: nonce. */
    static final int CHALLENGE = 101;

    /** From who has connected: cluster, format, its node, the node that it wants, proof. */
    static final int PROOF = 102;

    /** The answer: proof. */
    static final int WELCOME = FrameDescriptor.REPLY_OK;

    /** A request whose answer has the ids that it has: what requests cost is measured by it. */
    static final int ECHO = 103;

    private PeerFrameDescriptor() {}
}
