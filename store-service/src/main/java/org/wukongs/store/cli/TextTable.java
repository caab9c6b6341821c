package org.wukongs.store.cli;

import java.util.List;

/** Rows as a table for people: columns aligned, a line under the heads. */
final class TextTable {

    private TextTable() {}

    /** The table without a final line break. Null cells are blank. */
    static String of(List<String> heads, List<String[]> rows) {
        int[] widths = new int[heads.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = heads.get(i).length();
            for (String[] row : rows) {
                widths[i] = Math.max(widths[i], row[i] == null ? 0 : row[i].length());
            }
        }
        StringBuilder out = new StringBuilder();
        appendRow(out, heads.toArray(new String[0]), widths);
        for (int i = 0; i < widths.length; i++) {
            out.append(i == 0 ? "" : "-+-").append("-".repeat(widths[i]));
        }
        out.append('\n');
        for (String[] row : rows) {
            appendRow(out, row, widths);
        }
        return out.append("(")
                .append(rows.size())
                .append(rows.size() == 1 ? " row)" : " rows)")
                .toString();
    }

    private static void appendRow(StringBuilder out, String[] cells, int[] widths) {
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
