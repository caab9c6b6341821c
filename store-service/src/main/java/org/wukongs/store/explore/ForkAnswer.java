package org.wukongs.store.explore;

import java.util.Arrays;
import org.wukongs.id.Vids;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * What a node found for rows of another one.
 *
 * @param rows for each solution, the row that it extends
 * @param columns ids of the columns that the steps bound; null for others
 */
record ForkAnswer(int[] rows, long[]... columns) {

    /**
     * Writes an answer.
     *
     * @param done rows whose solutions it has
     * @param rowColumn column of {@code found} with the row that a solution extends
     */
    static void encode(int done, BindingTable found, int rowColumn, long made, WireWriter out) {
        int count = found.size();
        out.putInt(done).putInt(count);
        for (int i = 0; i < count; i++) {
            out.putInt((int) found.get(rowColumn, i));
        }
        for (int column = 0; column < rowColumn; column++) {
            if ((made >>> column & 1) == 1) {
                long[] ids = found.column(column);
                out.putLongs(ids == null ? new long[count] : Arrays.copyOf(ids, count));
            }
        }
    }

    /**
     * Reads what comes after the number of rows that are done; USER error if a value is out of
     * bounds.
     */
    static ForkAnswer decode(WireReader in, int done, long made, int columnCount) {
        int count =
                (int)
                        InputLimits.checkRange(
                                "solutions of a fork", in.getInt(), 0, ForkRequest.IDS_MAX);
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) {
            rows[i] = (int) InputLimits.checkRange("row", in.getInt(), 0, done - 1L);
        }
        long[][] columns = new long[columnCount][];
        for (int column = 0; column < columnCount; column++) {
            if ((made >>> column & 1) == 1) {
                columns[column] = in.getLongs();
                check(columns[column], count);
            }
        }
        return new ForkAnswer(rows, columns);
    }

    private static void check(long[] ids, int count) {
        InputLimits.checkRange("ids of a column", ids.length, count, count);
        long outside = 0;
        for (long id : ids) {
            outside |= id >>> Vids.BITS | (id == 0 ? 1 : 0);
        }
        InputLimits.checkRange("bits of ids beyond those of a vid", outside, 0, 0);
    }

    long bytes() {
        return Arrays.stream(columns)
                .filter(ids -> ids != null)
                .mapToLong(ids -> (long) ids.length * Long.BYTES)
                .sum();
    }

    /** Returns the rows that were extended, one for each solution, with what the steps bound. */
    BindingTable joinedTo(BindingTable extended, int columnCount) {
        BindingTable joined = new BindingTable(new long[columnCount][], rows.length);
        for (int column = 0; column < columnCount; column++) {
            boolean isKept = column < extended.columnCount() && columns[column] == null;
            joined.setColumn(column, isKept ? extended.column(column) : columns[column]);
        }
        return joined;
    }
}
