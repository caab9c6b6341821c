package org.wukongs.store.load;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The arrays that blocks are read into. There are so many and no more: a reader that is ahead of
 * the parsers waits here, and a load of any size makes no garbage of what it reads.
 */
final class BlockPool {

    /**
     * A file's share of a thread's work: at 200 MB/s about 5 ms, so that handing it over costs
     * nothing beside it and the last ones end together; it fits into a core's cache.
     */
    static final int BLOCK_BYTES_DEFAULT = 1 << 20;

    /** Between two looks whether a load has been stopped. */
    private static final long LOOK_MS = 100;

    private final BlockingQueue<byte[]> free;
    private final BooleanSupplier stopped;
    private final int blockBytes;

    /** Of a reader whose blocks come back whatever happens. */
    BlockPool(int blockCount, int blockBytes) {
        this(blockCount, blockBytes, () -> false);
    }

    /**
     * With {@code stopped}, nobody waits any more: a thread that has run out of memory may be
     * unable even to give its array back.
     */
    BlockPool(int blockCount, int blockBytes, BooleanSupplier stopped) {
        this.blockBytes = blockBytes;
        this.stopped = stopped;
        free = new ArrayBlockingQueue<>(blockCount);
        for (int i = 0; i < blockCount; i++) {
            free.add(new byte[blockBytes]);
        }
    }

    /** Waits for an array that nobody uses. */
    byte[] take() throws InterruptedException {
        byte[] array = free.poll(LOOK_MS, TimeUnit.MILLISECONDS);
        while (array == null && !stopped.getAsBoolean()) {
            array = free.poll(LOOK_MS, TimeUnit.MILLISECONDS);
        }
        return array == null ? new byte[blockBytes] : array;
    }

    /**
     * Gives an array back; one that had to grow for a long line is replaced by one of the pool's.
     */
    void giveBack(byte[] array) {
        free.add(array.length == blockBytes ? array : new byte[blockBytes]);
    }

    int freeCount() {
        return free.size();
    }
}
