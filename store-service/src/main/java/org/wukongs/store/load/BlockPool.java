package org.wukongs.store.load;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A fixed number of arrays into which blocks are read. A reader that is ahead of the parsers waits
 * here, and a load of any size makes no garbage of the bytes it reads.
 */
final class BlockPool {

    /**
     * A thread's unit of work: at 200 MB/s it takes about 5 ms, so that the cost of handing it over
     * is negligible and the last blocks end together. It fits into a core's cache.
     */
    static final int BLOCK_BYTES_DEFAULT = 1 << 20;

    /** Interval of the checks whether a load has been stopped. */
    private static final long LOOK_MS = 100;

    private final BlockingQueue<byte[]> free;
    private final BooleanSupplier stopped;
    private final int blockBytes;

    /** Makes a pool for a reader whose blocks are given back in any case. */
    BlockPool(int blockCount, int blockBytes) {
        this(blockCount, blockBytes, () -> false);
    }

    /**
     * After {@code stopped} returns true, no thread waits any longer: a thread that has run out of
     * memory may be unable even to give its array back.
     */
    BlockPool(int blockCount, int blockBytes, BooleanSupplier stopped) {
        this.blockBytes = blockBytes;
        this.stopped = stopped;
        free = new ArrayBlockingQueue<>(blockCount);
        for (int i = 0; i < blockCount; i++) {
            free.add(new byte[blockBytes]);
        }
    }

    /** Waits for a free array. */
    byte[] take() throws InterruptedException {
        byte[] array = free.poll(LOOK_MS, TimeUnit.MILLISECONDS);
        while (array == null && !stopped.getAsBoolean()) {
            array = free.poll(LOOK_MS, TimeUnit.MILLISECONDS);
        }
        return array == null ? new byte[blockBytes] : array;
    }

    /**
     * Gives an array back; one that had to grow for a long line is replaced by one of the pool's
     * size.
     */
    void giveBack(byte[] array) {
        free.add(array.length == blockBytes ? array : new byte[blockBytes]);
    }

    int freeCount() {
        return free.size();
    }
}
