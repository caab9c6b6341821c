package org.wukongs.benchmarks.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Figures of one kind, as the result file has them. Columns are those of the first row.
 *
 * @param name in the result file
 * @param title in print
 * @param across name of a column whose values stand side by side in print, each with the columns
 *     after it; the columns before it name a line; null for one printed line a row
 * @param rows by column name; null where there is no value
 * @param notes what readers have to know, a line each
 */
public record Table(
        String name,
        String title,
        List<Column> columns,
        String across,
        List<Map<String, Object>> rows,
        List<String> notes) {

    /** One that is to be filled. */
    public Table(String name, String title) {
        this(name, title, null);
    }

    public Table(String name, String title, String across) {
        this(name, title, new ArrayList<>(), across, new ArrayList<>(), new ArrayList<>());
    }

    /** The cells of one row, in the order of columns. */
    public final class Row {

        private final Map<String, Object> values = new LinkedHashMap<>();

        /** A cell that is printed below {@code head}; where {@code value} is null there is none. */
        public Row cell(String column, String head, Object value) {
            if (rows.size() == 1) {
                columns.add(new Column(column, head));
            }
            // JSON has no infinite numbers.
            boolean none = value instanceof Double number && !Double.isFinite(number);
            values.put(column, none ? null : value);
            return this;
        }

        /** Words or a count below the column's name. */
        public Row cell(String column, Object value) {
            return cell(column, column, value);
        }

        /** A cell that is in the result file only. */
        public Row kept(String column, Object value) {
            return cell(column, null, value);
        }
    }

    /** Begins a row, after the one before it is complete. */
    public Row row() {
        Row row = new Row();
        rows.add(row.values);
        return row;
    }

    public Table note(String note) {
        notes.add(note);
        return this;
    }

    @JsonIgnore
    List<Column> printed() {
        return columns.stream().filter(column -> column.head() != null).toList();
    }

    Column column(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no column: name=" + wanted));
    }
}
