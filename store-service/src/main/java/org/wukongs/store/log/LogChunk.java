package org.wukongs.store.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** Bytes of whole records in the log's layout, without CRC until the log's agent seals them. */
final class LogChunk {

    private static final VarHandle PUBLISHED;

    static {
        try {
            PUBLISHED =
                    MethodHandles.lookup()
                            .findVarHandle(LogChunk.class, "publishedBytes", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Big endian; never with position or limit. */
    final ByteBuffer buffer;

    @SuppressWarnings("unused") // by its handle; owner: LogWriter
    private int publishedBytes;

    /** Pieces of it that are not yet durable. Owner: LogAgent. */
    int pieceCount;

    /** True if no more pieces follow. Owner: LogAgent. */
    boolean ended;

    LogChunk(byte[] bytes) {
        this.buffer = ByteBuffer.wrap(bytes);
    }

    int capacityBytes() {
        return buffer.capacity();
    }

    /** The records before this are complete. */
    void publishRelease(int bytes) {
        PUBLISHED.setRelease(this, bytes);
    }

    int publishedAcquire() {
        return (int) PUBLISHED.getAcquire(this);
    }

    /** Makes the chunk empty, before it is given to the writer again. */
    void clear() {
        ended = false;
        publishRelease(0);
    }
}
