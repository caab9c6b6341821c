package org.wukongs.store.explore;

import java.util.function.LongConsumer;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;

/**
 * Expands known vertices to their neighbours if the predicate is a variable, so that each row has
 * another key.
 */
final class RowExpansion extends Producer {

    private final Step step;
    private final Expansion found = new Expansion();
    private TripleView view;
    private TermDictionary dictionary;
    private long constant;
    private Morsel parent;
    private int position;
    private int end;
    private long[] keys = {}; // of a remote view
    private int fanOut = 1; // mean of the last rows of a remote view, rounded up

    RowExpansion(Step step, LongConsumer growth) {
        this.step = step;
        found.countGrowth(growth);
    }

    @Override
    public void bind(Bindings bindings) {
        view = bindings.graph(step);
        dictionary = bindings.dictionary();
        Place vertex = step.vertex();
        constant = Vids.INDEX_VERTEX;
        if (vertex != null && vertex.isConstant()) {
            constant = bindings.constant(vertex);
        }
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
        Place vertex = step.vertex();
        long[] predicates = parent.column(step.predicate().column());
        long[] vertices =
                vertex == null || vertex.isConstant() ? null : parent.column(vertex.column());
        found.clear();
        if (view.isRemote()) {
            expandAll(predicates, vertices, Math.max(1, morselRows / fanOut));
            return found.size();
        }
        int stop = Math.min(end, position + morselRows);
        while (position < stop && found.size() < morselRows) {
            long pid = dictionary.predicateOfVertex(predicates[position]);
            if (pid != TermDictionary.UNKNOWN) {
                long vid = vertices == null ? constant : vertices[position];
                found.appendAll(position, view.neighbours(Keys.key(vid, pid, step.direction())));
            }
            position++;
        }
        return found.size();
    }

    /** Expands the next rows together. */
    private void expandAll(long[] predicates, long[] vertices, int rowsMax) {
        int from = position;
        int count = Math.min(end - from, rowsMax);
        if (keys.length < count) {
            keys = new long[count];
        }
        for (int i = 0; i < count; i++) {
            long pid = dictionary.predicateOfVertex(predicates[from + i]);
            long vid = vertices == null ? constant : vertices[from + i];
            keys[i] =
                    pid == TermDictionary.UNKNOWN
                            ? TripleView.NO_KEY
                            : Keys.key(vid, pid, step.direction());
        }
        view.expandKeys(keys, count, found);
        int[] rows = found.rows();
        for (int i = 0; i < found.size(); i++) {
            rows[i] += from;
        }
        position += count;
        fanOut = 1 + found.size() / count;
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
