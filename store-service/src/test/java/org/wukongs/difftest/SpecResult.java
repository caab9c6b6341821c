package org.wukongs.difftest;

import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;

/**
 * What a query may answer.
 *
 * @param vars columns
 * @param rows all solutions before OFFSET and LIMIT, not in order
 * @param descending of each sort key
 * @param limit -1 for none
 * @param ambiguous the specification leaves the solutions open
 */
record SpecResult(
        List<String> vars,
        List<Row> rows,
        List<Boolean> descending,
        long offset,
        long limit,
        boolean ambiguous) {

    /** One solution with its sort keys; null where unbound. */
    record Row(Map<String, Value> cells, List<Value> keys) {}

    List<Map<String, Value>> solutions() {
        return rows.stream().map(Row::cells).toList();
    }

    long sizeExpected() {
        long left = Math.max(0, rows.size() - offset);
        return limit < 0 ? left : Math.min(left, limit);
    }

    boolean sliced() {
        return offset > 0 || limit >= 0;
    }
}
