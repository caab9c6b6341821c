package org.wukongs.store.query;

import java.util.Arrays;
import org.wukongs.store.explore.BindingTable;

/**
 * What one execution of a query template found: the rows of all members in one table of vids,
 * member by member. Immutable; any thread.
 */
public final class TemplateRows {

    private final BindingTable table;
    private final int[] offsets; // rows of member m: offsets[m] to offsets[m + 1] - 1
    private final long skipped; // rows of each member to leave out
    private final long limit; // rows of each member at most, -1 for all

    private TemplateRows(BindingTable table, int[] offsets, long skipped, long limit) {
        this.table = table;
        this.offsets = offsets;
        this.skipped = skipped;
        this.limit = limit;
    }

    /**
     * Groups rows by member: a counting sort, which is stable and leaves alone what is in order.
     *
     * @param found rows with a member's number in the last column
     * @param memberCount the highest number
     * @param skipped rows of each member to leave out
     * @param limit rows of each member at most, -1 for all
     */
    static TemplateRows group(BindingTable found, int memberCount, long skipped, long limit) {
        int size = found.size();
        int[] columns = new int[found.columnCount() - 1];
        Arrays.setAll(columns, column -> column);
        long[] members = found.column(columns.length);
        int[] offsets = new int[memberCount + 2];
        boolean ordered = true;
        for (int row = 0; row < size; row++) {
            offsets[(int) members[row] + 1]++;
            ordered &= row == 0 || members[row - 1] <= members[row];
        }
        for (int member = 1; member < offsets.length; member++) {
            offsets[member] += offsets[member - 1];
        }
        BindingTable rows = found.select(columns);
        if (!ordered) {
            rows = rows.gather(order(members, size, offsets.clone()), size);
        }
        return new TemplateRows(rows, offsets, skipped, limit);
    }

    private static int[] order(long[] members, int size, int[] places) {
        int[] order = new int[size];
        for (int row = 0; row < size; row++) {
            order[places[(int) members[row]]++] = row;
        }
        return order;
    }

    /** All rows; those of a member are {@link #from} to {@link #to} - 1. */
    public BindingTable table() {
        return table;
    }

    /** The highest number of a member that it may have rows of. */
    public int memberCount() {
        return offsets.length - 2;
    }

    /** The first row of a member, which is {@link #to} where it has none. */
    public int from(int member) {
        if (member >= offsets.length - 1) {
            return 0;
        }
        long from = offsets[member] + Math.min(skipped, table.size());
        return (int) Math.min(from, offsets[member + 1]);
    }

    /** One more than the last row of a member. */
    public int to(int member) {
        if (member >= offsets.length - 1) {
            return 0;
        }
        int count = offsets[member + 1] - from(member);
        return from(member) + (int) (limit < 0 ? count : Math.min(count, limit));
    }

    /** How many rows a member has. */
    public int size(int member) {
        return to(member) - from(member);
    }

    /** A copy of a member's rows. */
    public BindingTable rows(int member) {
        BindingTable rows = new BindingTable(table.columnCount());
        rows.appendRange(table, from(member), size(member));
        return rows;
    }

    /**
     * The rows of a member that are left when each row that it had {@code before} takes one equal
     * row away: for ISTREAM and, the other way round, DSTREAM (csparql.md, "Result forms").
     *
     * @param numberBefore the member's number in {@code before}
     * @return numbers of rows in {@link #table()}
     */
    public int[] minus(int member, TemplateRows before, int numberBefore) {
        return RowBag.minus(
                table,
                from(member),
                to(member),
                before.table,
                before.from(numberBefore),
                before.to(numberBefore));
    }
}
