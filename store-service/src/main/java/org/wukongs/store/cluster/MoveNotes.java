package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.MentionEntries;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.graph.TripleHalves;

/**
 * What turns change at vertices that are about to move, turn by turn, so that a copy of them can be
 * brought up to date. The node's thread notes, the mover takes.
 */
public final class MoveNotes {

    /** Halves that wait to be taken: 100 MB. */
    private static final long WAITING_MAX = 1L << 22;

    private static final long NONE = -1;

    /** What a part of a turn changes. */
    record Note(long sn, GraphHalves halves) {}

    /**
     * What a node knows of mentions at vertices that move.
     *
     * @param sn the newest snapshot then
     * @param entries of OUT and of IN halves, by graph
     */
    record Told(long sn, Map<String, List<MentionEntries>> entries) {}

    private final boolean[] moves = new boolean[Vids.PARTITION_COUNT];
    private final Queue<Note> notes = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong(); // halves
    private volatile long newestSn = NONE; // owner: the node's thread
    private volatile boolean asksForMentions;
    private volatile Told told; // owner: the node's thread, until it is asked again
    private volatile boolean isLost; // too many were waiting

    MoveNotes(List<Integer> partitions) {
        partitions.forEach(partition -> moves[partition] = true);
    }

    /**
     * Notes the turns after a snapshot from now on, if it does not yet, and tells what is known of
     * mentions if that is asked. The node's thread, between two turns.
     *
     * @param mentions what is known, by graph
     */
    public void tell(long sn, Map<String, HalfMentions> mentions) {
        if (newestSn == NONE) {
            newestSn = sn;
        }
        if (asksForMentions) {
            LongPredicate isMoving = vid -> moves[Vids.partition(vid)];
            Map<String, List<MentionEntries>> entries = new TreeMap<>();
            mentions.forEach(
                    (graph, known) ->
                            entries.put(
                                    graph,
                                    List.of(
                                            known.entries(isMoving, true),
                                            known.entries(isMoving, false))));
            asksForMentions = false;
            told = new Told(sn, entries);
        }
    }

    /** Notes what a part of the next turn does: removes halves, then adds some. */
    public void add(long sn, String graph, List<TripleHalves> removed, TripleHalves added) {
        if (newestSn == NONE || isLost) {
            return;
        }
        GraphHalves some = new GraphHalves(graph, GraphExistence.UNCHANGED, HalfMentions.UNSAID);
        removed.forEach(halves -> take(halves, some.removed()));
        take(added, some.added());
        if (some.size() > 0) {
            isLost = waiting.addAndGet(some.size()) > WAITING_MAX;
            notes.add(new Note(sn, some));
        }
    }

    private void take(TripleHalves from, TripleHalves to) {
        take(from.out(), true, to.out());
        take(from.in(), false, to.in());
    }

    private void take(TripleBuffer from, boolean bySubject, TripleBuffer to) {
        for (long row = 0; row < from.size(); row++) {
            long subject = from.subject(row);
            long object = from.object(row);
            if (moves[Vids.partition(bySubject ? subject : object)]) {
                to.append(subject, from.pid(row), object);
            }
        }
    }

    /** A turn is made, and noted as a whole. The node's thread. */
    public void made(long sn) {
        if (newestSn != NONE) {
            newestSn = sn;
        }
    }

    /** Asks what is known of mentions at vertices that move; {@link #told} tells it soon. */
    void askForMentions() {
        told = null;
        asksForMentions = true;
    }

    /** Returns what was asked for, null if it is not told yet. */
    Told told() {
        return told;
    }

    /** Returns whether turns are noted. */
    boolean isBegun() {
        return newestSn != NONE;
    }

    /** Returns the newest snapshot whose turn is noted. */
    long newestSn() {
        return newestSn;
    }

    /**
     * Takes what is noted of the turns after a snapshot up to another one, in order.
     *
     * @throws WukongsException RETRIABLE if it was too much
     */
    List<GraphHalves> take(long afterSn, long upToSn) {
        if (isLost) {
            throw WukongsException.retriable(
                    "vertex partitions that move change too fast: halvesMax=" + WAITING_MAX);
        }
        List<GraphHalves> taken = new ArrayList<>();
        for (Note next = notes.peek(); next != null && next.sn() <= upToSn; next = notes.peek()) {
            notes.remove();
            waiting.addAndGet(-next.halves().size());
            if (next.sn() > afterSn) {
                taken.add(next.halves());
            }
        }
        return taken;
    }
}
