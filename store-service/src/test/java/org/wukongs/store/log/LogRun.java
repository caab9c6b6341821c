package org.wukongs.store.log;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.wukongs.error.WukongsException;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * An owner of a log who does things at random, over several lives of the process, beside the model:
 * the list of what was appended, and how much of it was acknowledged. Records name terms, which the
 * preamble writes.
 */
final class LogRun {

    static final long LOG_ID = 0x1234_5678_9ABC_DEF0L;
    static final int TYPE_RECORD = 7;
    static final int TYPE_TERMS = 9;
    static final long PAUSE_NS = 1000;

    private static final int SEGMENT_BYTES = 900;
    private static final int BUFFER_BYTES = 2500;

    final FaultyStorage disk;
    private final Random random;
    private final LogOptions options;
    private final boolean hasFaults;
    private final WireWriter frame = new WireWriter();

    /** Contents by position, the first has position 1. */
    private final List<byte[]> appended = new ArrayList<>();

    /**
     * The same at the end of the process before: on disk as long as this one has written nothing.
     */
    private List<byte[]> before = List.of();

    private long snapshotPosition;
    private int snapshotTerms;
    private int terms;
    private int loggedTerms;
    private long nowNs;
    private LogWriter writer;
    private long closedPosition; // of this writer

    long recoveredCount;
    long tornCount;
    long deletedCount;
    long stallCount;
    long killCount;
    long againCount;

    /** {@code hasFaults}: the disk fills up and fails, beside the crashes that a test asks for. */
    LogRun(long seed, SyncMode mode, boolean hasFaults) {
        random = new Random(seed);
        disk = new FaultyStorage(new Random(seed + 1));
        options = new LogOptions(mode, SEGMENT_BYTES, BUFFER_BYTES, PAUSE_NS);
        this.hasFaults = hasFaults;
    }

    private boolean is(SyncMode mode) {
        return options.syncMode() == mode;
    }

    /** Does some things; may end by a {@link FaultyStorage.Crash}. */
    void live(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    private void step() {
        switch (random.nextInt(hasFaults ? 15 : 13)) {
            case 0, 1, 2, 3, 4 -> offer();
            case 5 -> terms += random.nextInt(40);
            case 6, 7, 8 -> work();
            case 9 -> writer.requestSync();
            case 10 -> snapshot();
            case 11 -> nowNs += random.nextInt(2 * (int) PAUSE_NS);
            case 12 -> writer.requestRoll(writer.writtenPosition());
            default -> fault();
        }
        if (random.nextInt(40) == 0) {
            close();
            recover(appended.size());
        } else if (random.nextInt(40) == 0) {
            kill();
        }
    }

    private void fault() {
        switch (random.nextInt(4)) {
            case 0 -> disk.setRoom(random.nextInt(2000));
            case 1 -> disk.setErrors(random.nextInt(100), 0);
            case 2 -> disk.setErrors(0, is(SyncMode.SYSTEM) ? 0 : random.nextInt(100));
            default -> disk.endOfFaults();
        }
    }

    private void offer() {
        int bytes =
                random.nextInt(10) == 0 ? random.nextInt(2 * SEGMENT_BYTES) : random.nextInt(60);
        byte[] content = new byte[Integer.BYTES + bytes];
        random.nextBytes(content);
        ByteBuffer.wrap(content).putInt(terms);
        long position = writer.offer(TYPE_RECORD, content, 0, content.length);
        if (position != LogWriter.FULL) {
            appended.add(content);
            check(position == appended.size(), "position", appended.size(), position);
        }
    }

    private void work() {
        writer.agent().doWork();
        if (writer.stall() != null) {
            stallCount++;
        }
        long durable = writer.durablePosition();
        long written = writer.writtenPosition();
        check(durable <= written, "durable after written", durable, written);
        check(written <= appended.size(), "written", appended.size(), written);
        checkEnded();
    }

    /** What is in segments that have ended is never written again. */
    private void checkEnded() {
        long closed = writer.closedPosition();
        check(closed >= closedPosition, "closed falls", closedPosition, closed);
        long trusted = writer.trustedPosition();
        check(closed <= trusted, "closed after trusted", trusted, closed);
        closedPosition = closed;
    }

    private void snapshot() {
        int room = (int) Math.max(0, writer.trustedPosition() - snapshotPosition);
        snapshotPosition += random.nextInt(room + 1);
        snapshotTerms = terms;
        try {
            deletedCount += writer.truncateBefore(snapshotPosition);
        } catch (WukongsException e) {
            check(hasFaults, "no error", null, e);
        }
    }

    private void close() {
        disk.endOfFaults();
        nowNs += PAUSE_NS;
        writer.agent().onClose();
    }

    /**
     * The process is gone and the machine is not: what was written is there, unless the disk fails.
     */
    private void kill() {
        killCount++;
        long kept = hasFaults ? writer.durablePosition() : writer.writtenPosition();
        recover(Math.max(kept, snapshotPosition));
    }

    private void writeTerms(Preamble.Sink out) {
        while (loggedTerms < terms) {
            int last = Math.min(terms, loggedTerms + 1 + random.nextInt(20));
            frame.begin(TYPE_TERMS).putInt(loggedTerms + 1).putInt(last);
            for (int term = loggedTerms; term < last; term++) {
                frame.putInt(-term);
            }
            out.append(frame);
            loggedTerms = last;
        }
    }

    /** After the disk works again, everything becomes durable without anybody's help. */
    void mustGoOn() {
        disk.endOfFaults();
        nowNs += PAUSE_NS;
        writer.requestSync();
        work();
        check(writer.stall() == null, "no stall", null, writer.stall());
        long reached = is(SyncMode.SYSTEM) ? writer.writtenPosition() : writer.durablePosition();
        check(reached == appended.size(), "everything", appended.size(), reached);
    }

    /** The machine crashes, and the log is read. */
    void crashAndRecover() {
        long acknowledged = writer == null ? 0 : writer.durablePosition();
        disk.crash();
        recover(Math.max(acknowledged, snapshotPosition));
    }

    /** Reads the log, compares it with the model, and opens it again. */
    void recover(long atLeast) {
        if (writer != null && writer.metrics().segmentNumber() == 0) {
            appended.clear();
            appended.addAll(before);
        }
        try (LogReader reader = LogReader.open(disk, LOG_ID, snapshotPosition)) {
            long position = snapshotPosition;
            int read = snapshotTerms;
            while (reader.next()) {
                if (reader.isPreamble()) {
                    check(reader.position() == position + 1, "before", position, reader.position());
                    read = readTerms(reader.record(), read);
                } else {
                    position++;
                    checkRecord(reader, position, read);
                }
            }
            LogEnd end = reader.end();
            check(end.position() == position, "end", position, end.position());
            check(position >= atLeast, "acknowledged", atLeast, position);
            check(reader.readBytes() == reader.totalBytes(), "bytes", 0, reader.readBytes());
            recoveredCount++;
            tornCount += end.torn() == null ? 0 : 1;
            againCount += end.uncertain() == null ? 0 : 1;
            reopen(end, read);
        }
    }

    private void checkRecord(LogReader reader, long position, int read) {
        check(reader.position() == position, "position", position, reader.position());
        check(position <= appended.size(), "appended", appended.size(), position);
        byte[] expected = appended.get((int) position - 1);
        byte[] found = content(reader.record());
        check(Arrays.equals(expected, found), "content", expected.length, found.length);
        int named = ByteBuffer.wrap(found).getInt();
        check(named <= read, "terms before the record", named, read);
    }

    static byte[] content(WireReader record) {
        check(record.type() == TYPE_RECORD, "type", TYPE_RECORD, record.type());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (record.hasRemaining()) {
            bytes.write(record.getByte());
        }
        return bytes.toByteArray();
    }

    private static int readTerms(WireReader record, int read) {
        check(record.type() == TYPE_TERMS, "type", TYPE_TERMS, record.type());
        int first = record.getInt();
        int last = record.getInt();
        check(first <= read + 1, "no gap in terms", read + 1, first);
        return Math.max(read, last);
    }

    private void reopen(LogEnd end, int readTerms) {
        before = List.copyOf(appended);
        appended.subList((int) end.position(), appended.size()).clear();
        terms = readTerms;
        loggedTerms = readTerms;
        closedPosition = -1;
        writer = LogWriter.open(disk, options, LOG_ID, end, this::writeTerms, () -> nowNs);
    }

    private static void check(boolean holds, String what, Object expected, Object found) {
        if (!holds) {
            throw new AssertionError(what + ": expected=" + expected + " found=" + found);
        }
    }
}
