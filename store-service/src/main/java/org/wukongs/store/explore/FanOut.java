package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;
import org.wukongs.store.view.UnionView;

/**
 * What a producing step finds for the rows of a sample: neighbour lists, from which the sample
 * after the step is drawn, each neighbour with the same probability.
 */
final class FanOut implements Sample.Source {

    private final Sample from;
    private final Step step;
    private Neighbours[] lists = {}; // of the rows that were looked at
    private long[] ends = {}; // neighbours up to and with each list
    private final boolean known;
    private boolean isDone; // no more rows are looked at for the mean
    private int looked;
    private long total;
    private double squares; // of the lists' sizes
    private final List<Drawing> drawings = new ArrayList<>();
    private int drawnRows; // that the drawings are about
    private double rate; // of neighbours that are drawn

    /** Neighbours of some rows, one of {@code step} after the other. */
    private record Drawing(int firstRow, int lastRow, long first, long count, SpreadOrder order) {}

    /** Looks at the first rows that a sample has. */
    FanOut(Sample from, Step step) {
        this.from = from;
        this.step = step;
        known = look();
    }

    /** False where looking would take too long. */
    boolean isKnown() {
        return known;
    }

    /**
     * Neighbours a row. Before {@link #makeSound} it may be too few, by twice the standard error:
     * so what may turn out to be cheap is looked at.
     */
    double mean() {
        double sure = isDone || isSound() ? total : total - 2 * Math.sqrt(squares);
        return Math.max(Sample.NONE_FOUND, sure) / looked;
    }

    /** Whether the standard error is small, or there are no other rows. */
    private boolean isSound() {
        return (total > 0 && (double) total * total >= Sample.FOUND_MIN * squares)
                || (looked == from.size() && from.isAll());
    }

    /** Looks at more rows until the mean is sound, as far as there are rows to look at. */
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

    /** False where that would take too long. */
    private boolean look() {
        int size = Math.min(from.size(), Math.max(Sample.ROWS_FIRST, 2 * looked));
        TripleView view = from.bindings().graph(step);
        lists = Arrays.copyOf(lists, size);
        ends = Arrays.copyOf(ends, size);
        PlanningEffort effort = from.effort();
        effort.look(size - looked);
        for (; looked < size; looked++) {
            long key = key(looked);
            if (looked > 0 && step.hasConstantKey()) {
                lists[looked] = lists[0];
            } else if (key < 0) {
                lists[looked] = NeighbourList.EMPTY;
            } else if (view instanceof UnionView && !effort.mayMerge(view.degree(key))) {
                return false;
            } else {
                lists[looked] = view.neighbours(key);
            }
            long found = lists[looked].size();
            total += found;
            squares += (double) found * found;
            ends[looked] = total;
        }
        return true;
    }

    /** -1 where the predicate is none. */
    private long key(int row) {
        long pid = step.predicate() == null ? Keys.PREDICATES : from.pid(step.predicate(), row);
        long vid = step.vertex() == null ? Vids.INDEX_VERTEX : from.value(step.vertex(), row);
        return pid == TermDictionary.UNKNOWN ? -1 : Keys.key(vid, pid, step.direction());
    }

    /** Neighbours of all of them. */
    long total() {
        return total;
    }

    /** Whether some row has several neighbours, or that is not known. */
    boolean mayMultiply() {
        return squares > total || total == 0;
    }

    /** The sample after the step; not all lists are empty. */
    Sample sample() {
        rate = Math.min(1, (double) Sample.ROWS_FIRST / total);
        Sample sample = Sample.after(from, this);
        sample.growToSound();
        return sample;
    }

    /** Of further rows first, as rows are more different than the neighbours of one. */
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
            ids[i] = lists[row].get((int) (position - (ends[row] - lists[row].size())));
        }
        if (step.kind() == StepKind.PREDICATES) {
            KeySource.toVertices(from.bindings().dictionary(), ids, count);
        }
        sample.append(from, rows, count, step.column(), ids);
    }

    /** Empty lists end where the one before ends. */
    private int firstWith(int row) {
        int first = row;
        while (lists[first].size() == 0) {
            first--;
        }
        return first;
    }
}
