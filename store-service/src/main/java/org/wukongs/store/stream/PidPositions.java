package org.wukongs.store.stream;

import java.util.Arrays;

/**
 * Position lists by predicate.
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

    void free() {
        for (PositionList list : all) {
            list.free(memory);
        }
    }
}
