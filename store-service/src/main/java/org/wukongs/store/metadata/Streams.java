package org.wukongs.store.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The streams of the cluster and where they are: the node that has registered a stream has its
 * tuples, and the queries that read it. A name is that of one stream, or of graphs, at all nodes.
 */
final class Streams {

    /**
     * A stream.
     *
     * @param node that has it
     * @param graph that it feeds
     */
    private record Home(String stream, int node, String graph) {

        private void putTo(WireWriter out) {
            out.putString(stream).putInt(node).putString(graph);
        }

        private static Home read(WireReader in) {
            Home home =
                    new Home(in.getString(), ClusterLimits.checkNode(in.getInt()), in.getString());
            ClusterLimits.checkName("name of a stream", home.stream());
            ClusterLimits.checkName("name of a graph", home.graph());
            return home;
        }
    }

    private final SortedMap<String, Home> homes = new TreeMap<>();

    /** Registers a stream at a node; a stream that is there already may be asked for again. */
    Refused register(StreamDefinition stream, int node) {
        Home known = homes.get(stream.name());
        if (known != null) {
            return known.node() == node ? null : elsewhere(known);
        }
        for (Home other : homes.values()) {
            boolean clash =
                    other.graph().equals(stream.name()) || other.stream().equals(stream.graph());
            if (clash) {
                return Refused.of(
                        Refusal.NAME_TAKEN,
                        "stream",
                        other.stream(),
                        "graph",
                        other.graph(),
                        "asked",
                        stream.name());
            }
        }
        if (homes.size() == ClusterLimits.STREAM_COUNT_MAX) {
            return Refused.of(Refusal.TOO_MANY, "streamCountMax", ClusterLimits.STREAM_COUNT_MAX);
        }
        homes.put(stream.name(), new Home(stream.name(), node, stream.graph()));
        return null;
    }

    /** Drops a stream, if there is one. */
    Refused drop(String stream, int node) {
        Home known = homes.get(stream);
        if (known != null && known.node() != node) {
            return elsewhere(known);
        }
        homes.remove(stream);
        return null;
    }

    /** Gives all streams of a node to another one. */
    void move(int from, int to) {
        homes.replaceAll(
                (name, home) ->
                        home.node() == from ? new Home(home.stream(), to, home.graph()) : home);
    }

    private static Refused elsewhere(Home known) {
        return Refused.of(Refusal.STREAM_ELSEWHERE, "stream", known.stream(), "node", known.node());
    }

    /** Returns the first of the streams of a node, null if it has none. */
    String anyOf(int node) {
        for (Home home : homes.values()) {
            if (home.node() == node) {
                return home.stream();
            }
        }
        return null;
    }

    /** Returns the node of each stream, by name. */
    SortedMap<String, Integer> nodes() {
        SortedMap<String, Integer> nodes = new TreeMap<>();
        homes.forEach((stream, home) -> nodes.put(stream, home.node()));
        return Collections.unmodifiableSortedMap(nodes);
    }

    /** Returns the names of the graphs that streams feed. */
    SortedSet<String> graphs() {
        SortedSet<String> graphs = new TreeSet<>();
        homes.values().forEach(home -> graphs.add(home.graph()));
        return graphs;
    }

    void putTo(WireWriter out) {
        List<Home> all = new ArrayList<>(homes.values());
        out.putList(all, Home::putTo);
    }

    static Streams read(WireReader in) {
        Streams read = new Streams();
        in.getList("streams", ClusterLimits.STREAM_COUNT_MAX, 3 * Integer.BYTES, Home::read)
                .forEach(home -> read.homes.put(home.stream(), home));
        return read;
    }
}
