package org.wukongs.store.cluster;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.ShardBatch;
import org.wukongs.wire.WireWriter;

/**
 * Loads triples into the graphs of all nodes: the OUT half of each goes to its subject's owner, the
 * IN half to its object's. All nodes add them as snapshots of the same number. Used once.
 *
 * <p>Halves are staged at all nodes before the first node adds some. If a node then fails, those
 * before it have their halves and the load has to be repeated: triples that are there already
 * change nothing.
 */
public final class PartitionedLoad {

    private final Members members;
    private final HalvesTarget own;
    private final Map<String, TripleHalves> ownHalves = new HashMap<>();
    private final long[] stagedCounts; // halves, by node

    /**
     * @param own where this node's halves go
     */
    public PartitionedLoad(Members members, HalvesTarget own) {
        this.members = members;
        this.own = own;
        this.stagedCounts = new long[members.count()];
    }

    /** Loads triples as snapshot {@code sn}; returns how many of them were new. */
    public long load(Map<String, TripleBuffer[]> triplesByGraph, long sn) {
        triplesByGraph.forEach(
                (graph, buffers) -> {
                    stageAt(graph, new Part()); // creates the graph at all nodes
                    for (TripleBuffer buffer : buffers) {
                        stage(graph, buffer);
                    }
                });
        long newCount = own.addHalves(ownHalves, sn);
        for (int node = 0; node < members.count(); node++) {
            if (node != members.self()) {
                WireWriter out = new WireWriter();
                out.begin(PeerMessage.ADD_STAGED.code());
                out.putLong(sn).putLong(stagedCounts[node]);
                newCount +=
                        InputLimits.checkRange(
                                "new triples",
                                members.peer(node).sendLong(out).await().getLong(),
                                0,
                                Long.MAX_VALUE - newCount);
            }
        }
        return newCount;
    }

    /** Rows for one other node. */
    private static final class Part {

        private long[] subjects = new long[64];
        private long[] pids = new long[64];
        private long[] objects = new long[64];
        private byte[] halves = new byte[64];
        private int size;

        void add(long subject, long pid, long object, int half) {
            if (size == halves.length) {
                int capacity = Math.min(RequestLimits.HALVES_MAX, 2 * size);
                subjects = Arrays.copyOf(subjects, capacity);
                pids = Arrays.copyOf(pids, capacity);
                objects = Arrays.copyOf(objects, capacity);
                halves = Arrays.copyOf(halves, capacity);
            }
            subjects[size] = subject;
            pids[size] = pid;
            objects[size] = object;
            halves[size++] = (byte) half;
        }

        WireWriter encode(String graph, WireWriter out) {
            return out.begin(PeerMessage.STAGE.code())
                    .putString(graph)
                    .putLongs(Arrays.copyOf(subjects, size))
                    .putLongs(Arrays.copyOf(pids, size))
                    .putLongs(Arrays.copyOf(objects, size))
                    .putBytes(Arrays.copyOf(halves, size));
        }
    }

    private void stage(String graph, TripleBuffer triples) {
        Part[] parts = new Part[members.count()];
        for (int node = 0; node < parts.length; node++) {
            parts[node] = new Part();
        }
        TripleHalves toSelf = ownHalves.get(graph);
        for (long row = 0; row < triples.size(); row++) {
            long subject = triples.subject(row);
            long object = triples.object(row);
            int ofSubject = members.owner(subject);
            int ofObject = members.owner(object);
            int out = ofSubject == ofObject ? ShardBatch.OUT | ShardBatch.IN : ShardBatch.OUT;
            if (ofSubject == members.self()) {
                toSelf.out().append(subject, triples.pid(row), object);
            } else {
                add(graph, parts, ofSubject, triples, row, out);
            }
            if (ofObject == members.self()) {
                toSelf.in().append(subject, triples.pid(row), object);
            } else if (ofObject != ofSubject) {
                add(graph, parts, ofObject, triples, row, ShardBatch.IN);
            }
        }
        for (int node = 0; node < parts.length; node++) {
            send(graph, parts, node);
        }
    }

    private void add(
            String graph, Part[] parts, int node, TripleBuffer triples, long row, int halves) {
        parts[node].add(triples.subject(row), triples.pid(row), triples.object(row), halves);
        if (parts[node].size == RequestLimits.HALVES_MAX) {
            send(graph, parts, node);
        }
    }

    private void send(String graph, Part[] parts, int node) {
        if (parts[node].size > 0) {
            WireWriter out = parts[node].encode(graph, new WireWriter());
            members.peer(node).send(out).await();
            for (int row = 0; row < parts[node].size; row++) {
                stagedCounts[node] += Integer.bitCount(parts[node].halves[row]);
            }
            parts[node].size = 0;
        }
    }

    /** Stages an empty part at all nodes. */
    private void stageAt(String graph, Part empty) {
        ownHalves.put(graph, new TripleHalves());
        for (int node = 0; node < members.count(); node++) {
            if (node != members.self()) {
                members.peer(node).send(empty.encode(graph, new WireWriter())).await();
            }
        }
    }
}
