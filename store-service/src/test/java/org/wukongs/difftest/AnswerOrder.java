package org.wukongs.difftest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.difftest.SpecResult.Row;

/** Is a list of rows in an order that ORDER BY allows, and the right part of it? */
final class AnswerOrder {

    private final SpecResult expected;

    /** The sort keys of each row; none where rows look the same and have different ones. */
    private final Map<Map<String, String>, List<Value>> keys = new HashMap<>();

    private final Set<Map<String, String>> unclear = new HashSet<>();

    AnswerOrder(SpecResult expected) {
        this.expected = expected;
        for (Row row : expected.rows()) {
            Map<String, String> cells = Answer.row(row.cells());
            List<Value> before = keys.putIfAbsent(cells, row.keys());
            if (before != null && !before.equals(row.keys())) {
                unclear.add(cells);
            }
        }
    }

    /** Null where it is. */
    String problem(List<Map<String, String>> rows) {
        if (expected.descending().isEmpty() || !unclear.isEmpty()) {
            return null;
        }
        for (int i = 1; i < rows.size(); i++) {
            Integer order = order(keys.get(rows.get(i - 1)), keys.get(rows.get(i)));
            if (order != null && order > 0) {
                return "out of order at row " + i;
            }
        }
        return expected.sliced() ? slice(rows) : null;
    }

    private String slice(List<Map<String, String>> rows) {
        SpecOrder sorted = new SpecOrder(expected);
        if (!sorted.isTotal() || rows.isEmpty()) {
            return null;
        }
        int from = (int) expected.offset();
        List<Row> slice = sorted.slice(from, from + rows.size());
        for (int i = 0; i < rows.size(); i++) {
            if (order(keys.get(rows.get(i)), slice.get(i).keys()) != 0) {
                return "another part of the order at row " + i;
            }
        }
        return null;
    }

    private Integer order(List<Value> a, List<Value> b) {
        return SpecOrder.compare(a, b, expected.descending());
    }
}
