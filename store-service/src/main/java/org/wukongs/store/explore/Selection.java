package org.wukongs.store.explore;

/**
 * The columns and rows of the solutions that are wanted. Rows need no order, so an exploration ends
 * as soon as it has enough of them.
 *
 * @param columns columns of the result, in this order; -1 is a column that nothing binds
 * @param distinct true to keep each distinct row once
 * @param offset rows to skip
 * @param limit maximum number of rows, -1 for all
 */
public record Selection(int[] columns, boolean distinct, long offset, long limit) {

    /** Returns a selection of all rows, with these columns. */
    public static Selection all(int... columns) {
        return new Selection(columns, false, 0, -1);
    }

    /**
     * Returns a selection of one row without columns if there is any solution, for ASK and EXISTS.
     */
    public static Selection any() {
        return new Selection(new int[0], false, 0, 1);
    }

    /**
     * Returns the selection with -1 for columns that neither the input nor a variable of the
     * pattern binds.
     */
    Selection of(BindingTable input, int[] variables) {
        int[] bound = columns.clone();
        for (int i = 0; i < bound.length; i++) {
            int column = bound[i];
            boolean fromInput =
                    column >= 0 && column < input.columnCount() && input.column(column) != null;
            if (!fromInput && !contains(variables, column)) {
                bound[i] = -1;
            }
        }
        return new Selection(bound, distinct, offset, limit);
    }

    /**
     * Returns a selection of all rows of the selected columns, each at its place in the
     * exploration.
     */
    Selection inPlace(int columnCount) {
        int[] places = new int[columnCount];
        for (int column = 0; column < columnCount; column++) {
            places[column] = contains(columns, column) ? column : -1;
        }
        return all(places);
    }

    private static boolean contains(int[] columns, int column) {
        for (int one : columns) {
            if (one == column) {
                return true;
            }
        }
        return false;
    }
}
