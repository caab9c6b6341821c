package org.wukongs.store.view;

import org.agrona.collections.LongHashSet;

/** Merges the expansions of the members of a union row by row, without duplicate ids in a row. */
final class RowMerge {

    /** Up to so many ids of a row are compared with each other; more are hashed. */
    private static final int COMPARED_MAX = 16;

    /** A larger set, grown for a hub, is dropped instead of cleared. */
    private static final int CLEARED_MAX = 1 << 12;

    private final Expansion[] parts;
    private final int[] next;
    private LongHashSet seen; // made for the first long row

    RowMerge(int partCount) {
        this.parts = new Expansion[partCount];
        this.next = new int[partCount];
    }

    void set(int number, Expansion part) {
        parts[number] = part;
    }

    void appendTo(Expansion into) {
        for (int row = firstRow(); row < Integer.MAX_VALUE; row = firstRow()) {
            appendRow(row, into);
        }
    }

    /** Returns the lowest row of which some part has ids left. */
    private int firstRow() {
        int first = Integer.MAX_VALUE;
        for (int i = 0; i < parts.length; i++) {
            if (next[i] < parts[i].size()) {
                first = Math.min(first, parts[i].rows()[next[i]]);
            }
        }
        return first;
    }

    private void appendRow(int row, Expansion into) {
        int start = into.size();
        boolean hashed = false;
        for (int i = 0; i < parts.length; i++) {
            int from = next[i];
            int to = endOfRow(parts[i], from, row);
            next[i] = to;
            if (from == to) {
                continue;
            }
            int before = into.size() - start;
            if (before == 0) {
                into.appendRow(row, parts[i].ids(), from, to);
            } else if (!hashed && before + to - from <= COMPARED_MAX) {
                appendUnseen(row, parts[i].ids(), from, to, into, start);
            } else {
                hashed = hash(hashed, into, start);
                appendUnhashed(row, parts[i].ids(), from, to, into);
            }
        }
    }

    private static int endOfRow(Expansion part, int from, int row) {
        int[] rows = part.rows();
        int to = from;
        while (to < part.size() && rows[to] == row) {
            to++;
        }
        return to;
    }

    private static void appendUnseen(
            int row, long[] ids, int from, int to, Expansion into, int start) {
        int end = into.size();
        for (int i = from; i < to; i++) {
            if (!contains(into.ids(), start, end, ids[i])) {
                into.append(row, ids[i]);
            }
        }
    }

    private static boolean contains(long[] ids, int from, int to, long id) {
        for (int i = from; i < to; i++) {
            if (ids[i] == id) {
                return true;
            }
        }
        return false;
    }

    /** Puts the row's ids so far into the set, unless this has been done. */
    private boolean hash(boolean hashed, Expansion into, int start) {
        if (!hashed) {
            if (seen == null || seen.capacity() > CLEARED_MAX) {
                seen = new LongHashSet();
            }
            seen.clear();
            for (int i = start; i < into.size(); i++) {
                seen.add(into.ids()[i]);
            }
        }
        return true;
    }

    private void appendUnhashed(int row, long[] ids, int from, int to, Expansion into) {
        for (int i = from; i < to; i++) {
            if (seen.add(ids[i])) {
                into.append(row, ids[i]);
            }
        }
    }
}
