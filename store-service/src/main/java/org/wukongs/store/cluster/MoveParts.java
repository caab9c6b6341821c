package org.wukongs.store.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.MentionEntries;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.WireWriter;

/**
 * Stages the move of vertex partitions: their new owner adds their halves, this node removes them,
 * and the other nodes have nothing to do. The terms go to the new owner before anything that names
 * them. One thread.
 */
final class MoveParts {

    /** Messages that are under way. */
    private static final int AHEAD_MAX = 4;

    /** Of an entry: a triple, since when mentions are void, how often it was said again. */
    static final int MOVED_COLUMNS = 5;

    /** Starts of the new owner while terms are copied to it. */
    private static final int RESETS_MAX = 3;

    private final Members members;
    private final StagedChanges own;
    private final TermDictionary dictionary;
    private final ServedTerms terms;
    private final long change;
    private final int to;
    private final VersionedOwners.Version division;
    private final long[] partitions;
    private final long[] counters; // by partition: of its terms, those up to it are copied
    private final HalfRows rows = new HalfRows(); // for the new owner
    private final Deque<Peer.PendingAnswer> answers = new ArrayDeque<>();
    private TripleHalves gone = new TripleHalves(); // from this node
    private String graph = StreamDefinition.STORED; // of the rows
    private int partCount; // at the new owner
    private int ownPartCount;
    private int otherPartCount; // at each other node
    private long halfCount;
    private boolean isDivided = true; // as the other nodes would, as far as they have answered

    MoveParts(
            Members members,
            StagedChanges own,
            TermDictionary dictionary,
            ServedTerms terms,
            long change,
            ChangeOrder.Move move) {
        this.members = members;
        this.own = own;
        this.dictionary = dictionary;
        this.terms = terms;
        this.change = change;
        this.to = move.to();
        this.division = members.newestOwners();
        this.partitions = move.partitions().stream().mapToLong(Integer::longValue).toArray();
        this.counters = new long[partitions.length];
        for (int i = 0; i < partitions.length; i++) {
            counters[i] = sendTerms((int) partitions[i], 1, 0);
        }
    }

    /** Returns the version of the owners before the move. */
    long owners() {
        return division.number();
    }

    /** Returns who takes part in the move. */
    VersionedOwners.Version division() {
        return division;
    }

    /** Returns how many halves the new owner has been told to add. */
    long halfCount() {
        return halfCount;
    }

    // Terms

    /** Returns the newest counter of a partition's terms that are copied. */
    long counter(int partition) {
        for (int i = 0; i < partitions.length; i++) {
            if (partitions[i] == partition) {
                return counters[i];
            }
        }
        throw new IllegalArgumentException("it does not move: partition=" + partition);
    }

    /** Copies the terms that have no copy yet, and waits until the new owner has them. */
    void copyTerms() {
        for (int i = 0; i < partitions.length; i++) {
            int partition = (int) partitions[i];
            long newest = dictionary.counterHere(partition);
            if (counters[i] > newest) {
                throw WukongsException.fatal(
                        "another node has more terms of a vertex partition than its owner:"
                                + " partition="
                                + partition);
            }
            if (newest > counters[i]) {
                terms.keep(new long[] {Vids.vid(newest, partition)});
            }
            int resets = 0;
            while (counters[i] < newest) {
                long before = counters[i];
                counters[i] = sendTerms(partition, before + 1, newest);
                resets += counters[i] > before ? 0 : 1; // it has come back without the last ones
                if (resets > RESETS_MAX) {
                    throw WukongsException.retriable("a node does not keep the terms it is sent");
                }
            }
        }
    }

    /** Sends terms with the counters {@code from..last}, or fewer; returns what the node keeps. */
    private long sendTerms(int partition, long from, long last) {
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.COPY_TERMS.code()).putInt(partition).putLong(from);
        int countAt = out.length();
        out.putInt(0);
        int count = 0;
        long bytes = 0;
        while (from + count <= last
                && count < RequestLimits.TERMS_MAX
                && bytes < RequestLimits.TEXT_BYTES_GOOD) {
            byte[] text = dictionary.utf8Here(Vids.vid(from + count, partition));
            out.putBytes(text);
            bytes += text.length;
            count++;
        }
        out.setInt(countAt, count);
        return InputLimits.checkRange(
                "counter", members.peer(to).send(out).await().getLong(), 0, Vids.COUNTER_MAX);
    }

    // Halves

    /** Stages a neighbour of a vertex that moves; {@link #flush} ends those of a graph. */
    void add(String of, long vertex, long pid, int direction, long neighbour) {
        graph = of;
        if (direction == Keys.OUT) {
            gone.out().append(vertex, pid, neighbour);
            rows.add(vertex, pid, neighbour, ShardBatch.OUT);
        } else {
            gone.in().append(neighbour, pid, vertex);
            rows.add(neighbour, pid, vertex, ShardBatch.IN);
        }
        halfCount++;
        flushIfFull();
    }

    /** Stages what has changed since. */
    void add(GraphHalves later) {
        graph = later.graph();
        addRows(later.removed().out(), ShardBatch.OUT | StagedChanges.REMOVED);
        addRows(later.removed().in(), ShardBatch.IN | StagedChanges.REMOVED);
        addRows(later.added().out(), ShardBatch.OUT);
        addRows(later.added().in(), ShardBatch.IN);
        flush();
    }

    private void addRows(TripleBuffer triples, int half) {
        boolean isAdded = (half & StagedChanges.REMOVED) == 0;
        for (long row = 0; row < triples.size(); row++) {
            long subject = triples.subject(row);
            long pid = triples.pid(row);
            long object = triples.object(row);
            rows.add(subject, pid, object, half);
            if (isAdded) {
                TripleBuffer from = (half & ShardBatch.OUT) != 0 ? gone.out() : gone.in();
                from.append(subject, pid, object);
                halfCount++;
            }
            flushIfFull();
        }
    }

    private void flushIfFull() {
        if (rows.size() == RequestLimits.HALVES_MAX) {
            flush();
        }
    }

    /** Stages what was added so far, if there is something. */
    void flush() {
        if (gone.size() > 0) {
            stageOwn(MovedMentions.none(partitions));
        }
        if (rows.size() > 0) {
            sendPart(MovedMentions.none(partitions));
        }
    }

    private void stageOwn(MovedMentions moved) {
        GraphHalves part = new GraphHalves(graph, gone, new TripleHalves(), moved);
        own.stage(members.self(), change, ownPartCount++, part);
        gone = new TripleHalves();
    }

    /** Stages what is known of mentions, in place of what was staged of a graph before. */
    void add(String of, List<MentionEntries> entries) {
        flush();
        graph = of;
        MentionEntries none = new MentionEntries();
        stageOwn(new MovedMentions(partitions, true, none, none)); // this node forgets them
        sendPart(new MovedMentions(partitions, true, none, none));
        entries.get(0)
                .forPieces(
                        RequestLimits.ENTRIES_MAX,
                        piece -> sendPart(new MovedMentions(partitions, false, piece, none)));
        entries.get(1)
                .forPieces(
                        RequestLimits.ENTRIES_MAX,
                        piece -> sendPart(new MovedMentions(partitions, false, none, piece)));
    }

    private void sendPart(MovedMentions moved) {
        if (answers.size() == AHEAD_MAX) {
            take();
        }
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.MOVE.code())
                .putLong(change)
                .putInt(partCount++)
                .putLong(division.number())
                .putLongs(partitions)
                .putLongs(counters);
        GraphHalves of = new GraphHalves(graph, GraphExistence.UNCHANGED, HalfMentions.UNSAID);
        rows.encode(of, out).putBoolean(moved.anew());
        put(moved.out(), out);
        put(moved.in(), out);
        answers.add(members.peer(to).send(out));
        rows.clear();
    }

    private static void put(MentionEntries entries, WireWriter out) {
        int count = entries.size();
        long[][] columns = new long[MOVED_COLUMNS][count];
        for (int row = 0; row < count; row++) {
            columns[0][row] = entries.triples().subject(row);
            columns[1][row] = entries.triples().pid(row);
            columns[2][row] = entries.triples().object(row);
            columns[3][row] = entries.voidBefore(row);
            columns[4][row] = entries.times(row);
        }
        for (long[] column : columns) {
            out.putLongs(column);
        }
    }

    private void take() {
        isDivided &= InputLimits.checkRange("flag", answers.remove().await().getByte(), 0, 1) == 1;
    }

    /**
     * Lets all nodes have a part at least, so that they know of the change, and the new owner all
     * terms; waits until they have everything. Returns false if some node knows other owners, so
     * that the change cannot have a turn.
     */
    boolean await() {
        flush();
        graph = StreamDefinition.STORED;
        sendPart(MovedMentions.none(partitions));
        if (ownPartCount == 0) {
            stageOwn(MovedMentions.none(partitions));
        }
        if (otherPartCount == 0) {
            for (int node = 0; node < division.nodeCount(); node++) {
                if (node != members.self() && node != to && division.takesPart(node)) {
                    sendEmpty(node);
                }
            }
            otherPartCount++;
        }
        while (!answers.isEmpty()) {
            take();
        }
        return isDivided;
    }

    private void sendEmpty(int node) {
        GraphHalves empty = new GraphHalves(graph, GraphExistence.UNCHANGED, HalfMentions.UNSAID);
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.STAGE.code())
                .putLong(change)
                .putInt(otherPartCount)
                .putLong(division.number());
        answers.add(members.peer(node).send(new HalfRows().encode(empty, out)));
    }
}
