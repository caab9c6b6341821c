package org.wukongs.store.stream;

import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * Layout of a stream's tuple as four longs of a chunk; two records share a cache line.
 *
 * <pre>
 *   63                       32 31                        0
 *  +---------------------------+---------------------------+
 *  |             key [s|p|OUT], see {@link Keys}            |
 *  +---------------------------+---------------------------+
 *  |                     object (46 bits)                   |
 *  +---------------------------+---------------------------+
 *  | to previous [s|p|OUT]     | to previous [o|p|IN]       |
 *  +---------------------------+---------------------------+
 *  |r| to previous same triple | event time in its batch, ms|
 *  +---------------------------+---------------------------+
 * </pre>
 *
 * <p>r is 1 if the tuple is a removal: it takes its triple back.
 *
 * <p>"To previous" is the distance in positions to the previous tuple of the stream with the same
 * key or triple, {@link #NO_PREVIOUS} if there is none: a distance beyond any existing position, so
 * that one comparison tells whether the previous tuple is in a window. Batches are not longer than
 * {@link org.wukongs.stream.InputLimits#BATCH_INTERVAL_MS_MAX}. The stream index writes the
 * distances, the ring the other fields. Publication: a record is written before any word that leads
 * to its position (a slot of the index, the length of a position list, the stable position), each
 * with release; no reader reaches it otherwise. Distances may be rewritten to omit a reclaimed
 * predecessor.
 */
public final class TupleDescriptor {

    /** Longs of a record. */
    public static final int WORDS = 4;

    public static final int WORDS_SHIFT = 2;
    public static final int BYTES = WORDS * Long.BYTES;

    static final int KEY = 0;
    static final int OBJECT = 1;
    static final int DISTANCES = 2;
    static final int SAME_AND_TIME = 3;

    private static final long LOW_MASK = 0xFFFF_FFFFL;

    /** A distance beyond the longest ring. */
    public static final long NO_PREVIOUS = Integer.MAX_VALUE;

    private static final long REMOVAL = Long.MIN_VALUE;

    private static final long PID_FIELD = Keys.PID_MAX << Keys.PID_SHIFT;

    private TupleDescriptor() {}

    public static long key(long[] chunk, int at) {
        return chunk[at + KEY];
    }

    public static long object(long[] chunk, int at) {
        return chunk[at + OBJECT];
    }

    public static long subject(long[] chunk, int at) {
        return Keys.vid(chunk[at + KEY]);
    }

    public static long pid(long[] chunk, int at) {
        return Keys.pid(chunk[at + KEY]);
    }

    /** [o|p|IN]. */
    public static long inKey(long[] chunk, int at) {
        return chunk[at + OBJECT] << Keys.VID_SHIFT | (chunk[at + KEY] & PID_FIELD) | Keys.IN;
    }

    /**
     * Returns the distance to the previous tuple with the same [s|p|OUT] or [o|p|IN], by direction.
     */
    public static long toPrevious(int direction, long[] chunk, int at) {
        return toPrevious(direction, distances(chunk, at));
    }

    /** Returns the same, given {@link #distances}. */
    public static long toPrevious(int direction, long distances) {
        return (distances >>> (direction * Integer.SIZE)) & LOW_MASK;
    }

    /** Returns the distances of both directions to the previous tuples with the same keys. */
    public static long distances(long[] chunk, int at) {
        return chunk[at + DISTANCES];
    }

    /** Returns the object (OUT) or the subject (IN). */
    public static long neighbour(int direction, long[] chunk, int at) {
        return direction == Keys.OUT ? object(chunk, at) : subject(chunk, at);
    }

    public static long toPreviousSame(long[] chunk, int at) {
        return chunk[at + SAME_AND_TIME] >>> Integer.SIZE & NO_PREVIOUS;
    }

    /** Returns true if the tuple takes its triple back. */
    static boolean isRemoval(long[] chunk, int at) {
        return chunk[at + SAME_AND_TIME] < 0;
    }

    /** Returns the event time in ms from the start of the tuple's batch. */
    static long timeInBatchMs(long[] chunk, int at) {
        return chunk[at + SAME_AND_TIME] & LOW_MASK;
    }

    static void put(long[] chunk, int at, long subject, long pid, long object, long timeInBatchMs) {
        assert object > 0 && object >>> Vids.BITS == 0 : "object=" + object;
        chunk[at + KEY] = Keys.key(subject, pid, Keys.OUT);
        chunk[at + OBJECT] = object;
        chunk[at + SAME_AND_TIME] = timeInBatchMs;
    }

    /** Makes the tuple a removal. */
    static void putRemoval(long[] chunk, int at) {
        chunk[at + SAME_AND_TIME] |= REMOVAL;
    }

    /** Writes a distance of at most {@link #NO_PREVIOUS}, by direction. */
    public static void putToPrevious(int direction, long[] chunk, int at, long distance) {
        int shift = direction * Integer.SIZE;
        long other = chunk[at + DISTANCES] & ~(LOW_MASK << shift);
        chunk[at + DISTANCES] = other | distance << shift;
    }

    /** Writes a distance of at most {@link #NO_PREVIOUS}. */
    public static void putToPreviousSame(long[] chunk, int at, long distance) {
        long other = chunk[at + SAME_AND_TIME] & (REMOVAL | LOW_MASK);
        chunk[at + SAME_AND_TIME] = other | distance << Integer.SIZE;
    }
}
