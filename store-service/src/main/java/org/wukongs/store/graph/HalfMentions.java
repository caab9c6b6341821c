package org.wukongs.store.graph;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.wukongs.id.Keys;

/**
 * What keeps the triples of a graph of which a node has halves. The nodes of the streams that say
 * triples for a time have the logs of their mentions, and tell when one is due; each owner of a
 * half knows by itself whether something else keeps the triple (docs/adr/0031). All changes of a
 * triple reach both of its owners in the same order, so both decide alike. OUT and IN halves are
 * counted apart. The node's thread.
 */
public final class HalfMentions {

    /** What a change adds is kept for ever, also if it is there already: a load, or a stream. */
    public static final long SAID = -1;

    /** What a change adds and is there already is not said again: an update. */
    public static final long UNSAID = -2;

    /** The node of a change has mentions that are not due, of this change the oldest ones. */
    public static final long OF_THIS_CHANGE = 0;

    /** The node of a change has no mentions that are not due. */
    public static final long NONE = Long.MAX_VALUE;

    /** Mentions of one change: no more than halves that wait for their turn. */
    private static final int NUMBER_BITS = 24;

    private record Triple(long subject, long pid, long object) {}

    private final RepeatedMentions out = new RepeatedMentions();
    private final RepeatedMentions in = new RepeatedMentions();
    private final Map<Integer, Long> oldest = new HashMap<>(); // number, by node

    /** Returns the number of the first mention of a change. */
    public static long firstNumber(long sn) {
        return sn << NUMBER_BITS;
    }

    /** Notes the number of the oldest mention that a node has and that is not due. */
    public void noteOldest(int node, long number) {
        if (number == NONE) {
            oldest.remove(node);
        } else {
            oldest.put(node, number);
        }
    }

    /** The mentions of one node are those of another one from now on. */
    public void moveOldest(int from, int to) {
        Long number = oldest.remove(from);
        if (number != null) {
            oldest.merge(to, number, Math::min);
        }
    }

    /** Returns the numbers that nodes have noted, by node. */
    public Map<Integer, Long> oldest() {
        return Map.copyOf(oldest);
    }

    /** Returns false if no node has mentions, so that nothing has to be known. */
    public boolean isNeeded() {
        return !oldest.isEmpty();
    }

    /** Takes mentions that are due; returns the halves of triples that nothing keeps any longer. */
    public TripleHalves takeDue(DueMentions ofOut, DueMentions ofIn) {
        TripleHalves expired = new TripleHalves();
        takeDue(out, ofOut, expired.out());
        takeDue(in, ofIn, expired.in());
        return expired;
    }

    private static void takeDue(RepeatedMentions table, DueMentions due, TripleBuffer expired) {
        TripleBuffer triples = due.triples();
        for (int row = 0; row < due.size(); row++) {
            long subject = triples.subject(row);
            long pid = triples.pid(row);
            long object = triples.object(row);
            if (table.takeDue(subject, pid, object, due.number(row))) {
                expired.append(subject, pid, object);
            }
        }
    }

    /** Returns those of some halves that a graph has. */
    public static TripleHalves present(StoredGraph graph, TripleHalves halves) {
        TripleHalves present = new TripleHalves();
        visit(graph, halves.out(), Keys.OUT, false, present.out());
        visit(graph, halves.in(), Keys.IN, false, present.in());
        return present;
    }

    /** Returns those that are said again: that a graph has, or that come before among them. */
    public static TripleHalves again(StoredGraph graph, TripleHalves halves) {
        TripleHalves again = new TripleHalves();
        visit(graph, halves.out(), Keys.OUT, true, again.out());
        visit(graph, halves.in(), Keys.IN, true, again.in());
        return again;
    }

    private static void visit(
            StoredGraph graph, TripleBuffer rows, int direction, boolean counts, TripleBuffer to) {
        Set<Triple> before = new HashSet<>();
        for (long row = 0; row < rows.size(); row++) {
            long subject = rows.subject(row);
            long pid = rows.pid(row);
            long object = rows.object(row);
            boolean isThere =
                    direction == Keys.OUT
                            ? graph.contains(subject, pid, object)
                            : graph.subjects(pid, object) instanceof StoredNeighbours list
                                    && list.hasHalf(subject);
            boolean isFirst = before.add(new Triple(subject, pid, object));
            if (counts ? isThere || !isFirst : isThere && isFirst) {
                to.append(subject, pid, object);
            }
        }
    }

    /** Notes that halves were removed, whatever has kept them: mentions before {@code number}. */
    public void makeVoid(TripleHalves gone, long number) {
        makeVoid(out, gone.out(), number);
        makeVoid(in, gone.in(), number);
    }

    private void makeVoid(RepeatedMentions table, TripleBuffer rows, long number) {
        for (long row = 0; row < rows.size(); row++) {
            makeRoom(table);
            table.makeVoid(rows.subject(row), rows.pid(row), rows.object(row), number);
        }
    }

    /** Notes that halves were said again. */
    public void repeat(TripleHalves again) {
        repeat(out, again.out());
        repeat(in, again.in());
    }

    private void repeat(RepeatedMentions table, TripleBuffer rows) {
        for (long row = 0; row < rows.size(); row++) {
            makeRoom(table);
            table.repeat(rows.subject(row), rows.pid(row), rows.object(row));
        }
    }

    // Vertices that move to another node

    /** Returns what is known of OUT (or else IN) halves of vertices that move. */
    public MentionEntries entries(LongPredicate moves, boolean isOut) {
        return (isOut ? out : in).entries(moves, isOut);
    }

    /** Forgets what is known of vertices that move. */
    public void drop(LongPredicate moves) {
        out.drop(moves, true);
        in.drop(moves, false);
    }

    /** Knows what another node knew of OUT (or else IN) halves. */
    public void put(MentionEntries entries, boolean isOut) {
        RepeatedMentions table = isOut ? out : in;
        TripleBuffer triples = entries.triples();
        for (int row = 0; row < entries.size(); row++) {
            makeRoom(table);
            table.put(
                    triples.subject(row),
                    triples.pid(row),
                    triples.object(row),
                    entries.voidBefore(row),
                    entries.times(row));
        }
    }

    // Checkpoints

    /** Returns a copy, for any thread. */
    public HalfMentionsCut cut() {
        return new HalfMentionsCut(oldest, out.copy(), in.copy());
    }

    /** Restores what is known of one half: OUT or IN. */
    public void restore(
            int direction, long subject, long pid, long object, long voidBefore, long times) {
        (direction == Keys.OUT ? out : in).put(subject, pid, object, voidBefore, times);
    }

    private void makeRoom(RepeatedMentions table) {
        if (table.isFull()) {
            long first = NONE;
            for (long number : oldest.values()) {
                first = Math.min(first, number);
            }
            table.sweep(first);
        }
    }
}
