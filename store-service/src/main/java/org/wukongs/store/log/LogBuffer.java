package org.wukongs.store.log;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * The records that are not yet durable, on their way from the writer to the agent and back as free
 * chunks. A record that is larger than a chunk has one of its own. Any two chunks that follow each
 * other hold more bytes than one of them, so the memory is at most twice the bytes that may wait.
 */
final class LogBuffer {

    private static final int CHUNK_BYTES_MIN = 512;

    /** A group that is written at once, and what an empty log needs. */
    private static final int CHUNK_BYTES_MAX = 1 << 20;

    private static final int CHUNKS_SHIFT = 3;

    /**
     * Chunks for what a request may append beyond the limit, which is checked before it: 2^24
     * triples of 24 bytes, and 150 MB for headers and names. Twice these bytes are 4.3 K chunks of
     * the largest size. A request that would have more is refused before it begins.
     */
    static final int EXTRA_CHUNKS = 5000;

    private final int chunkBytes;
    private final OneToOneConcurrentArrayQueue<LogChunk> filled;
    private final OneToOneConcurrentArrayQueue<LogChunk> free;

    // owner: LogAgent
    private volatile long releasedBytes;

    // owner: LogWriter
    private volatile long syncPosition;

    // owner: the thread that copies the log
    private volatile long rollPosition;

    private final AtomicLong askedPreambles = new AtomicLong();

    LogBuffer(int bufferBytes) {
        chunkBytes =
                Math.max(CHUNK_BYTES_MIN, Math.min(CHUNK_BYTES_MAX, bufferBytes >> CHUNKS_SHIFT));
        int chunkCount = 2 * (bufferBytes / chunkBytes) + 4; // the current and a large one
        filled = new OneToOneConcurrentArrayQueue<>(chunkCount + EXTRA_CHUNKS);
        free = new OneToOneConcurrentArrayQueue<>(chunkCount);
    }

    // The writer

    /** Hands an empty chunk to the agent, in which the writer then puts records. */
    LogChunk next(int recordBytes) {
        LogChunk chunk = recordBytes > chunkBytes ? new LogChunk(new byte[recordBytes]) : spare();
        if (!filled.offer(chunk)) {
            throw new IllegalStateException("more chunks than their bytes allow");
        }
        return chunk;
    }

    private LogChunk spare() {
        LogChunk spare = free.poll();
        return spare == null ? new LogChunk(new byte[chunkBytes]) : spare;
    }

    /** Returns the bytes of all records that are durable, less those of preambles that wait. */
    long releasedBytesAcquire() {
        return releasedBytes;
    }

    /** Asks for everything up to a position to be made durable. */
    void requestSync(long position) {
        syncPosition = position;
    }

    /** Asks for everything up to a position to be in segments that have ended. */
    void requestRoll(long position) {
        rollPosition = position;
    }

    /** Asks for a preamble, even if there are no records; returns the number of the request. */
    long requestPreamble() {
        return askedPreambles.incrementAndGet();
    }

    // The agent

    /** Returns how often {@link #requestPreamble} was called. */
    long askedPreambles() {
        return askedPreambles.get();
    }

    /** Returns the next chunk without taking it, null if there is none. */
    LogChunk peek() {
        return filled.peek();
    }

    LogChunk poll() {
        return filled.poll();
    }

    long syncPositionAcquire() {
        return syncPosition;
    }

    long rollPositionAcquire() {
        return rollPosition;
    }

    /** {@code bytes} are negative if a preamble takes them. */
    void release(long bytes) {
        long before = releasedBytes; // one writer
        releasedBytes = before + bytes;
    }

    /** Gives a chunk back, of which everything is durable. Those beyond the limit are not kept. */
    void recycle(LogChunk chunk) {
        if (chunk.capacityBytes() == chunkBytes) {
            chunk.clear();
            free.offer(chunk);
        }
    }
}
