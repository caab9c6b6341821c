package org.wukongs.store.algebra;

import java.util.Arrays;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.ExecutionTerms;

/**
 * Writes the ids of computed values to a column. If other nodes have some of the terms, the values
 * of many rows are looked up together. Used by one thread.
 */
final class ComputedIds {

    /** Rows looked up together. */
    private static final int ROWS = 4096;

    private final ExecutionTerms terms;
    private final long[] ids;
    private final boolean waits;
    private Value[] values = {}; // that wait for their ids
    private int[] rows = {}; // of these values
    private int size;

    ComputedIds(Execution run, long[] ids) {
        this.terms = run.terms();
        this.ids = ids;
        this.waits = run.dictionary().isPartitioned();
    }

    /** Sets the id of a row, now or when {@link #finish} returns; that of an error is UNBOUND. */
    void set(int row, Computed value) {
        if (!waits || value.isError() || value.knownId() != ExecutionTerms.UNBOUND) {
            ids[row] = value.id();
            return;
        }
        if (size == ROWS) {
            finish();
        }
        if (size == rows.length) {
            values = Arrays.copyOf(values, Math.max(16, 2 * size));
            rows = Arrays.copyOf(rows, values.length);
        }
        values[size] = value.value();
        rows[size++] = row;
    }

    /** Sets the ids that wait. */
    void finish() {
        terms.findAhead(values, size);
        for (int i = 0; i < size; i++) {
            ids[rows[i]] = terms.id(values[i]);
        }
        size = 0;
    }
}
