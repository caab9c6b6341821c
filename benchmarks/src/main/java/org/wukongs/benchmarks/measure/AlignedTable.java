package org.wukongs.benchmarks.measure;

import java.util.List;

/** Columns of equal width, the first to the left, figures to the right. */
public final class AlignedTable {

    private AlignedTable() {}

    public static String of(List<String> heads, List<String[]> rows) {
        int[] widths = new int[heads.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = heads.get(i).length();
            for (String[] row : rows) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder out = new StringBuilder();
        append(out, heads.toArray(new String[0]), widths);
        rows.forEach(row -> append(out, row, widths));
        return out.toString();
    }

    private static void append(StringBuilder out, String[] cells, int[] widths) {
        for (int i = 0; i < cells.length; i++) {
            String padding = " ".repeat(widths[i] - cells[i].length());
            out.append(i == 0 ? cells[i] + padding : "  " + padding + cells[i]);
        }
        out.append('\n');
    }
}
