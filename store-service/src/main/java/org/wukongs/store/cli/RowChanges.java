package org.wukongs.store.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares the rows of each window with those of the one before, as bags. */
final class RowChanges {

    /** Rows that only one of two windows has. */
    record Change(List<String[]> added, List<String[]> removed) {

        boolean isNone() {
            return added.isEmpty() && removed.isEmpty();
        }
    }

    private List<String[]> before = List.of();

    /** Returns what has changed since the rows of the last call. */
    Change to(List<String[]> rows) {
        Change change = new Change(without(rows, before), without(before, rows));
        before = rows;
        return change;
    }

    /** The rows that are more often in a list than in another, in order. */
    private static List<String[]> without(List<String[]> rows, List<String[]> others) {
        Map<List<String>, Integer> left = new LinkedHashMap<>();
        for (String[] row : others) {
            left.merge(Arrays.asList(row), 1, Integer::sum);
        }
        List<String[]> found = new ArrayList<>();
        for (String[] row : rows) {
            Integer count = left.computeIfPresent(Arrays.asList(row), (key, n) -> n - 1);
            if (count == null || count < 0) {
                found.add(row);
            }
        }
        return found;
    }
}
