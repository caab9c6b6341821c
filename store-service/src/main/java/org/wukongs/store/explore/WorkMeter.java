package org.wukongs.store.explore;

/**
 * Makes an execution check the time after every few thousand rows, or as much other work, which is
 * well under a millisecond. Used by one thread.
 */
public final class WorkMeter {

    private static final int ROWS_PER_LOOK = 4096;

    /** Reading so many characters of a value takes at most as long as examining a row. */
    private static final int CHARS_PER_ROW = 64;

    /** So many digits are read, computed with and printed in that time. */
    private static final int DIGITS_PER_ROW = 4;

    private final ExecutionBudget budget;
    private int rowsUntilLook = ROWS_PER_LOOK;

    public WorkMeter(ExecutionBudget budget) {
        this.budget = budget;
    }

    /** Counts an examined row or triple. */
    public void row() {
        if (--rowsUntilLook <= 0) {
            look();
        }
    }

    /** Counts characters of values; called before they are read. */
    public void characters(long count) {
        rows(1 + count / CHARS_PER_ROW);
    }

    /** Counts characters of numbers; called before they are computed with or compared. */
    public void digits(long count) {
        rows(1 + count / DIGITS_PER_ROW);
    }

    private void rows(long count) {
        rowsUntilLook -= (int) Math.min(count, ROWS_PER_LOOK);
        if (rowsUntilLook <= 0) {
            look();
        }
    }

    private void look() {
        rowsUntilLook = ROWS_PER_LOOK;
        budget.checkTime();
    }
}
