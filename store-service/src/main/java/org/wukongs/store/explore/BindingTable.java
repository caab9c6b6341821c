package org.wukongs.store.explore;

import java.util.Arrays;

/**
 * A table of solutions in columns of vids; 0 is unbound. A column without an array is unbound in
 * all rows.
 *
 * <p>Tables share column arrays where possible, so a table must not change after another table was
 * made from it.
 */
public final class BindingTable {

    /** The value of a row in a column that it does not bind. */
    public static final long UNBOUND = 0;

    private static final int CAPACITY_MIN = 16;

    private final long[][] columns;
    private int size;

    /** Makes a table without rows. */
    public BindingTable(int columnCount) {
        this(new long[columnCount][], 0);
    }

    /**
     * Makes a table of these columns, of which it takes ownership.
     *
     * @param columns arrays of at least {@code size} ids; null for a column that no row binds
     */
    public BindingTable(long[][] columns, int size) {
        this.columns = columns;
        this.size = size;
    }

    /** Returns a table with one row and nothing bound, from which an exploration starts. */
    public static BindingTable unit(int columnCount) {
        return new BindingTable(new long[columnCount][], 1);
    }

    public int columnCount() {
        return columns.length;
    }

    public int size() {
        return size;
    }

    /** Returns the ids of a column, valid up to {@link #size()}; null if no row binds it. */
    public long[] column(int column) {
        return columns[column];
    }

    public long get(int column, int row) {
        long[] ids = columns[column];
        return ids == null ? UNBOUND : ids[row];
    }

    public void set(int column, int row, long id) {
        if (columns[column] == null) {
            columns[column] = new long[Math.max(CAPACITY_MIN, size)];
        }
        columns[column][row] = id;
    }

    /**
     * Sets a column to an array of at least {@link #size()} ids, of which the table takes
     * ownership, or to null.
     */
    public void setColumn(int column, long[] ids) {
        columns[column] = ids;
    }

    /** Returns a table with the same rows and this column replaced. */
    public BindingTable withColumn(int column, long[] ids) {
        BindingTable table = new BindingTable(columns.clone(), size);
        table.columns[column] = ids;
        return table;
    }

    /**
     * Returns a table with the same rows that has in {@code column} the number of each row, from 0.
     */
    public BindingTable withRowNumbers(int column) {
        long[] numbers = new long[size];
        Arrays.setAll(numbers, row -> row);
        return withColumn(column, numbers);
    }

    /** Appends a row that binds nothing; returns its number. */
    public int appendUnbound() {
        ensure(1);
        for (long[] ids : columns) {
            if (ids != null) {
                ids[size] = UNBOUND;
            }
        }
        return size++;
    }

    void removeLast() {
        size--;
    }

    /** Appends a copy of a row of a table with the same columns; returns its number. */
    public int append(BindingTable from, int row) {
        appendRange(from, row, 1);
        return size - 1;
    }

    /** Appends copies of all rows of a table with the same columns. */
    public void appendAll(BindingTable from) {
        appendRange(from, 0, from.size);
    }

    /** Appends copies of rows {@code first} to {@code first + count - 1}. */
    public void appendRange(BindingTable from, int first, int count) {
        ensure(count);
        for (int i = 0; i < columns.length; i++) {
            if (from.columns[i] != null) {
                System.arraycopy(from.columns[i], first, own(i, count), size, count);
            } else if (columns[i] != null) {
                Arrays.fill(columns[i], size, size + count, UNBOUND);
            }
        }
        size += count;
    }

    /** Appends copies of {@code rows[0..count-1]} of a table with the same columns. */
    public void appendGathered(BindingTable from, int[] rows, int count) {
        ensure(count);
        for (int i = 0; i < columns.length; i++) {
            if (from.columns[i] != null) {
                gather(from.columns[i], rows, count, own(i, count), size);
            } else if (columns[i] != null) {
                Arrays.fill(columns[i], size, size + count, UNBOUND);
            }
        }
        size += count;
    }

    /** Returns a new table of {@code rows[0..count-1]}, in that order; a row may be repeated. */
    public BindingTable gather(int[] rows, int count) {
        BindingTable table = new BindingTable(columns.length);
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] != null) {
                table.columns[i] = new long[count];
                gather(columns[i], rows, count, table.columns[i], 0);
            }
        }
        table.size = count;
        return table;
    }

    /**
     * Returns a table of rows {@code from} to {@code to - 1}; it shares the arrays if {@code from}
     * is 0.
     */
    public BindingTable slice(int from, int to) {
        if (from == 0) {
            return new BindingTable(columns.clone(), to);
        }
        BindingTable table = new BindingTable(columns.length);
        table.appendRange(this, from, to - from);
        return table;
    }

    /**
     * Returns a table with the same rows and the columns {@code selected}, in that order; -1 is an
     * unbound column.
     */
    public BindingTable select(int... selected) {
        long[][] chosen = new long[selected.length][];
        for (int i = 0; i < selected.length; i++) {
            chosen[i] = selected[i] < 0 ? null : columns[selected[i]];
        }
        return new BindingTable(chosen, size);
    }

    /** Returns a table with the same rows in which only {@code kept} columns are bound. */
    public BindingTable only(int... kept) {
        BindingTable table = new BindingTable(new long[columns.length][], size);
        for (int column : kept) {
            table.columns[column] = columns[column];
        }
        return table;
    }

    /** Returns the bytes of its arrays, including shared ones. */
    public long bytes() {
        long bytes = 0;
        for (long[] ids : columns) {
            bytes += ids == null ? 0 : (long) ids.length * Long.BYTES;
        }
        return bytes;
    }

    private static void gather(long[] from, int[] rows, int count, long[] into, int at) {
        for (int i = 0; i < count; i++) {
            into[at + i] = from[rows[i]];
        }
    }

    private void ensure(int count) {
        int needed = Math.addExact(size, count);
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] != null && columns[i].length < needed) {
                columns[i] = Arrays.copyOf(columns[i], Math.max(needed, size + (size >> 1)));
            }
        }
    }

    /** Returns the column's array, with room for {@code count} more ids. */
    private long[] own(int column, int count) {
        if (columns[column] == null) {
            columns[column] = new long[Math.max(CAPACITY_MIN, size + count)];
        }
        return columns[column];
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("BindingTable of ").append(size).append(" rows");
        for (long[] ids : columns) {
            text.append(' ').append(ids == null ? "-" : Arrays.toString(Arrays.copyOf(ids, size)));
        }
        return text.toString();
    }
}
