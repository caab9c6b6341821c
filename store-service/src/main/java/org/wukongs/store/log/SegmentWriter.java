package org.wukongs.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.log.StorageDirectory.File;

/**
 * Writes segments, one after the other. Used by one thread.
 *
 * <p>Nothing is appended to a file after an error, nor to one that another process has written: a
 * new segment begins, which says how much of the one before belongs to the log. Whatever is after
 * that there is void, so nothing has to be cut off on a disk that fails.
 *
 * <p>Invariant: a segment with a higher number than the newest one that has something durable of
 * the log has nothing that the new one of its number does not have, which replaces it.
 */
final class SegmentWriter {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentWriter.class);

    /** Ends the name of a segment that is being created, which nobody reads. */
    private static final String BEGUN = ".tmp";

    /** Bytes by which a segment is made longer at a time. */
    private static final int RESERVED_BYTES = 1 << 19;

    /** A group of more than this part of them is not worth writing twice. */
    private static final int RESERVED_PARTS = 8;

    private final StorageDirectory directory;
    private final long logId;
    private final int segmentBytes;
    private final boolean trustsWrites;
    private final CRC32C crc = new CRC32C();

    // the newest segment that has something of the log, other than the open one
    private long keptNumber;
    private long keptBytes;
    private boolean keptIsDurable;

    // the open one
    private File file;
    private long number;
    private int salt;
    private long lengthBytes;
    private long durableBytes;
    private long reservedBytes; // its length

    SegmentWriter(StorageDirectory directory, LogOptions options, long logId, LogEnd end) {
        this.directory = directory;
        this.logId = logId;
        this.segmentBytes = options.segmentBytes();
        this.trustsWrites = options.syncMode() == SyncMode.SYSTEM;
        this.keptNumber = end.segmentNumber();
        this.keptBytes = end.segmentBytes();
        this.keptIsDurable = true;
    }

    boolean isOpen() {
        return file != null;
    }

    /** Returns the number of the newest segment. */
    long number() {
        return number;
    }

    /**
     * Makes what the log has durable, and begins the next segment. It gets its name when the header
     * and the records to begin with are on disk: the header says that the segment before it does
     * not have these records.
     *
     * @param again records to begin with, without CRC, null for none
     */
    void begin(long firstSequence, ByteBuffer again) throws IOException {
        if (!keptIsDurable) {
            directory.syncFile(LogSegmentDescriptor.name(keptNumber));
            keptIsDurable = true;
        }
        number = keptNumber + 1;
        String name = LogSegmentDescriptor.name(number);
        String begunName = name + BEGUN;
        if (directory.list().contains(begunName)) {
            directory.delete(begunName);
        }
        ByteBuffer header = LogSegmentDescriptor.encode(logId, number, firstSequence, keptBytes);
        salt = header.getInt(LogSegmentDescriptor.CRC_OFFSET);
        lengthBytes = LogSegmentDescriptor.HEADER_BYTES;
        durableBytes = lengthBytes;
        File begun = directory.create(begunName);
        try {
            begun.append(header.duplicate());
            if (again != null) {
                sealAll(again);
                begun.append(again.duplicate());
                lengthBytes += again.remaining();
            }
            begun.sync();
            directory.rename(begunName, name);
            directory.sync();
        } catch (IOException e) {
            closeQuietly(begun);
            throw e;
        }
        file = begun;
        durableBytes = lengthBytes;
        reservedBytes = lengthBytes;
    }

    private void sealAll(ByteBuffer records) {
        int at = records.position();
        while (at < records.limit()) {
            int length = records.getInt(at + LogRecordDescriptor.LENGTH_OFFSET);
            seal(records, at, LogRecordDescriptor.recordBytes(length));
            at += LogRecordDescriptor.recordBytes(length);
        }
    }

    /**
     * Returns true if a record may follow {@code pendingBytes} that were not yet appended: the
     * segment does not become too large, or has no record yet.
     */
    boolean hasRoom(int pendingBytes, int recordBytes) {
        long pendingEnd = lengthBytes + pendingBytes;
        return pendingEnd == LogSegmentDescriptor.HEADER_BYTES
                || pendingEnd + recordBytes <= segmentBytes;
    }

    /** Completes a record that is to be appended to the open segment. */
    void seal(ByteBuffer record, int at, int recordBytes) {
        record.putInt(at + LogRecordDescriptor.DURABLE_BYTES_OFFSET, (int) durableBytes);
        crc.reset();
        crc.update(
                record.array(),
                record.arrayOffset() + at + LogRecordDescriptor.CHECKED_OFFSET,
                recordBytes - LogRecordDescriptor.CHECKED_OFFSET);
        record.putInt(at + LogRecordDescriptor.CRC_OFFSET, (int) crc.getValue() ^ salt);
    }

    /** Appends sealed records. */
    void append(ByteBuffer records, int from, int to) throws IOException {
        file.append(records.duplicate().position(from).limit(to));
        lengthBytes += to - from;
    }

    boolean hasRecords() {
        return lengthBytes > LogSegmentDescriptor.HEADER_BYTES;
    }

    /** Returns how many bytes of the open segment are not durable. */
    long unsyncedBytes() {
        return lengthBytes - durableBytes;
    }

    /**
     * Makes the file longer, before a sync that writes the zeros too, if it is too short for
     * another group like this one. Not for a group so large that it does not pay.
     */
    void reserve() throws IOException {
        long group = unsyncedBytes();
        long bytes = Math.min(RESERVED_BYTES, segmentBytes - lengthBytes);
        if (reservedBytes < lengthBytes + group && group <= bytes / RESERVED_PARTS) {
            file.reserve((int) bytes);
            reservedBytes = lengthBytes + bytes;
        }
    }

    /**
     * Ends the open segment with its last record; that it does has to be synced. A segment that is
     * left for another one keeps its zeros, as somebody may be copying it.
     */
    void cutZeros() throws IOException {
        file.cutZeros();
    }

    /** Makes the open segment durable. */
    void sync() throws IOException {
        file.sync();
        durableBytes = lengthBytes;
    }

    /** Leaves a segment that was just synced, and begins the next. */
    void roll(long firstSequence) throws IOException {
        keep();
        begin(firstSequence, null);
    }

    /** Leaves the open segment after an error: what may be relied on stays of it. */
    void fail() {
        if (file != null) {
            keep();
        }
    }

    private void keep() {
        long trusted = trustsWrites ? lengthBytes : durableBytes;
        if (trusted > LogSegmentDescriptor.HEADER_BYTES) {
            keptNumber = number;
            keptBytes = trusted;
            keptIsDurable = trusted == durableBytes;
        }
        File left = file;
        file = null;
        closeQuietly(left);
    }

    void close() {
        if (file != null) {
            keep();
        }
    }

    private static void closeQuietly(File file) {
        try {
            file.close();
        } catch (IOException e) {
            LOG.debug("a segment could not be closed, of which all that counts is durable", e);
        }
    }
}
