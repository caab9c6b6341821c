package org.wukongs.benchmarks.e2e.feed;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.wukongs.benchmarks.lsbench.data.TimeScale;

/**
 * A stream file's lines as times and statements, over and over: after the last line the first one
 * comes again, later by the length of the streams. No strings are made, so that feeding takes
 * little of the machine. One thread reads.
 */
final class StreamLines {

    private static final byte TAB = '\t';
    private static final byte LINE_END = '\n';
    private static final int DECIMAL = 10;

    private final MappedByteBuffer bytes;
    private final TimeScale scale;
    private final long lapMs;
    private long lapStartMs;
    private int position;
    private int statementStart;
    private int lineEnd;
    private long timeMs;

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
        long fileMs = readTime();
        if (scale.timeMs(fileMs) >= lapMs) {
            startOver(); // This stream is longer than another one.
            fileMs = readTime();
        }
        timeMs = lapStartMs + scale.timeMs(fileMs);
        int at = statementStart;
        while (at < bytes.limit() && bytes.get(at) != LINE_END) {
            at++;
        }
        lineEnd = at;
        position = at + 1;
    }

    private void startOver() {
        position = 0;
        lapStartMs += lapMs;
    }

    private long readTime() {
        long value = 0;
        int at = position;
        for (byte b = bytes.get(at); b != TAB; b = bytes.get(++at)) {
            value = value * DECIMAL + (b - '0');
        }
        statementStart = at + 1;
        return value;
    }
}
