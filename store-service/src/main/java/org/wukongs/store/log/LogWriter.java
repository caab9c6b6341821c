package org.wukongs.store.log;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireWriter;

/**
 * The producer's side of a log: takes records and tells how far they are on disk. A record's
 * position is its number, from 1 on; the position 0 is before all of them. Nothing here waits for a
 * disk.
 *
 * <p>One thread offers and asks for syncs; the other methods may be called by any thread. The
 * {@link #agent} has to be run, by one thread.
 */
public final class LogWriter {

    /** There is no room for the record now; the same offer may succeed later. */
    public static final long FULL = -1;

    private final LogBuffer buffer;
    private final StorageDirectory directory;
    private final NanoClock clock;
    private final LogProgress progress;
    private final LogAgent agent;
    private final LogTruncation truncation;
    private final long readPosition;
    private final int bufferBytesMax;
    private final ChunkOutput output = new ChunkOutput();

    // owner: the thread that offers
    private LogChunk chunk;
    private int chunkBytes; // of its records
    private long appendedBytes;
    private long position;

    private LogWriter(
            StorageDirectory directory,
            LogOptions options,
            long logId,
            LogEnd end,
            Preamble preamble,
            NanoClock clock) {
        this.directory = directory;
        this.clock = clock;
        buffer = new LogBuffer(options.bufferBytes());
        bufferBytesMax = options.bufferBytes();
        long certain = Math.max(end.fromPosition(), end.certainPosition());
        progress = new LogProgress(certain, end.position());
        readPosition = end.position();
        position = readPosition;
        truncation = new LogTruncation(directory, logId);
        agent =
                new LogAgent(
                        new SegmentWriter(directory, options, logId, end),
                        buffer,
                        options,
                        end,
                        preamble,
                        progress,
                        clock);
    }

    /**
     * Makes the writer of a log that was read to its end. It does nothing to the disk before its
     * agent runs: the agent begins a segment, and writes there again what is {@link
     * LogEnd#uncertain}; until then {@link #durablePosition} is before that.
     *
     * @param logId that of the data directory, as given to the reader
     * @param end what {@link LogReader#end} has said, {@link LogEnd#empty} for a new log
     * @param preamble is asked before each group, by the agent
     */
    public static LogWriter open(
            StorageDirectory directory,
            LogOptions options,
            long logId,
            LogEnd end,
            Preamble preamble,
            NanoClock clock) {
        return new LogWriter(directory, options, logId, end, preamble, clock);
    }

    /**
     * Lets the agent begin, and waits for the disk. Then all that was read is durable, and nothing
     * that an earlier process wrote after it comes back. Before the agent runs.
     *
     * @throws WukongsException RETRIABLE if the disk fails
     */
    public void begin() {
        agent.doWork();
        LogStall stall = progress.stall();
        if (stall != null) {
            throw WukongsException.retriable("the log cannot be written: reason=" + stall.reason());
        }
    }

    /** Returns what writes to the disk. Its {@code onClose} writes everything that was offered. */
    public LogAgent agent() {
        return agent;
    }

    /**
     * Appends a record, which is copied.
     *
     * @return its position, or {@link #FULL}
     */
    public long offer(WireWriter frame) {
        if (!reserve(LogRecordDescriptor.FRAME_OFFSET + frame.length())) {
            return FULL;
        }
        return put(frame);
    }

    private long put(WireWriter frame) {
        try {
            output.at = chunkBytes + LogRecordDescriptor.FRAME_OFFSET;
            frame.writeTo(output);
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return publish(output.at);
    }

    /** Returns false if an offer would be refused whatever its size; true may be too hopeful. */
    public boolean hasRoom() {
        if (appendedBytes - buffer.releasedBytesAcquire() < bufferBytesMax) {
            return true;
        }
        requestSync();
        return false;
    }

    /**
     * Appends a record, which is copied, even if there is no room: for what a caller that had
     * {@link #hasRoom} before has to append besides. That may be 550 MB in all; the caller refuses
     * a request that would have more.
     *
     * @return its position
     * @throws IllegalStateException if it is more than twice that
     */
    public long append(WireWriter frame) {
        chunkFor(LogRecordDescriptor.FRAME_OFFSET + frame.length());
        return put(frame);
    }

    /** As {@link #offer}, for a payload in {@code bytes[from..to-1]}. */
    public long offer(int type, byte[] bytes, int from, int to) {
        Objects.checkFromToIndex(from, to, bytes.length);
        int length = to - from + FrameDescriptor.PAYLOAD_OFFSET - FrameDescriptor.TYPE_OFFSET;
        if (!LogRecordDescriptor.isLength(length)) {
            throw new IllegalArgumentException("not a frame: length=" + length);
        }
        int recordBytes = LogRecordDescriptor.recordBytes(length);
        if (!reserve(recordBytes)) {
            return FULL;
        }
        chunk.buffer.putInt(chunkBytes + LogRecordDescriptor.LENGTH_OFFSET, length);
        chunk.buffer.put(chunkBytes + LogRecordDescriptor.TYPE_OFFSET, (byte) type);
        chunk.buffer.put(chunkBytes + LogRecordDescriptor.PAYLOAD_OFFSET, bytes, from, to - from);
        return publish(chunkBytes + recordBytes);
    }

    /** Makes {@link #chunk} one that has room; false if the limit is reached. */
    private boolean reserve(int recordBytes) {
        long bufferedBytes = appendedBytes - buffer.releasedBytesAcquire();
        if (bufferedBytes > 0 && bufferedBytes + recordBytes > bufferBytesMax) {
            requestSync(); // otherwise nothing might make room
            return false;
        }
        chunkFor(recordBytes);
        return true;
    }

    private void chunkFor(int recordBytes) {
        if (chunk == null || chunk.capacityBytes() - chunkBytes < recordBytes) {
            chunk = buffer.next(recordBytes);
            chunkBytes = 0;
        }
    }

    private long publish(int end) {
        position++;
        chunk.buffer.putLong(chunkBytes + LogRecordDescriptor.SEQUENCE_OFFSET, position);
        appendedBytes += end - chunkBytes;
        chunkBytes = end;
        chunk.publishRelease(end);
        return position;
    }

    /**
     * Asks for all records offered so far to be made durable, unless the mode is {@link
     * SyncMode#SYSTEM}; {@link #durablePosition} tells when they are.
     */
    public void requestSync() {
        buffer.requestSync(position);
    }

    /**
     * Asks for a preamble, even if there are no records, of what is there now. Any thread.
     *
     * @return the number of the request, which is done when {@link #preambles} has reached it
     */
    public long requestPreamble() {
        return buffer.requestPreamble();
    }

    /**
     * Returns how many requests for preambles are done: they survive the machine, with {@link
     * SyncMode#SYSTEM} the process. Never falls.
     */
    public long preambles() {
        return progress.preambles();
    }

    /**
     * Returns true if the agent has something to do: records to write, or a sync that was asked
     * for. For the thread that offers.
     */
    public boolean hasWaiting() {
        return position > progress.writtenPosition()
                || buffer.syncPositionAcquire() > progress.trustedPosition();
    }

    /** Returns the position of the last record offered. For the thread that offers. */
    public long position() {
        return position;
    }

    /**
     * Returns up to which position records are with the operating system: they survive the process,
     * unless the disk then fails. Never falls.
     */
    public long writtenPosition() {
        return progress.writtenPosition();
    }

    /**
     * Returns up to which position records are durable: they survive the machine. Never falls, and
     * is never above a {@link #writtenPosition} that is read after it.
     */
    public long durablePosition() {
        return progress.durablePosition();
    }

    /**
     * Returns up to which position the log can be relied on in its mode: {@link #durablePosition},
     * with {@link SyncMode#SYSTEM} {@link #writtenPosition}. A snapshot counts when this has
     * reached its position; one of a position that the log has never had cannot be gone on from.
     * What preambles write has to be put into a snapshot after that: the preamble of a group that
     * the snapshot cuts in two is not read again.
     */
    public long trustedPosition() {
        return progress.trustedPosition();
    }

    /**
     * Asks for a segment to end after the records up to a position, as soon as they are written;
     * {@link #closedPosition} tells when it has. Called by one thread, any.
     */
    public void requestRoll(long position) {
        buffer.requestRoll(position);
    }

    /**
     * Returns up to which position records are in segments that have ended: these are durable, and
     * nothing changes them any more. Never falls; -1 before the agent has begun.
     */
    public long closedPosition() {
        return progress.closedPosition();
    }

    /** Returns why the log does not go on, null if it does. */
    public LogStall stall() {
        return progress.stall();
    }

    /** Returns for how long the log has not gone on. */
    public long agoMs(LogStall stall) {
        return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - stall.sinceNs());
    }

    public LogMetrics metrics() {
        return progress.metrics();
    }

    /**
     * Returns what the log has on disk, in the calling thread.
     *
     * @throws WukongsException RETRIABLE if the disk fails
     */
    public LogUsage usage() {
        return LogSegments.usage(directory);
    }

    /**
     * Deletes segments of which a snapshot has everything, in the calling thread; at most one call
     * at a time. Afterwards the log can be read from {@code position} on and from later ones.
     * Nothing is deleted before all that the log had at the start is certainly on disk.
     *
     * @param position that of the oldest snapshot that is kept, at most {@link #trustedPosition}
     * @return how many
     * @throws WukongsException RETRIABLE if the disk fails; the next call goes on
     */
    public int truncateBefore(long position) {
        long trusted = progress.trustedPosition();
        if (position > trusted) {
            throw new IllegalArgumentException(
                    "no snapshot counts before its log: position="
                            + position
                            + " trustedPosition="
                            + trusted);
        }
        return trusted < readPosition ? 0 : truncation.truncateBefore(position);
    }

    /** Puts frames into the chunk. */
    private final class ChunkOutput extends OutputStream {

        private int at;

        @Override
        public void write(int value) {
            chunk.buffer.put(at++, (byte) value);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            chunk.buffer.put(at, bytes, from, count);
            at += count;
        }
    }
}
