package org.wukongs.benchmarks.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;

/**
 * Figures of one kind, as the result file has them.
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
