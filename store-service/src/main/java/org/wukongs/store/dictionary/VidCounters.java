package org.wukongs.store.dictionary;

import java.util.concurrent.atomic.AtomicLongArray;
import org.wukongs.id.Vids;

/**
 * The newest counter of each vertex partition: vids have been given for all counters from 1 to it.
 *
 * <p>A partition has one writer at a time, the thread that allocates in it. It raises the counter,
 * with release, after the vid leads to its term and before the term leads to its vid. So a reader
 * that has found a vid finds it given, and a reader of a counter finds the terms of all vids up to
 * it.
 */
final class VidCounters {

    private final AtomicLongArray newest = new AtomicLongArray(Vids.PARTITION_COUNT);

    long newestAcquire(int partition) {
        return newest.getAcquire(partition);
    }

    /** Raises the counter of a partition, after all its vids up to {@code counter} can be found. */
    void raiseRelease(int partition, long counter) {
        newest.setRelease(partition, counter);
    }

    /** Lowers a counter after an allocation has failed, when no reader has found its vids. */
    void lower(int partition, long counter) {
        newest.setRelease(partition, counter);
    }

    /** Returns true if a vid has been given, for any number from outside; one comparison. */
    boolean isGiven(long vid) {
        long counter = Vids.counter(vid);
        return counter > 0 && counter <= newest.getAcquire(Vids.partition(vid));
    }

    /** Returns the counters by partition; vids given during the call may be missing. */
    long[] toArray() {
        long[] counters = new long[Vids.PARTITION_COUNT];
        for (int partition = 0; partition < counters.length; partition++) {
            counters[partition] = newestAcquire(partition);
        }
        return counters;
    }
}
