package org.wukongs.store.server;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The request that a connection has read, and the reply that it will write. */
final class Exchange {

    private static final long WAIT_MS_MAX = 60_000;

    private final WireReader in = new WireReader();
    private final WireWriter out = new WireWriter();
    private ReplyStream stream; // null before it is connected

    /** The connection, for replies of more than one frame. */
    void connect(ReplyStream connection) {
        stream = connection;
    }

    ReplyStream stream() {
        return stream;
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

    /** As above, a string. */
    String text() {
        return decoded(reader -> Objects.requireNonNull(reader.getString()));
    }

    /** The next part of the request: for how long it may wait, as ms. At most a minute. */
    long waitNs() {
        return TimeUnit.MILLISECONDS.toNanos(Math.min(WAIT_MS_MAX, Math.max(0, in.getLong())));
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
        Codecs.put(category, message, out.begin(FrameDescriptor.REPLY_ERROR));
    }
}
