package org.wukongs.stream;

/**
 * A {@link TupleBatch} in ids: four parallel columns of equal length, one row for each tuple, in
 * arrival order.
 *
 * @param eventTimesMs event times in ms
 * @param subjects vids
 * @param predicates pids
 * @param objects vids
 */
public record EncodedBatch(
        long batch,
        boolean late,
        long[] eventTimesMs,
        long[] subjects,
        long[] predicates,
        long[] objects) {

    public EncodedBatch {
        int count = subjects.length;
        if (eventTimesMs.length != count || predicates.length != count || objects.length != count) {
            throw new IllegalArgumentException("columns of a batch differ in length");
        }
    }

    public int size() {
        return subjects.length;
    }
}
