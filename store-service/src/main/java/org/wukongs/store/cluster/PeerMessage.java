package org.wukongs.store.cluster;

import org.wukongs.error.WukongsException;

/** Type of a request from node to node. Its code is on the wire and is never given to another. */
enum PeerMessage {
    /** Reads a step of an exploration: {@link StepRequest}. */
    READ(1),
    /** Holds a snapshot: its number, and that of the oldest one that the asker still reads. */
    HOLD(2),
    /** Looks up terms: texts; the answer has their vids. */
    FIND_TERMS(3),
    /** Looks up terms and gives ids to new ones: texts; the answer has their vids. */
    GIVE_IDS(4),
    /** Reads the texts of vids. */
    TEXTS(5),
    /** Goes on with rows of an exploration: a snapshot, then what {@link ForkAnswering} reads. */
    FORK(6),
    /**
     * Asks for the node's memory, to read it without asking; the answer has a path, or null if it
     * shares none, a generation and a ticket.
     */
    SHARE(7),
    /**
     * Stages a part of a change: its number, that of the part, the version of the owners that it
     * was divided between, a graph and what becomes of its name, halves of triples. The answer is
     * false if the asked node knows other owners.
     */
    STAGE(11),
    /** Drops a change that gets no turn: its number. */
    DROP(12),
    /** The asker has made all changes up to a snapshot: its number. */
    MADE(13),
    /** Asks what a change of the asker has done, as soon as queries see it: its number. */
    SHOWN_COUNTS(14),
    /**
     * Asks to give no other change a turn before one of the asker, for some nanoseconds; the answer
     * is false if another node has asked for that.
     */
    HOLD_TURNS(15),
    /** The asker needs turns to be held no longer. */
    FREE_TURNS(16),
    /**
     * Begins to copy a stream of the asked node: its name; the answer is a {@link ReplicaBegin}.
     */
    BEGIN_REPLICA(17),
    /** Reads the next tuples: {@link ReplicaWanted}; the answer is {@link ReplicaTuples}. */
    READ_REPLICA(18),
    /** The asker copies a stream no longer: its name, the number of the copy's beginning. */
    END_REPLICA(19),
    /** A question to the server around the node, see {@link ServedNode#ASK}. */
    ASK(20),
    /**
     * Stages a part of a change that moves vertex partitions to the asked node: as {@link #STAGE},
     * but after the version of the owners come the partitions and the newest counters of their
     * terms.
     */
    MOVE(21),
    /**
     * Keeps terms of a vertex partition that is going to move: partition, counter of the first one,
     * texts; the answer has the newest counter that is kept.
     */
    COPY_TERMS(22),
    /** Asks what all nodes know of the graphs; the answer is {@link KnownGraphs}. */
    KNOWN_GRAPHS(23),
    /**
     * Stages a part of a change that moves the asker's streams and queries: its number, that of the
     * part, the version of the owners, the place of the node that gets them, and a part of their
     * state, which is empty at the other nodes. The answer is false as for {@link #STAGE}.
     */
    STAGE_HOMES(24),
    /**
     * Takes over the asker's streams and queries as they are staged, to have them from the change's
     * turn on: its number, streams of other nodes that the queries read and the places of these.
     */
    ADOPT_HOMES(25);

    private static final PeerMessage[] MESSAGES = values();

    private final int code;

    PeerMessage(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static PeerMessage of(int code) {
        for (PeerMessage message : MESSAGES) {
            if (message.code == code) {
                return message;
            }
        }
        throw WukongsException.user("no such request between nodes: type=" + code);
    }
}
