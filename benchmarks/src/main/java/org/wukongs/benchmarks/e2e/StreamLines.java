package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.collections.IntArrayList;
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

    private final MappedByteBuffer bytes;
    private final TimeScale scale;
    private final long lapMs;
    private final IntArrayList statements = new IntArrayList(); // of one millisecond: their starts
    private final IntArrayList ends = new IntArrayList(); // and ends
    private long fileMs; // that millisecond
    private int index; // of the line it stands on among these
    private int position; // behind them
    private long lapStartMs;

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
        readMillisecond();
    }

    /** Of the line it stands on, from 0. */
    long timeMs() {
        long startMs = scale.timeMs(fileMs);
        long lengthMs = scale.timeMs(fileMs + 1) - startMs;
        return lapStartMs + startMs + lengthMs * index / statements.size();
    }

    /** Of the line it stands on, a copy. */
    byte[] statement() {
        int start = statements.getInt(index);
        byte[] statement = new byte[ends.getInt(index) - start];
        bytes.get(start, statement);
        return statement;
    }

    /** To the next line. */
    void next() {
        index++;
        if (index == statements.size()) {
            readMillisecond();
        }
    }

    /** All lines of the next millisecond of the file that has some. */
    private void readMillisecond() {
        // This stream may be longer than another one.
        if (position >= bytes.limit() || scale.timeMs(readTime(position)) >= lapMs) {
            position = 0;
            lapStartMs += lapMs;
        }
        fileMs = readTime(position);
        index = 0;
        statements.clear();
        ends.clear();
        while (position < bytes.limit() && readTime(position) == fileMs) {
            int statement = after(TAB, position);
            position = after(LINE_END, statement);
            statements.addInt(statement);
            ends.addInt(position - 1);
        }
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
