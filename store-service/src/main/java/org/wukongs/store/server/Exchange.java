package org.wukongs.store.server;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The request that a connection has read, and the reply that it will write. */
final class Exchange {

    private static final long WAIT_MS_MAX = 60_000;

    private final WireReader in;
    private final WireWriter out;

    Exchange(WireReader in, WireWriter out) {
        this.in = in;
        this.out = out;
    }

    WireReader request() {
        return in;
    }

    WireWriter reply() {
        return out;
    }

    /** The next part of the request; USER where its bytes are of no such thing. */
    <T> T decoded(Function<WireReader, T> decoder) {
        try {
            return decoder.apply(in);
        } catch (NullPointerException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new WukongsException(
                    Category.USER, "a request is malformed: type=" + in.type(), e);
        }
    }

    /** As above, a name; whether there is something of that name is to be seen. */
    String name() {
        return text("name", InputLimits.NAME_CHARS_MAX);
    }

    /** As above, the text of a query. */
    String queryText() {
        return text("text of a query", CsparqlParser.TEXT_CHARS_MAX);
    }

    /** As above, a string of at most {@code charsMax} characters. */
    String text(String what, int charsMax) {
        return InputLimits.checkLength(
                what, decoded(reader -> Objects.requireNonNull(reader.getString())), charsMax);
    }

    /** The next part of the request: for how long it may wait, as ms. At most a minute. */
    long waitNs() {
        long waitMs = InputLimits.checkRange("wait in ms", in.getLong(), 0, Long.MAX_VALUE);
        return TimeUnit.MILLISECONDS.toNanos(Math.min(WAIT_MS_MAX, waitMs));
    }

    /** The next part of the request: a reader's name, which is not one of the store's own. */
    String readerName() {
        return checkedReader(text("name of a reader", InputLimits.NAME_CHARS_MAX));
    }

    /** As above, with what it reads. */
    ReaderId reader() {
        ReaderId reader = decoded(Codecs::readerId);
        InputLimits.checkLength("name", reader.of(), InputLimits.NAME_CHARS_MAX);
        InputLimits.checkLength("name of a reader", reader.reader(), InputLimits.NAME_CHARS_MAX);
        checkedReader(reader.reader());
        return reader;
    }

    private static String checkedReader(String name) {
        if (name.startsWith(":")) {
            throw WukongsException.user("a reader's name begins with a colon: name=" + name);
        }
        return name;
    }

    /** The next part of the request: where a reader begins. */
    ReaderStart readerStart() {
        ReaderStart start = decoded(Codecs::readerStart);
        InputLimits.checkWindowEnd(start.timeMs());
        return start;
    }

    /** The next part of the request: a window end, {@code Long.MIN_VALUE} for the first. */
    long windowEndMs() {
        return InputLimits.checkWindowEnd(in.getLong());
    }

    /** The next part of the request: how many windows are wanted at most. */
    int windowsMax() {
        return (int)
                InputLimits.checkRange(
                        "number of windows", in.getInt(), 1, InputLimits.WINDOW_COUNT_MAX);
    }

    /** The next part of the request: a writer's number of a message, 0 for none. */
    long sequence() {
        return InputLimits.checkRange("sequence number", in.getLong(), 0, Long.MAX_VALUE);
    }

    /** Begins the reply to a request that was done. */
    WireWriter ok() {
        return out.begin(FrameDescriptor.REPLY_OK);
    }

    /** Begins a frame of a reply that has more of them. */
    WireWriter part() {
        return out.begin(FrameDescriptor.REPLY_PART);
    }

    /** Begins the reply anew: the request has failed. */
    void error(Category category, String message) {
        error(category, Reason.OTHER, message);
    }

    /** As above, of a failure that says which limit it is. */
    void error(Category category, Reason reason, String message) {
        Codecs.put(category, reason, message, out.begin(FrameDescriptor.REPLY_ERROR));
    }
}
