package org.wukongs.store.explore;

import java.util.Arrays;
import java.util.List;
import org.wukongs.id.Vids;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * What a node found for rows of another one, or for its part of a list.
 *
 * @param done rows whose solutions are here; of a start, the place of the list up to which it has
 *     those
 * @param size rows that were asked for; of a start, those of the node's part of the list
 * @param rows for each solution, the row that it extends; null for a start, which extends one row
 * @param count solutions
 * @param counts of each step, as far as they are wanted
 * @param columns ids of the columns that the steps bound; null for others
 */
record ForkAnswer(
        int done, int size, int[] rows, int count, List<StepCounts> counts, long[]... columns) {

    /**
     * Returns the answer to a request.
     *
     * @param found solutions; the column after those of the request has the rows that they extend
     */
    static ForkAnswer of(
            ForkRequest request, int done, int size, BindingTable found, List<StepCounts> counts) {
        int count = found.size();
        int[] rows = request.isStart() ? null : new int[count];
        for (int i = 0; rows != null && i < count; i++) {
            rows[i] = (int) found.get(request.columnCount(), i);
        }
        long[][] columns = new long[request.columnCount()][];
        for (int column = 0; column < columns.length; column++) {
            if ((request.made() >>> column & 1) == 1) {
                long[] ids = found.column(column);
                columns[column] = ids == null ? new long[count] : Arrays.copyOf(ids, count);
            }
        }
        return new ForkAnswer(done, size, rows, count, counts, columns);
    }

    void encode(WireWriter out) {
        out.putInt(done).putInt(size).putInt(count);
        for (int i = 0; rows != null && i < count; i++) {
            out.putInt(rows[i]);
        }
        for (long[] ids : columns) {
            if (ids != null) {
                out.putLongs(ids);
            }
        }
        out.putList(counts, StepCounts::encode);
    }

    /**
     * Reads the answer to a request; USER error if a value is out of bounds.
     *
     * @param asked rows that were asked for; any number for a start
     */
    static ForkAnswer decode(WireReader in, ForkRequest request, int asked) {
        int from = request.isStart() ? request.place() : 0;
        int most = request.isStart() ? Integer.MAX_VALUE : asked;
        int done = (int) InputLimits.checkRange("rows of a fork", in.getInt(), from, most);
        int least = request.isStart() ? done : asked;
        int size = (int) InputLimits.checkRange("rows at a node", in.getInt(), least, most);
        int count =
                (int)
                        InputLimits.checkRange(
                                "solutions of a fork", in.getInt(), 0, ForkRequest.IDS_MAX);
        InputLimits.checkRange("solutions of no rows", done == from ? count : 0, 0, 0);
        int[] rows = request.isStart() ? null : new int[count];
        for (int i = 0; rows != null && i < count; i++) {
            rows[i] = (int) InputLimits.checkRange("row", in.getInt(), 0, done - 1L);
        }
        long[][] columns = new long[request.columnCount()][];
        for (int column = 0; column < columns.length; column++) {
            if ((request.made() >>> column & 1) == 1) {
                columns[column] = in.getLongs();
                check(columns[column], count);
            }
        }
        int steps = request.counted() ? request.plan().steps().size() : 0;
        List<StepCounts> counts = in.getList("counts", steps, StepCounts.BYTES, StepCounts::decode);
        return new ForkAnswer(done, size, rows, count, counts, columns);
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
        BindingTable joined = new BindingTable(new long[columnCount][], count);
        for (int column = 0; column < columnCount; column++) {
            boolean isKept = column < extended.columnCount() && columns[column] == null;
            joined.setColumn(column, isKept ? extended.column(column) : columns[column]);
        }
        return joined;
    }
}
