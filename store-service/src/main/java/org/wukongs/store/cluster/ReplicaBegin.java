package org.wukongs.store.cluster;

import org.wukongs.error.WukongsException;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Where a node begins to copy the tuples of a stream of another one, which keeps them from now on.
 *
 * @param begun number of the beginning, rising at the home
 * @param firstTupleMs event time of the earliest tuple at the home, {@code Long.MAX_VALUE} for none
 * @param tail position of the oldest tuple that the home has
 * @param retainedFromMs event time from which on it has all, {@code Long.MIN_VALUE} if it never
 *     dropped any
 */
public record ReplicaBegin(
        StreamDefinition stream, long begun, long firstTupleMs, long tail, long retainedFromMs) {

    /** A window begins before 1970 by its range at most, and ends after the newest event time. */
    private static final long TIME_MS_MAX = InputLimits.WINDOW_END_MS_MAX;

    void putTo(WireWriter out) {
        Codecs.put(stream, out);
        out.putLong(begun).putLong(firstTupleMs).putLong(tail).putLong(retainedFromMs);
    }

    /** Reads and checks the answer to a question for a stream. */
    static ReplicaBegin decode(String name, WireReader in) {
        StreamDefinition stream = definition(in);
        if (!name.equals(stream.name())) {
            throw WukongsException.user("another node answers for another stream: name=" + name);
        }
        long begun = InputLimits.checkRange("beginning", in.getLong(), 1, Long.MAX_VALUE - 1);
        long firstTupleMs = in.getLong();
        if (firstTupleMs != Long.MAX_VALUE) {
            InputLimits.checkRange("first event time", firstTupleMs, 0, TIME_MS_MAX);
        }
        long tail = InputLimits.checkRange("position", in.getLong(), 0, Long.MAX_VALUE / 2);
        long retainedFromMs = in.getLong();
        if (retainedFromMs != Long.MIN_VALUE) {
            InputLimits.checkRange(
                    "event time of the oldest tuple", retainedFromMs, -TIME_MS_MAX, TIME_MS_MAX);
        }
        return new ReplicaBegin(stream, begun, firstTupleMs, tail, retainedFromMs);
    }

    private static StreamDefinition definition(WireReader in) {
        try {
            return Codecs.streamDefinition(in);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new WukongsException(
                    WukongsException.Category.USER, "a stream of another node is malformed", e);
        }
    }
}
