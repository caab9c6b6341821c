package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.graph.DueMentions;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.ShardBatch;
import org.wukongs.wire.WireWriter;

/**
 * Stages one change at all nodes: the OUT half of each triple at its subject's owner, the IN half
 * at its object's, by the owners of now. Repeated as a whole if a node cannot be reached. One
 * thread.
 */
final class ChangeParts {

    /** Messages to one node that are under way; the node's memory bounds how far it is behind. */
    private static final int AHEAD_MAX = 4;

    private final Members members;
    private final StagedChanges own;
    private final long change;
    private final VersionedOwners.Version division;
    private final HalfRows[] rows; // by node
    private final int[] partCounts;
    private final List<List<Peer.PendingAnswer>> answers = new ArrayList<>();
    private boolean isDivided = true; // as the other nodes would, as far as they have answered
    private GraphHalves ownPart; // of the graph that is being split; its head is that of all parts

    ChangeParts(Members members, StagedChanges own, long change) {
        this.members = members;
        this.own = own;
        this.change = change;
        this.division = members.newestOwners();
        this.rows = new HalfRows[division.nodeCount()];
        this.partCounts = new int[rows.length];
        for (int node = 0; node < rows.length; node++) {
            rows[node] = new HalfRows();
            answers.add(new ArrayList<>());
        }
    }

    /** Returns the version of the owners that the change is divided between. */
    long owners() {
        return division.number();
    }

    /** Returns between whom it is divided. */
    VersionedOwners.Version division() {
        return division;
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
            } else if (division.takesPart(node)) {
                send(node);
            }
        }
    }

    /**
     * Waits until all nodes have everything; returns false if some node knows other owners, so that
     * the change cannot have a turn.
     */
    boolean await() {
        answers.forEach(ofNode -> ofNode.forEach(this::take));
        answers.forEach(List::clear);
        return isDivided;
    }

    private void take(Peer.PendingAnswer answer) {
        isDivided &= InputLimits.checkRange("flag", answer.await().getByte(), 0, 1) == 1;
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
            int ofSubject = division.owners().owner(subject);
            int ofObject = division.owners().owner(object);
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
            int ofSubject = division.owners().owner(subject);
            int ofObject = division.owners().owner(object);
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
        if (rows[node].size() == RequestLimits.HALVES_MAX) {
            send(node);
        }
    }

    private void send(int node) {
        List<Peer.PendingAnswer> underWay = answers.get(node);
        if (underWay.size() == AHEAD_MAX) {
            take(underWay.remove(0));
        }
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.STAGE.code())
                .putLong(change)
                .putInt(partCounts[node]++)
                .putLong(division.number());
        underWay.add(members.peer(node).send(rows[node].encode(ownPart, out)));
        rows[node].clear();
    }
}
