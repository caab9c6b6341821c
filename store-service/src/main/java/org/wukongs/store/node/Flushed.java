package org.wukongs.store.node;

import org.wukongs.store.history.History;

/**
 * The newest of some states of a node that its log has on disk, so that a crash of the machine does
 * not take it back. Asks the log to flush, one state after the other. The node's thread.
 */
final class Flushed<T> {

    private final History history;
    private T waiting; // null if none
    private long position; // of the newest record when that one came
    private T flushed; // null before the first

    Flushed(History history) {
        this.history = history;
    }

    /** Returns the newest state on disk, null before the first; {@code now} is the present one. */
    T newest(T now) {
        settle();
        if (waiting == null && !now.equals(flushed)) {
            waiting = now;
            position = history.position();
            history.requestFlush();
            settle();
        }
        return flushed;
    }

    private void settle() {
        if (waiting != null && history.isFlushed(position)) {
            flushed = waiting;
            waiting = null;
        }
    }
}
