package org.wukongs.store.dictionary;

import static org.agrona.UnsafeAccess.UNSAFE;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.collections.LongArrayList;
import org.wukongs.error.WukongsException;

/**
 * Memory outside of the heap that is freed as a whole: by {@link #close}, or when nobody can reach
 * this object any more. Blocks are not cleared and cost address space only until they are written.
 *
 * <p>Any thread may allocate. Whoever uses an address keeps this object reachable and open.
 */
final class OffHeapMemory implements AutoCloseable {

    /** A block begins at a cache line. */
    static final int ALIGNMENT = 64;

    private static final Cleaner CLEANER = Cleaner.create();

    private final long bytesMax;
    private final String option;
    private final Blocks blocks = new Blocks();
    private final Cleaner.Cleanable cleanable = CLEANER.register(this, blocks);

    /** {@code option} is what a user raises when {@code bytesMax} is reached. */
    OffHeapMemory(long bytesMax, String option) {
        this.bytesMax = bytesMax;
        this.option = option;
    }

    /** The address of a new block. */
    long allocate(long bytes) {
        if (blocks.bytes.addAndGet(bytes) > bytesMax) {
            blocks.bytes.addAndGet(-bytes);
            throw WukongsException.fatal(
                    "the dictionary is full, raise " + option + ": bytesMax=" + bytesMax);
        }
        return blocks.allocate(bytes);
    }

    /** As {@link #allocate}, filled with zeros. */
    long allocateZeroed(long bytes) {
        long address = allocate(bytes);
        UNSAFE.setMemory(address, bytes, (byte) 0);
        return address;
    }

    /** Bytes of all blocks. */
    long bytes() {
        return blocks.bytes.get();
    }

    @Override
    public void close() {
        cleanable.clean();
    }

    /** What the cleaner holds: it must not lead back to its owner. */
    private static final class Blocks implements Runnable {

        private final AtomicLong bytes = new AtomicLong();
        private final LongArrayList addresses = new LongArrayList();
        private boolean freed;

        synchronized long allocate(long bytes) {
            if (freed) {
                throw new IllegalStateException("the dictionary is closed");
            }
            long address = UNSAFE.allocateMemory(bytes + ALIGNMENT);
            addresses.addLong(address);
            return (address + ALIGNMENT - 1) & -ALIGNMENT;
        }

        @Override
        public synchronized void run() {
            freed = true;
            addresses.forEachOrderedLong(UNSAFE::freeMemory);
            addresses.clear();
            bytes.set(0);
        }
    }
}
