package org.wukongs.store.fabric;

import java.util.concurrent.atomic.LongAdder;

/** What a network has read of other hosts' memory. Any thread. */
public final class FabricCounts {

    /** Of a process without a network. */
    public static final FabricCounts NONE = new FabricCounts();

    private final LongAdder rounds = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /** Counts a round of reads that has ended. */
    public void add(int readCount, long readBytes) {
        rounds.increment();
        reads.add(readCount);
        bytes.add(readBytes);
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
