package org.wukongs.store.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.wukongs.wire.WireWriter;

/**
 * The records that the agent has taken from the writer and not yet let go, in the order in which
 * they are written: those to be written, and those that were written and may have to be again.
 */
final class LogIntake {

    private static final byte[] NO_HEADER = new byte[LogRecordDescriptor.FRAME_OFFSET];

    private final LogBuffer buffer;
    private final Preamble preamble;
    private final ArrayDeque<LogPiece> waiting = new ArrayDeque<>();
    private final ArrayDeque<LogPiece> written = new ArrayDeque<>();
    private final ArrayDeque<LogPiece> group = new ArrayDeque<>();
    private final PreambleBytes preambleBytes = new PreambleBytes();

    private LogChunk chunk; // of which more is to come
    private int takenBytes;

    LogIntake(LogBuffer buffer, Preamble preamble) {
        this.buffer = buffer;
        this.preamble = preamble;
    }

    /** Takes everything that was offered, as one group with its preamble; false if nothing was. */
    boolean takeGroup() {
        takePieces();
        if (group.isEmpty()) {
            return false;
        }
        takePreamble(group.peek().firstSequence());
        waiting.addAll(group);
        group.clear();
        return true;
    }

    private void takePieces() {
        for (; ; ) {
            LogChunk next = buffer.peek(); // before the bytes: if there is a next one, they are all
            int published = chunk == null ? 0 : chunk.publishedAcquire();
            if (published > takenBytes) {
                group.add(new LogPiece(chunk, takenBytes, published));
                takenBytes = published;
            }
            if (next == null) {
                return;
            }
            if (chunk != null) {
                chunk.ended = true;
                recycleIfDone(chunk);
            }
            chunk = buffer.poll();
            takenBytes = 0;
        }
    }

    /**
     * Takes the preamble of a group, after its records: it has at least what they name. Or one
     * without records, when all that was taken is written.
     *
     * @param firstSequence of the record that follows it
     */
    void takePreamble(long firstSequence) {
        preambleBytes.reset();
        preambleBytes.sequence = firstSequence | LogRecordDescriptor.PREAMBLE;
        preamble.appendTo(preambleBytes);
        if (preambleBytes.size() > 0) {
            LogChunk records = new LogChunk(preambleBytes.toByteArray());
            records.ended = true;
            waiting.add(new LogPiece(records, 0, records.capacityBytes()));
            buffer.release(-records.capacityBytes());
            preambleBytes.freeIfLarge();
        }
    }

    /** Returns the next piece to be written, null if there is none. */
    LogPiece next() {
        return waiting.peek();
    }

    /** The piece was written, and is kept until {@link #trustWritten}. */
    void nextIsWritten() {
        written.add(waiting.remove());
    }

    /** Nothing that was written is going to be written again. */
    void trustWritten() {
        while (!written.isEmpty()) {
            letGo(written.remove());
        }
        LogPiece partly = waiting.peek();
        if (partly != null) {
            partly.trust();
        }
    }

    private void letGo(LogPiece piece) {
        buffer.release(piece.bytes());
        piece.chunk.pieceCount--;
        recycleIfDone(piece.chunk);
    }

    private void recycleIfDone(LogChunk done) {
        if (done.ended && done.pieceCount == 0) {
            buffer.recycle(done);
        }
    }

    /** Everything that is not trusted is to be written again. */
    void rewind() {
        while (!written.isEmpty()) {
            waiting.addFirst(written.removeLast());
        }
        waiting.forEach(LogPiece::rewind);
    }

    /** Puts the records of a preamble together. */
    private static final class PreambleBytes extends ByteArrayOutputStream
            implements Preamble.Sink {

        private long sequence;

        @Override
        public void append(WireWriter frame) {
            try {
                int at = size();
                write(NO_HEADER);
                frame.writeTo(this);
                ByteBuffer.wrap(buf).putLong(at + LogRecordDescriptor.SEQUENCE_OFFSET, sequence);
            } catch (IOException e) {
                throw new IllegalStateException("memory does not fail", e);
            }
        }

        /** Frees the memory of a rare large preamble. */
        void freeIfLarge() {
            if (buf.length > WireWriter.KEPT_BYTES_MAX) {
                reset();
                buf = new byte[LogRecordDescriptor.HEADER_BYTES];
            }
        }
    }
}
