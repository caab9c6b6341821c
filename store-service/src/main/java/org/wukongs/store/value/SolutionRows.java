package org.wukongs.store.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TextBlock;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;

/**
 * The solutions of one execution as ids, whose texts are read row by row. Used by one thread at a
 * time. Needs only the dictionary, so the snapshot that was read need not be held.
 */
public final class SolutionRows {

    /** Bytes of a row's array, or of a string without its characters. */
    private static final long OBJECT_BYTES = 48;

    private final BindingTable table;
    private final TermTexts texts;
    private final boolean computed; // whether ids may be of terms that are not in the dictionary

    public SolutionRows(BindingTable table, ExecutionTerms terms) {
        this(table, terms, terms.hasLocals());
    }

    private SolutionRows(BindingTable table, TermTexts texts, boolean computed) {
        this.table = table;
        this.texts = texts;
        this.computed = computed;
    }

    /** Returns rows of terms that are all in the dictionary. */
    public static SolutionRows of(BindingTable table, TermDictionary dictionary) {
        return new SolutionRows(table, RowTerms.of(dictionary), false);
    }

    public int size() {
        return table.size();
    }

    /** Returns the cells as texts, row by row; each call begins with the first. */
    public RowCells cells() {
        return new RowCells(new Cells(table, texts));
    }

    /** The cells of a table: ids are gathered and their texts read some dozens at a time. */
    private static final class Cells implements RowCells.Source {

        private final BindingTable table;
        private final TermTexts texts;
        private final long[] ids; // of whole rows
        private int nextRow;
        private int count; // of ids
        private int at; // the next of them

        private Cells(BindingTable table, TermTexts texts) {
            this.table = table;
            this.texts = texts;
            int columnCount = Math.max(1, table.columnCount());
            long wanted = Math.max(1, texts.aheadCount() / columnCount);
            this.ids = new long[(int) Math.min(wanted, table.size()) * columnCount];
        }

        @Override
        public void fill(TextBlock into) {
            if (at == count) {
                gather();
            }
            while (at < count && !into.isFull()) {
                at += texts.texts(ids, at, count, into);
            }
        }

        private void gather() {
            int columnCount = table.columnCount();
            int rowCount = Math.min(ids.length / Math.max(1, columnCount), table.size() - nextRow);
            for (int column = 0; column < columnCount; column++) {
                long[] from = table.column(column);
                for (int row = 0; row < rowCount; row++) {
                    ids[row * columnCount + column] =
                            from == null ? ExecutionTerms.UNBOUND : from[nextRow + row];
                }
            }
            nextRow += rowCount;
            count = rowCount * columnCount;
            at = 0;
            if (texts.aheadCount() > TermTexts.AHEAD_COUNT) {
                texts.readAhead(ids, count);
            }
        }
    }

    /** Returns a row of a table as N-Triples strings, null for unbound. */
    public static String[] strings(BindingTable table, int row, TermTexts texts) {
        String[] strings = new String[table.columnCount()];
        for (int column = 0; column < strings.length; column++) {
            long id = table.get(column, row);
            strings[column] = id == ExecutionTerms.UNBOUND ? null : texts.string(id);
        }
        return strings;
    }

    /** Returns all rows as strings, for callers that have memory for them. */
    public List<String[]> strings() {
        List<String[]> rows = new ArrayList<>(table.size());
        RowCells cells = cells();
        for (int row = 0; row < table.size(); row++) {
            rows.add(cells.nextRow(table.columnCount()));
        }
        return rows;
    }

    /** Returns roughly the bytes of a row as strings. */
    public static long bytes(String[] row) {
        long bytes = bytes(row.length);
        for (String term : row) {
            bytes += bytes(term);
        }
        return bytes;
    }

    /** Returns roughly the bytes of a row without its terms. */
    public static long bytes(int columnCount) {
        return OBJECT_BYTES + (long) Long.BYTES * columnCount;
    }

    /** Returns roughly the bytes of a term, which may be null. */
    public static long bytes(String term) {
        return term == null ? 0 : OBJECT_BYTES + term.length();
    }

    /** Returns no row or one row, for ASK. */
    public SolutionRows truth() {
        BindingTable truth = new BindingTable(new long[0][], Math.min(1, size()));
        return new SolutionRows(truth, texts, false);
    }

    /** The same rows without what else the execution holds. */
    public DetachedRows detach(TermDictionary dictionary) {
        if (!computed) {
            return new DetachedRows(table, RowTerms.of(dictionary));
        }
        RowTerms.Collector terms = new RowTerms.Collector(dictionary);
        BindingTable detached = terms.collect(table, texts::string);
        return new DetachedRows(detached, terms.terms());
    }

    /** Returns the distinct rows of three columns that are triples (SPARQL 1.1, section 16.2). */
    public static SolutionRows triples(BindingTable table, ExecutionTerms terms) {
        RowIndex seen = RowIndex.of(table, terms.budget(), 0, 1, 2);
        int[] kept = new int[table.size()];
        int count = 0;
        terms.readValues(table.column(0), table.size());
        terms.readValues(table.column(1), table.size());
        for (int row = 0; row < table.size(); row++) {
            if (isTriple(table, row, terms) && seen.add(row)) {
                kept[count++] = row;
            }
        }
        seen.release();
        BindingTable triples =
                count == table.size() ? table : table.gather(Arrays.copyOf(kept, count), count);
        return new SolutionRows(triples, terms);
    }

    private static boolean isTriple(BindingTable table, int row, ExecutionTerms terms) {
        long subject = table.get(0, row);
        long predicate = table.get(1, row);
        return subject != ExecutionTerms.UNBOUND
                && predicate != ExecutionTerms.UNBOUND
                && table.get(2, row) != ExecutionTerms.UNBOUND
                && !terms.isLiteral(subject)
                && terms.isIri(predicate);
    }
}
