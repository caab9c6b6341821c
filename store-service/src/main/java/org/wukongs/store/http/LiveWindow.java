package org.wukongs.store.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What comes at one window end, encoded once for all readers and both formats: an event whose data
 * are one line of JSON for each execution. Immutable.
 */
final class LiveWindow {

    private static final String DATA = "data: ";

    private final long windowEndMs;
    private final byte[] event;
    private final byte[] lines; // event, if that has one line
    private final int linesFrom;
    private final int linesTo;

    private LiveWindow(long windowEndMs, byte[] event, byte[] lines, int linesFrom, int linesTo) {
        this.windowEndMs = windowEndMs;
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
            return new LiveWindow(windowEndMs, eventBytes, eventBytes, from, eventBytes.length - 1);
        }
        byte[] lineBytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return new LiveWindow(windowEndMs, eventBytes, lineBytes, 0, lineBytes.length);
    }

    long windowEndMs() {
        return windowEndMs;
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
