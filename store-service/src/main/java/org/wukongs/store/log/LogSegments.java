package org.wukongs.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.log.UnusableLogException.Kind;

/** Finds the segments of a log and reads their headers. */
final class LogSegments {

    private LogSegments() {}

    /**
     * A file that should be a segment.
     *
     * @param header null if it is not as it should be
     * @param problem what is wrong with the header, null if nothing is
     */
    record Segment(
            long number,
            String name,
            String file,
            long lengthBytes,
            LogSegmentDescriptor.Header header,
            UnusableLogException problem) {}

    /** Returns the numbers of all segments, the oldest first. */
    static List<Long> numbers(StorageDirectory directory) throws IOException {
        List<Long> numbers = new ArrayList<>();
        for (String name : directory.list()) {
            long number = LogSegmentDescriptor.number(name);
            if (number >= 0) {
                numbers.add(number);
            }
        }
        numbers.sort(Comparator.naturalOrder());
        return numbers;
    }

    /** Returns all segments, the oldest first. */
    static List<Segment> read(StorageDirectory directory, long logId) {
        List<Segment> segments = new ArrayList<>();
        String name = "";
        try {
            for (long number : numbers(directory)) {
                name = LogSegmentDescriptor.name(number);
                segments.add(read(directory, logId, number));
            }
        } catch (IOException e) {
            throw UnusableLogException.notRead(directory.describe(name), 0, e);
        }
        return segments;
    }

    /** Returns what all segments take. A segment that is deleted meanwhile does not count. */
    static LogUsage usage(StorageDirectory directory) {
        String name = "";
        int count = 0;
        long bytes = 0;
        try {
            for (long number : numbers(directory)) {
                name = LogSegmentDescriptor.name(number);
                try (StorageDirectory.Input segment = directory.open(name)) {
                    bytes += segment.lengthBytes();
                    count++;
                } catch (NoSuchFileException e) {
                    // it was deleted
                }
            }
        } catch (IOException e) {
            throw new WukongsException(
                    Category.RETRIABLE,
                    "cannot measure the log: path="
                            + directory.describe(name)
                            + " reason="
                            + IoReason.of(e),
                    e);
        }
        return new LogUsage(count, bytes);
    }

    static Segment read(StorageDirectory directory, long logId, long number) throws IOException {
        String name = LogSegmentDescriptor.name(number);
        String file = directory.describe(name);
        ByteBuffer bytes = ByteBuffer.allocate(LogSegmentDescriptor.HEADER_BYTES);
        long length;
        try (StorageDirectory.Input in = directory.open(name)) {
            length = in.lengthBytes();
            while (bytes.hasRemaining() && in.read(bytes, bytes.position()) >= 0) {}
        }
        UnusableLogException problem =
                !bytes.hasRemaining()
                        ? problem(file, bytes, logId, number)
                        : UnusableLogException.damaged(
                                file,
                                bytes.position(),
                                "a header is truncated",
                                LogSegmentDescriptor.HEADER_BYTES,
                                bytes.position());
        return new Segment(
                number,
                name,
                file,
                length,
                problem == null ? LogSegmentDescriptor.decode(bytes) : null,
                problem);
    }

    private static UnusableLogException problem(
            String file, ByteBuffer header, long logId, long number) {
        int magic = header.getInt(LogSegmentDescriptor.MAGIC_OFFSET);
        if (magic != LogSegmentDescriptor.MAGIC) {
            return UnusableLogException.damaged(
                    file,
                    LogSegmentDescriptor.MAGIC_OFFSET,
                    "magic",
                    hex(LogSegmentDescriptor.MAGIC),
                    hex(magic));
        }
        int crc = header.getInt(LogSegmentDescriptor.CRC_OFFSET);
        int expectedCrc = LogSegmentDescriptor.crc(header);
        if (crc != expectedCrc) {
            return UnusableLogException.damaged(
                    file,
                    LogSegmentDescriptor.CRC_OFFSET,
                    "CRC of the header",
                    hex(expectedCrc),
                    hex(crc));
        }
        return problemOfIntact(file, header, logId, number);
    }

    private static UnusableLogException problemOfIntact(
            String file, ByteBuffer bytes, long logId, long number) {
        int version = bytes.getInt(LogSegmentDescriptor.VERSION_OFFSET);
        if (version != LogSegmentDescriptor.VERSION) {
            return UnusableLogException.of(
                    Kind.OTHER_FORMAT,
                    file,
                    LogSegmentDescriptor.VERSION_OFFSET,
                    "version",
                    LogSegmentDescriptor.VERSION,
                    version);
        }
        LogSegmentDescriptor.Header header = LogSegmentDescriptor.decode(bytes);
        if (header.logId() != logId) {
            return UnusableLogException.of(
                    Kind.OTHER_LOG,
                    file,
                    LogSegmentDescriptor.LOG_ID_OFFSET,
                    "log id",
                    Long.toHexString(logId),
                    Long.toHexString(header.logId()));
        }
        return header.number() == number
                ? null
                : UnusableLogException.damaged(
                        file,
                        LogSegmentDescriptor.NUMBER_OFFSET,
                        "number of the segment",
                        number,
                        header.number());
    }

    private static String hex(int value) {
        return Integer.toHexString(value);
    }
}
