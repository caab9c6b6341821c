package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Splits an input table into groups, in each of which a variable of the pattern is bound in all
 * rows or in none, because the plan depends on the bound variables.
 */
final class InputGroups {

    private InputGroups() {}

    /** Returns the groups; the table itself if it is one group. */
    static List<BindingTable> of(BindingTable input, int[] variables) {
        int[] mixed = mixedColumns(input, variables);
        if (mixed.length == 0) {
            return List.of(input);
        }
        Map<Long, int[]> rowsByMask = new LinkedHashMap<>();
        Map<Long, Integer> countByMask = new LinkedHashMap<>();
        for (int row = 0; row < input.size(); row++) {
            long mask = 0;
            for (int i = 0; i < mixed.length; i++) {
                mask |= (input.get(mixed[i], row) == BindingTable.UNBOUND ? 0L : 1L) << i;
            }
            int count = countByMask.merge(mask, 1, Integer::sum);
            int[] rows = rowsByMask.computeIfAbsent(mask, m -> new int[16]);
            if (count > rows.length) {
                rows = Arrays.copyOf(rows, rows.length * 2);
                rowsByMask.put(mask, rows);
            }
            rows[count - 1] = row;
        }
        List<BindingTable> groups = new ArrayList<>();
        rowsByMask.forEach(
                (mask, rows) -> groups.add(group(input, mixed, mask, rows, countByMask.get(mask))));
        return groups;
    }

    private static BindingTable group(
            BindingTable input, int[] mixed, long mask, int[] rows, int count) {
        BindingTable group = input.gather(rows, count);
        for (int i = 0; i < mixed.length; i++) {
            if ((mask >>> i & 1) == 0) {
                group.setColumn(mixed[i], null);
            }
        }
        return group;
    }

    /** Returns the columns that are bound in some rows only. */
    private static int[] mixedColumns(BindingTable input, int[] variables) {
        int[] mixed = new int[variables.length];
        int count = 0;
        for (int column : variables) {
            if (column < input.columnCount() && hasUnbound(input.column(column), input.size())) {
                mixed[count++] = column;
            }
        }
        return Arrays.copyOf(mixed, count);
    }

    private static boolean hasUnbound(long[] ids, int size) {
        if (ids != null) {
            for (int row = 0; row < size; row++) {
                if (ids[row] == BindingTable.UNBOUND) {
                    return true;
                }
            }
        }
        return false;
    }
}
