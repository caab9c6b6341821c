package org.wukongs.store.load;

import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

/**
 * Options of a load.
 *
 * @param skipBad skip and count bad statements, instead of ending the load with nothing loaded
 * @param bytesRead is told of the progress in bytes of the files, from any thread
 * @param threads number of threads that parse and encode; the caller's is one of them
 * @param executor runs the threads beyond the caller's
 * @param stagedBytesMax memory of the triples that wait until everything is parsed
 * @param blockBytes initial size of the blocks into which files are cut
 */
public record LoadOptions(
        boolean skipBad,
        LongConsumer bytesRead,
        int threads,
        Executor executor,
        long stagedBytesMax,
        int blockBytes) {

    public static final LoadOptions STRICT = new LoadOptions(false, bytes -> {});

    /** Divisor of the heap: staged triples must leave room for everything else. */
    private static final int STAGED_HEAP_SHARE = 2;

    private static final int SMALL_BLOCK_BYTES = 1 << 12;

    public LoadOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=" + threads);
        }
    }

    /** Loads with one thread, the caller's. */
    public LoadOptions(boolean skipBad, LongConsumer bytesRead) {
        this(skipBad, bytesRead, 1, Runnable::run);
    }

    /** Loads with {@code threads} threads, which {@code executor} runs. */
    public LoadOptions(boolean skipBad, LongConsumer bytesRead, int threads, Executor executor) {
        this(
                skipBad,
                bytesRead,
                threads,
                executor,
                Runtime.getRuntime().maxMemory() / STAGED_HEAP_SHARE,
                BlockPool.BLOCK_BYTES_DEFAULT);
    }

    /**
     * Returns these options for the caller's thread alone, with blocks of at most {@code bytes}
     * bytes.
     */
    LoadOptions serial(long bytes) {
        int smallBlock = (int) Math.max(SMALL_BLOCK_BYTES, Math.min(bytes, blockBytes));
        return new LoadOptions(skipBad, bytesRead, 1, executor, stagedBytesMax, smallBlock);
    }
}
