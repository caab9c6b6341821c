package org.wukongs.store.algebra;

import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.store.algebra.ValueExpressions.ConstantValue;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;
import org.wukongs.store.value.ExecutionTerms;

/**
 * A property path of any length, or empty: {@code p*}, {@code p+}, {@code p?} (SPARQL 1.1, section
 * 18.4). Each pair of ends is a solution once.
 *
 * <p>Empty paths exist at terms that the query names and at those that the graph has. A variable
 * that another part of the query binds to any other term has no empty path there.
 *
 * @param step the repeated path, null for none; binds {@code from} and {@code to}
 * @param least minimum number of repetitions, 0 or 1
 * @param repeats whether there may be more than one repetition
 * @param slot the slot of the graph
 */
record PathSearch(
        Operator step,
        int from,
        int to,
        End subject,
        End object,
        int least,
        boolean repeats,
        int slot)
        implements Operator {

    /**
     * An end of the path.
     *
     * @param column the end's column in the rows; a column of its own for a constant
     * @param constant the constant, null for a variable
     * @param named whether a row's value counts as named by the query: a constant, or a variable
     *     that EXISTS has replaced
     */
    record End(int column, Value constant, boolean named) {

        Columns columns() {
            return constant == null ? Columns.of(column) : Columns.NONE;
        }
    }

    /** Flags of the ends that a row binds. */
    private static final int SUBJECT = 1;

    private static final int OBJECT = 2;

    @Override
    public Columns possible() {
        return subject.columns().plus(object.columns());
    }

    @Override
    public Columns certain() {
        return possible();
    }

    @Override
    public boolean takes(Columns bound) {
        return true;
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable rows = withConstant(run, subject, withConstant(run, object, input));
        BindingTable result = run.noRows();
        for (int bound = 0; bound <= (SUBJECT | OBJECT); bound++) {
            BindingTable part = boundBy(run, rows, bound);
            if (part.size() > 0) {
                BindingTable joined = HashJoin.join(run, part, pairs(run, part, bound));
                result.appendAll(joined);
                run.checkRows(result.size());
            }
        }
        return withoutConstant(subject, withoutConstant(object, result));
    }

    private static BindingTable withConstant(Execution run, End end, BindingTable table) {
        if (end.constant() == null) {
            return table;
        }
        long[] ids = new long[table.size()];
        Arrays.fill(ids, run.terms().id(end.constant()));
        return table.withColumn(end.column(), ids);
    }

    private static BindingTable withoutConstant(End end, BindingTable table) {
        return end.constant() == null ? table : table.withColumn(end.column(), null);
    }

    /** Returns the rows that bind exactly these ends. */
    private BindingTable boundBy(Execution run, BindingTable rows, int bound) {
        int[] kept = new int[rows.size()];
        int count = 0;
        for (int row = 0; row < rows.size(); row++) {
            int ends = rows.get(subject.column(), row) == ExecutionTerms.UNBOUND ? 0 : SUBJECT;
            ends |= rows.get(object.column(), row) == ExecutionTerms.UNBOUND ? 0 : OBJECT;
            if (ends == bound) {
                kept[count++] = row;
            }
        }
        return count == rows.size() ? rows : run.gather(rows, kept, count);
    }

    /** Returns all pairs of ends that join with one of the rows, and maybe more. */
    private BindingTable pairs(Execution run, BindingTable rows, int bound) {
        PathPairs pairs = new PathPairs(run, this);
        if (bound == 0) {
            pairs.walkAll();
            return pairs.table();
        }
        RowIndex.Keys subjects = run.keys(rows, subject.column());
        RowIndex.Keys objects = run.keys(rows, object.column());
        boolean forward =
                (bound & SUBJECT) != 0
                        && ((bound & OBJECT) == 0 || subjects.size() <= objects.size());
        boolean named =
                ((bound & SUBJECT) != 0 && subject.named())
                        || ((bound & OBJECT) != 0 && object.named());
        int[] starts = (forward ? subjects : objects).firstRows();
        int column = forward ? subject.column() : object.column();
        long[] ids = new long[starts.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = rows.get(column, starts[i]);
        }
        pairs.walk(ids, forward, named);
        return pairs.table();
    }

    @Override
    public String kind() {
        return "path";
    }

    @Override
    public String describe(PlanNames names) {
        return "between "
                + end(subject, names)
                + " and "
                + end(object, names)
                + (repeats ? ", " + least + " or more times" : ", once or not at all");
    }

    private static String end(End end, PlanNames names) {
        return end.constant() == null
                ? "?" + names.variable(end.column())
                : new ConstantValue(end.constant()).describe(names);
    }

    @Override
    public List<Operator> below() {
        return step == null ? List.of() : List.of(step);
    }
}
