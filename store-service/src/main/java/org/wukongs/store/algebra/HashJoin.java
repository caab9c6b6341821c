package org.wukongs.store.algebra;

import java.util.Arrays;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.ExecutionTerms;

/** The join of two tables (SPARQL 1.1, section 18.5), which may leave variables unbound. */
final class HashJoin {

    private HashJoin() {}

    static BindingTable join(Execution run, BindingTable left, BindingTable right) {
        if (right.size() == 0) {
            return run.noRows();
        }
        int[] shared = shared(left, right);
        CompatibleRows compatible = new CompatibleRows(run, left, right, shared);
        Pairs pairs = new Pairs(run);
        for (int row = 0; row < left.size(); row++) {
            int leftRow = row;
            run.work();
            compatible.find(
                    leftRow,
                    null,
                    rightRow -> {
                        run.work();
                        pairs.add(leftRow, rightRow);
                        run.checkRows(pairs.size());
                        return true;
                    });
        }
        return combine(run, left, right, pairs);
    }

    /** Returns the columns that both tables may bind. */
    static int[] shared(BindingTable left, BindingTable right) {
        int[] shared = new int[left.columnCount()];
        int count = 0;
        for (int column = 0; column < shared.length; column++) {
            if (left.column(column) != null && right.column(column) != null) {
                shared[count++] = column;
            }
        }
        if (count > CompatibleRows.SHARED_MAX) {
            throw WukongsException.limit(
                    Reason.COMPLEXITY_LIMIT,
                    "the two sides of a join share too many variables: shared="
                            + count
                            + " sharedMax="
                            + CompatibleRows.SHARED_MAX);
        }
        return Arrays.copyOf(shared, count);
    }

    /**
     * Combines the rows of each pair into one; as they are compatible, either bound id of a shared
     * column is right.
     */
    static BindingTable combine(Execution run, BindingTable left, BindingTable right, Pairs pairs) {
        long[][] columns = new long[left.columnCount()][];
        for (int column = 0; column < columns.length; column++) {
            long[] ids = left.column(column);
            long[] others = right.column(column);
            if (ids == null && others == null) {
                continue;
            }
            run.takeBytes((long) pairs.size() * Long.BYTES);
            run.budget().checkTime();
            columns[column] = new long[pairs.size()];
            for (int i = 0; i < pairs.size(); i++) {
                long id = ids == null ? ExecutionTerms.UNBOUND : ids[pairs.left()[i]];
                columns[column][i] =
                        id != ExecutionTerms.UNBOUND || others == null
                                ? id
                                : others[pairs.right()[i]];
            }
        }
        return new BindingTable(columns, pairs.size());
    }
}
