package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.wukongs.benchmarks.lsbench.data.TimeScale;

/**
 * A stream file's lines as times and statements, over and over: after the last line the first one
 * comes again, later by the length of the streams. Played slower, lines of one millisecond of the
 * file are spread evenly over the time that it takes: a tenth of the rate is not all of it every 10
 * ms. No strings are made, so that feeding takes little of the machine. One thread reads.
 */
final class StreamLines {

    private static final byte TAB = '\t';
    private static final byte LINE_END = '\n';
    private static final int DECIMAL = 10;
    private static final long NONE = -1;

    private final MappedByteBuffer bytes;
    private final TimeScale scale;
    private final long lapMs;
    private long lapStartMs;
    private int position;
    private int statementStart;
    private int lineEnd;
    private long timeMs;
    private long fileMs = NONE; // of lines that are being spread, with the two below
    private long sameMsCount; // of them
    private long sameMsBefore; // of those, before the line it stands on

    /**
     * Stands on the first line.
     *
     * @param lengthMs of all streams, in the file's time
     */
    StreamLines(Path file, TimeScale scale, long lengthMs) throws IOException {
        this.scale = scale;
        this.lapMs = scale.timeMs(lengthMs);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
        next();
    }

    /** Of the line it stands on, from 0. */
    long timeMs() {
        return timeMs;
    }

    /** Of the line it stands on, a copy. */
    byte[] statement() {
        byte[] statement = new byte[lineEnd - statementStart];
        bytes.get(statementStart, statement);
        return statement;
    }

    /** To the next line. */
    void next() {
        if (position >= bytes.limit()) {
            startOver();
        }
        long lineMs = readTime(position);
        if (scale.timeMs(lineMs) >= lapMs) {
            startOver(); // This stream is longer than another one.
            lineMs = readTime(position);
        }
        statementStart = after(TAB, position);
        int next = after(LINE_END, statementStart);
        lineEnd = next - 1;
        timeMs = lapStartMs + spread(lineMs, next);
        position = next;
    }

    private long spread(long lineMs, int next) {
        long startMs = scale.timeMs(lineMs);
        long lengthMs = scale.timeMs(lineMs + 1) - startMs;
        if (lengthMs <= 1) {
            return startMs; // nothing to spread over: no lines are counted at full rate
        }
        if (lineMs == fileMs) {
            sameMsBefore++;
        } else {
            fileMs = lineMs;
            sameMsBefore = 0;
            sameMsCount = 1 + countOf(lineMs, next);
        }
        return startMs + lengthMs * sameMsBefore / sameMsCount;
    }

    /** Lines of that millisecond from {@code start} on. */
    private long countOf(long lineMs, int start) {
        long count = 0;
        for (int at = start; at < bytes.limit() && readTime(at) == lineMs; count++) {
            at = after(LINE_END, at);
        }
        return count;
    }

    private void startOver() {
        position = 0;
        lapStartMs += lapMs;
        fileMs = NONE;
    }

    private long readTime(int start) {
        long value = 0;
        int at = start;
        for (byte b = bytes.get(at); b != TAB; b = bytes.get(++at)) {
            value = value * DECIMAL + (b - '0');
        }
        return value;
    }

    /** Behind the next one, or behind where one would be at the end of the file. */
    private int after(byte end, int start) {
        int at = start;
        while (at < bytes.limit() && bytes.get(at) != end) {
            at++;
        }
        return at + 1;
    }
}
