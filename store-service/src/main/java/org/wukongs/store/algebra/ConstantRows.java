package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.store.explore.BindingTable;

/** Operators whose solutions are written in the query. */
final class ConstantRows {

    private ConstantRows() {}

    /** No solution. */
    record NoRows() implements Operator {

        @Override
        public Columns possible() {
            return Columns.NONE;
        }

        @Override
        public Columns certain() {
            return Columns.NONE;
        }

        @Override
        public boolean takes(Columns bound) {
            return true;
        }

        @Override
        public BindingTable extend(Execution run, BindingTable input) {
            return run.noRows();
        }

        @Override
        public String kind() {
            return "empty";
        }

        @Override
        public String describe(PlanNames names) {
            return "";
        }
    }

    /** The empty group {@code {}}: one solution, which binds nothing. */
    record UnitRow() implements Operator {

        @Override
        public Columns possible() {
            return Columns.NONE;
        }

        @Override
        public Columns certain() {
            return Columns.NONE;
        }

        @Override
        public boolean takes(Columns bound) {
            return true;
        }

        @Override
        public BindingTable extend(Execution run, BindingTable input) {
            return input;
        }

        @Override
        public String kind() {
            return "unit";
        }

        @Override
        public String describe(PlanNames names) {
            return "";
        }
    }

    /**
     * VALUES: rows written in the query.
     *
     * @param columns columns of its variables
     * @param rows terms in the order of the columns, null for UNDEF
     */
    record ValuesRows(int[] columns, List<Value[]> rows) implements Operator {

        @Override
        public Columns possible() {
            return bound(false);
        }

        @Override
        public Columns certain() {
            return bound(true);
        }

        /** Returns the columns that some row or, with {@code byAll}, every row binds. */
        private Columns bound(boolean byAll) {
            Columns bound = Columns.NONE;
            for (int i = 0; i < columns.length; i++) {
                int place = i;
                boolean there =
                        byAll
                                ? rows.stream().allMatch(row -> row[place] != null)
                                : rows.stream().anyMatch(row -> row[place] != null);
                bound = there ? bound.plus(Columns.of(columns[i])) : bound;
            }
            return bound;
        }

        @Override
        public boolean takes(Columns bound) {
            return true;
        }

        @Override
        public BindingTable extend(Execution run, BindingTable input) {
            BindingTable table = run.noRows();
            for (Value[] row : rows) {
                int added = table.appendUnbound();
                for (int i = 0; i < columns.length; i++) {
                    if (row[i] != null) {
                        table.set(columns[i], added, run.terms().id(row[i]));
                    }
                }
            }
            return HashJoin.join(run, input, table);
        }

        @Override
        public String kind() {
            return "values";
        }

        @Override
        public String describe(PlanNames names) {
            return names.variables(columns) + " " + rows.size() + " rows";
        }
    }
}
