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
    /** Stages halves of triples of a load. */
    STAGE(6),
    /** Adds what was staged as a snapshot: its number, and how many halves were staged. */
    ADD_STAGED(7),
    /** Takes the turn to load, of the first node; the answer has whether it came in time. */
    TAKE_TURN(8),
    /** Ends that turn. */
    END_TURN(9),
    /** Begins a load: what was staged is dropped; the answer has the newest snapshot's number. */
    BEGIN_LOAD(10);

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
