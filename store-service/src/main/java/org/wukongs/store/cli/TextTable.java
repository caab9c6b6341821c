package org.wukongs.store.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.wukongs.store.value.RowCells;

/**
 * Prints rows as a table for people, with aligned columns and a line under the headings.
 *
 * <p>On a terminal that is too narrow, the widest cells are cut in their middle, where IRIs differ
 * least. If the columns would be too narrow to read, each row becomes a block of lines, with one
 * for each of its cells.
 */
final class TextTable {

    /** Less shows too little of an IRI. */
    private static final int CUT_WIDTH_MIN = 12;

    private static final String CUT = "…";
    private static final String BETWEEN = " | ";
    private static final String CROSSING = "-+-";

    private final String[] heads;
    private final int[] widths; // of the columns as printed
    private final boolean cut;

    private TextTable(String[] heads, int[] needed, int width) {
        this.heads = heads;
        int level = level(needed, width);
        this.widths = Arrays.stream(needed).map(one -> Math.min(one, level)).toArray();
        this.cut = !Arrays.equals(widths, needed);
    }

    /** Returns the table without a final line break. Null cells are blank. */
    static String of(List<String> heads, List<String[]> rows) {
        return of(heads, rows, Terminal.width());
    }

    /** As above, {@code width} columns wide at most, 0 for any width. */
    static String of(List<String> heads, List<String[]> rows, int width) {
        StringBuilder out = new StringBuilder();
        try {
            write(heads, rows.size(), () -> RowCells.of(rows), width, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringBuilder never throws one
        }
        return out.toString();
    }

    /** Writes the table. It reads the cells twice: first for the widths, then to print them. */
    static void write(
            List<String> heads, int count, Supplier<RowCells> rows, int width, Appendable out)
            throws IOException {
        String[] titles = heads.toArray(new String[0]);
        int[] needed = new int[titles.length];
        widen(needed, titles);
        RowCells measured = rows.get();
        for (int i = 0; i < count; i++) {
            widen(needed, measured.nextRow(needed.length));
        }
        TextTable table = new TextTable(titles, needed, width);
        boolean readable = !table.cut || maxOf(table.widths) >= CUT_WIDTH_MIN;
        if (readable) {
            table.writeRows(count, rows.get(), out);
        } else {
            table.writeBlocks(count, rows.get(), out);
        }
        out.append("(").append(HumanNumber.count(count, "row"));
        out.append(table.cut && readable ? ", cells with … are cut to the terminal)" : ")");
    }

    /** Returns the greatest width of a cell with which a row fits. */
    private static int level(int[] needed, int width) {
        int widest = maxOf(needed);
        if (width <= 0) {
            return widest;
        }
        int room = width - BETWEEN.length() * Math.max(0, needed.length - 1);
        int level = widest;
        while (level > 1 && taken(needed, level) > room) {
            level--;
        }
        return level;
    }

    private static int taken(int[] needed, int level) {
        return Arrays.stream(needed).map(one -> Math.min(one, level)).sum();
    }

    private static int maxOf(int[] values) {
        return Arrays.stream(values).max().orElse(0);
    }

    private static void widen(int[] widths, String[] cells) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], cells[i] == null ? 0 : cells[i].length());
        }
    }

    private void writeRows(int count, RowCells rows, Appendable out) throws IOException {
        writeRow(out, heads);
        for (int i = 0; i < widths.length; i++) {
            out.append(i == 0 ? "" : CROSSING).append("-".repeat(widths[i]));
        }
        out.append('\n');
        for (int i = 0; i < count; i++) {
            writeRow(out, rows.nextRow(widths.length));
        }
    }

    private void writeRow(Appendable out, String[] cells) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cut(cells[i] == null ? "" : cells[i], widths[i]);
            line.append(i == 0 ? "" : BETWEEN)
                    .append(cell)
                    .append(" ".repeat(widths[i] - cell.length()));
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private void writeBlocks(int count, RowCells rows, Appendable out) throws IOException {
        int[] titles = {0};
        Arrays.stream(heads).forEach(head -> titles[0] = Math.max(titles[0], head.length()));
        for (int i = 0; i < count; i++) {
            out.append("-- ").append(Integer.toString(i + 1)).append(" --\n");
            String[] cells = rows.nextRow(widths.length);
            for (int j = 0; j < heads.length; j++) {
                String cell = cells[j] == null ? "" : cells[j];
                String line = heads[j] + " ".repeat(titles[0] - heads[j].length()) + BETWEEN + cell;
                out.append(line.stripTrailing()).append('\n');
            }
        }
    }

    /** Returns at most {@code width} characters of a cell; characters of two chars stay whole. */
    static String cut(String cell, int width) {
        if (cell.length() <= width) {
            return cell;
        }
        int end = (width - 1) / 2;
        int begin = width - 1 - end;
        if (begin > 0 && Character.isHighSurrogate(cell.charAt(begin - 1))) {
            begin--;
        }
        int from = cell.length() - end;
        if (end > 0 && Character.isLowSurrogate(cell.charAt(from))) {
            from++;
        }
        return cell.substring(0, begin) + CUT + cell.substring(from);
    }
}
