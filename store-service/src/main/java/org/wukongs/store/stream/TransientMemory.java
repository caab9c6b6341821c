package org.wukongs.store.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory of all streams of a node: chunks of tuple records, and the account of the bytes of
 * open batches and indexes.
 *
 * <p>The budget is checked before tuples are taken in ({@link #hasRoom}). Tuples taken in are never
 * refused later, so the account may exceed the budget by the indexes of these tuples and by one
 * chunk per stream. Owned by the store agent.
 */
public final class TransientMemory {

    /** About ten million tuples with their index. */
    private static final long BUDGET_BYTES_MAX_DEFAULT = 1L << 30;

    private static final int HEAP_PARTS = 4;

    /** 128 KB: a stream with few tuples takes no more. */
    private static final int CHUNK_SHIFT_DEFAULT = 12;

    /** Free chunks kept for the next tuples; more go back to the heap. */
    private static final int SPARE_CHUNKS_MAX = 256;

    private final long budgetBytes;
    private final int chunkShift;
    private final Deque<long[]> spare = new ArrayDeque<>();
    private final AtomicInteger cutCount = new AtomicInteger();
    private long usedBytes;

    /** Returns a quarter of the heap, at most 1 GB. */
    public static long budgetBytesDefault() {
        long heapBytes = Runtime.getRuntime().maxMemory();
        return Math.min(BUDGET_BYTES_MAX_DEFAULT, heapBytes / HEAP_PARTS);
    }

    public TransientMemory(long budgetBytes) {
        this(budgetBytes, CHUNK_SHIFT_DEFAULT);
    }

    /** Makes a memory with chunks of 2^{@code chunkShift} tuples. */
    public TransientMemory(long budgetBytes, int chunkShift) {
        this.budgetBytes = budgetBytes;
        this.chunkShift = chunkShift;
    }

    int chunkShift() {
        return chunkShift;
    }

    long[] takeChunk() {
        usedBytes += chunkBytes();
        long[] chunk = spare.poll();
        return chunk == null ? new long[TupleDescriptor.WORDS << chunkShift] : chunk;
    }

    /** Gives back a chunk that is reachable only through a {@link RingCut}, if at all. */
    void giveBack(long[] chunk) {
        usedBytes -= chunkBytes();
        if (spare.size() < SPARE_CHUNKS_MAX && cutCount.get() == 0) {
            spare.push(chunk);
        }
    }

    /**
     * Starts a cut: until {@link #endCut}, chunks that are given back go to the heap and are not
     * reused, because readers of a {@link RingCut} may read them. They are not counted meanwhile.
     */
    public void beginCut() {
        cutCount.incrementAndGet();
    }

    /** Ends the cut. Any thread. */
    public void endCut() {
        cutCount.decrementAndGet();
    }

    private long chunkBytes() {
        return (long) TupleDescriptor.BYTES << chunkShift;
    }

    public boolean hasRoom(long bytes) {
        return usedBytes + bytes <= budgetBytes;
    }

    /** Counts bytes taken or, if negative, given back. */
    public void count(long bytes) {
        usedBytes += bytes;
    }

    public long usedBytes() {
        return usedBytes;
    }

    public long budgetBytes() {
        return budgetBytes;
    }
}
