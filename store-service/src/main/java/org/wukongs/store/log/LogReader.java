package org.wukongs.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.wukongs.store.log.LogEnd.Torn;
import org.wukongs.store.log.LogEnd.Uncertain;
import org.wukongs.store.log.LogSegments.Segment;
import org.wukongs.wire.WireReader;

/**
 * Reads a log in order and checks everything. Used by one thread, while nobody writes the log.
 * Bounded memory: the headers of the segments and one record.
 *
 * <p>A write that a crash has cut off ends the log; {@link LogEnd#torn} tells. Such bytes are in
 * the newest segment, and no record after them says that they were durable. Therefore damage to the
 * last group that was synced before a crash cannot be told from them; a log that was closed, and
 * each segment but the newest, have a record or a header that says it. Anything else that is not as
 * it was written is an error.
 */
public final class LogReader implements AutoCloseable {

    private final StorageDirectory directory;
    private final long fromPosition;
    private final SegmentChain chain;

    private SegmentReader reader;
    private UncertainRecords uncertain; // of the newest segment
    private boolean isMarked; // the last record says that all before it is durable
    private int index = -1; // of the segment in the chain
    private long nextSequence;
    private long readBytes; // of segments that were read to their end
    private LogEnd end;

    private LogReader(StorageDirectory directory, long logId, long fromPosition) {
        this.directory = directory;
        this.fromPosition = fromPosition;
        this.chain = SegmentChain.read(directory, logId, fromPosition);
        this.nextSequence = fromPosition + 1; // until a segment begins
    }

    /**
     * Opens a log and checks which segments there are.
     *
     * @param logId that of the data directory
     * @param position the records after it are read: that of a snapshot, 0 for all. The log may end
     *     before it
     * @throws UnusableLogException if a segment cannot be read, or is of another log or format
     */
    public static LogReader open(StorageDirectory directory, long logId, long position) {
        LogReader opened = new LogReader(directory, logId, position);
        UnusableLogException damage = opened.chain.damage();
        if (damage != null && damage.kind() != UnusableLogException.Kind.DAMAGED) {
            throw damage;
        }
        return opened;
    }

    /**
     * Reads the next record; false at the end. Damage is found when everything before it has been
     * read.
     *
     * @throws UnusableLogException if it is not as it was written, or is missing
     */
    public boolean next() {
        try {
            while (end == null) {
                if (reader == null) {
                    openNext();
                } else if (step()) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw UnusableLogException.notRead(file(), offset(), e);
        }
    }

    /** Reads a record; false if it is none for the caller, or there was none. */
    private boolean step() throws IOException {
        switch (reader.next()) {
            case RECORD -> {
                return accept();
            }
            case END -> {
                readBytes += chain.limit(index);
                if (index + 1 < chain.segments().size()) {
                    closeSegment();
                } else {
                    endUnless(chain.damage());
                }
            }
            case BAD -> endAtBad();
        }
        return false;
    }

    private boolean accept() {
        long number = reader.sequence() & ~LogRecordDescriptor.PREAMBLE;
        if (number != nextSequence) {
            throw UnusableLogException.damaged(
                    file(), reader.recordOffset(), "sequence", nextSequence, number);
        }
        isMarked = isPreamble() && reader.frame().type() == LogRecordDescriptor.TYPE_MARK;
        if (!isPreamble()) {
            nextSequence++;
        }
        return number > fromPosition && !isMarked;
    }

    /** Opens the next segment of the chain, or ends if there is none, or records are missing. */
    private void openNext() throws IOException {
        if (index + 1 == chain.segments().size()) {
            endUnless(chain.damage());
            return;
        }
        Segment segment = chain.segments().get(index + 1);
        long first = segment.header().firstSequence();
        boolean isFirst = index < 0;
        if (!isFirst
                && first != nextSequence
                && (first < nextSequence || first > fromPosition + 1)) {
            throw UnusableLogException.damaged(
                    segment.file(),
                    LogSegmentDescriptor.FIRST_SEQUENCE_OFFSET,
                    "first sequence of a segment",
                    nextSequence,
                    first);
        }
        index++;
        nextSequence = first;
        uncertain = index + 1 < chain.segments().size() ? null : new UncertainRecords();
        reader =
                new SegmentReader(
                        directory.open(segment.name()),
                        segment.header().crc(),
                        chain.limit(index),
                        uncertain);
    }

    private void endAtBad() throws IOException {
        boolean isNewest = index + 1 == chain.segments().size() && chain.damage() == null;
        long offset = reader.recordOffset();
        if (!isNewest || reader.wasDurable(nextSequence)) {
            throw reader.damage(file());
        }
        setEnd(offset, new Torn(file(), offset, chain.limit(index) - offset));
    }

    private void endUnless(UnusableLogException damage) {
        if (damage != null) {
            throw damage;
        }
        setEnd(reader == null ? 0 : reader.endOffset(), null);
    }

    private void setEnd(long offset, Torn torn) {
        long position = Math.max(fromPosition, nextSequence - 1);
        if (uncertain == null) {
            long number = index < 0 ? 0 : chain.segments().get(index).number();
            end = new LogEnd(fromPosition, position, number, offset, null, torn);
            return;
        }
        uncertain.endAt(isMarked ? offset - LogRecordDescriptor.HEADER_BYTES : offset);
        Uncertain again = uncertain();
        long certain = again == null ? position : again.position();
        Segment newest = chain.segments().get(index);
        boolean isReplaced =
                uncertain.offset() == LogSegmentDescriptor.HEADER_BYTES
                        && certain + 1 == newest.header().firstSequence()
                        && torn == null;
        end =
                new LogEnd(
                        fromPosition,
                        position,
                        isReplaced ? newest.number() - 1 : newest.number(),
                        isReplaced ? newest.header().previousBytes() : uncertain.offset(),
                        again,
                        torn);
    }

    /**
     * Returns what has to be written again. That is nothing if the log ends before the snapshot
     * that it is read for: then the snapshot has all of it, and the log goes on after the snapshot.
     */
    private Uncertain uncertain() {
        ByteBuffer records = nextSequence <= fromPosition ? null : uncertain.records();
        return records == null
                ? null
                : new Uncertain(UncertainRecords.sequence(records, 0) - 1, records);
    }

    /** Returns the record's position; that of the record that follows it, for one of a preamble. */
    public long position() {
        return reader.sequence() & ~LogRecordDescriptor.PREAMBLE;
    }

    /** Returns true if a {@link Preamble} has appended the record. */
    public boolean isPreamble() {
        return reader.sequence() < 0;
    }

    /** Returns the record as a frame of the wire protocol. It is valid until the next one. */
    public WireReader record() {
        return reader.frame();
    }

    /** Returns where the log ends. Only after {@link #next} has returned false. */
    public LogEnd end() {
        if (end == null) {
            throw new IllegalStateException("the log was not read to its end");
        }
        return end;
    }

    /** Returns how many of {@link #totalBytes} were read. */
    public long readBytes() {
        return end != null ? totalBytes() : readBytes + (reader == null ? 0 : reader.endOffset());
    }

    /** Returns how many bytes there are to read. */
    public long totalBytes() {
        return chain.totalBytes();
    }

    /** Returns the file of the record, for messages about its content. */
    public String file() {
        return index < 0 ? directory.describe("") : chain.segments().get(index).file();
    }

    /** Returns where in the file the record is. */
    public long offset() {
        return reader == null ? 0 : reader.recordOffset();
    }

    private void closeSegment() throws IOException {
        SegmentReader closed = reader;
        reader = null;
        closed.close();
    }

    @Override
    public void close() {
        try {
            if (reader != null) {
                closeSegment();
            }
        } catch (IOException e) {
            throw UnusableLogException.notRead(file(), 0, e);
        }
    }
}
