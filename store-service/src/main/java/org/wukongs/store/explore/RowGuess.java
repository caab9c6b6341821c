package org.wukongs.store.explore;

/**
 * A guess at the number of rows of a plan's next result, for which room is made at once. Texts that
 * differ in constants only share a plan: one of them may have a million rows and the next one two,
 * and making room for a million takes a thousand times as long as finding two. So many rows are
 * only expected after two results that had many. Any thread may write and read it; all read it at
 * each execution, so it is written only if it was bad.
 */
final class RowGuess {

    /** Room for so many rows costs less than to find a few. */
    private static final int ROWS_CHEAP = 256;

    private int rows;
    private int rowsOfLarge; // of the last result that was larger than expected

    /** Notes the number of rows of a result. */
    void note(int rowCount) {
        int expected = rows;
        if (rowCount > expected) {
            rows = Math.min(rowCount, Math.max(rowsOfLarge, ROWS_CHEAP));
            rowsOfLarge = rowCount;
        } else if (rowCount < expected / 2) {
            rows = rowCount;
            rowsOfLarge = rowCount;
        }
    }

    int rows() {
        return rows;
    }
}
