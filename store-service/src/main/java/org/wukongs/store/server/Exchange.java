package org.wukongs.store.server;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.WindowsReleased;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WindowCodecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The request that a connection has read and the reply that it is going to write. */
final class Exchange {

    /** Two empty names with a kind, and a time. */
    private static final int RELEASED_BYTES_MIN = 2 * Integer.BYTES + Byte.BYTES + Long.BYTES;

    private static final long WAIT_MS_MAX = 60_000;

    private final WireReader in;
    private final WireWriter out;
    private String subject; // of the present request, null before it is known

    Exchange(WireReader in, WireWriter out) {
        this.in = in;
        this.out = out;
    }

    /** Forgets what the request before was about. */
    void beginRequest() {
        subject = null;
    }

    /** Notes what the request is about, for the audit log; the first note counts. */
    void about(String what) {
        subject = subject == null ? what : subject;
    }

    /** Returns what the request is about as far as is known; null for nothing. */
    String subject() {
        return subject;
    }

    WireReader request() {
        return in;
    }

    WireWriter reply() {
        return out;
    }

    /** Decodes the next part of the request; USER error if its bytes are malformed. */
    <T> T decoded(Function<WireReader, T> decoder) {
        try {
            return decoder.apply(in);
        } catch (NullPointerException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new WukongsException(
                    Category.USER, "a request is malformed: type=" + in.type(), e);
        }
    }

    /** As above, for a name, which may be unknown. */
    String name() {
        return text("name", InputLimits.NAME_CHARS_MAX);
    }

    /** As above, for the text of a query. */
    String queryText() {
        return text("text of a query", CsparqlParser.TEXT_CHARS_MAX);
    }

    /** As above, for a string of at most {@code charsMax} characters. */
    String text(String what, int charsMax) {
        String text =
                InputLimits.checkLength(
                        what,
                        decoded(reader -> Objects.requireNonNull(reader.getString())),
                        charsMax);
        about(text);
        return text;
    }

    /** The next part of the request: how long it may wait; given in ms, at most a minute. */
    long waitNs() {
        long waitMs = InputLimits.checkRange("wait in ms", in.getLong(), 0, Long.MAX_VALUE);
        return TimeUnit.MILLISECONDS.toNanos(Math.min(WAIT_MS_MAX, waitMs));
    }

    /** The next part of the request: the name of a reader that is not the store's own. */
    String readerName() {
        return checkedReader(text("name of a reader", InputLimits.NAME_CHARS_MAX));
    }

    /** As above, with the query or template that it reads. */
    ReaderId reader() {
        return checked(decoded(WindowCodecs::readerId));
    }

    private static ReaderId checked(ReaderId reader) {
        InputLimits.checkLength("name", reader.of(), InputLimits.NAME_CHARS_MAX);
        InputLimits.checkLength("name of a reader", reader.reader(), InputLimits.NAME_CHARS_MAX);
        checkedReader(reader.reader());
        return reader;
    }

    /** The next part of the request: what readers release. */
    List<WindowsReleased> windowsReleased() {
        return decoded(
                in ->
                        in.getList(
                                "number of readers",
                                InputLimits.WANTED_QUERY_COUNT_MAX,
                                RELEASED_BYTES_MIN,
                                Exchange::windowsReleased));
    }

    private static WindowsReleased windowsReleased(WireReader in) {
        WindowsReleased released = WindowCodecs.windowsReleased(in);
        checked(released.reader());
        InputLimits.checkWindowEnd(released.windowEndMs());
        return released;
    }

    private static String checkedReader(String name) {
        if (name.startsWith(":")) {
            throw WukongsException.user(
                    "a reader's name must not begin with a colon: name=" + name);
        }
        return name;
    }

    /** The next part of the request: where a reader begins. */
    ReaderStart readerStart() {
        ReaderStart start = decoded(WindowCodecs::readerStart);
        InputLimits.checkWindowEnd(start.timeMs());
        return start;
    }

    /** The next part of the request: where a reader of a stream's tuples begins. */
    ReaderStart tupleStart() {
        ReaderStart start = decoded(WindowCodecs::readerStart);
        switch (start.mode()) {
            case EARLIEST, LATEST -> {}
            case TIMESTAMP -> InputLimits.checkWindowEnd(start.timeMs());
            case AT -> InputLimits.checkRange("position", start.timeMs(), 0, Long.MAX_VALUE / 2);
            case RESUME -> throw WukongsException.user("a reader of tuples begins at a position");
        }
        return start;
    }

    /** The next part of the request: the most windows wanted. */
    int windowsMax() {
        return (int)
                InputLimits.checkRange(
                        "number of windows", in.getInt(), 1, InputLimits.WINDOW_COUNT_MAX);
    }

    /** The next part of the request: the sequence number of a writer's message, 0 for none. */
    long sequence() {
        return InputLimits.checkRange("sequence number", in.getLong(), 0, Long.MAX_VALUE);
    }

    /** Begins the reply to a request that has succeeded. */
    WireWriter ok() {
        return out.begin(FrameDescriptor.REPLY_OK);
    }

    /** Begins a frame of a reply that has more frames. */
    WireWriter part() {
        return out.begin(FrameDescriptor.REPLY_PART);
    }

    /** Begins the reply again, as that of a request that another node is to be asked. */
    void elsewhere(ElsewhereException elsewhere) {
        Codecs.put(elsewhere, out.begin(FrameDescriptor.REPLY_ELSEWHERE));
    }

    /** Begins the reply again, as that of a failed request. */
    void error(Category category, String message) {
        error(category, Reason.OTHER, message);
    }

    /** As above, with the reason of the failure. */
    void error(Category category, Reason reason, String message) {
        Codecs.put(category, reason, message, out.begin(FrameDescriptor.REPLY_ERROR));
    }
}
