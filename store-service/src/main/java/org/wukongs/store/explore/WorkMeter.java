package org.wukongs.store.explore;

/**
 * Has an execution look at the time after every some thousand rows, or as much other work: well
 * under a millisecond. Of one thread.
 */
public final class WorkMeter {

    private static final int ROWS_PER_LOOK = 4096;

    /** Looking at so many characters of a value takes at most as long as looking at a row. */
    private static final int CHARS_PER_ROW = 64;

    /** As many digits are read, computed with and printed in that time. */
    private static final int DIGITS_PER_ROW = 4;

    private final ExecutionBudget budget;
    private int rowsUntilLook = ROWS_PER_LOOK;

    public WorkMeter(ExecutionBudget budget) {
        this.budget = budget;
    }

    /** To be called for each row or triple looked at. */
    public void row() {
        if (--rowsUntilLook <= 0) {
            look();
        }
    }

    /** To be called before so many characters of values are looked at. */
    public void characters(long count) {
        rows(1 + count / CHARS_PER_ROW);
    }

    /** To be called before values with so many characters are computed with or compared. */
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
