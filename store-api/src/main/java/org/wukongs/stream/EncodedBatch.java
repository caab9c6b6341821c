package org.wukongs.stream;

/**
 * A {@link TupleBatch} in ids: four parallel columns of equal length, one row for each tuple, in
 * arrival order.
 *
 * @param eventTimesMs event times in ms
 * @param subjects vids
 * @param predicates pids, with the bit {@link #REMOVAL} if the tuple takes its triple back
 * @param objects vids
 */
public record EncodedBatch(
        long batch,
        boolean late,
        long[] eventTimesMs,
        long[] subjects,
        long[] predicates,
        long[] objects) {

    /** The bit of a predicate whose tuple is a removal, far above the bits of any pid. */
    public static final long REMOVAL = 1L << 32;

    public EncodedBatch {
        int count = subjects.length;
        if (eventTimesMs.length != count || predicates.length != count || objects.length != count) {
            throw new IllegalArgumentException("columns of a batch differ in length");
        }
    }

    public int size() {
        return subjects.length;
    }

    /** The predicate of a tuple. */
    public long pid(int row) {
        return pid(predicates[row]);
    }

    /** Whether a tuple takes its triple back. */
    public boolean isRemoval(int row) {
        return isRemoval(predicates[row]);
    }

    /** The predicate of a value of the column {@link #predicates}. */
    public static long pid(long predicate) {
        return predicate & ~REMOVAL;
    }

    /** Whether a value of the column {@link #predicates} is that of a removal. */
    public static boolean isRemoval(long predicate) {
        return (predicate & REMOVAL) != 0;
    }
}
