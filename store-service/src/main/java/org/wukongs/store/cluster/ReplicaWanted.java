package org.wukongs.store.cluster;

import org.wukongs.error.WukongsException;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * What a node asks a stream's home for: the tuples from a position on. A request that comes twice,
 * or late, does no harm: it says where it reads, and what it releases stays released.
 *
 * @param begun number of the beginning of its copy
 * @param position of the next tuple that it wants
 * @param closedBatch the newest batch that it has closed by number, {@code Long.MIN_VALUE} for none
 * @param ended whether the stream has ended for it
 * @param idle whether the stream is idle for it
 * @param released position below which it has everything on disk, if it keeps anything there
 * @param idleMs up to where it asks to close the stream if it is idle, {@code Long.MIN_VALUE} if it
 *     does not
 */
public record ReplicaWanted(
        String stream,
        long begun,
        long position,
        long closedBatch,
        boolean ended,
        boolean idle,
        long released,
        long idleMs) {

    void putTo(WireWriter out) {
        out.putString(stream)
                .putLong(begun)
                .putLong(position)
                .putLong(closedBatch)
                .putBoolean(ended)
                .putBoolean(idle)
                .putLong(released)
                .putLong(idleMs);
    }

    /** Reads and checks a request. */
    static ReplicaWanted decode(WireReader in) {
        ReplicaWanted wanted =
                new ReplicaWanted(
                        streamName(in),
                        in.getLong(),
                        in.getLong(),
                        in.getLong(),
                        in.getBoolean(),
                        in.getBoolean(),
                        in.getLong(),
                        in.getLong());
        InputLimits.checkRange("position", wanted.position, 0, Long.MAX_VALUE / 2);
        InputLimits.checkRange("released position", wanted.released, 0, wanted.position);
        if (wanted.idleMs != Long.MIN_VALUE) {
            InputLimits.checkRange(
                    "time of an idle stream", wanted.idleMs, 0, InputLimits.WINDOW_END_MS_MAX);
        }
        return wanted;
    }

    /** Reads the name of a stream. */
    static String streamName(WireReader in) {
        String name = in.getString();
        if (name == null) {
            throw WukongsException.user("a request for a stream of another node has no name");
        }
        return InputLimits.checkLength("name of a stream", name, InputLimits.NAME_CHARS_MAX);
    }
}
