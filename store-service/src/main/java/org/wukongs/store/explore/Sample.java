package org.wukongs.store.explore;

import java.util.Arrays;
import java.util.function.LongPredicate;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.NeighbourList;
import org.wukongs.store.memory.Neighbours;
import org.wukongs.store.memory.TripleView;
import org.wukongs.store.memory.UnionView;

/**
 * Some partial solutions of a plan that the planner considers: what the next step does to them is
 * what it will do to all, correlations included, about.
 */
final class Sample {

    /** Rows at most. A fan-out or a selectivity down to a few percent can be seen in them. */
    static final int ROWS_MAX = 64;

    private final Bindings bindings;
    private final long[][] columns; // null where unbound
    private int size;

    private Sample(Bindings bindings, long[][] columns, int size) {
        this.bindings = bindings;
        this.columns = columns;
        this.size = size;
    }

    /** Rows of the input, evenly spread. */
    static Sample of(BindingTable input, int columnCount, Bindings bindings) {
        int size = Math.min(ROWS_MAX, input.size());
        long[][] columns = new long[columnCount][];
        for (int column = 0; column < input.columnCount(); column++) {
            if (input.column(column) != null) {
                columns[column] = new long[ROWS_MAX];
                for (int i = 0; i < size; i++) {
                    int row = (int) ((long) i * input.size() / size);
                    columns[column][i] = input.get(column, row);
                }
            }
        }
        return new Sample(bindings, columns, size);
    }

    int size() {
        return size;
    }

    /**
     * The neighbour lists that a step finds for the rows; null where that would take too long.
     *
     * @param mayMerge whether a union may merge lists of so many neighbours
     */
    Neighbours[] lists(Step step, LongPredicate mayMerge) {
        TripleView view = bindings.graph(step);
        Neighbours[] lists = new Neighbours[size];
        for (int row = 0; row < size; row++) {
            long key = key(step, row);
            if (row > 0 && step.hasConstantKey()) {
                lists[row] = lists[0];
            } else if (key < 0) {
                lists[row] = NeighbourList.EMPTY;
            } else if (view instanceof UnionView && !mayMerge.test(view.degree(key))) {
                return null;
            } else {
                lists[row] = view.neighbours(key);
            }
        }
        return lists;
    }

    /** -1 where the predicate is none. */
    private long key(Step step, int row) {
        long pid = Keys.PREDICATES;
        if (step.predicate() != null) {
            pid = pid(step.predicate(), row);
        }
        long vid = step.vertex() == null ? Vids.INDEX_VERTEX : value(step.vertex(), row);
        return pid == TermDictionary.UNKNOWN ? -1 : Keys.key(vid, pid, step.direction());
    }

    private long value(Place place, int row) {
        return place.isConstant() ? bindings.constant(place) : columns[place.column()][row];
    }

    private long pid(Place place, int row) {
        return place.isConstant()
                ? bindings.constant(place)
                : bindings.dictionary().predicateOfVertex(columns[place.column()][row]);
    }

    /** The sample behind a producing step that found {@code lists}, which are not all empty. */
    Sample extend(Step step, Neighbours[] lists) {
        long total = total(lists);
        int drawn = (int) Math.min(total, ROWS_MAX);
        int[] rows = new int[drawn];
        long[] ids = new long[ROWS_MAX];
        long before = 0; // neighbours of the rows before
        int row = 0;
        for (int i = 0; i < drawn; i++) {
            long position = i * total / drawn;
            while (position >= before + lists[row].size()) {
                before += lists[row++].size();
            }
            rows[i] = row;
            ids[i] = lists[row].get((int) (position - before));
        }
        if (step.kind() == StepKind.PREDICATES) {
            KeySource.toVertices(bindings.dictionary(), ids, drawn);
        }
        Sample extended = gather(rows, drawn);
        extended.columns[step.column()] = ids;
        return extended;
    }

    static long total(Neighbours[] lists) {
        long total = 0;
        for (Neighbours list : lists) {
            total += list.size();
        }
        return total;
    }

    private Sample gather(int[] rows, int count) {
        long[][] gathered = new long[columns.length][];
        for (int column = 0; column < columns.length; column++) {
            if (columns[column] != null) {
                gathered[column] = new long[ROWS_MAX];
                for (int i = 0; i < count; i++) {
                    gathered[column][i] = columns[column][rows[i]];
                }
            }
        }
        return new Sample(bindings, gathered, count);
    }

    /** The rows of the sample that a probe keeps. */
    int[] probe(Step probe) {
        TripleView view = bindings.graph(probe);
        int[] kept = new int[size];
        int count = 0;
        for (int row = 0; row < size; row++) {
            long pid = pid(probe.predicate(), row);
            if (pid != TermDictionary.UNKNOWN
                    && view.contains(value(probe.vertex(), row), pid, value(probe.other(), row))) {
                kept[count++] = row;
            }
        }
        return Arrays.copyOf(kept, count);
    }

    Sample keep(int[] rows) {
        return rows.length == size ? this : gather(rows, rows.length);
    }
}
