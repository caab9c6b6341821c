package org.wukongs.store.stream;

import java.util.Arrays;
import org.wukongs.id.Keys;

/**
 * Position lists by predicate, and one of all removals.
 *
 * <p>Publication: a list is put into its place before its first position is published; the array is
 * replaced when it grows, and never cleared. Owned by the store agent.
 */
final class PidPositions {

    private static final PositionList[] NONE = {};

    private final TransientMemory memory;
    // by pid; owner: the store agent
    private volatile PositionList[] byPid = NONE;
    // in order of appearance
    private volatile PositionList[] all = NONE;
    // of all predicates; null if there was none
    private volatile PositionList removals;

    PidPositions(TransientMemory memory) {
        this.memory = memory;
    }

    void append(long pid, long position, long tail) {
        PositionList list = list(pid);
        if (list == null) {
            list = add(pid);
        }
        list.append(position, tail, memory);
    }

    /** Appends a tuple that takes its triple back; it is in the list of its predicate, too. */
    void appendRemoval(long position, long tail) {
        if (removals == null) {
            removals = new PositionList(Keys.PREDICATES, memory);
        }
        removals.append(position, tail, memory);
    }

    /** Returns true if some tuple at positions [from, to) takes its triple back. */
    boolean hasRemovals(long from, long to) {
        PositionList list = removals;
        return list != null && list.hasAny(from, to);
    }

    /** Returns the list of a predicate, null if no tuple had it. */
    PositionList list(long pid) {
        PositionList[] lists = byPid;
        return pid < lists.length ? lists[(int) pid] : null;
    }

    PositionList[] all() {
        return all;
    }

    private PositionList add(long pid) {
        PositionList list = new PositionList(pid, memory);
        PositionList[] lists = byPid;
        if (pid >= lists.length) {
            lists = Arrays.copyOf(lists, Math.max((int) pid + 1, lists.length * 2));
        } else {
            lists = lists.clone();
        }
        lists[(int) pid] = list;
        byPid = lists;
        PositionList[] more = Arrays.copyOf(all, all.length + 1);
        more[more.length - 1] = list;
        all = more;
        return list;
    }

    /** Called before 2^30 positions have passed since the call before. */
    void reclaimBelow(long tail) {
        for (PositionList list : all) {
            list.reclaimBelow(tail, memory);
        }
        if (removals != null) {
            removals.reclaimBelow(tail, memory);
        }
    }

    void free() {
        for (PositionList list : all) {
            list.free(memory);
        }
        if (removals != null) {
            removals.free(memory);
        }
    }
}
