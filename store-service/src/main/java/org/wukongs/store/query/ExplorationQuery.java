package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;

/**
 * A basic graph pattern with filters, answered by graph exploration with full history: the binding
 * table grows by one pattern after the other, so there is no final join (Wukong, OSDI'16, section
 * 4.4). The order of the patterns is chosen anew at each execution from the counts of the graphs it
 * reads.
 *
 * @param outputColumns column of each projected variable, -1 where no pattern binds it
 * @param limit rows at most, -1 for all
 */
record ExplorationQuery(
        CsparqlQuery query,
        List<ExplorationPattern> patterns,
        List<ExplorationFilter> filters,
        ExplorationColumns columns,
        int[] outputColumns,
        boolean distinct,
        long offset,
        long limit)
        implements CompiledQuery {

    @Override
    public String engine() {
        return "exploration";
    }

    @Override
    public QueryResult execute(ExecutionContext context) {
        Exploration exploration = new Exploration(this, context);
        BindingTable table = exploration.run();
        int[] rows = select(table);
        long engineNs = context.elapsedNs();
        List<String[]> strings = new ArrayList<>(rows.length);
        for (int row : rows) {
            strings.add(strings(table, row, context));
        }
        return new QueryResult(query.form(), query.vars(), strings, engineNs);
    }

    /** The rows to return, in order, after DISTINCT, OFFSET and LIMIT. */
    private int[] select(BindingTable table) {
        if (query.form() == ResultForm.ASK) {
            return table.size() > 0 ? new int[1] : new int[0];
        }
        int[] rows = new int[table.size()];
        int count = 0;
        Set<List<Long>> seen = new HashSet<>();
        for (int row = 0; row < table.size(); row++) {
            if (!distinct || seen.add(outputIds(table, row))) {
                rows[count++] = row;
            }
        }
        int from = (int) Math.min(offset, count);
        int to = limit < 0 ? count : (int) Math.min(count, from + limit);
        return Arrays.copyOfRange(rows, from, to);
    }

    private List<Long> outputIds(BindingTable table, int row) {
        List<Long> ids = new ArrayList<>(outputColumns.length);
        for (int column : outputColumns) {
            ids.add(column < 0 ? 0L : table.get(column, row));
        }
        return ids;
    }

    private String[] strings(BindingTable table, int row, ExecutionContext context) {
        String[] line = new String[outputColumns.length];
        for (int i = 0; i < line.length; i++) {
            int column = outputColumns[i];
            if (column >= 0) {
                long id = table.get(column, row);
                line[i] =
                        columns.isPredicate(column)
                                ? context.dictionary().predicate(id)
                                : context.dictionary().vertex(id);
            }
        }
        return line;
    }
}
