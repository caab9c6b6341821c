package org.wukongs.store.explore;

import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.memory.Expansion;
import org.wukongs.store.memory.TripleView;

/**
 * Known to known where many rows in a row have the same object: the object's list of subjects is
 * read once and searched for the subjects of all of them, instead of a look-up for each row in a
 * place of memory of its own.
 */
final class RunProbe {

    /** A run of rows has to be so long to pay for reading its list. */
    private static final int RUN_ROWS_MIN = 4;

    /** Runs are looked for in these rows: enough to see them, few enough to look in vain. */
    private static final int LOOK_ROWS = 64;

    /** How much longer lists may be than the mean before it is given up. */
    private static final int SKEW_MAX = 4;

    /** Up to here a list is searched from begin to end about as fast as one key is looked up. */
    private static final double LIST_LENGTH_MAX = 32;

    private final Expansion lists = new Expansion();
    private TripleView view;
    private long pid;
    private boolean listsAreShort;
    private long[] objects = {};
    private int[] runEnds = {};

    void bind(TripleView of, long predicate) {
        view = of;
        pid = predicate;
        double listCount = view.degree(Keys.key(Vids.INDEX_VERTEX, predicate, Keys.IN));
        listsAreShort = view.tripleCount(predicate) <= LIST_LENGTH_MAX * listCount;
    }

    /** Whether lists are short enough. */
    boolean pays() {
        return listsAreShort;
    }

    /** Whether the first rows have runs of the length that pays. */
    static boolean mayPay(long[] column, int count) {
        if (count < LOOK_ROWS) {
            return false;
        }
        int runs = 1;
        for (int row = 1; row < LOOK_ROWS; row++) {
            runs += column[row] == column[row - 1] ? 0 : 1;
        }
        return runs * RUN_ROWS_MIN <= LOOK_ROWS;
    }

    /** As {@link TripleView#probe}. */
    int probe(long[] subjects, long[] column, int count, int[] kept) {
        int runs = findRuns(column, count);
        lists.clear();
        view.expand(objects, runs, pid, Keys.IN, lists);
        if (lists.size() > LIST_LENGTH_MAX * SKEW_MAX * runs) {
            listsAreShort = false;
            return view.probe(subjects, pid, column, count, kept);
        }
        long[] ids = lists.ids();
        int[] origins = lists.rows();
        int size = 0;
        int row = 0;
        int from = 0;
        for (int run = 0; run < runs; run++) {
            int to = from;
            while (to < lists.size() && origins[to] == run) {
                to++;
            }
            for (; row < runEnds[run]; row++) {
                kept[size] = row;
                size += contains(ids, from, to, subjects[row]) ? 1 : 0;
            }
            from = to;
        }
        return size;
    }

    private int findRuns(long[] column, int count) {
        if (objects.length < count) {
            objects = new long[count];
            runEnds = new int[count];
        }
        int runs = 0;
        for (int row = 0; row < count; row++) {
            if (row == 0 || column[row] != column[row - 1]) {
                objects[runs++] = column[row];
            }
            runEnds[runs - 1] = row + 1;
        }
        return runs;
    }

    private static boolean contains(long[] ids, int from, int to, long id) {
        boolean there = false;
        for (int i = from; i < to; i++) {
            there |= ids[i] == id; // no way out: short loops without one are faster
        }
        return there;
    }
}
