package org.wukongs.wire;

import org.wukongs.client.FetchedTuples;
import org.wukongs.stream.Tuple;

/** Encodes and decodes the tuples of streams, as terms, in frames, see {@link Codecs}. */
public final class TupleCodecs {

    private TupleCodecs() {}

    public static void put(FetchedTuples fetched, WireWriter out) {
        out.putLong(fetched.position())
                .putLong(fetched.stableMs())
                .putList(fetched.tuples(), TupleCodecs::putTuple);
    }

    public static FetchedTuples fetchedTuples(WireReader in) {
        long position = in.getLong();
        long stableMs = in.getLong();
        return new FetchedTuples(position, in.getList(TupleCodecs::tuple), stableMs);
    }

    private static void putTuple(Tuple tuple, WireWriter out) {
        out.putLong(tuple.eventTimeMs())
                .putBoolean(tuple.removal())
                .putString(tuple.subject())
                .putString(tuple.predicate())
                .putString(tuple.object());
    }

    private static Tuple tuple(WireReader in) {
        long timeMs = in.getLong();
        boolean removal = in.getBoolean();
        return new Tuple(timeMs, in.getString(), in.getString(), in.getString(), removal);
    }
}
