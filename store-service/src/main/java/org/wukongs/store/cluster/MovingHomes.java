package org.wukongs.store.cluster;

import java.util.List;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** A node's streams and queries as they move from node to node (docs/adr/0061). Any thread. */
public interface MovingHomes {

    /** Streams of a node, at most. */
    int STREAM_COUNT_MAX = 1 << 12;

    /**
     * A stream of another node that queries read.
     *
     * @param home place of that node
     * @param neededFrom position from which on readers of the queries need it
     */
    record Copied(String stream, int home, long neededFrom) {

        void putTo(WireWriter out) {
            out.putString(stream).putInt(home).putLong(neededFrom);
        }

        static List<Copied> list(WireReader in) {
            return in.getList(
                    "copied streams",
                    STREAM_COUNT_MAX,
                    2 * Integer.BYTES + Long.BYTES,
                    Copied::read);
        }

        private static Copied read(WireReader in) {
            String stream = in.getString();
            InputLimits.checkLength("name", stream, InputLimits.NAME_CHARS_MAX);
            return new Copied(stream, in.getInt(), in.getLong());
        }
    }

    /**
     * The streams and queries of a node, which do not change meanwhile.
     *
     * @param copies streams of other nodes that the queries read
     */
    record State(byte[] bytes, List<Copied> copies) {
        public State {
            copies = List.copyOf(copies);
        }
    }

    /**
     * From now on nothing changes the streams and queries of this node, until {@link #thaw}, or
     * until the turn with which they move if it is staged by then.
     *
     * @param to place of the node that is going to have them
     * @throws org.wukongs.error.WukongsException USER if they cannot move there
     */
    void freeze(int to);

    /** Returns whether all that was asked for before is done, and shown by all nodes. */
    boolean isQuiet();

    /** Returns the state of a node that is quiet. */
    State state();

    /** Ends {@link #freeze}. */
    void thaw();

    /**
     * Takes over the streams and queries that another node has staged, to have them from the turn
     * of its change on; returns when the log has that on disk. Can be repeated.
     *
     * @param node place of the other node
     * @throws org.wukongs.error.WukongsException if that is not possible; nothing has changed
     */
    void adopt(int node, long change, List<Copied> copies);
}
