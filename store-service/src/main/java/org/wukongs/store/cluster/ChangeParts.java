package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.stream.ShardBatch;
import org.wukongs.wire.WireWriter;

/**
 * Stages one change at all nodes: the OUT half of each triple at its subject's owner, the IN half
 * at its object's. Repeated as a whole if a node cannot be reached. One thread.
 */
final class ChangeParts {

    /** Messages to one node that are under way; the node's memory bounds how far it is behind. */
    private static final int AHEAD_MAX = 4;

    private final Members members;
    private final StagedChanges own;
    private final long change;
    private final Rows[] rows; // by node
    private final int[] partCounts;
    private final List<List<Peer.PendingAnswer>> answers = new ArrayList<>();

    ChangeParts(Members members, StagedChanges own, long change) {
        this.members = members;
        this.own = own;
        this.change = change;
        this.rows = new Rows[members.count()];
        this.partCounts = new int[members.count()];
        for (int node = 0; node < rows.length; node++) {
            rows[node] = new Rows();
            answers.add(new ArrayList<>());
        }
    }

    /** Stages rows of a graph; every node learns of its existence, even if it gets no rows. */
    void stage(
            String graph, GraphExistence existence, TripleBuffer removed, TripleBuffer... added) {
        GraphHalves ownPart = new GraphHalves(graph, existence);
        split(removed, StagedChanges.REMOVED, ownPart);
        for (TripleBuffer buffer : added) {
            split(buffer, 0, ownPart);
        }
        for (int node = 0; node < rows.length; node++) {
            if (node == members.self()) {
                own.stage(node, change, partCounts[node]++, ownPart);
            } else {
                send(ownPart, node);
            }
        }
    }

    /** Waits until all nodes have everything. */
    void await() {
        answers.forEach(ofNode -> ofNode.forEach(Peer.PendingAnswer::await));
        answers.forEach(List::clear);
    }

    private void split(TripleBuffer triples, int kind, GraphHalves ownPart) {
        TripleHalves toSelf = kind == 0 ? ownPart.added() : ownPart.removed();
        for (long row = 0; row < triples.size(); row++) {
            long subject = triples.subject(row);
            long object = triples.object(row);
            int ofSubject = members.owner(subject);
            int ofObject = members.owner(object);
            int out = ofSubject == ofObject ? ShardBatch.OUT | ShardBatch.IN : ShardBatch.OUT;
            if (ofSubject == members.self()) {
                toSelf.out().append(subject, triples.pid(row), object);
            } else {
                add(ownPart, ofSubject, triples, row, out | kind);
            }
            if (ofObject == members.self()) {
                toSelf.in().append(subject, triples.pid(row), object);
            } else if (ofObject != ofSubject) {
                add(ownPart, ofObject, triples, row, ShardBatch.IN | kind);
            }
        }
    }

    private void add(GraphHalves of, int node, TripleBuffer triples, long row, int halves) {
        rows[node].add(triples.subject(row), triples.pid(row), triples.object(row), halves);
        if (rows[node].size == RequestLimits.HALVES_MAX) {
            send(of, node);
        }
    }

    private void send(GraphHalves of, int node) {
        List<Peer.PendingAnswer> underWay = answers.get(node);
        if (underWay.size() == AHEAD_MAX) {
            underWay.remove(0).await();
        }
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.STAGE.code()).putLong(change).putInt(partCounts[node]++);
        underWay.add(members.peer(node).send(rows[node].encode(of, out)));
        rows[node].size = 0;
    }

    /** Rows for one other node. */
    private static final class Rows {

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

        WireWriter encode(GraphHalves of, WireWriter out) {
            return out.putString(of.graph())
                    .putByte((byte) of.existence().code())
                    .putLongs(Arrays.copyOf(subjects, size))
                    .putLongs(Arrays.copyOf(pids, size))
                    .putLongs(Arrays.copyOf(objects, size))
                    .putBytes(Arrays.copyOf(halves, size));
        }
    }
}
