package org.wukongs.benchmarks.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The columns of a table, each with its name, unit, and where its value comes from.
 *
 * @param <T> what a row is made of
 */
public final class TableShape<T> {

    private final String name;
    private final String title;
    private final Map<Column, Function<T, Object>> columns = new LinkedHashMap<>();
    private String across;

    /** {@code name} is the table's in the result file, {@code title} its line in print. */
    public TableShape(String name, String title) {
        this.name = name;
        this.title = title;
    }

    /** A printed column; where {@code value} is null there is none. */
    public TableShape<T> column(
            String column, String head, String unit, Function<T, Object> value) {
        columns.put(new Column(column, head, unit), value);
        return this;
    }

    /** A printed column of words or counts, whose head is its name. */
    public TableShape<T> column(String column, Function<T, Object> value) {
        return column(column, column, "", value);
    }

    /** A column that is in the result file only. */
    public TableShape<T> kept(String column, String unit, Function<T, Object> value) {
        return column(column, null, unit, value);
    }

    /** A printed column whose values stand side by side, see {@link Table#across}. */
    public TableShape<T> across(String column, Function<T, Object> value) {
        across = column;
        return column(column, value);
    }

    /** A table with a row for each of {@code items}. */
    public Table of(List<T> items, String... notes) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (T item : items) {
            Map<String, Object> row = new LinkedHashMap<>();
            columns.forEach((column, value) -> row.put(column.name(), json(value.apply(item))));
            rows.add(row);
        }
        return new Table(name, title, List.copyOf(columns.keySet()), across, rows, List.of(notes));
    }

    /** JSON has no infinite numbers. */
    private static Object json(Object value) {
        return value instanceof Double number && !Double.isFinite(number) ? null : value;
    }
}
