package org.wukongs.store.graph;

import java.lang.ref.Cleaner;
import org.agrona.UnsafeAccess;
import org.wukongs.error.WukongsException;

/**
 * A range of off-heap memory with a fixed budget, addressed by byte offsets from 0.
 *
 * <p>The whole budget is reserved as address space at once, so that blocks never move; the
 * operating system backs a page when it is first written. Nothing outside this package sees raw
 * memory, and within it nothing but this class touches an address. Offsets are checked by
 * assertions, which tests run with.
 *
 * <p>Native byte order. 8-byte words stand at multiples of 8, 4-byte ones at multiples of 4, so
 * each is read and written whole.
 */
final class MemoryRegion implements AutoCloseable {

    /** A cache line: words that one line holds stay in one. */
    private static final int BASE_ALIGNMENT = 64;

    /** Up to here a loop beats the fixed cost of a bulk copy. */
    private static final int COPY_BY_LOOP_MAX = 24;

    /** Where the first element of a long[] is. */
    private static final int LONGS_OFFSET = UnsafeAccess.UNSAFE.arrayBaseOffset(long[].class);

    private static final Cleaner CLEANER = Cleaner.create();

    private final long base;
    private final long sizeBytes;
    private final Cleaner.Cleanable allocation;
    private volatile boolean closed; // owner: whoever closes

    MemoryRegion(long sizeBytes) {
        this.sizeBytes = sizeBytes;
        long address = allocate(sizeBytes + BASE_ALIGNMENT);
        this.base = (address + BASE_ALIGNMENT - 1) & -BASE_ALIGNMENT;
        // Embedded stores and tests may drop a store without closing it.
        this.allocation = CLEANER.register(this, new Free(address));
    }

    private static long allocate(long bytes) {
        try {
            return UnsafeAccess.UNSAFE.allocateMemory(bytes);
        } catch (OutOfMemoryError | IllegalArgumentException e) {
            throw new WukongsException(
                    WukongsException.Category.FATAL,
                    "the system refuses the memory of stored graphs, lower --store-memory: bytes="
                            + bytes,
                    e);
        }
    }

    private record Free(long address) implements Runnable {
        @Override
        public void run() {
            UnsafeAccess.UNSAFE.freeMemory(address);
        }
    }

    long sizeBytes() {
        return sizeBytes;
    }

    /** Gives the memory back; no thread may read or write it any more. */
    @Override
    public void close() {
        closed = true;
        allocation.clean();
    }

    boolean isClosed() {
        return closed;
    }

    long getLong(long offset) {
        assert inBounds(offset, Long.BYTES);
        return UnsafeAccess.UNSAFE.getLong(base + offset);
    }

    void putLong(long offset, long value) {
        assert inBounds(offset, Long.BYTES);
        UnsafeAccess.UNSAFE.putLong(base + offset, value);
    }

    long getLongAcquire(long offset) {
        assert inBounds(offset, Long.BYTES);
        return UnsafeAccess.UNSAFE.getLongVolatile(null, base + offset);
    }

    /** What this thread wrote before is seen by whoever reads this value with acquire. */
    void putLongRelease(long offset, long value) {
        assert inBounds(offset, Long.BYTES);
        UnsafeAccess.UNSAFE.putOrderedLong(null, base + offset, value);
    }

    int getInt(long offset) {
        assert inBounds(offset, Integer.BYTES);
        return UnsafeAccess.UNSAFE.getInt(base + offset);
    }

    void putInt(long offset, int value) {
        assert inBounds(offset, Integer.BYTES);
        UnsafeAccess.UNSAFE.putInt(base + offset, value);
    }

    int getIntAcquire(long offset) {
        assert inBounds(offset, Integer.BYTES);
        return UnsafeAccess.UNSAFE.getIntVolatile(null, base + offset);
    }

    void putIntRelease(long offset, int value) {
        assert inBounds(offset, Integer.BYTES);
        UnsafeAccess.UNSAFE.putOrderedInt(null, base + offset, value);
    }

    /**
     * Loads before it come before loads after it: one fence makes a block of plain reads acquire.
     */
    static void loadFence() {
        UnsafeAccess.UNSAFE.loadFence();
    }

    void zero(long offset, long bytes) {
        assert inBounds(offset, bytes);
        UnsafeAccess.UNSAFE.setMemory(base + offset, bytes, (byte) 0);
    }

    /** Copies {@code count} words between ranges that do not overlap. */
    void copyWords(long from, long to, long count) {
        assert inBounds(from, count * Long.BYTES) && inBounds(to, count * Long.BYTES);
        if (count <= COPY_BY_LOOP_MAX) {
            for (long at = 0; at < count * Long.BYTES; at += Long.BYTES) {
                putLong(to + at, getLong(from + at));
            }
        } else {
            UnsafeAccess.UNSAFE.copyMemory(base + from, base + to, count * Long.BYTES);
        }
    }

    /** Copies {@code count} words from {@code offset} on into {@code into} at {@code at}. */
    void getLongs(long offset, int count, long[] into, int at) {
        assert inBounds(offset, (long) count * Long.BYTES);
        assert at >= 0 && count <= into.length - at;
        if (count <= COPY_BY_LOOP_MAX) {
            long address = base + offset;
            for (int i = 0; i < count; i++) {
                into[at + i] = UnsafeAccess.UNSAFE.getLong(address + ((long) i << 3));
            }
        } else {
            UnsafeAccess.UNSAFE.copyMemory(
                    null,
                    base + offset,
                    into,
                    LONGS_OFFSET + (long) at * Long.BYTES,
                    (long) count * Long.BYTES);
        }
    }

    private boolean inBounds(long offset, long bytes) {
        return !closed
                && offset >= 0
                && bytes >= 0
                && offset <= sizeBytes - bytes
                && (offset & Math.min(bytes, Long.BYTES) - 1) == 0;
    }
}
