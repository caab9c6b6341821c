package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Bag difference of rows, for ISTREAM and DSTREAM (csparql.md, "Result forms"). */
final class RowDifference {

    private RowDifference() {}

    /**
     * The rows of {@code from} that are left when each row of {@code without} takes one equal row
     * away.
     */
    static List<String[]> minus(List<String[]> from, List<String[]> without) {
        Map<List<String>, Integer> counts = new HashMap<>();
        for (String[] row : without) {
            counts.merge(Arrays.asList(row), 1, Integer::sum);
        }
        List<String[]> left = new ArrayList<>();
        for (String[] row : from) {
            Integer count = counts.get(Arrays.asList(row));
            if (count == null || count == 0) {
                left.add(row);
            } else {
                counts.put(Arrays.asList(row), count - 1);
            }
        }
        return left;
    }
}
