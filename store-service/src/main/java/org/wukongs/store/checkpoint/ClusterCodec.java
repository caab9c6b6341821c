package org.wukongs.store.checkpoint;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.wukongs.store.checkpoint.ClusterCut.Head;
import org.wukongs.store.checkpoint.ClusterCut.Made;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.history.NodeRecordType;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Writes and reads what only a node of a cluster has. The record CLUSTER: numbers of first changes,
 * by node (longs); turns that wait, a list of snapshot (long), node (int), change (long); changes
 * that are made, a list of the same, added, removed (longs), whether it creates a graph; streams
 * with the newest batch that plans have brought, a list of name and batch (long). The record
 * REPLICAS: lists of copied streams and of ended ones, each with name, home (int), beginning
 * (long); a list of readers with stream, node (int), first and newest beginning (longs); number of
 * beginnings (long).
 */
final class ClusterCodec {

    private ClusterCodec() {}

    static void write(ClusterCut cut, RecordWriter out) {
        Head head = cut.head();
        out.begin(RecordType.CLUSTER)
                .putLongs(head.firstChanges())
                .putList(head.waiting(), NodeRecord.Turn::putTo)
                .putList(head.made(), ClusterCodec::put)
                .putList(
                        List.copyOf(head.batches().entrySet()),
                        (entry, to) -> to.putString(entry.getKey()).putLong(entry.getValue()));
        out.end();
        cut.mentions().forEach((graph, halves) -> RetentionCodec.writeHalves(graph, halves, out));
        for (Iterator<NodeRecord> parts = cut.staged().get(); parts.hasNext(); ) {
            NodeRecord part = parts.next();
            part.putTo(out.begin(staged(part)));
            out.end();
        }
        write(cut.replicas(), out);
    }

    private static void write(ReplicasCut cut, RecordWriter out) {
        out.begin(RecordType.REPLICAS)
                .putList(cut.copies(), ClusterCodec::put)
                .putList(cut.ended(), ClusterCodec::put)
                .putList(cut.readers(), ClusterCodec::put)
                .putLong(cut.begunCount());
        out.end();
    }

    private static void put(ReplicasCut.Copy copy, WireWriter out) {
        out.putString(copy.stream()).putInt(copy.home()).putLong(copy.begun());
    }

    private static void put(ReplicasCut.Reader reader, WireWriter out) {
        out.putString(reader.stream())
                .putInt(reader.node())
                .putLong(reader.firstBegun())
                .putLong(reader.begun());
    }

    private static RecordType staged(NodeRecord part) {
        return switch (part.type()) {
            case STAGE -> RecordType.STAGED;
            case STAGE_MOVE -> RecordType.STAGED_MOVE;
            case STAGE_HOMES -> RecordType.STAGED_HOMES;
            default -> throw new IllegalArgumentException("not staged: type=" + part.type());
        };
    }

    private static void put(Made made, WireWriter out) {
        made.turn().putTo(out);
        out.putLong(made.added()).putLong(made.removed()).putBoolean(made.createsGraph());
    }

    /** Reads a record; {@code type} is one of those of a cluster. */
    static void read(RecordType type, WireReader in, RestoredCluster node) {
        switch (type) {
            case CLUSTER -> node.begin(head(in));
            case HALF_MENTIONS ->
                    RetentionCodec.readHalfMentions(in, node.mentions(in.getString()));
            case HALF_REPEATED ->
                    RetentionCodec.readHalfRepeated(in, node.mentions(in.getString()));
            case STAGED -> node.stage(NodeRecord.read(NodeRecordType.STAGE, in));
            case STAGED_MOVE -> node.stage(NodeRecord.read(NodeRecordType.STAGE_MOVE, in));
            case STAGED_HOMES -> node.stage(NodeRecord.read(NodeRecordType.STAGE_HOMES, in));
            case REPLICAS -> node.replicas(replicas(in));
            default -> throw new IllegalArgumentException("not of a cluster: type=" + type);
        }
    }

    private static ReplicasCut replicas(WireReader in) {
        return new ReplicasCut(
                in.getList(ClusterCodec::copy),
                in.getList(ClusterCodec::copy),
                in.getList(
                        from ->
                                new ReplicasCut.Reader(
                                        from.getString(),
                                        from.getInt(),
                                        from.getLong(),
                                        from.getLong())),
                in.getLong());
    }

    private static ReplicasCut.Copy copy(WireReader in) {
        return new ReplicasCut.Copy(in.getString(), in.getInt(), in.getLong());
    }

    private static Head head(WireReader in) {
        long[] firstChanges = in.getLongs();
        List<NodeRecord.Turn> waiting = in.getList(ClusterCodec::turn);
        List<Made> made =
                in.getList(
                        from ->
                                new Made(
                                        turn(from),
                                        from.getLong(),
                                        from.getLong(),
                                        from.getBoolean()));
        Map<String, Long> batches = new HashMap<>();
        in.getList(from -> batches.put(from.getString(), from.getLong()));
        return new Head(firstChanges, waiting, made, batches);
    }

    private static NodeRecord.Turn turn(WireReader in) {
        return (NodeRecord.Turn) NodeRecord.read(NodeRecordType.TURN, in);
    }
}
