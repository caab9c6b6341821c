package org.wukongs.store.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Logs for tests of the reader: each record is a frame with its position and some bytes. */
final class LogFiles {

    static final long LOG_ID = 77;
    static final int SEGMENT_BYTES = 400;

    private LogFiles() {}

    static LogWriter writer(StorageDirectory disk, SyncMode mode, LogEnd end) {
        LogOptions options = new LogOptions(mode, SEGMENT_BYTES, 100_000, 1);
        return LogWriter.open(disk, options, LOG_ID, end, Preamble.NONE, () -> 0);
    }

    /** Appends records in groups of up to four. */
    static void append(LogWriter writer, int count, Random random) {
        for (int i = 0; i < count; i++) {
            byte[] payload = payload(writer.position() + 1);
            writer.offer(LogRun.TYPE_RECORD, payload, 0, payload.length);
            if (random.nextInt(4) == 0) {
                writer.agent().doWork();
            }
        }
        writer.agent().doWork();
    }

    static byte[] payload(long position) {
        byte[] payload = new byte[(int) (position * 7 % 50)];
        new Random(position).nextBytes(payload);
        return payload;
    }

    static String name(long number) {
        return LogSegmentDescriptor.name(number);
    }

    /**
     * What a reader has found.
     *
     * @param end null if there is damage
     * @param damage null if there is none
     */
    record Read(List<Long> positions, LogEnd end, UnusableLogException damage) {}

    /** Reads everything and compares the content with {@link #payload}. */
    static Read read(StorageDirectory disk, long from) {
        Read read = readToDamage(disk, from);
        if (read.damage() != null) {
            throw read.damage();
        }
        return read;
    }

    /** As above, and ends at damage. */
    static Read readToDamage(StorageDirectory disk, long from) {
        List<Long> positions = new ArrayList<>();
        try (LogReader reader = LogReader.open(disk, LOG_ID, from)) {
            while (reader.next()) {
                byte[] found = LogRun.content(reader.record());
                if (!Arrays.equals(found, payload(reader.position()))) {
                    throw new AssertionError("another content: position=" + reader.position());
                }
                positions.add(reader.position());
            }
            return new Read(positions, reader.end(), null);
        } catch (UnusableLogException e) {
            return new Read(positions, null, e);
        }
    }
}
