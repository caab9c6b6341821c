package org.wukongs.store.explore;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.Neighbours;

/**
 * Joins each row of the parent with one neighbour list: that of a constant or an index vertex.
 * Mostly the parent is the single row from which an exploration starts, and the list is cut into
 * morsels.
 */
final class KeySource extends Producer {

    private static final int CAPACITY_MIN = 16;

    private final Step step;
    private TermDictionary dictionary;
    private Neighbours list;
    private int row;
    private int end;
    private int offset;
    private long[] ids = new long[CAPACITY_MIN];
    private int[] rows = new int[CAPACITY_MIN];

    KeySource(Step step) {
        this.step = step;
    }

    @Override
    public void bind(Bindings bindings) {
        dictionary = bindings.dictionary();
        Place vertex = step.vertex();
        long vid = vertex == null ? Vids.INDEX_VERTEX : bindings.constant(vertex);
        long key = Keys.key(vid, bindings.pid(step.predicate()), step.direction());
        list = bindings.graph(step).neighbours(key);
    }

    @Override
    public void unbind() {
        list = null;
    }

    @Override
    public void begin(Morsel parent, int from, int to) {
        row = from;
        end = list.size() == 0 ? from : to;
        offset = 0;
    }

    @Override
    public int next(int morselRows) {
        if (row == end) {
            return -1;
        }
        int size = 0;
        while (row < end && size < morselRows) {
            int count = Math.min(morselRows - size, list.size() - offset);
            ensure(size + count);
            list.copyTo(offset, count, ids, size);
            Arrays.fill(rows, size, size + count, row);
            size += count;
            offset += count;
            if (offset == list.size()) {
                offset = 0;
                row++;
            }
        }
        if (step.kind() == StepKind.PREDICATES) {
            toVertices(dictionary, ids, size);
        }
        return size;
    }

    /** Replaces pids by the vids of the predicates, because binding tables have vids. */
    static void toVertices(TermDictionary dictionary, long[] pids, int count) {
        for (int i = 0; i < count; i++) {
            pids[i] = dictionary.vertexOfPredicate(pids[i]);
        }
    }

    private void ensure(int capacity) {
        if (ids.length < capacity) {
            ids = Arrays.copyOf(ids, Math.max(capacity, 2 * ids.length));
            rows = Arrays.copyOf(rows, ids.length);
        }
    }

    @Override
    public int[] rows() {
        return rows;
    }

    @Override
    public long[] ids() {
        return ids;
    }
}
