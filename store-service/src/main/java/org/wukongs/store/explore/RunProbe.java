package org.wukongs.store.explore;

import java.util.function.LongConsumer;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;

/**
 * Known to known where many rows in a row have the same subject, or the same object: its list is
 * read once and made a set for the other sides of all of them, instead of a look-up for each row in
 * a place of memory of its own.
 */
final class RunProbe {

    /** A run of rows has to be so long to pay for reading its list. */
    private static final int RUN_ROWS_MIN = 4;

    /** How much longer lists may be than the mean before it is given up. */
    private static final int SKEW_MAX = 4;

    /** Up to here, in the mean, lists are worth to be read. */
    private static final double LIST_LENGTH_MAX = 32;

    /** Ids that can be put into a set, about, while one key is looked up. */
    private static final int LIST_IDS_PER_ROW_MAX = 8;

    private final int direction;
    private final Runs runs = new Runs();
    private final Expansion lists = new Expansion();
    private final IdSet set = new IdSet();
    private TripleView view;
    private long pid;
    private boolean listsAreShort;

    /** {@code direction} is that of the lists: OUT where subjects have runs, IN for objects. */
    RunProbe(int direction, LongConsumer growth) {
        this.direction = direction;
        lists.countGrowth(growth);
    }

    void bind(TripleView of, long predicate) {
        view = of;
        pid = predicate;
        double listCount = view.degree(Keys.key(Vids.INDEX_VERTEX, predicate, direction));
        listsAreShort = view.tripleCount(predicate) <= LIST_LENGTH_MAX * listCount;
    }

    /** Whether lists are short enough. */
    boolean pays() {
        return listsAreShort;
    }

    /** Whether the first rows have runs of the length that pays. */
    static boolean mayPay(long[] column, int count) {
        return Runs.mayPay(column, 0, count, RUN_ROWS_MIN);
    }

    /** As {@link TripleView#probe}. */
    int probe(long[] subjects, long[] objects, int count, int[] kept) {
        long[] column = direction == Keys.OUT ? subjects : objects;
        int runCount = runs.find(column, 0, count);
        lists.clear();
        view.expand(runs.ids(), runCount, pid, direction, lists);
        if (lists.size() > LIST_LENGTH_MAX * SKEW_MAX * runCount) {
            listsAreShort = false;
            return view.probe(subjects, pid, objects, count, kept);
        }
        return search(subjects, objects, runCount, kept);
    }

    private int search(long[] subjects, long[] objects, int runCount, int[] kept) {
        int[] ends = runs.ends();
        int size = 0;
        int row = 0;
        int from = 0;
        for (int run = 0; run < runCount; run++) {
            int to = lists.endOf(run, from);
            if (to - from > (ends[run] - row) * LIST_IDS_PER_ROW_MAX) {
                size = lookUp(subjects, objects, row, ends[run], kept, size);
            } else if (to > from) {
                size = search(from, to, others(subjects, objects), row, ends[run], kept, size);
            }
            row = ends[run];
            from = to;
        }
        return size;
    }

    private long[] others(long[] subjects, long[] objects) {
        return direction == Keys.OUT ? objects : subjects;
    }

    /** A list that is long for so few rows. */
    private int lookUp(long[] subjects, long[] objects, int row, int end, int[] kept, int size) {
        int count = size;
        for (int i = row; i < end; i++) {
            kept[count] = i;
            count += view.contains(subjects[i], pid, objects[i]) ? 1 : 0;
        }
        return count;
    }

    private int search(int from, int to, long[] others, int row, int end, int[] kept, int size) {
        long[] ids = lists.ids();
        set.clear(to - from);
        for (int i = from; i < to; i++) {
            set.add(ids[i]);
        }
        int count = size;
        for (int i = row; i < end; i++) {
            kept[count] = i;
            count += set.contains(others[i]) ? 1 : 0;
        }
        return count;
    }
}
