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
 * <p>Blocks are parts of slabs, so that the operating system can back them by huge pages: a
 * dictionary is read all over, and with small pages nearly each read misses the TLB, too.
 *
 * <p>Any thread may allocate. Code that uses an address must keep this object reachable and open.
 */
final class OffHeapMemory implements AutoCloseable {

    /** Blocks are aligned to cache lines. */
    static final int ALIGNMENT = 64;

    /** More than glibc's malloc ever keeps for itself after it was freed. */
    private static final long SLAB_BYTES = 64 << 20;

    private static final long HUGE_PAGE_BYTES = 2 << 20;

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
        private final LongArrayList slabs = new LongArrayList();
        private long next; // free bytes of the newest slab
        private long end;
        private boolean freed;

        synchronized long allocate(long bytes) {
            if (freed) {
                throw new IllegalStateException("the dictionary is closed");
            }
            if (bytes > end - next) {
                addSlab(Math.max(bytes, SLAB_BYTES));
            }
            long address = next;
            next = Math.min(end, align(address + bytes, ALIGNMENT));
            return address;
        }

        private void addSlab(long bytes) {
            long address = UNSAFE.allocateMemory(bytes + HUGE_PAGE_BYTES);
            slabs.addLong(address);
            next = align(address, HUGE_PAGE_BYTES);
            end = next + bytes;
        }

        private static long align(long address, long alignment) {
            return (address + alignment - 1) & -alignment;
        }

        @Override
        public synchronized void run() {
            freed = true;
            slabs.forEachOrderedLong(UNSAFE::freeMemory);
            slabs.clear();
            bytes.set(0);
        }
    }
}
