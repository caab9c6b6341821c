package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;
import org.wukongs.store.view.UnionView;

/**
 * The neighbour lists that a producing step finds for the rows of a sample. The sample after the
 * step is drawn from them, each neighbour with the same probability.
 */
final class FanOut implements Sample.Source {

    private final Sample from;
    private final Step step;
    private Neighbours[] lists = {}; // of the examined rows
    private long[] ends = {}; // neighbours up to the end of each list
    private final boolean known;
    private boolean isDone; // no more rows are examined for the mean
    private int looked;
    private long total;
    private double squares; // of the lists' sizes
    private final List<Drawing> drawings = new ArrayList<>();
    private int drawnRows; // rows that have drawings
    private double rate; // share of neighbours that are drawn

    /** The drawing of neighbours of some rows, in a spread order. */
    private record Drawing(int firstRow, int lastRow, long first, long count, SpreadOrder order) {}

    /** Examines the first rows of a sample. */
    FanOut(Sample from, Step step) {
        this.from = from;
        this.step = step;
        known = look();
    }

    /** Returns false if examining the rows would take too long. */
    boolean isKnown() {
        return known;
    }

    /**
     * Returns the mean number of neighbours per row. Before {@link #makeSound} it is lowered by
     * twice the standard error, so that the search examines steps that may turn out to be cheap.
     */
    double mean() {
        double sure = isDone || isSound() ? total : total - 2 * Math.sqrt(squares);
        return Math.max(Sample.NONE_FOUND, sure) / looked;
    }

    /** Returns true if the standard error is small, or there are no other rows. */
    private boolean isSound() {
        return (total > 0 && (double) total * total >= Sample.FOUND_MIN * squares)
                || (looked == from.size() && from.isAll());
    }

    /** Examines more rows until the mean is sound or there are no more rows. */
    void makeSound() {
        boolean looks = true;
        while (looks && !isSound()) {
            looks = more();
        }
        isDone = true;
    }

    private boolean more() {
        boolean isThere = looked < from.size() ? from.effort().isLeft() : from.grow();
        return isThere && look();
    }

    /** Examines more rows; returns false if that would take too long. */
    private boolean look() {
        int size = Math.min(from.size(), Math.max(Sample.ROWS_FIRST, 2 * looked));
        TripleView view = from.bindings().graph(step);
        lists = Arrays.copyOf(lists, size);
        ends = Arrays.copyOf(ends, size);
        PlanningEffort effort = from.effort();
        effort.look(size - looked);
        boolean oneByOne = step.hasConstantKey() || view instanceof UnionView;
        if (!oneByOne) {
            readAll(view, size);
        }
        for (; looked < size; looked++) {
            if (oneByOne && !readOne(view)) {
                return false;
            }
            long found = lists[looked].size();
            total += found;
            squares += (double) found * found;
            ends[looked] = total;
        }
        return true;
    }

    /** Reads the lists of the next rows up to {@code end}. */
    private void readAll(TripleView view, int end) {
        long[] keys = new long[end];
        for (int row = looked; row < end; row++) {
            keys[row] = key(row);
        }
        view.neighbours(keys, looked, end, lists);
    }

    /** Reads the list of the next row; returns false if that would take too long. */
    private boolean readOne(TripleView view) {
        if (looked > 0 && step.hasConstantKey()) {
            lists[looked] = lists[0];
            return true;
        }
        long key = key(looked);
        if (key == TripleView.NO_KEY) {
            lists[looked] = NeighbourList.EMPTY;
            return true;
        }
        if (view instanceof UnionView && !from.effort().mayMerge(view.degree(key))) {
            return false;
        }
        lists[looked] = view.neighbours(key);
        return true;
    }

    /** Returns the key of a row; NO_KEY if its predicate is not the predicate of any triple. */
    private long key(int row) {
        long pid = step.predicate() == null ? Keys.PREDICATES : from.pid(step.predicate(), row);
        long vid = step.vertex() == null ? Vids.INDEX_VERTEX : from.value(step.vertex(), row);
        return pid == TermDictionary.UNKNOWN
                ? TripleView.NO_KEY
                : Keys.key(vid, pid, step.direction());
    }

    /** Returns the number of neighbours of all examined rows. */
    long total() {
        return total;
    }

    /** Returns true if some row has several neighbours, or this is unknown. */
    boolean mayMultiply() {
        return squares > total || total == 0;
    }

    /** Returns the sample after the step; called only if some list is not empty. */
    Sample sample() {
        rate = Math.min(1, (double) Sample.ROWS_FIRST / total);
        Sample sample = Sample.after(from, this);
        sample.growToSound();
        return sample;
    }

    /**
     * Draws neighbours of further rows first, because rows differ more than the neighbours of one
     * row.
     */
    @Override
    public boolean drawInto(Sample sample) {
        if (drawnRows < looked || (drawnRows > 0 && more())) {
            long before = drawnRows == 0 ? 0 : ends[drawnRows - 1];
            drawings.add(
                    new Drawing(
                            drawnRows, looked, before, total - before, orderOf(total - before)));
            drawnRows = looked;
            draw(drawings.get(drawings.size() - 1), sample);
            return true;
        }
        if (rate >= 1) {
            return false;
        }
        rate = Math.min(1, 2 * rate);
        drawings.forEach(drawing -> draw(drawing, sample));
        return true;
    }

    private static SpreadOrder orderOf(long count) {
        return new SpreadOrder(Math.max(1, count));
    }

    private void draw(Drawing drawing, Sample sample) {
        SpreadOrder order = drawing.order();
        long drawn = Math.max(1, drawing.count()) - order.left();
        long wanted = (long) Math.ceil(rate * drawing.count()) - drawn;
        int count = (int) Math.min(wanted, Sample.ROWS_MAX - sample.size());
        if (count <= 0) {
            return;
        }
        int[] rows = new int[count];
        long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            long position = drawing.first() + order.next();
            int row =
                    Arrays.binarySearch(ends, drawing.firstRow(), drawing.lastRow(), position + 1);
            row = row < 0 ? -row - 1 : firstWith(row);
            rows[i] = row;
            ids[i] = position - (ends[row] - lists[row].size());
        }
        readPlaces(rows, ids);
        if (step.kind() == StepKind.PREDICATES) {
            KeySource.toVertices(from.bindings().dictionary(), ids, count);
        }
        sample.append(from, rows, count, step.column(), ids);
    }

    /** Replaces places in the lists of rows by the neighbours at these places. */
    private void readPlaces(int[] rows, long[] ids) {
        if (!from.bindings().graph(step).isRemote()) {
            for (int i = 0; i < ids.length; i++) {
                ids[i] = lists[rows[i]].get((int) ids[i]);
            }
            return;
        }
        IdentityHashMap<Neighbours, List<Integer>> byList = new IdentityHashMap<>();
        for (int i = 0; i < ids.length; i++) {
            byList.computeIfAbsent(lists[rows[i]], list -> new ArrayList<>()).add(i);
        }
        byList.forEach(
                (list, places) -> {
                    long[] of = new long[places.size()];
                    Arrays.setAll(of, i -> ids[places.get(i)]);
                    list.gather(of.clone(), of.length, of);
                    for (int i = 0; i < of.length; i++) {
                        ids[places.get(i)] = of[i];
                    }
                });
    }

    /** Goes back over empty lists, which end where the list before them ends. */
    private int firstWith(int row) {
        int first = row;
        while (lists[first].size() == 0) {
            first--;
        }
        return first;
    }
}
