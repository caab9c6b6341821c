package org.wukongs.store.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Supplier;
import org.wukongs.store.value.RowCells;

/** Prints rows as a table for people, with aligned columns and a line under the headings. */
final class TextTable {

    private TextTable() {}

    /** Returns the table without a final line break. Null cells are blank. */
    static String of(List<String> heads, List<String[]> rows) {
        StringBuilder out = new StringBuilder();
        try {
            write(heads, rows.size(), () -> RowCells.of(rows), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringBuilder never throws one
        }
        return out.toString();
    }

    /** Writes the table. It reads the cells twice: first for the widths, then to print them. */
    static void write(List<String> heads, int count, Supplier<RowCells> rows, Appendable out)
            throws IOException {
        int[] widths = new int[heads.size()];
        widen(widths, heads.toArray(new String[0]));
        RowCells measured = rows.get();
        for (int i = 0; i < count; i++) {
            widen(widths, measured.nextRow(widths.length));
        }
        writeRow(out, heads.toArray(new String[0]), widths);
        for (int i = 0; i < widths.length; i++) {
            out.append(i == 0 ? "" : "-+-").append("-".repeat(widths[i]));
        }
        out.append('\n');
        RowCells printed = rows.get();
        for (int i = 0; i < count; i++) {
            writeRow(out, printed.nextRow(widths.length), widths);
        }
        out.append("(").append(Integer.toString(count)).append(count == 1 ? " row)" : " rows)");
    }

    private static void widen(int[] widths, String[] cells) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], cells[i] == null ? 0 : cells[i].length());
        }
    }

    private static void writeRow(Appendable out, String[] cells, int[] widths) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells[i] == null ? "" : cells[i];
            line.append(i == 0 ? "" : " | ")
                    .append(cell)
                    .append(" ".repeat(widths[i] - cell.length()));
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
