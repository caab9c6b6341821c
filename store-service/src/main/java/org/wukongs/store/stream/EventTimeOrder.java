package org.wukongs.store.stream;

import java.util.Arrays;
import java.util.List;
import org.wukongs.stream.EncodedBatch;

/** Sorts the rows of one batch by event time, equal times in order of arrival. */
final class EventTimeOrder {

    private static final int ROW_BITS = Integer.SIZE - 1;
    private static final long ROW_MASK = (1L << ROW_BITS) - 1;

    private long[] sorted = {};

    /** Returns true if the concatenated parts are already in order, as they mostly are. */
    static boolean isSorted(List<EncodedBatch> parts) {
        long last = Long.MIN_VALUE;
        for (EncodedBatch part : parts) {
            for (long timeMs : part.eventTimesMs()) {
                if (timeMs < last) {
                    return false;
                }
                last = timeMs;
            }
        }
        return true;
    }

    /** Returns the sorted concatenation of the parts. */
    EncodedBatch sort(List<EncodedBatch> parts, long batchStartMs) {
        EncodedBatch all = concatenate(parts);
        int size = all.size();
        if (sorted.length < size) {
            sorted = new long[size];
        }
        for (int row = 0; row < size; row++) {
            sorted[row] = (all.eventTimesMs()[row] - batchStartMs) << ROW_BITS | row;
        }
        Arrays.sort(sorted, 0, size);
        return new EncodedBatch(
                all.batch(),
                false,
                gathered(all.eventTimesMs()),
                gathered(all.subjects()),
                gathered(all.predicates()),
                gathered(all.objects()));
    }

    private long[] gathered(long[] column) {
        long[] gathered = new long[column.length];
        for (int i = 0; i < gathered.length; i++) {
            gathered[i] = column[(int) (sorted[i] & ROW_MASK)];
        }
        return gathered;
    }

    private static EncodedBatch concatenate(List<EncodedBatch> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        int size = parts.stream().mapToInt(EncodedBatch::size).sum();
        long[][] columns = new long[4][size];
        int at = 0;
        for (EncodedBatch part : parts) {
            System.arraycopy(part.eventTimesMs(), 0, columns[0], at, part.size());
            System.arraycopy(part.subjects(), 0, columns[1], at, part.size());
            System.arraycopy(part.predicates(), 0, columns[2], at, part.size());
            System.arraycopy(part.objects(), 0, columns[3], at, part.size());
            at += part.size();
        }
        return new EncodedBatch(
                parts.get(0).batch(), false, columns[0], columns[1], columns[2], columns[3]);
    }
}
