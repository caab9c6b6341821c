package org.wukongs.kafka.replay;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.kafka.rdf.BadRdfException;

/** Splits a line of comma-separated values (RFC 4180, without line ends in quotes) into cells. */
final class CsvCells {

    private CsvCells() {}

    static List<String> of(String line) throws BadRdfException {
        List<String> cells = new ArrayList<>();
        int start = 0;
        while (start <= line.length()) {
            int end = cellEnd(line, start);
            cells.add(unquoted(line.substring(start, end).strip()));
            start = end + 1;
        }
        return cells;
    }

    /** Index of the comma after the cell, or the line's length. */
    private static int cellEnd(String line, int start) throws BadRdfException {
        boolean quoted = false;
        for (int i = start; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                return i;
            }
        }
        if (quoted) {
            throw new BadRdfException("a quote is not closed");
        }
        return line.length();
    }

    private static String unquoted(String cell) {
        boolean quoted = cell.length() >= 2 && cell.startsWith("\"") && cell.endsWith("\"");
        return quoted ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"") : cell;
    }
}
