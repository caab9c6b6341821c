package org.wukongs.store.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What comes at one window end, or some tuples of a stream, encoded once for all readers and both
 * formats: an event whose data are one line of JSON for each execution or tuple. Immutable.
 */
final class LiveWindow {

    private static final String DATA = "data: ";

    private final long firstKey;
    private final long key;
    private final byte[] event;
    private final byte[] lines; // event, if that has one line
    private final int linesFrom;
    private final int linesTo;

    private LiveWindow(
            long firstKey, long key, byte[] event, byte[] lines, int linesFrom, int linesTo) {
        this.firstKey = firstKey;
        this.key = key;
        this.event = event;
        this.lines = lines;
        this.linesFrom = linesFrom;
        this.linesTo = linesTo;
    }

    /**
     * {@code lines} are JSON without line breaks. {@code type} of the event is null for results,
     * which browsers then give to {@code onmessage}.
     */
    static LiveWindow of(long windowEndMs, String type, List<? extends CharSequence> lines) {
        String head = (type == null ? "" : "event: " + type + "\n") + "id: " + windowEndMs + "\n";
        StringBuilder event = new StringBuilder(head);
        for (CharSequence line : lines) {
            event.append(DATA).append(line).append('\n');
        }
        byte[] eventBytes = event.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        if (lines.size() == 1) {
            int from = head.length() + DATA.length();
            int to = eventBytes.length - 1;
            return new LiveWindow(windowEndMs, windowEndMs, eventBytes, eventBytes, from, to);
        }
        byte[] lineBytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return new LiveWindow(windowEndMs, windowEndMs, eventBytes, lineBytes, 0, lineBytes.length);
    }

    /**
     * Returns tuples at the positions from {@code first} to {@code last}; {@code lines} has a line
     * for each, with its line feed.
     */
    static LiveWindow ofLines(long first, long last, byte[] lines) {
        byte[] head = ("id: " + last + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] data = DATA.getBytes(StandardCharsets.US_ASCII);
        int count = Math.toIntExact(last - first + 1);
        ByteBuffer event =
                ByteBuffer.allocate(head.length + count * data.length + lines.length + 1);
        event.put(head);
        for (int from = 0; from < lines.length; ) {
            int to = lineEnd(lines, from);
            event.put(data).put(lines, from, to - from);
            from = to;
        }
        event.put((byte) '\n');
        return new LiveWindow(first, last, event.array(), lines, 0, lines.length);
    }

    /** Returns where the next line begins. */
    private static int lineEnd(byte[] lines, int from) {
        int at = from;
        while (lines[at] != '\n') {
            at++;
        }
        return at + 1;
    }

    /** Returns the last window end or position. */
    long key() {
        return key;
    }

    /** Returns this without the tuples at positions before {@code next}, which has the last one. */
    LiveWindow from(long next) {
        if (next <= firstKey) {
            return this;
        }
        int from = linesFrom;
        for (long skipped = firstKey; skipped < next; skipped++) {
            from = lineEnd(lines, from);
        }
        return ofLines(next, key, Arrays.copyOfRange(lines, from, linesTo));
    }

    ByteBuffer event() {
        return ByteBuffer.wrap(event);
    }

    ByteBuffer lines() {
        return ByteBuffer.wrap(lines, linesFrom, linesTo - linesFrom).slice();
    }

    /** Bytes of heap. */
    long sizeBytes() {
        return lines == event ? event.length : event.length + lines.length;
    }
}
