package org.wukongs.store.explore;

import java.util.Arrays;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * Some partial solutions of a plan that the planner considers: what the next step does to them is
 * what it will do to all, correlations included, about. It begins small, and more rows are drawn
 * while a step finds something for too few of them: so what it says of all does not depend on which
 * rows were drawn first.
 */
final class Sample {

    /** Rows at first. A fan-out or a selectivity down to one half can be seen in them. */
    static final int ROWS_FIRST = 64;

    /** Rows at most. What none of them has is rare enough not to matter to the rest of a plan. */
    static final int ROWS_MAX = 1024;

    /**
     * Rows that a step has to find something for: then the standard error of its estimate is 25 %.
     */
    static final int FOUND_MIN = 16;

    /** None of so many rows says: fewer than one in them. Half of that is assumed. */
    static final double NONE_FOUND = 0.5;

    /** Where rows come from. */
    interface Source {

        /**
         * Appends further rows, or none where what it looked at has none; false where there is
         * nothing more to look at.
         */
        boolean drawInto(Sample sample);
    }

    private final Bindings bindings;
    private final PlanningEffort effort;
    private final Source source;
    private final long[][] columns; // null where unbound
    private int size;
    private boolean exhausted; // the source

    /** Of an input. */
    static Sample of(
            BindingTable input, int columnCount, Bindings bindings, PlanningEffort effort) {
        return new Sample(bindings, columnCount, effort, new InputRows(input));
    }

    /** After a step over the rows of {@code from}. */
    static Sample after(Sample from, Source source) {
        return new Sample(from.bindings, from.columns.length, from.effort, source);
    }

    /** The first rows of a source. */
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

    /** What it and the samples after it may still take. */
    PlanningEffort effort() {
        return effort;
    }

    /** Draws more rows; false where there are none, or enough. */
    boolean grow() {
        int before = size;
        boolean draws = true;
        while (draws && size == before && !exhausted && size < ROWS_MAX && effort.isLeft()) {
            draws = source.drawInto(this);
            exhausted = !draws && effort.isLeft();
        }
        return size > before;
    }

    /** Draws rows until there are enough of them to be no accident, or all. */
    void growToSound() {
        boolean grows = size < FOUND_MIN;
        while (grows) {
            grows = grow() && size < FOUND_MIN;
        }
    }

    /** Whether there are no rows but the ones it has. */
    boolean isAll() {
        return exhausted;
    }

    /** The value of a place in a row. */
    long value(Place place, int row) {
        return place.isConstant() ? bindings.constant(place) : columns[place.column()][row];
    }

    /** The values of a place in some rows. */
    long[] values(Place place, int firstRow, int endRow) {
        if (!place.isConstant()) {
            return Arrays.copyOfRange(columns[place.column()], firstRow, endRow);
        }
        long[] same = new long[endRow - firstRow];
        Arrays.fill(same, bindings.constant(place));
        return same;
    }

    /** The value of a predicate, {@link TermDictionary#UNKNOWN} where the term is none. */
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

    /** As above, with {@code ids} in one column. */
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

    /** The rows of an input. */
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
