package org.wukongs.store.dictionary;

import static org.agrona.UnsafeAccess.UNSAFE;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.collections.LongArrayList;
import org.wukongs.error.WukongsException;

/**
 * Off-heap memory that is freed as a whole: by {@link #close}, or after this object has become
 * unreachable. Blocks are not cleared, and cost only address space until they are written.
 *
 * <p>Any thread may allocate. Code that uses an address must keep this object reachable and open.
 */
final class OffHeapMemory implements AutoCloseable {

    /** Blocks are aligned to cache lines. */
    static final int ALIGNMENT = 64;

    private static final Cleaner CLEANER = Cleaner.create();

    private final long bytesMax;
    private final String option;
    private final Blocks blocks = new Blocks();
    private final Cleaner.Cleanable cleanable = CLEANER.register(this, blocks);

    /** {@code option} is the option to raise when {@code bytesMax} is reached. */
    OffHeapMemory(long bytesMax, String option) {
        this.bytesMax = bytesMax;
        this.option = option;
    }

    /** Returns the address of a new block. */
    long allocate(long bytes) {
        if (blocks.bytes.addAndGet(bytes) > bytesMax) {
            blocks.bytes.addAndGet(-bytes);
            throw WukongsException.fatal(
                    "the dictionary is full, raise " + option + ": bytesMax=" + bytesMax);
        }
        return blocks.allocate(bytes);
    }

    /** Like {@link #allocate}, but the block is filled with zeros. */
    long allocateZeroed(long bytes) {
        long address = allocate(bytes);
        UNSAFE.setMemory(address, bytes, (byte) 0);
        return address;
    }

    /** Returns the bytes of all blocks. */
    long bytes() {
        return blocks.bytes.get();
    }

    @Override
    public void close() {
        cleanable.clean();
    }

    /** The state for the cleaner, which must not refer to its owner. */
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
