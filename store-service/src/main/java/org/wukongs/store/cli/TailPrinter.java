package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowResultJson;
import org.wukongs.csparql.ResultForm;

/** Prints the windows of a query, whole or as changes. */
final class TailPrinter {

    /** How windows are printed. */
    enum Format {
        table,
        ndjson
    }

    private final Format format;
    private final RowChanges changes; // null to print whole windows
    private final PrintWriter out;

    TailPrinter(Format format, boolean changesOnly, PrintWriter out) {
        this.format = format;
        this.changes = changesOnly ? new RowChanges() : null;
        this.out = out;
    }

    void print(WindowResult result) {
        if (changes != null) {
            printChange(result, changes.to(result.rows()));
        } else if (format == Format.ndjson) {
            out.println(WindowResultJson.toLine(result));
        } else {
            printTable(result);
        }
    }

    private void printTable(WindowResult result) {
        String head = head(result);
        switch (result.form()) {
            case ASK -> out.println(head + ": " + !result.rows().isEmpty());
            case GRAPH -> {
                out.println(head);
                result.rows().forEach(row -> out.println(String.join(" ", row) + " ."));
            }
            case SELECT -> {
                out.println(head);
                out.println(TextTable.of(result.vars(), result.rows()));
            }
        }
        out.flush();
    }

    private static String head(WindowResult result) {
        return "window to "
                + Instant.ofEpochMilli(result.windowEndMs())
                + " ("
                + result.windowEndMs()
                + "), snapshot "
                + result.snapshot();
    }

    private void printChange(WindowResult result, RowChanges.Change change) {
        if (change.isNone()) {
            return;
        }
        if (format == Format.ndjson) {
            out.println(json(result, change));
            return;
        }
        out.println(head(result));
        List<String> heads = new ArrayList<>(List.of(""));
        heads.addAll(result.vars());
        List<String[]> rows = new ArrayList<>();
        change.removed().forEach(row -> rows.add(signed("-", row)));
        change.added().forEach(row -> rows.add(signed("+", row)));
        out.println(TextTable.of(heads, rows));
        out.flush();
    }

    private static String[] signed(String sign, String[] row) {
        String[] signed = new String[row.length + 1];
        signed[0] = sign;
        System.arraycopy(row, 0, signed, 1, row.length);
        return signed;
    }

    private static String json(WindowResult result, RowChanges.Change change) {
        StringBuilder line = new StringBuilder("{\"query\": ");
        WindowResultJson.appendString(line, result.query());
        line.append(", \"windowEnd\": ").append(result.windowEndMs());
        line.append(", \"sn\": ").append(result.snapshot());
        if (result.form() == ResultForm.ASK) {
            return line.append(", \"boolean\": ")
                    .append(!result.rows().isEmpty())
                    .append('}')
                    .toString();
        }
        line.append(", \"vars\": ");
        appendList(line, result.vars(), WindowResultJson::appendString);
        line.append(", \"added\": ");
        appendList(line, change.added(), TailPrinter::appendRow);
        line.append(", \"removed\": ");
        appendList(line, change.removed(), TailPrinter::appendRow);
        return line.append('}').toString();
    }

    private static void appendRow(StringBuilder line, String[] row) {
        appendList(line, Arrays.asList(row), WindowResultJson::appendTerm);
    }

    private interface Appender<T> {
        void append(StringBuilder line, T value);
    }

    private static <T> void appendList(StringBuilder line, List<T> values, Appender<T> appender) {
        line.append('[');
        for (int i = 0; i < values.size(); i++) {
            line.append(i == 0 ? "" : ",");
            appender.append(line, values.get(i));
        }
        line.append(']');
    }
}
