package org.wukongs.store.fabric;

import java.util.concurrent.atomic.LongAdder;

/** What a network has read of other hosts' memory. Any thread. */
public final class FabricCounts {

    /** Of a process without a network. */
    public static final FabricCounts NONE = new FabricCounts();

    private final LongAdder rounds = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder locationHits = new LongAdder();
    private final LongAdder locationMisses = new LongAdder();

    /** Counts a round of reads that has ended. */
    public void add(int readCount, long readBytes) {
        rounds.increment();
        reads.add(readCount);
        bytes.add(readBytes);
    }

    /** Counts rows whose locations were known, and others. */
    public void addLocations(int hits, int misses) {
        locationHits.add(hits);
        locationMisses.add(misses);
    }

    /** Returns how many rows took no reads to find their lists. */
    public long locationHitCount() {
        return locationHits.sum();
    }

    /** Returns how many rows took reads to find their lists. */
    public long locationMissCount() {
        return locationMisses.sum();
    }

    /** Returns how often reads were waited for. */
    public long roundCount() {
        return rounds.sum();
    }

    /** Returns how many reads were posted. */
    public long readCount() {
        return reads.sum();
    }

    /** Returns the bytes of all reads. */
    public long readBytes() {
        return bytes.sum();
    }
}
