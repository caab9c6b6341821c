package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.TripleView;

/**
 * Answers the basic graph patterns of one execution by graph exploration with full history: a
 * binding table grows by one pattern after the other, so there is no final join (Wukong, OSDI'16,
 * section 4.4).
 */
public final class Explorer {

    private final TripleView[] graphs;
    private final long[] constants;
    private final RowFilter[] filters;
    private final TermDictionary dictionary;
    private final ExecutionBudget budget;

    /**
     * What the patterns name by index: {@link TriplePattern#graph()}, {@link Place#constant()},
     * {@link PatternFilter#filter()}.
     */
    public Explorer(
            TripleView[] graphs,
            long[] constants,
            RowFilter[] filters,
            TermDictionary dictionary,
            ExecutionBudget budget) {
        this.graphs = graphs;
        this.constants = constants;
        this.filters = filters;
        this.dictionary = dictionary;
        this.budget = budget;
    }

    /**
     * The join of {@code input} with the solutions of a pattern, as a bag, in no particular order. A
     * row that does not bind a variable is compatible with all solutions. The result has the
     * columns of the input, but those that the pattern drops.
     *
     * <p>Whoever has to know which row of the input a row comes from gives the input a column of
     * {@link BindingTable#withRowNumbers row numbers}.
     */
    public BindingTable extend(BindingTable input, BasicGraphPattern pattern) {
        BindingTable table = input;
        for (TriplePattern next : pattern.patterns()) {
            table = extend(table, next);
        }
        return filter(table, pattern.filters());
    }

    private BindingTable extend(BindingTable input, TriplePattern pattern) {
        BindingTable table = new BindingTable(input.columnCount());
        TripleCursor cursor = new TripleCursor();
        for (int row = 0; row < input.size(); row++) {
            long predicate = value(pattern.predicate(), input, row);
            if (!pattern.predicate().isConstant() && predicate != TripleCursor.ANY) {
                predicate = dictionary.predicateOfVertex(predicate);
            }
            cursor.reset(
                    graphs[pattern.graph()],
                    value(pattern.subject(), input, row),
                    predicate,
                    value(pattern.object(), input, row));
            while (cursor.next()) {
                append(pattern, cursor, input, row, table);
            }
            budget.checkRows(table.size());
        }
        budget.checkTime();
        return table;
    }

    private long value(Place place, BindingTable table, int row) {
        if (place.isConstant()) {
            return constants[place.constant()];
        }
        long id = table.get(place.column(), row);
        return id == BindingTable.UNBOUND ? TripleCursor.ANY : id;
    }

    private void append(
            TriplePattern pattern,
            TripleCursor cursor,
            BindingTable input,
            int row,
            BindingTable into) {
        int appended = into.append(input, row);
        long predicate = dictionary.vertexOfPredicate(cursor.predicate());
        if (bind(pattern.subject(), cursor.subject(), appended, into)
                && bind(pattern.object(), cursor.object(), appended, into)
                && bind(pattern.predicate(), predicate, appended, into)) {
            return;
        }
        into.removeLast();
    }

    /** False where the row binds the variable to something else. */
    private static boolean bind(Place place, long id, int row, BindingTable table) {
        if (place.isConstant()) {
            return true;
        }
        long before = table.get(place.column(), row);
        table.set(place.column(), row, id);
        return before == BindingTable.UNBOUND || before == id;
    }

    private BindingTable filter(BindingTable table, List<PatternFilter> pending) {
        BindingTable filtered = table;
        for (PatternFilter filter : pending) {
            List<long[]> columns = new ArrayList<>();
            for (int column : filter.columns()) {
                long[] ids = filtered.column(column);
                columns.add(ids == null ? new long[filtered.size()] : ids);
            }
            int[] kept = new int[filtered.size()];
            int count =
                    filters[filter.filter()].filter(
                            columns.toArray(new long[0][]), filtered.size(), kept);
            filtered = filtered.gather(kept, count);
        }
        return filtered;
    }
}
