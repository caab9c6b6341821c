package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;
import org.wukongs.store.value.ExecutionTerms;

/**
 * EXISTS: true if the pattern, with the row's values in place of variables, has a solution.
 * Evaluated for a whole table at once, with the distinct rows of the variables that the pattern
 * shares.
 *
 * @param outer columns of the row that the pattern may see
 * @param rowColumn a column of this expression's own, for the number of a distinct row
 */
record ExistsTest(Operator pattern, Columns outer, int rowColumn) implements Expression {

    @Override
    public Columns columns() {
        return outer;
    }

    @Override
    public String symbol() {
        return "exists";
    }

    @Override
    public String describe(PlanNames names) {
        return "exists(" + pattern.kind() + " " + pattern.describe(names) + ")";
    }

    @Override
    public List<Expression> arguments() {
        return List.of();
    }

    @Override
    public boolean readsPatterns() {
        return true;
    }

    @Override
    public Evaluator evaluator(Execution run) {
        return new Answers(run);
    }

    /** The answers for the rows of one table, computed when the first of them is needed. */
    private final class Answers implements Evaluator {

        private final Execution run;
        private BindingTable answered;
        private RowIndex.Keys keys;
        private boolean[] exists;

        Answers(Execution run) {
            this.run = run;
        }

        @Override
        public void evaluate(BindingTable table, int row, Computed into) {
            if (table != answered) {
                answer(table);
                answered = table;
            }
            into.setBoolean(exists[keys.ofRow()[row]]);
        }

        private void answer(BindingTable table) {
            int[] columns = outer.toArray();
            keys = run.keys(table, columns);
            BindingTable asked = run.firstRows(table, keys, columns).withRowNumbers(rowColumn);
            exists = new boolean[keys.size()];
            Columns bound = boundByAll(asked);
            if (bound != null) {
                ask(asked, bound);
                return;
            }
            partsByBound(asked)
                    .forEach(
                            (ofPart, part) -> {
                                int[] rows = part.stream().mapToInt(row -> row).toArray();
                                ask(asked.gather(rows, rows.length), ofPart);
                            });
        }

        private void ask(BindingTable asked, Columns bound) {
            Columns replaced = bound.plus(Columns.of(rowColumn));
            BindingTable found = run.substitute(asked, replaced, pattern);
            for (int row = 0; row < found.size(); row++) {
                exists[(int) found.get(rowColumn, row)] = true;
            }
        }

        /** Returns the outer columns that all rows bind; null if rows bind different columns. */
        private Columns boundByAll(BindingTable asked) {
            Columns bound = Columns.NONE;
            for (int column : outer.toArray()) {
                int count = 0;
                for (int row = 0; row < asked.size(); row++) {
                    count += asked.get(column, row) == ExecutionTerms.UNBOUND ? 0 : 1;
                }
                if (count > 0 && count < asked.size()) {
                    return null;
                }
                bound = count > 0 ? bound.plus(Columns.of(column)) : bound;
            }
            return bound;
        }

        /**
         * Groups rows by the columns that they bind, because only bound values replace variables of
         * the pattern.
         */
        private Map<Columns, List<Integer>> partsByBound(BindingTable asked) {
            Map<Columns, List<Integer>> parts = new LinkedHashMap<>();
            for (int row = 0; row < asked.size(); row++) {
                run.work();
                int asking = row;
                int[] bound =
                        outer.stream()
                                .filter(
                                        column ->
                                                asked.get(column, asking) != ExecutionTerms.UNBOUND)
                                .toArray();
                parts.computeIfAbsent(Columns.of(bound), columns -> new ArrayList<>()).add(row);
            }
            return parts;
        }
    }
}
