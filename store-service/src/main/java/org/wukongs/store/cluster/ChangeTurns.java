package org.wukongs.store.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The turns of changes that a node has been told of and has not made yet. One thread adds them, the
 * node's thread takes them. A node gives few changes at a time, so there are few.
 */
public final class ChangeTurns {

    /**
     * The turn of a change.
     *
     * @param sn number of the snapshot that has it, one more than that of the turn before
     * @param node place of the node whose change it is
     * @param change its number at that node
     */
    public record Turn(long sn, int node, long change) {

        /** Returns whether it is no turn, but the place of {@link #begin} among the turns. */
        public boolean isBegin() {
            return sn == 0;
        }

        /** Returns whether it is the place of {@link #left} among the turns. */
        public boolean isEnd() {
            return isBegin() && change == LEFT;
        }
    }

    /** Changes that a node makes between two joinings: two centuries of ten a second. */
    private static final int CHANGE_BITS = 36;

    /** Instead of the number of a first change: the node has left and has no turns any more. */
    public static final long LEFT = Long.MAX_VALUE - 1;

    /** Returns the number of the first change of a node that has joined with an epoch. */
    public static long firstChange(long epoch) {
        return epoch << CHANGE_BITS;
    }

    private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();
    private final Deque<Turn> restored = new ArrayDeque<>(); // before all others; the node's thread

    /** Adds the next turn. */
    public void add(Turn turn) {
        turns.add(turn);
    }

    /**
     * A node has joined anew: its changes before {@code change} that have had no turn so far get
     * none.
     */
    public void begin(int node, long change) {
        turns.add(new Turn(0, node, change));
    }

    /** A node has left: its changes that have had no turn so far get none. */
    public void left(int node) {
        begin(node, LEFT);
    }

    /** Returns the next turn, null if there is none yet. The node's thread. */
    public Turn next() {
        return restored.isEmpty() ? turns.peek() : restored.peek();
    }

    /** The next turn is over. The node's thread. */
    public void end() {
        if (restored.poll() == null) {
            turns.remove();
        }
    }

    /** Returns the turns that have been added and are not over, in order. The node's thread. */
    public List<Turn> waiting() {
        List<Turn> waiting = new ArrayList<>(restored);
        waiting.addAll(turns);
        return waiting;
    }

    /**
     * Restores turns that have waited, which come before those that are added. The node's thread,
     * before it makes any.
     */
    public void restore(List<Turn> waiting) {
        restored.addAll(waiting);
    }
}
