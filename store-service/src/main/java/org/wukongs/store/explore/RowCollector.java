package org.wukongs.store.explore;

import java.util.Arrays;

/** Makes the result of the morsels of the last stage, with DISTINCT, OFFSET and LIMIT. */
final class RowCollector {

    private static final int CAPACITY_MIN = 16;

    private final Selection selection;
    private final ExecutionBudget budget;
    private final long[][] columns; // columns that can be bound
    private final int[] sources; // the morsel's column for each of them
    private final long rowsMax; // rows to collect before the offset is cut off
    private final RowIndex seen;
    private final int firstCapacity;
    private int capacity;
    private int size;

    /** {@code rowsExpected} is a guess that avoids growing; room is made with the first rows. */
    RowCollector(Selection selection, ExecutionBudget budget, int rowsExpected) {
        this.selection = selection;
        this.budget = budget;
        this.sources = bound(selection.columns());
        this.columns = new long[sources.length][];
        this.rowsMax =
                selection.limit() < 0
                        ? Long.MAX_VALUE
                        : saturatedAdd(selection.offset(), selection.limit());
        this.seen = selection.distinct() ? new RowIndex(columns, budget) : null;
        this.firstCapacity = Math.max(CAPACITY_MIN, rowsExpected);
        Arrays.fill(columns, new long[0]);
    }

    private static int[] bound(int[] columns) {
        int[] bound = new int[columns.length];
        int count = 0;
        for (int column : columns) {
            if (column >= 0) {
                bound[count++] = column;
            }
        }
        return count == bound.length ? bound : Arrays.copyOf(bound, count);
    }

    private static long saturatedAdd(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /** Adds a morsel; returns false if no more rows are wanted. */
    boolean add(Morsel morsel) {
        int count =
                (int) Math.min(morsel.size(), seen == null ? rowsMax - size : Integer.MAX_VALUE);
        if (size > capacity - count) {
            grow(Math.max(size + count, Math.max(firstCapacity, size + (size >> 1))));
        }
        for (int i = 0; i < columns.length; i++) {
            long[] ids = morsel.column(sources[i]);
            if (ids == null) {
                Arrays.fill(columns[i], size, size + count, BindingTable.UNBOUND);
            } else {
                System.arraycopy(ids, 0, columns[i], size, count);
            }
        }
        if (seen == null) {
            size += count;
        } else {
            addDistinct(count);
        }
        budget.checkRows(size);
        return size < rowsMax;
    }

    /** Appends those of the {@code count} rows after the last one that are new. */
    private void addDistinct(int count) {
        int end = size + count;
        for (int row = size; row < end && size < rowsMax; row++) {
            for (long[] column : columns) {
                column[size] = column[row];
            }
            if (seen.add(size)) {
                size++;
            }
        }
    }

    /** One column after the other, so that only one is there twice at a time. */
    private void grow(int rowCount) {
        for (int i = 0; i < columns.length; i++) {
            budget.takeBytes((long) rowCount * Long.BYTES);
            long[] before = columns[i];
            columns[i] = Arrays.copyOf(before, rowCount);
            budget.giveBackBytes((long) before.length * Long.BYTES);
        }
        capacity = rowCount;
    }

    Selection selection() {
        return selection;
    }

    int size() {
        return size;
    }

    /** Removes the rows after the first {@code count}. */
    void cut(int count) {
        size = count;
    }

    boolean isFull() {
        return size >= rowsMax;
    }

    boolean isLimited() {
        return rowsMax < Long.MAX_VALUE;
    }

    /**
     * Returns the result, after which nothing may be added. Its bytes stay taken from the budget.
     */
    BindingTable finish() {
        if (seen != null) {
            seen.release();
        }
        long[][] all = new long[selection.columns().length][];
        int next = 0;
        for (int i = 0; i < all.length; i++) {
            all[i] = selection.columns()[i] < 0 ? null : columns[next++];
        }
        BindingTable table = new BindingTable(all, size);
        int from = (int) Math.min(selection.offset(), size);
        return from == 0 ? table : table.slice(from, size);
    }
}
