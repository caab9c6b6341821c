package org.wukongs.store.explore;

import java.util.function.LongConsumer;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;

/**
 * Probes triples whose subject and object are known, if many consecutive rows have the same subject
 * or the same object. The list of that vertex is read once into a set, in which the other ends of
 * all these rows are looked up. Otherwise each row would need a look-up in another place of memory.
 */
final class RunProbe {

    /** A run needs so many rows to pay for reading its list. */
    private static final int RUN_ROWS_MIN = 4;

    /** Lists that exceed the mean length by this factor are not read. */
    private static final int SKEW_MAX = 4;

    /** Lists are worth reading up to this mean length. */
    private static final double LIST_LENGTH_MAX = 32;

    /** Roughly the ids that can be put into a set while one key is looked up. */
    private static final int LIST_IDS_PER_ROW_MAX = 8;

    private final int direction;
    private final Runs runs = new Runs();
    private final Expansion lists = new Expansion();
    private final IdSet set = new IdSet();
    private TripleView view;
    private long pid;
    private boolean listsAreShort;

    /** {@code direction} is that of the lists: OUT if subjects have runs, IN if objects have. */
    RunProbe(int direction, LongConsumer growth) {
        this.direction = direction;
        lists.countGrowth(growth);
    }

    void bind(TripleView of, long predicate) {
        view = of;
        pid = predicate;
        if (view.isRemote()) {
            listsAreShort = false; // one request with all rows is less than one with their lists
            return;
        }
        double listCount = view.degree(Keys.key(Vids.INDEX_VERTEX, predicate, direction));
        listsAreShort = view.tripleCount(predicate) <= LIST_LENGTH_MAX * listCount;
    }

    void unbind() {
        view = null;
    }

    /** Returns true if lists are short enough. */
    boolean pays() {
        return listsAreShort;
    }

    /** Returns true if the first rows have runs that are long enough to pay off. */
    static boolean mayPay(long[] column, int count) {
        return Runs.mayPay(column, 0, count, RUN_ROWS_MIN);
    }

    /** Like {@link TripleView#probe}. */
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

    /** Looks the rows of a run up one by one, because the list is too long for so few rows. */
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
