package org.wukongs.store.log;

import java.nio.ByteBuffer;

/** Whole records of a chunk that were taken together. Used by the log's agent. */
final class LogPiece {

    final LogChunk chunk;
    private final int bytes;
    final int to;

    /** Everything before it is never written again. */
    private int trustedTo;

    /** Everything before it was written to the open segment or an earlier one. */
    int writtenTo;

    LogPiece(LogChunk chunk, int from, int to) {
        this.chunk = chunk;
        this.bytes = to - from;
        this.to = to;
        this.trustedTo = from;
        this.writtenTo = from;
        chunk.pieceCount++;
    }

    ByteBuffer buffer() {
        return chunk.buffer;
    }

    /** Returns the bytes of its records. */
    int bytes() {
        return bytes;
    }

    /** Returns the sequence word of its first record. */
    long firstSequence() {
        return chunk.buffer.getLong(to - bytes + LogRecordDescriptor.SEQUENCE_OFFSET);
    }

    /** What was written stays written. */
    void trust() {
        trustedTo = writtenTo;
    }

    /** What is not trusted has to be written again. */
    void rewind() {
        writtenTo = trustedTo;
    }
}
