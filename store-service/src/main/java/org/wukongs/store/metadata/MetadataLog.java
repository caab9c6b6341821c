package org.wukongs.store.metadata;

import java.util.concurrent.locks.LockSupport;
import org.wukongs.error.WukongsException;

/**
 * A log with one total order of records, which any number of nodes append to and read. It orders
 * bytes and knows nothing of their meaning.
 *
 * <p>The order is all that is promised. A record that is appended may be lost, may be in the log
 * twice, and may come later than one that was appended after it; who appends it reads the log to
 * learn what became of it. What was read once is durable, and is read again by every other reader
 * at the same position.
 *
 * <p>Positions rise from record to record, but not by one. The position 0 is before all records.
 *
 * <p>Used by one thread, which may wait for a disk or a network: each call returns within the
 * deadline of its backend. A passing failure of {@link #append} or {@link #poll} is no exception:
 * nothing is appended or read meanwhile, and {@link #stall} says why.
 */
public interface MetadataLog extends AutoCloseable {

    /**
     * Two catalog entries of a million characters each, in UTF-8: the largest change of a node, and
     * much more than a text of a query.
     */
    int RECORD_BYTES_MAX = 8 << 20;

    /** For how long one waits in a log that is not known to be read at once. */
    long AWAIT_NS = 1_000_000;

    /**
     * A record as it was read.
     *
     * @param position its position, higher than those before
     * @param bytes may be anything, since others may write into the log too
     */
    record Entry(long position, byte[] bytes) {}

    /**
     * Returns which log this is, for ever: another one at the same address, as after a deletion,
     * has another identity.
     */
    String identity();

    /**
     * Hands a record over, which is copied.
     *
     * @return false if there is no room now, or the log cannot be reached; then it was not appended
     * @throws IllegalArgumentException if it has more than {@link #RECORD_BYTES_MAX}
     */
    boolean append(byte[] record);

    /**
     * Returns the next record, null if there is none now.
     *
     * @throws WukongsException FATAL if the log no longer has the records that follow; USER if they
     *     may not be read
     */
    Entry poll();

    /**
     * Waits until there may be a record to read, or until {@link #wake}, but not for long.
     *
     * @throws WukongsException as {@link #poll}
     */
    default void await() {
        LockSupport.parkNanos(this, AWAIT_NS);
    }

    /** Ends a wait of {@link #await}, or else the next one, if the log can do so. Any thread. */
    default void wake() {}

    /** Returns up to which position every record has been read. */
    long position();

    /**
     * Returns the position of the newest record.
     *
     * @throws WukongsException RETRIABLE if that cannot be learnt within the deadline
     */
    long endPosition();

    /**
     * Returns the position before the oldest record that the log has: 0 as long as it has all.
     *
     * @throws WukongsException RETRIABLE if that cannot be learnt within the deadline
     */
    default long beginPosition() {
        return 0;
    }

    /**
     * Lets go of records, for all readers and for ever. A log may keep more than is asked for.
     *
     * @param position of the newest one that is not needed any longer
     * @throws WukongsException RETRIABLE if that fails; USER if it is not allowed
     */
    default void truncateBefore(long position) {}

    /** Returns why nothing can be appended, null if nothing is known to be wrong. */
    String stall();

    /** Ends the use of the log. Records that were appended may be lost. */
    @Override
    void close();

    /**
     * Returns a record after a check of its size.
     *
     * @throws IllegalArgumentException if it has more than {@link #RECORD_BYTES_MAX}
     */
    static byte[] checkedSize(byte[] record) {
        if (record.length > RECORD_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "record of the metadata log is too large: bytes="
                            + record.length
                            + " bytesMax="
                            + RECORD_BYTES_MAX);
        }
        return record;
    }
}
