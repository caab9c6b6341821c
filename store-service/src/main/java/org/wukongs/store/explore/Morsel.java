package org.wukongs.store.explore;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A morsel of partial solutions after one stage: for each row, the row of the parent morsel that it
 * extends, and the id in the column that the stage bound. Other columns are gathered from the
 * parent only when they are read, which for most is never (late materialisation).
 *
 * <p>Reused from morsel to morsel. Its content is valid until the stage makes the next morsel.
 */
final class Morsel {

    private final long[][] columns; // of this morsel, null if not gathered
    private final long[][] buffers; // buffers for gathered columns
    private final LongConsumer growth;
    private Morsel parent;
    private int[] rows;
    private boolean aligned; // row i extends row i of the parent
    private int boundColumn;
    private int size;

    Morsel(int columnCount) {
        this(columnCount, bytes -> {});
    }

    /** {@code growth} is told how many bytes a column is about to take, and may throw. */
    Morsel(int columnCount, LongConsumer growth) {
        this.growth = growth;
        columns = new long[columnCount][];
        buffers = new long[columnCount][];
    }

    /** Resets it to a morsel without parent: the input of an exploration. */
    void reset(BindingTable table) {
        parent = null;
        boundColumn = -1;
        size = table.size();
        Arrays.fill(columns, null);
        for (int column = 0; column < table.columnCount(); column++) {
            columns[column] = table.column(column);
        }
    }

    /**
     * Resets it to the next morsel.
     *
     * @param parentRows the row of {@code of} that each row extends, ascending; changed by {@link
     *     #keep}
     * @param column the column that the stage binds, -1 for none
     * @param ids its values; changed by {@link #keep}
     */
    void reset(Morsel of, int[] parentRows, int count, int column, long[] ids) {
        parent = of;
        rows = parentRows;
        size = count;
        boundColumn = column;
        aligned = isAligned(parentRows, count);
        Arrays.fill(columns, null);
        if (column >= 0) {
            columns[column] = ids;
        }
    }

    private static boolean isAligned(int[] rows, int count) {
        for (int i = 0; i < count; i++) {
            if (rows[i] != i) {
                return false;
            }
        }
        return true;
    }

    /** Lets go of all columns but its own buffers. */
    void clear() {
        size = 0;
        Arrays.fill(columns, null);
    }

    int size() {
        return size;
    }

    /** Returns the ids of a column, valid up to {@link #size()}; null if no row binds it. */
    long[] column(int column) {
        long[] ids = columns[column];
        if (ids == null && parent != null) {
            ids = parent.column(column);
            if (ids != null && !aligned) {
                ids = gather(ids, column);
            }
            columns[column] = ids;
        }
        return ids;
    }

    private long[] gather(long[] from, int column) {
        if (buffers[column] == null || buffers[column].length < size) {
            int capacity = Math.max(size, rows.length);
            int before = buffers[column] == null ? 0 : buffers[column].length;
            growth.accept((long) (capacity - before) * Long.BYTES);
            buffers[column] = new long[capacity];
        }
        long[] into = buffers[column];
        int[] indexes = rows;
        for (int i = 0; i < size; i++) {
            into[i] = from[indexes[i]];
        }
        return into;
    }

    /** Keeps the rows {@code kept[0..count-1]}, ascending. */
    void keep(int[] kept, int count) {
        if (count == size) {
            return;
        }
        for (int i = 0; i < count; i++) {
            rows[i] = rows[kept[i]];
        }
        for (int column = 0; column < columns.length; column++) {
            long[] ids = columns[column];
            if (ids == null) {
                continue;
            }
            if (column == boundColumn || ids == buffers[column]) {
                compact(ids, kept, count);
            } else {
                columns[column] = null; // the parent's own array
            }
        }
        aligned = false;
        size = count;
    }

    private static void compact(long[] ids, int[] kept, int count) {
        for (int i = 0; i < count; i++) {
            ids[i] = ids[kept[i]];
        }
    }

    /** Returns the bytes of its buffers. */
    long bytes() {
        long bytes = 0;
        for (long[] buffer : buffers) {
            bytes += buffer == null ? 0 : (long) buffer.length * Long.BYTES;
        }
        return bytes;
    }
}
