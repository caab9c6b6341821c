package org.wukongs.store.explore;

import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.Expansion;
import org.wukongs.store.memory.TripleView;

/** Known to unknown under one predicate: a column's neighbours, a morsel of rows at a time. */
final class ColumnExpansion implements Producer {

    private final Step step;
    private final Expansion found = new Expansion();
    private TripleView view;
    private TermDictionary dictionary;
    private long pid;
    private Morsel parent;
    private int position;
    private int end;
    private long[] slice = {};
    private int fanOut = 1; // of the last slice, rounded up

    ColumnExpansion(Step step) {
        this.step = step;
    }

    @Override
    public void bind(Bindings bindings) {
        view = bindings.graph(step);
        dictionary = bindings.dictionary();
        pid = bindings.pid(step.predicate());
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
        view.expand(vertices(count), count, pid, step.direction(), found);
        int size = found.size();
        if (position > 0) {
            int[] rows = found.rows();
            for (int i = 0; i < size; i++) {
                rows[i] += position;
            }
        }
        position += count;
        fanOut = 1 + size / count;
        if (step.kind() == StepKind.PREDICATES) {
            KeySource.toVertices(dictionary, found.ids(), size);
        }
        return size;
    }

    private long[] vertices(int count) {
        long[] column = parent.column(step.vertex().column());
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
