package org.wukongs.store.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.wukongs.client.WindowResultJson;

/** How live results are written: lines of JSON, or server-sent events whose data are such lines. */
enum LiveFormat {
    LINES,
    EVENTS;

    /** How long a browser waits before it connects again. */
    private static final int RETRY_MS = 2_000;

    private static final Map<String, LiveFormat> BY_TYPE = new LinkedHashMap<>();

    static {
        BY_TYPE.put("application/x-ndjson", LINES);
        BY_TYPE.put("application/ndjson", LINES);
        BY_TYPE.put("text/event-stream", EVENTS);
    }

    /** Media types, the default first. */
    static Collection<String> mediaTypes() {
        return BY_TYPE.keySet();
    }

    static LiveFormat of(String mediaType) {
        return BY_TYPE.get(mediaType);
    }

    /** What comes first. A client learns from it that the results have begun. */
    ByteBuffer preamble() {
        return bytes(this == EVENTS ? "retry: " + RETRY_MS + "\n\n" : "\n");
    }

    /** A sign of life: a comment, an empty line. */
    ByteBuffer heartbeat() {
        return bytes(this == EVENTS ? ":\n\n" : "\n");
    }

    ByteBuffer window(LiveWindow window) {
        return this == EVENTS ? window.event() : window.lines();
    }

    /** The last event, which says why there is no further one. */
    ByteBuffer end(String subject, LiveEnd end) {
        StringBuilder line = new StringBuilder();
        line.append('{').append(subject).append(", \"end\": \"").append(end.reason());
        line.append("\", \"detail\": ");
        WindowResultJson.appendString(line, end.detail());
        return event("end", line.append('}').toString());
    }

    /**
     * Says that some of what the reader asked for is gone.
     *
     * @param from what it asked for
     * @param to the first window end, or position, that is left; {@code Long.MIN_VALUE} if none is
     *     known
     */
    ByteBuffer gap(LiveSource source, long from, long to) {
        return event(
                "gap",
                "{"
                        + source.subject()
                        + ", \"gap\": \""
                        + source.unit()
                        + " are gone\", \"from\": "
                        + from
                        + ", \"to\": "
                        + (to == Long.MIN_VALUE ? "null" : Long.toString(to))
                        + "}");
    }

    private ByteBuffer event(String type, String line) {
        return bytes(this == EVENTS ? "event: " + type + "\ndata: " + line + "\n\n" : line + "\n");
    }

    /** The JSON member that begins each line: what the results are of. */
    static String subject(String kind, String name) {
        StringBuilder subject = new StringBuilder();
        subject.append('"').append(kind).append("\": ");
        WindowResultJson.appendString(subject, name);
        return subject.toString();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
