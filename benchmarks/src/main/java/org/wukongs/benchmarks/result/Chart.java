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

    public static Chart bars(
            Table table, List<String> category, String title, String unit, String... values) {
        return new Chart(
                table.name(),
                title,
                unit,
                false,
                table.name(),
                category,
                List.of(),
                List.of(values));
    }

    /** {@code by} is empty where each of {@code values} is a series. */
    public static Chart lines(
            Table table,
            String category,
            List<String> by,
            String title,
            String unit,
            String... values) {
        return new Chart(
                table.name(),
                title,
                unit,
                true,
                table.name(),
                List.of(category),
                by,
                List.of(values));
    }
}
