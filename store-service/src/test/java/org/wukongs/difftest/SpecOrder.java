package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.difftest.SpecResult.Row;

/** Rows in the order of their keys, as far as it is defined. */
final class SpecOrder {

    private final List<Row> sorted;
    private final List<Boolean> descending;
    private boolean total = true;

    SpecOrder(SpecResult result) {
        this.descending = result.descending();
        this.sorted = new ArrayList<>();
        result.rows().forEach(this::insert);
    }

    /** Null where the order of the two is open; 0 where their keys are equal. */
    static Integer compare(List<Value> a, List<Value> b, List<Boolean> descending) {
        for (int i = 0; i < descending.size(); i++) {
            Integer order = SpecComparison.sortOrder(a.get(i), b.get(i));
            if (order == null) {
                return null;
            }
            if (order != 0) {
                return descending.get(i) ? -order : order;
            }
        }
        return 0;
    }

    private Integer compare(Row a, Row b) {
        return compare(a.keys(), b.keys(), descending);
    }

    private void insert(Row row) {
        int at = 0;
        for (int i = 0; i < sorted.size(); i++) {
            Integer order = compare(row, sorted.get(i));
            total &= order != null;
            at = order != null && order >= 0 ? i + 1 : at;
        }
        sorted.add(at, row);
    }

    /** Is any two rows' order defined? */
    boolean isTotal() {
        return total;
    }

    List<Row> slice(int from, int to) {
        return sorted.subList(from, to);
    }

    /** Is it clear which rows come before this place? */
    boolean determined(int place) {
        if (place == 0 || place == sorted.size()) {
            return true;
        }
        if (!total) {
            return false;
        }
        Row left = sorted.get(place - 1);
        Row right = sorted.get(place);
        if (compare(left, right) != 0) {
            return true;
        }
        // Ties are no matter where all that are tied are the same row.
        return sorted.stream()
                .filter(row -> compare(row, left) == 0)
                .allMatch(row -> row.cells().equals(left.cells()));
    }
}
