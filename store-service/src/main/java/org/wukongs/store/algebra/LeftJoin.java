package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/**
 * OPTIONAL: each row of the left side with each compatible solution of the right side for which the
 * condition holds, or alone if there is none (SPARQL 1.1, section 18.5).
 *
 * @param condition null for none
 * @param rowColumn a column of this operator's own, for the number of a left row
 */
record LeftJoin(Operator left, Operator right, Expression condition, int rowColumn)
        implements Operator {

    @Override
    public Columns possible() {
        return left.possible().plus(right.possible());
    }

    @Override
    public Columns certain() {
        return left.certain();
    }

    /** Returns the columns on which the right side's solutions depend. */
    Columns deciding() {
        return condition == null ? right.possible() : right.possible().plus(condition.columns());
    }

    @Override
    public boolean takes(Columns bound) {
        return bound.isEmpty()
                || ((condition == null || condition.stable())
                        && left.certain().containsAll(deciding().and(bound)));
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable lefts = run.join(input, left);
        if (lefts.size() == 0) {
            return lefts;
        }
        BindingTable found = run.join(lefts.withRowNumbers(rowColumn), right);
        if (condition != null && found.size() > 0) {
            found = new Condition(condition, run).filter(found);
        }
        return withUnmatched(run, lefts, found);
    }

    private BindingTable withUnmatched(Execution run, BindingTable lefts, BindingTable found) {
        boolean[] matched = new boolean[lefts.size()];
        for (int row = 0; row < found.size(); row++) {
            run.work();
            matched[(int) found.get(rowColumn, row)] = true;
        }
        int[] alone = new int[lefts.size()];
        int count = 0;
        for (int row = 0; row < alone.length; row++) {
            if (!matched[row]) {
                alone[count++] = row;
            }
        }
        BindingTable joined = found.withColumn(rowColumn, null);
        if (count == 0 || found.size() == 0) {
            return count == 0 ? joined : lefts;
        }
        run.takeRows(joined, joined.size() + count);
        BindingTable result = run.noRows();
        result.appendAll(joined);
        result.appendGathered(lefts, alone, count);
        run.checkRows(result.size());
        return result;
    }

    @Override
    public String kind() {
        return "optional";
    }

    @Override
    public String describe(PlanNames names) {
        return condition == null ? "" : "if " + condition.describe(names);
    }

    @Override
    public List<Operator> below() {
        return List.of(left, right);
    }
}
