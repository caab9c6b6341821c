package org.wukongs.store.load;

import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

/**
 * How to load.
 *
 * @param skipBad count bad statements and go on, instead of ending the load with nothing loaded
 * @param bytesRead hears of progress in bytes of the files, from any thread
 * @param threads that parse and encode; one is the caller's own
 * @param executor runs them where there are more
 * @param stagedBytesMax memory of the triples that wait until all is parsed
 * @param blockBytes of the blocks that files are cut into, at the start
 */
public record LoadOptions(
        boolean skipBad,
        LongConsumer bytesRead,
        int threads,
        Executor executor,
        long stagedBytesMax,
        int blockBytes) {

    public static final LoadOptions STRICT = new LoadOptions(false, bytes -> {});

    /** Of the heap: the triples that are staged must leave room for everything else. */
    private static final int STAGED_HEAP_SHARE = 2;

    private static final int SMALL_BLOCK_BYTES = 1 << 12;

    public LoadOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=" + threads);
        }
    }

    /** One thread, the caller's. */
    public LoadOptions(boolean skipBad, LongConsumer bytesRead) {
        this(skipBad, bytesRead, 1, Runnable::run);
    }

    /** With {@code threads} of {@code executor}. */
    public LoadOptions(boolean skipBad, LongConsumer bytesRead, int threads, Executor executor) {
        this(
                skipBad,
                bytesRead,
                threads,
                executor,
                Runtime.getRuntime().maxMemory() / STAGED_HEAP_SHARE,
                BlockPool.BLOCK_BYTES_DEFAULT);
    }

    /** The same on the caller's thread alone, for {@code bytes} at most. */
    LoadOptions serial(long bytes) {
        int smallBlock = (int) Math.max(SMALL_BLOCK_BYTES, Math.min(bytes, blockBytes));
        return new LoadOptions(skipBad, bytesRead, 1, executor, stagedBytesMax, smallBlock);
    }
}
