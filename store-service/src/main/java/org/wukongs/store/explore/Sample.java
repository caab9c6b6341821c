package org.wukongs.store.explore;

import java.util.Arrays;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * A sample of the partial solutions of a plan that the planner considers. The effect of the next
 * step on the sample approximates its effect on all solutions, including correlations. The sample
 * starts small, and grows while a step finds something for too few of its rows, so that estimates
 * do not depend on which rows were drawn first.
 */
final class Sample {

    /** Initial number of rows, which shows fan-outs and selectivities down to one half. */
    static final int ROWS_FIRST = 64;

    /**
     * Maximum number of rows. A property that none of them has is rare enough not to matter to the
     * rest of a plan.
     */
    static final int ROWS_MAX = 1024;

    /**
     * Rows for which a step has to find something, so that the standard error of its estimate is 25
     * %.
     */
    static final int FOUND_MIN = 16;

    /**
     * If a step finds something for none of n rows, fewer than one in n is likely; half of that is
     * assumed.
     */
    static final double NONE_FOUND = 0.5;

    /** A source of rows. */
    interface Source {

        /**
         * Examines more of its input and appends the rows found, maybe none; returns false if there
         * is no more input.
         */
        boolean drawInto(Sample sample);
    }

    private final Bindings bindings;
    private final PlanningEffort effort;
    private final Source source;
    private final long[][] columns; // null if unbound
    private int size;
    private boolean exhausted; // the source has no more rows

    /** Returns a sample of an input. */
    static Sample of(
            BindingTable input, int columnCount, Bindings bindings, PlanningEffort effort) {
        return new Sample(bindings, columnCount, effort, new InputRows(input));
    }

    /** Returns a sample after a step over the rows of {@code from}. */
    static Sample after(Sample from, Source source) {
        return new Sample(from.bindings, from.columns.length, from.effort, source);
    }

    /** Makes a sample with the first rows of a source. */
    private Sample(Bindings bindings, int columnCount, PlanningEffort effort, Source source) {
        this.bindings = bindings;
        this.effort = effort;
        this.source = source;
        columns = new long[columnCount][];
        exhausted = !source.drawInto(this);
    }

    int size() {
        return size;
    }

    Bindings bindings() {
        return bindings;
    }

    /** Returns the effort that this sample and later ones may still take. */
    PlanningEffort effort() {
        return effort;
    }

    /** Draws more rows; returns false if there are none, or enough. */
    boolean grow() {
        int before = size;
        boolean draws = true;
        while (draws && size == before && !exhausted && size < ROWS_MAX && effort.isLeft()) {
            draws = source.drawInto(this);
            exhausted = !draws && effort.isLeft();
        }
        return size > before;
    }

    /** Draws rows until there are enough for a sound estimate, or no more. */
    void growToSound() {
        boolean grows = size < FOUND_MIN;
        while (grows) {
            grows = grow() && size < FOUND_MIN;
        }
    }

    /** Returns true if the sample has all rows. */
    boolean isAll() {
        return exhausted;
    }

    /** Returns the value of a place in a row. */
    long value(Place place, int row) {
        return place.isConstant() ? bindings.constant(place) : columns[place.column()][row];
    }

    /** Returns the values of a place in some rows. */
    long[] values(Place place, int firstRow, int endRow) {
        if (!place.isConstant()) {
            return Arrays.copyOfRange(columns[place.column()], firstRow, endRow);
        }
        long[] same = new long[endRow - firstRow];
        Arrays.fill(same, bindings.constant(place));
        return same;
    }

    /**
     * Returns the pid of a predicate place in a row, {@link TermDictionary#UNKNOWN} if the term is
     * not a predicate.
     */
    long pid(Place place, int row) {
        return place.isConstant()
                ? bindings.constant(place)
                : bindings.dictionary().predicateOfVertex(columns[place.column()][row]);
    }

    /** Appends {@code rows[0..count-1]} of another sample. */
    void append(Sample from, int[] rows, int count) {
        for (int column = 0; column < columns.length; column++) {
            long[] ids = from.columns[column];
            if (ids != null) {
                long[] into = room(column, count);
                for (int i = 0; i < count; i++) {
                    into[size + i] = ids[rows[i]];
                }
            }
        }
        size += count;
    }

    /** Appends rows of another sample, with {@code ids} in one column. */
    void append(Sample from, int[] rows, int count, int column, long[] ids) {
        System.arraycopy(ids, 0, room(column, count), size, count);
        append(from, rows, count);
    }

    private long[] room(int column, int count) {
        if (columns[column] == null) {
            columns[column] = new long[Math.max(ROWS_FIRST, size + count)];
        } else if (columns[column].length < size + count) {
            columns[column] = Arrays.copyOf(columns[column], Math.max(2 * size, size + count));
        }
        return columns[column];
    }

    /** A source of the rows of an input. */
    private static final class InputRows implements Source {

        private final BindingTable input;
        private final SpreadOrder order;

        InputRows(BindingTable input) {
            this.input = input;
            order = new SpreadOrder(input.size());
        }

        @Override
        public boolean drawInto(Sample sample) {
            int count = (int) Math.min(Math.max(ROWS_FIRST, sample.size), order.left());
            int[] rows = new int[count];
            for (int i = 0; i < count; i++) {
                rows[i] = (int) order.next();
            }
            for (int column = 0; column < input.columnCount(); column++) {
                long[] ids = input.column(column);
                if (ids != null) {
                    long[] into = sample.room(column, count);
                    for (int i = 0; i < count; i++) {
                        into[sample.size + i] = ids[rows[i]];
                    }
                }
            }
            sample.size += count;
            return order.left() > 0 || count > 0;
        }
    }
}
