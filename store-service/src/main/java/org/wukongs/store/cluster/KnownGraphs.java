package org.wukongs.store.cluster;

import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * What all nodes know of the graphs at a snapshot, whatever they own: a node that enters has to
 * learn it from another one. On the wire: snapshot (long), names of graphs, a list of graph, place
 * (int), number (long).
 *
 * @param names of all graphs
 * @param oldest mentions that are not due, see {@link HalfMentions#noteOldest}
 */
public record KnownGraphs(long sn, List<String> names, List<Oldest> oldest) {

    /** Number of the oldest mention of a graph's triples that the node of a place has. */
    public record Oldest(String graph, int node, long number) {

        private static final int BYTES = 2 * Integer.BYTES + Long.BYTES;

        private void putTo(WireWriter out) {
            out.putString(graph).putInt(node).putLong(number);
        }
    }

    /** As many as fit into an answer. */
    private static final int COUNT_MAX = 1 << 24;

    public KnownGraphs {
        names = List.copyOf(names);
        oldest = List.copyOf(oldest);
    }

    void putTo(WireWriter out) {
        out.putLong(sn).putStrings(names).putList(oldest, Oldest::putTo);
    }

    /** Reads and checks the answer of a node of a cluster with so many places. */
    static KnownGraphs decode(int placeCount, WireReader in) {
        long sn = InputLimits.checkRange("snapshot", in.getLong(), 0, Long.MAX_VALUE - 1);
        List<String> names = in.getStrings("graphs", COUNT_MAX);
        names.forEach(KnownGraphs::checkName);
        List<Oldest> oldest =
                in.getList(
                        "oldest mentions", COUNT_MAX, Oldest.BYTES, from -> read(placeCount, from));
        return new KnownGraphs(sn, names, oldest);
    }

    private static Oldest read(int placeCount, WireReader in) {
        String graph = in.getString();
        checkName(graph);
        return new Oldest(
                graph,
                (int) InputLimits.checkRange("node", in.getInt(), 0, placeCount - 1L),
                InputLimits.checkRange("mention", in.getLong(), 0, HalfMentions.NONE - 1));
    }

    private static void checkName(String name) {
        if (name == null) {
            throw WukongsException.user("a graph of another node has no name");
        }
        InputLimits.checkLength("name of a graph", name, InputLimits.NAME_CHARS_MAX);
    }
}
