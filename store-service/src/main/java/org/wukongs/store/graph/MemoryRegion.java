package org.wukongs.store.graph;

import java.lang.ref.Cleaner;
import org.agrona.UnsafeAccess;
import org.wukongs.error.WukongsException;

/**
 * A range of off-heap memory with a fixed budget, addressed by byte offsets from 0.
 *
 * <p>The whole budget is reserved as address space at once, so that blocks never move; the
 * operating system backs a page when it is first written. Nothing outside this package sees raw
 * memory, and within the package only this class handles addresses. Assertions, which tests enable,
 * check the offsets.
 *
 * <p>Native byte order. 8-byte words are at multiples of 8, 4-byte words at multiples of 4, so each
 * is read and written atomically.
 */
final class MemoryRegion implements AutoCloseable {

    /** A cache line, so that aligned words never span two. */
    private static final int BASE_ALIGNMENT = 64;

    /** Up to so many words, a loop beats the fixed cost of a bulk copy. */
    private static final int COPY_BY_LOOP_MAX = 24;

    /** Offset of the first element of a long[]. */
    private static final int LONGS_OFFSET = UnsafeAccess.UNSAFE.arrayBaseOffset(long[].class);

    private static final Cleaner CLEANER = Cleaner.create();

    private final long base;
    private final long sizeBytes;
    private final Cleaner.Cleanable allocation;
    private volatile boolean closed; // owner: the thread that closes

    MemoryRegion(long sizeBytes) {
        this.sizeBytes = sizeBytes;
        long address = allocate(sizeBytes + BASE_ALIGNMENT);
        this.base = (address + BASE_ALIGNMENT - 1) & -BASE_ALIGNMENT;
        // Embedding programs and tests may drop a store without closing it.
        this.allocation = CLEANER.register(this, new Free(address));
    }

    /**
     * Makes a region of memory that is there already, zeroed and aligned to a cache line.
     *
     * @param free called once when nothing uses the memory any longer; must not lead to the region
     */
    MemoryRegion(long address, long sizeBytes, Runnable free) {
        this.sizeBytes = sizeBytes;
        this.base = address;
        this.allocation = CLEANER.register(this, free);
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

    /** Frees the memory, which no thread may read or write after that. */
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

    byte getByte(long offset) {
        assert inBounds(offset, Byte.BYTES);
        return UnsafeAccess.UNSAFE.getByte(base + offset);
    }

    void putByte(long offset, byte value) {
        assert inBounds(offset, Byte.BYTES);
        UnsafeAccess.UNSAFE.putByte(base + offset, value);
    }

    long getLongAcquire(long offset) {
        assert inBounds(offset, Long.BYTES);
        return UnsafeAccess.UNSAFE.getLongVolatile(null, base + offset);
    }

    /**
     * Stores with release: a thread that reads the value with acquire sees all earlier writes of
     * this thread.
     */
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
     * Orders loads before the fence before those after it, so that one fence turns a block of plain
     * reads into acquire reads.
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

    /** Copies {@code count} words of {@code from} at {@code at} to {@code offset} on. */
    void putLongs(long offset, int count, long[] from, int at) {
        assert inBounds(offset, (long) count * Long.BYTES);
        assert at >= 0 && count <= from.length - at;
        if (count <= COPY_BY_LOOP_MAX) {
            long address = base + offset;
            for (int i = 0; i < count; i++) {
                UnsafeAccess.UNSAFE.putLong(address + ((long) i << 3), from[at + i]);
            }
        } else {
            UnsafeAccess.UNSAFE.copyMemory(
                    from,
                    LONGS_OFFSET + (long) at * Long.BYTES,
                    null,
                    base + offset,
                    (long) count * Long.BYTES);
        }
    }

    private boolean inBounds(long offset, long bytes) {
        return !closed
                && offset >= 0
                && bytes >= 0
                && offset <= sizeBytes - bytes
                && (bytes == 0 || (offset & Math.min(bytes, Long.BYTES) - 1) == 0);
    }
}
