package org.wukongs.benchmarks.result;

import java.util.List;

/**
 * A picture of a table's figures: names only, the values are the table's.
 *
 * @param name of its file
 * @param unit of the values
 * @param lines between categories instead of bars in each
 * @param table name of the table
 * @param category columns whose values, joined, name a category
 * @param by columns whose values, joined, name a series of the one column of {@code values}; empty
 *     where each column of {@code values} is a series
 * @param values columns with the figures
 */
public record Chart(
        String name,
        String title,
        String unit,
        boolean lines,
        String table,
        List<String> category,
        List<String> by,
        List<String> values) {

    /** Categories are the values of the table's first column. */
    public static Chart bars(Table table, String title, String unit, String... values) {
        return of(table, false, title, unit, values);
    }

    /** As {@link #bars}. */
    public static Chart lines(Table table, String title, String unit, String... values) {
        return of(table, true, title, unit, values);
    }

    private static Chart of(
            Table table, boolean lines, String title, String unit, String... values) {
        String name = table.name();
        List<String> first = table.columns().stream().limit(1).map(Column::name).toList();
        return new Chart(name, title, unit, lines, name, first, List.of(), List.of(values));
    }

    /** The same with a name of its own, where a table has several. */
    public Chart named(String newName) {
        return new Chart(newName, title, unit, lines, table, category, by, values);
    }

    /** The same with other categories. */
    public Chart over(String... columns) {
        return new Chart(name, title, unit, lines, table, List.of(columns), by, values);
    }

    /** The same with a series for each value of {@code columns}. */
    public Chart by(String... columns) {
        return new Chart(name, title, unit, lines, table, category, List.of(columns), values);
    }
}
