package org.wukongs.store.algebra;

import java.util.List;
import java.util.stream.Collectors;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;

/** An operator that chooses or orders the solutions of another as a whole. */
interface Modifier extends Operator {

    Operator argument();

    @Override
    default Columns possible() {
        return argument().possible();
    }

    @Override
    default Columns certain() {
        return argument().certain();
    }

    /** Takes no rows from outside, because they would change which solutions are chosen. */
    @Override
    default boolean takes(Columns bound) {
        return bound.isEmpty();
    }

    @Override
    default List<Operator> below() {
        return List.of(argument());
    }

    /**
     * OFFSET and LIMIT.
     *
     * @param limit the maximum number of rows, -1 for all
     */
    record SliceRows(Operator argument, long offset, long limit) implements Modifier {

        @Override
        public BindingTable extend(Execution run, BindingTable input) {
            BindingTable table = run.join(input, argument);
            int from = (int) Math.min(offset, table.size());
            int to = limit < 0 ? table.size() : (int) (from + Math.min(limit, table.size() - from));
            return to - from == table.size() ? table : table.slice(from, to);
        }

        @Override
        public String kind() {
            return "slice";
        }

        @Override
        public String describe(PlanNames names) {
            return "offset " + offset + (limit < 0 ? "" : " limit " + limit);
        }
    }

    /** DISTINCT: the first of equal rows; keeps the order. */
    record DistinctRows(Operator argument) implements Modifier {

        @Override
        public BindingTable extend(Execution run, BindingTable input) {
            BindingTable table = run.join(input, argument);
            RowIndex.Keys keys = run.keys(table, possible().toArray());
            return keys.size() == table.size()
                    ? table
                    : run.gather(table, keys.firstRows(), keys.size());
        }

        @Override
        public String kind() {
            return "distinct";
        }

        @Override
        public String describe(PlanNames names) {
            return "";
        }
    }

    /**
     * FILTER over anything but a single basic graph pattern, or with a condition that needs whole
     * rows.
     */
    record FilterRows(Operator argument, Expression condition) implements Modifier {

        /**
         * Returns true if the argument binds all columns that both the condition reads and {@code
         * bound} has, so that a given row cannot change the condition's value.
         */
        @Override
        public boolean takes(Columns bound) {
            return bound.isEmpty()
                    || (condition.stable()
                            && argument.certain().containsAll(condition.columns().and(bound)));
        }

        @Override
        public BindingTable extend(Execution run, BindingTable input) {
            BindingTable table = run.join(input, argument);
            return table.size() == 0 ? table : new Condition(condition, run).filter(table);
        }

        @Override
        public String kind() {
            return "filter";
        }

        @Override
        public String describe(PlanNames names) {
            return condition.describe(names);
        }
    }

    /**
     * ORDER BY (SPARQL 1.1, section 15.1); rows that are equal by all conditions keep their order.
     *
     * @param conditions the conditions, the most significant first
     * @param rowCountMax the number of first rows that are wanted, -1 for all
     */
    record OrderRows(Operator argument, List<OrderCondition> conditions, long rowCountMax)
            implements Modifier {

        /** One condition of ORDER BY. */
        record OrderCondition(Expression key, boolean ascending) {}

        @Override
        public BindingTable extend(Execution run, BindingTable input) {
            BindingTable table = run.join(input, argument);
            if (table.size() < 2) {
                return table;
            }
            RowOrder order = new RowOrder(run, table, conditions);
            int wanted = rowCountMax < 0 ? table.size() : (int) Math.min(rowCountMax, table.size());
            int[] rows = order.first(wanted);
            return run.gather(table, rows, rows.length);
        }

        @Override
        public String kind() {
            return "order";
        }

        @Override
        public String describe(PlanNames names) {
            return conditions.stream()
                    .map(c -> (c.ascending() ? "" : "desc ") + c.key().describe(names))
                    .collect(
                            Collectors.joining(
                                    " ", "by ", rowCountMax < 0 ? "" : " top " + rowCountMax));
        }
    }
}
