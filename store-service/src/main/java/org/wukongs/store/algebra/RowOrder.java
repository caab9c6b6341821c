package org.wukongs.store.algebra;

import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.store.algebra.Modifier.OrderRows.OrderCondition;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;
import org.wukongs.store.value.ValueBytes;
import org.wukongs.store.value.ValueOrder;

/**
 * Sorts the rows of a table.
 *
 * <p>Literals of different types have RDF4J's order, which is not transitive in all cases. The
 * merge sort here then still gives some order, whereas the library's sort would fail.
 */
final class RowOrder {

    /** A heap pays off only if it keeps a small part of the rows. */
    private static final int HEAP_FACTOR = 4;

    private final Execution run;
    private final int rowCount;
    private final boolean[] ascending;
    private final long[][] numbers;
    private final Value[][] values;
    private long bytes; // of texts that are not counted yet
    private int longest; // characters of a text
    private final ValueOrder order = new ValueOrder();

    RowOrder(Execution run, BindingTable table, List<OrderCondition> conditions) {
        this.run = run;
        this.rowCount = table.size();
        this.ascending = new boolean[conditions.size()];
        this.numbers = new long[conditions.size()][];
        this.values = new Value[conditions.size()][];
        run.takeBytes((ascending.length + 1L) * rowCount * 2 * Long.BYTES);
        for (int i = 0; i < ascending.length; i++) {
            ascending[i] = conditions.get(i).ascending();
            readKeys(i, conditions.get(i).key(), table);
        }
    }

    /** Reads the keys of a condition; a column of only integers stays numbers. */
    private void readKeys(int condition, Expression key, BindingTable table) {
        Evaluator evaluator = key.evaluator(run);
        Computed computed = new Computed(run.terms());
        long[] integers = new long[rowCount];
        Value[] terms = new Value[rowCount];
        boolean integersOnly = true;
        ValuesAhead ahead = new ValuesAhead(run, table, key);
        for (int row = 0; row < rowCount; row++) {
            run.work();
            ahead.at(row);
            evaluator.evaluate(table, row, computed);
            terms[row] = computed.value();
            computed.toNative();
            if (computed.form() == Computed.Form.OTHER) {
                takeText(terms[row]);
            }
            integersOnly &= computed.form() == Computed.Form.INTEGER;
            integers[row] = integersOnly ? computed.bits() : 0;
        }
        if (integersOnly) {
            numbers[condition] = integers;
        } else {
            values[condition] = terms;
        }
    }

    /** Counts a text to compare, which is kept until everything is sorted. */
    private void takeText(Value value) {
        int chars = ValueBytes.chars(value);
        bytes += ValueBytes.text(chars);
        longest = Math.max(longest, chars);
        if (bytes > ValueBytes.SMALL_CHARS) {
            run.takeBytes(bytes);
            bytes = 0;
        }
    }

    /** Returns the first {@code count} rows in order. */
    int[] first(int count) {
        int[] rows = new int[rowCount];
        Arrays.setAll(rows, row -> row);
        if ((long) count * HEAP_FACTOR < rowCount) {
            return heap(count);
        }
        int[] sorted = sort(rows);
        return count == rowCount ? sorted : Arrays.copyOf(sorted, count);
    }

    private int[] heap(int count) {
        if (count == 0) {
            return new int[0];
        }
        int[] heap = new int[count];
        for (int row = 0; row < count; row++) {
            heap[row] = row;
            up(heap, row);
        }
        for (int row = count; row < rowCount; row++) {
            run.work(longest);
            if (compare(row, heap[0]) < 0) {
                heap[0] = row;
                down(heap, count);
            }
        }
        return sort(heap);
    }

    /** Moves a row up in the heap, whose last row in the order is at index 0. */
    private void up(int[] heap, int index) {
        int child = index;
        while (child > 0 && compare(heap[(child - 1) / 2], heap[child]) < 0) {
            swap(heap, child, (child - 1) / 2);
            child = (child - 1) / 2;
        }
    }

    private void down(int[] heap, int size) {
        int parent = 0;
        while (true) {
            int last = parent;
            for (int child = 2 * parent + 1; child <= 2 * parent + 2 && child < size; child++) {
                last = compare(heap[last], heap[child]) < 0 ? child : last;
            }
            if (last == parent) {
                return;
            }
            swap(heap, parent, last);
            parent = last;
        }
    }

    private static void swap(int[] heap, int a, int b) {
        int row = heap[a];
        heap[a] = heap[b];
        heap[b] = row;
    }

    /** Sorts by a bottom-up merge sort. */
    private int[] sort(int[] rows) {
        int[] from = rows;
        int[] into = new int[rows.length];
        for (int width = 1; width < rows.length; width *= 2) {
            for (int start = 0; start < rows.length; start += 2 * width) {
                int middle = Math.min(start + width, rows.length);
                merge(from, into, start, middle, Math.min(middle + width, rows.length));
            }
            int[] merged = into;
            into = from;
            from = merged;
        }
        return from;
    }

    private void merge(int[] from, int[] into, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            run.work(longest);
            boolean takeLeft =
                    right >= end || (left < middle && compare(from[left], from[right]) <= 0);
            into[at] = takeLeft ? from[left++] : from[right++];
        }
    }

    /** Compares two rows; equal rows keep the order of the table. */
    private int compare(int a, int b) {
        for (int i = 0; i < ascending.length; i++) {
            int compared =
                    numbers[i] != null
                            ? Long.compare(numbers[i][a], numbers[i][b])
                            : order.compare(values[i][a], values[i][b]);
            if (compared != 0) {
                return ascending[i] ? compared : -compared;
            }
        }
        return Integer.compare(a, b);
    }
}
