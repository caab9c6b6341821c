package org.wukongs.store.explore;

import java.util.function.LongConsumer;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;

/**
 * Expands a column of known vertices to their neighbours under one predicate, a morsel of rows at a
 * time. Consecutive rows with the same vertex share the list read for the first of them.
 */
final class ColumnExpansion extends Producer {

    /**
     * The mean number of rows that must share a list for runs to pay off, although the list is
     * copied for each row.
     */
    private static final int RUN_ROWS_MIN = 2;

    private final Step step;
    private final Expansion found = new Expansion();
    private final Runs runs = new Runs();
    private final Expansion lists = new Expansion(); // one per run
    private TripleView view;
    private TermDictionary dictionary;
    private long pid;
    private Morsel parent;
    private int position;
    private int end;
    private long[] slice = {};
    private int fanOut = 1; // mean of the last slice, rounded up

    ColumnExpansion(Step step, LongConsumer growth) {
        this.step = step;
        found.countGrowth(growth);
        lists.countGrowth(growth);
    }

    @Override
    public void bind(Bindings bindings) {
        view = bindings.graph(step);
        dictionary = bindings.dictionary();
        pid = bindings.pid(step.predicate());
    }

    @Override
    public void unbind() {
        view = null;
    }

    @Override
    public void begin(Morsel of, int from, int to) {
        parent = of;
        position = from;
        end = to;
    }

    @Override
    public int next(int morselRows) {
        if (position == end) {
            return -1;
        }
        int count = Math.min(Math.max(1, morselRows / fanOut), end - position);
        found.clear();
        long[] column = parent.column(step.vertex().column());
        if (Runs.mayPay(column, position, count, RUN_ROWS_MIN)) {
            expandRuns(column, count);
        } else {
            expandRows(column, count);
        }
        int size = found.size();
        position += count;
        fanOut = 1 + size / count;
        if (step.kind() == StepKind.PREDICATES) {
            KeySource.toVertices(dictionary, found.ids(), size);
        }
        return size;
    }

    private void expandRuns(long[] column, int count) {
        int runCount = runs.find(column, position, count);
        lists.clear();
        view.expand(runs.ids(), runCount, pid, step.direction(), lists);
        int row = position;
        int from = 0;
        for (int run = 0; run < runCount; run++) {
            int to = lists.endOf(run, from);
            for (; row < runs.ends()[run]; row++) {
                found.appendRow(row, lists.ids(), from, to);
            }
            from = to;
        }
    }

    private void expandRows(long[] column, int count) {
        view.expand(vertices(column, count), count, pid, step.direction(), found);
        if (position > 0) {
            int[] rows = found.rows();
            for (int i = 0; i < found.size(); i++) {
                rows[i] += position;
            }
        }
    }

    private long[] vertices(long[] column, int count) {
        if (position == 0) {
            return column;
        }
        if (slice.length < count) {
            slice = new long[count];
        }
        System.arraycopy(column, position, slice, 0, count);
        return slice;
    }

    @Override
    public int[] rows() {
        return found.rows();
    }

    @Override
    public long[] ids() {
        return found.ids();
    }
}
