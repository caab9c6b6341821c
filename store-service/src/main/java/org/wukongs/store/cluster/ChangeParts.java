package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.store.graph.DueMentions;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.HalfMentions;
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
    private GraphHalves ownPart; // of the graph that is being split; its head is that of all parts

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
    void stage(GraphRows changed) {
        ownPart = new GraphHalves(changed.graph(), changed.existence(), changed.oldest());
        splitDue(changed.due());
        split(changed.removed(), StagedChanges.REMOVED);
        split(changed.added(), 0);
        stageRest();
    }

    /** Stages triples that a graph gets, which exists afterwards. */
    void stage(String graph, TripleBuffer... added) {
        ownPart = new GraphHalves(graph, GraphExistence.KNOWN, HalfMentions.SAID);
        for (TripleBuffer buffer : added) {
            split(buffer, 0);
        }
        stageRest();
    }

    private void stageRest() {
        for (int node = 0; node < rows.length; node++) {
            if (node == members.self()) {
                stageOwn();
            } else {
                send(node);
            }
        }
    }

    /** Waits until all nodes have everything. */
    void await() {
        answers.forEach(ofNode -> ofNode.forEach(Peer.PendingAnswer::await));
        answers.forEach(List::clear);
    }

    private void stageOwn() {
        GraphHalves part = ownPart;
        ownPart = new GraphHalves(part.graph(), part.existence(), part.oldest());
        own.stage(members.self(), change, partCounts[members.self()]++, part);
    }

    private void splitDue(DueMentions due) {
        for (int row = 0; row < due.size(); row++) {
            if (ownPart.size() >= RequestLimits.HALVES_MAX) {
                stageOwn();
            }
            long subject = due.triples().subject(row);
            long pid = due.triples().pid(row);
            long object = due.triples().object(row);
            long number = due.number(row);
            int ofSubject = members.owner(subject);
            int ofObject = members.owner(object);
            int out = ofSubject == ofObject ? ShardBatch.OUT | ShardBatch.IN : ShardBatch.OUT;
            if (ofSubject == members.self()) {
                ownPart.dueOut().append(number, subject, pid, object);
            } else {
                rows[ofSubject].addNumber(number);
                add(ofSubject, due.triples(), row, out | StagedChanges.DUE);
            }
            if (ofObject == members.self()) {
                ownPart.dueIn().append(number, subject, pid, object);
            } else if (ofObject != ofSubject) {
                rows[ofObject].addNumber(number);
                add(ofObject, due.triples(), row, ShardBatch.IN | StagedChanges.DUE);
            }
        }
    }

    private void split(TripleBuffer triples, int kind) {
        for (long row = 0; row < triples.size(); row++) {
            if (ownPart.size() >= RequestLimits.HALVES_MAX) {
                stageOwn();
            }
            TripleHalves toSelf = kind == 0 ? ownPart.added() : ownPart.removed();
            long subject = triples.subject(row);
            long object = triples.object(row);
            int ofSubject = members.owner(subject);
            int ofObject = members.owner(object);
            int out = ofSubject == ofObject ? ShardBatch.OUT | ShardBatch.IN : ShardBatch.OUT;
            if (ofSubject == members.self()) {
                toSelf.out().append(subject, triples.pid(row), object);
            } else {
                add(ofSubject, triples, row, out | kind);
            }
            if (ofObject == members.self()) {
                toSelf.in().append(subject, triples.pid(row), object);
            } else if (ofObject != ofSubject) {
                add(ofObject, triples, row, ShardBatch.IN | kind);
            }
        }
    }

    private void add(int node, TripleBuffer triples, long row, int halves) {
        rows[node].add(triples.subject(row), triples.pid(row), triples.object(row), halves);
        if (rows[node].size == RequestLimits.HALVES_MAX) {
            send(node);
        }
    }

    private void send(int node) {
        List<Peer.PendingAnswer> underWay = answers.get(node);
        if (underWay.size() == AHEAD_MAX) {
            underWay.remove(0).await();
        }
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.STAGE.code()).putLong(change).putInt(partCounts[node]++);
        underWay.add(members.peer(node).send(rows[node].encode(ownPart, out)));
        rows[node].clear();
    }

    /** Rows for one other node. */
    private static final class Rows {

        private long[] subjects = new long[64];
        private long[] pids = new long[64];
        private long[] objects = new long[64];
        private byte[] halves = new byte[64];
        private int size;
        private long[] numbers = new long[64]; // of mentions that are due
        private int numberCount;

        /** Adds the number of the mention that is added next. */
        void addNumber(long number) {
            if (numberCount == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * numberCount);
            }
            numbers[numberCount++] = number;
        }

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

        void clear() {
            size = 0;
            numberCount = 0;
        }

        WireWriter encode(GraphHalves of, WireWriter out) {
            return out.putString(of.graph())
                    .putByte((byte) of.existence().code())
                    .putLong(of.oldest())
                    .putLongs(Arrays.copyOf(subjects, size))
                    .putLongs(Arrays.copyOf(pids, size))
                    .putLongs(Arrays.copyOf(objects, size))
                    .putBytes(Arrays.copyOf(halves, size))
                    .putLongs(Arrays.copyOf(numbers, numberCount));
        }
    }
}
