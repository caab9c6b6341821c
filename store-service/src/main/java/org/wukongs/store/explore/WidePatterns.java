package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Answers patterns with more columns or triple patterns than the planner has bits: some triple
 * patterns at a time, each time with the used columns side by side.
 */
final class WidePatterns {

    /**
     * With three columns each, plus one for row numbers, they stay within {@link
     * Planner#COLUMNS_MAX}.
     */
    private static final int PATTERNS_AT_A_TIME = 16;

    private WidePatterns() {}

    static BindingTable select(
            Explorer explorer, BindingTable input, BasicGraphPattern pattern, Selection selection) {
        BindingTable table = widened(input, pattern.columnCount());
        List<TriplePattern> patterns = pattern.patterns();
        for (int from = 0; from < patterns.size(); from += PATTERNS_AT_A_TIME) {
            int to = Math.min(patterns.size(), from + PATTERNS_AT_A_TIME);
            table = extend(explorer, table, patterns.subList(from, to));
        }
        for (PatternFilter filter : pattern.filters()) {
            table = explorer.filter(table, filter);
        }
        return explorer.select(table, selection);
    }

    private static BindingTable widened(BindingTable input, int columnCount) {
        long[][] columns = new long[Math.max(columnCount, input.columnCount())][];
        for (int column = 0; column < input.columnCount(); column++) {
            columns[column] = input.column(column);
        }
        return new BindingTable(columns, input.size());
    }

    private static BindingTable extend(
            Explorer explorer, BindingTable input, List<TriplePattern> patterns) {
        int[] variables = new BasicGraphPattern(patterns, List.of()).variables();
        List<TriplePattern> narrow = new ArrayList<>();
        for (TriplePattern pattern : patterns) {
            narrow.add(
                    new TriplePattern(
                            pattern.graph(),
                            narrow(pattern.subject(), variables),
                            narrow(pattern.predicate(), variables),
                            narrow(pattern.object(), variables)));
        }
        int[] selected = Arrays.copyOf(variables, variables.length + 1);
        selected[variables.length] = -1;
        BindingTable used = input.select(selected).withRowNumbers(variables.length);
        BindingTable found = explorer.extend(used, new BasicGraphPattern(narrow, List.of()));
        return widen(input, found, variables);
    }

    private static Place narrow(Place place, int[] variables) {
        if (place.isConstant()) {
            return place;
        }
        int column = 0;
        while (variables[column] != place.column()) {
            column++;
        }
        return Place.column(column);
    }

    /** Returns the rows of the input that {@code found} extends, with the columns it has bound. */
    private static BindingTable widen(BindingTable input, BindingTable found, int[] variables) {
        int[] rows = new int[found.size()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (int) found.get(variables.length, i);
        }
        BindingTable table = input.gather(rows, rows.length);
        for (int i = 0; i < variables.length; i++) {
            table.setColumn(variables[i], found.column(i));
        }
        return table;
    }
}
