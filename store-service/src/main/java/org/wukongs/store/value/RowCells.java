package org.wukongs.store.value;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.wukongs.store.dictionary.TextBlock;

/**
 * The cells of rows one after the other, row by row, as N-Triples texts in UTF-8 that are read in
 * bulk. Used by one thread. What a cell has is overwritten by a later one.
 */
public final class RowCells {

    /** Gives the texts of the cells in order. */
    @FunctionalInterface
    public interface Source {

        /** Adds the texts of the next cells to an empty block, one at least; none at the end. */
        void fill(TextBlock into);
    }

    private final Source source;
    private final TextBlock block = new TextBlock();
    private int at = -1;

    public RowCells(Source source) {
        this.source = source;
    }

    /** Returns the cells of rows of strings, null for unbound. */
    public static RowCells of(List<String[]> rows) {
        int[] next = {0};
        return new RowCells(
                into -> {
                    while (next[0] < rows.size() && !into.isFull()) {
                        for (String term : rows.get(next[0]++)) {
                            into.add(term);
                        }
                    }
                });
    }

    /** Returns the cells from here on; {@code check} may refuse to read more by an exception. */
    public RowCells checked(Runnable check) {
        return new RowCells(
                into -> {
                    check.run();
                    source.fill(into);
                });
    }

    /** Goes on to the next cell. */
    public void next() {
        if (++at == block.count()) {
            block.clear();
            source.fill(block);
            at = 0;
            if (block.count() == 0) {
                throw new IllegalStateException("there is no further cell");
            }
        }
    }

    /** Returns the array that has the cell's text. */
    public byte[] bytes() {
        return block.bytes();
    }

    /** Returns where the text begins. */
    public int from() {
        return block.from(at);
    }

    /** Returns where the text ends, exclusive; it is empty if the cell is unbound. */
    public int to() {
        return block.to(at);
    }

    /** Returns the text as a string, null if the cell is unbound. */
    public String string() {
        int from = from();
        int to = to();
        return from == to ? null : new String(bytes(), from, to - from, StandardCharsets.UTF_8);
    }

    /** Goes on over the cells of a row, and returns them as strings, null for unbound. */
    public String[] nextRow(int columnCount) {
        String[] row = new String[columnCount];
        for (int column = 0; column < columnCount; column++) {
            next();
            row[column] = string();
        }
        return row;
    }
}
