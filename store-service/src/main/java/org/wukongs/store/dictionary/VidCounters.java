package org.wukongs.store.dictionary;

import java.util.concurrent.atomic.AtomicLongArray;
import org.wukongs.id.Vids;

/**
 * The newest counter of each vertex partition: vids have been given for the counters from 1 to it.
 *
 * <p>A partition has one writer at a time, whoever allocates in it. It raises the counter, with
 * release, when the vid leads to its term and before the term leads to its vid: so whoever has
 * found a vid finds it given, and whoever reads a counter finds the terms of all vids up to it.
 */
final class VidCounters {

    private final AtomicLongArray newest = new AtomicLongArray(Vids.PARTITION_COUNT);

    long newestAcquire(int partition) {
        return newest.getAcquire(partition);
    }

    /** All vids of a partition up to {@code counter} can be found. */
    void raiseRelease(int partition, long counter) {
        newest.setRelease(partition, counter);
    }

    /** What was raised last has failed, and nobody has found its vid. */
    void lower(int partition, long counter) {
        newest.setRelease(partition, counter);
    }

    /** Whether a vid has been given: one comparison, for whatever number comes from outside. */
    boolean isGiven(long vid) {
        long counter = Vids.counter(vid);
        return counter > 0 && counter <= newest.getAcquire(Vids.partition(vid));
    }

    /** By partition; what is allocated meanwhile may be missing. */
    long[] toArray() {
        long[] counters = new long[Vids.PARTITION_COUNT];
        for (int partition = 0; partition < counters.length; partition++) {
            counters[partition] = newestAcquire(partition);
        }
        return counters;
    }
}
