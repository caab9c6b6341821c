package org.wukongs.store.explore;

/**
 * The filter {@code ?a = ?b} or {@code ?a != ?b}, if at most one side can be a literal, or {@code
 * sameTerm(?a, ?b)}. Equal terms have equal ids, so the terms are not read.
 *
 * @param equal true for {@code =}, false for {@code !=}
 */
public record IdComparison(boolean equal) implements RowFilter {

    @Override
    public int filter(long[][] columns, int count, int[] kept) {
        long[] first = columns[0];
        long[] second = columns[1];
        int size = 0;
        for (int row = 0; row < count; row++) {
            kept[size] = row;
            boolean bound =
                    first[row] != BindingTable.UNBOUND && second[row] != BindingTable.UNBOUND;
            size += bound && (first[row] == second[row]) == equal ? 1 : 0;
        }
        return size;
    }

    @Override
    public boolean comparesIds() {
        return true;
    }
}
