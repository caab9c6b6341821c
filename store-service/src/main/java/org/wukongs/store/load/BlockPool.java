package org.wukongs.store.load;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

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

    private final BlockingQueue<byte[]> free;
    private final int blockBytes;

    BlockPool(int blockCount, int blockBytes) {
        this.blockBytes = blockBytes;
        free = new ArrayBlockingQueue<>(blockCount);
        for (int i = 0; i < blockCount; i++) {
            free.add(new byte[blockBytes]);
        }
    }

    /** Waits for an array that nobody uses. */
    byte[] take() throws InterruptedException {
        return free.take();
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
