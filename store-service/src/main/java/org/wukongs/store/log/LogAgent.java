package org.wukongs.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.IoReason;

/**
 * The log's side of the disk: writes what was offered in groups, makes it durable, and says how far
 * it is. While a group is written and synced, the next one gathers.
 *
 * <p>What an earlier process has written last may not be on disk: it is written again with the
 * first segment.
 *
 * <p>After an error of the disk nothing more is acknowledged. The agent pauses, begins a new
 * segment, and writes there again all that is not durable, as often as it takes. What the file of
 * the error has after its durable bytes is never relied on: after a failed sync the operating
 * system may say that it is on disk although it is not.
 */
public final class LogAgent implements Agent {

    private static final Logger LOG = LoggerFactory.getLogger(LogAgent.class);

    private final SegmentWriter segment;
    private final LogBuffer buffer;
    private final LogIntake intake;
    private final SyncMode syncMode;
    private final long unsyncedBytesMax;
    private final long retryPauseNs;
    private final LogProgress progress;
    private final NanoClock clock;
    private final long readPosition; // at the start; durable as soon as a segment has begun
    private ByteBuffer again; // records up to it that may not be on disk, null if there are none

    private long writtenPosition; // since the last error
    private long trustedPosition;
    private long retryNs;

    LogAgent(
            SegmentWriter segment,
            LogBuffer buffer,
            LogOptions options,
            LogEnd end,
            Preamble preamble,
            LogProgress progress,
            NanoClock clock) {
        this.segment = segment;
        this.buffer = buffer;
        this.intake = new LogIntake(buffer, preamble);
        this.syncMode = options.syncMode();
        this.unsyncedBytesMax = options.bufferBytes() / 2;
        this.retryPauseNs = options.retryPauseNs();
        this.progress = progress;
        this.clock = clock;
        this.readPosition = end.position();
        this.again = end.uncertain() == null ? null : end.uncertain().records();
        this.writtenPosition = end.certainPosition();
        this.trustedPosition = end.certainPosition();
    }

    @Override
    public String roleName() {
        return "log";
    }

    /** Writes one group at most, and syncs it if the mode says so. */
    @Override
    public int doWork() {
        LogStall stall = progress.stall();
        if (stall != null && clock.nanoTime() - retryNs < 0) {
            return 0;
        }
        try {
            int work = work();
            if (stall != null) {
                progress.goesOn();
                LOG.info(
                        "the log goes on: stalledMs={}",
                        (clock.nanoTime() - stall.sinceNs()) / 1_000_000);
            }
            return work;
        } catch (IOException e) {
            fail(e);
            return 0;
        }
    }

    private int work() throws IOException {
        int work = 0;
        if (!segment.isOpen()) {
            begin();
            work++;
        }
        long syncPosition = buffer.syncPositionAcquire(); // before the records that it asks for
        long asked = buffer.askedPreambles(); // before what the preamble has to have
        boolean isAsked = asked > progress.preambles();
        boolean hasGroup = intake.takeGroup();
        if (hasGroup) {
            progress.countGroup();
            work++;
        }
        write();
        if (isAsked && !hasGroup) {
            intake.takePreamble(writtenPosition + 1);
            write();
        }
        if (isSyncDue(syncPosition) || (isAsked && syncMode == SyncMode.BARRIER)) {
            segment.reserve();
            sync();
            work++;
        }
        if (isAsked) {
            progress.preambles(asked);
            work++;
        }
        if (isRollDue()) {
            roll();
            work++;
        }
        return work;
    }

    private boolean isRollDue() {
        long asked = buffer.rollPositionAcquire();
        return asked > progress.closedPosition() && asked <= writtenPosition;
    }

    private void begin() throws IOException {
        long before = trustedPosition;
        segment.begin(before + 1, again);
        if (again != null) {
            again = null;
            writtenPosition = readPosition;
            trust();
            progress.durable(readPosition);
        }
        progress.begun(segment.number(), before);
    }

    private boolean isSyncDue(long syncPosition) {
        return segment.unsyncedBytes() > 0
                && switch (syncMode) {
                    case COMMIT -> true;
                    case BARRIER ->
                            syncPosition > trustedPosition
                                    || segment.unsyncedBytes() >= unsyncedBytesMax;
                    case SYSTEM -> false;
                };
    }

    private void write() throws IOException {
        for (LogPiece piece = intake.next(); piece != null; piece = intake.next()) {
            write(piece);
            intake.nextIsWritten();
            trustIfWritesAre();
        }
    }

    /** Writes the records of a piece in runs that fit into a segment. */
    private void write(LogPiece piece) throws IOException {
        ByteBuffer records = piece.buffer();
        long last = writtenPosition;
        int at = piece.writtenTo;
        while (at < piece.to) {
            int recordBytes =
                    LogRecordDescriptor.recordBytes(
                            records.getInt(at + LogRecordDescriptor.LENGTH_OFFSET));
            if (!segment.hasRoom(at - piece.writtenTo, recordBytes)) {
                append(piece, at, last);
                roll();
            }
            segment.seal(records, at, recordBytes);
            long sequence = records.getLong(at + LogRecordDescriptor.SEQUENCE_OFFSET);
            last = sequence < 0 ? last : sequence;
            at += recordBytes;
        }
        append(piece, at, last);
    }

    private void append(LogPiece piece, int to, long last) throws IOException {
        if (to > piece.writtenTo) {
            segment.append(piece.buffer(), piece.writtenTo, to);
            progress.written(last, to - piece.writtenTo);
            piece.writtenTo = to;
            writtenPosition = last;
            trustIfWritesAre();
        }
    }

    private void trustIfWritesAre() {
        if (syncMode == SyncMode.SYSTEM) {
            trust();
        }
    }

    private void roll() throws IOException {
        sync();
        segment.roll(writtenPosition + 1);
        progress.begun(segment.number(), writtenPosition);
    }

    private void sync() throws IOException {
        long beginNs = clock.nanoTime();
        segment.sync();
        progress.countSync(clock.nanoTime() - beginNs);
        trust();
        if (syncMode != SyncMode.SYSTEM) {
            progress.durable(writtenPosition);
        }
    }

    private void trust() {
        intake.trustWritten();
        trustedPosition = writtenPosition;
        progress.trusted(trustedPosition);
    }

    private void fail(IOException error) {
        segment.fail();
        intake.rewind();
        writtenPosition = trustedPosition;
        long nowNs = clock.nanoTime();
        retryNs = nowNs + retryPauseNs;
        LogStall before = progress.stall();
        String reason = IoReason.of(error);
        progress.failed(new LogStall(reason, before == null ? nowNs : before.sinceNs()));
        if (before == null) {
            LOG.warn(
                    "the log cannot be written, nothing is acknowledged until it can:"
                            + " segment={} reason={}",
                    segment.number(),
                    reason);
        }
    }

    /**
     * Writes and syncs everything that was offered, and a mark that tells a reader so. If the disk
     * fails now, records that were not acknowledged are lost.
     */
    @Override
    public void onClose() {
        try {
            work();
            sync();
            if (segment.hasRecords()) {
                writeMark();
                segment.cutZeros();
                segment.sync();
            }
        } catch (IOException e) {
            fail(e);
        } finally {
            segment.close();
        }
    }

    private void writeMark() throws IOException {
        ByteBuffer mark = ByteBuffer.allocate(LogRecordDescriptor.HEADER_BYTES);
        mark.putLong(
                LogRecordDescriptor.SEQUENCE_OFFSET,
                LogRecordDescriptor.PREAMBLE | (writtenPosition + 1));
        mark.putInt(
                LogRecordDescriptor.LENGTH_OFFSET,
                LogRecordDescriptor.PAYLOAD_OFFSET - LogRecordDescriptor.TYPE_OFFSET);
        mark.put(LogRecordDescriptor.TYPE_OFFSET, LogRecordDescriptor.TYPE_MARK);
        segment.seal(mark, 0, mark.capacity());
        segment.append(mark, 0, mark.capacity());
    }
}
