package org.wukongs.store.history;

import org.wukongs.client.StoreStatus.LogStatus;

/** Takes the records of a node, and tells which of them will not be forgotten. Never waits. */
public interface NodeLog {

    /** Returns false if a request must not begin, because too much waits for the disk. */
    boolean hasRoom();

    /**
     * Appends a record of a request that has begun: that always has room.
     *
     * @return its position, higher than all before
     */
    long append(NodeRecord record);

    /** Returns the position of the newest record. */
    long position();

    /** Returns true if everything up to a position may be shown and acknowledged. */
    boolean isKept(long position);

    /** Returns true if everything up to a position may be part of a checkpoint of a job. */
    boolean isFlushed(long position);

    /** Returns how far it is. */
    LogStatus status();

    /** Asks for everything so far to be flushed. */
    void requestFlush();
}
