package org.wukongs.store.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.result.RowSyntax;

/** How {@code query} prints a result. Every format but count prints a graph as N-Triples. */
enum ResultFormat {
    tsv,
    csv,
    json,
    xml,
    table,
    count;

    void write(String source, QueryAnswer result, double medianMs, OutputStream out) {
        try {
            if (this == count) {
                line(
                        String.format(Locale.ROOT, "%s\t%d\t%.3f", source, result.size(), medianMs),
                        out);
            } else if (result.form() == ResultForm.GRAPH) {
                write(RowSyntax.N_TRIPLES, result, out);
            } else if (result.form() == ResultForm.ASK) {
                writeBoolean(result.size() > 0, out);
            } else if (this == table) {
                writeTable(result, out);
            } else {
                writeRows(result, out);
            }
            out.flush();
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot write the result: " + e.getMessage(),
                    e);
        }
    }

    private static void line(String text, OutputStream out) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void writeTable(QueryAnswer result, OutputStream out) throws IOException {
        Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        TextTable.write(result.vars(), result.size(), result.cells(), Terminal.width(), text);
        text.append('\n').flush();
    }

    private void writeBoolean(boolean value, OutputStream out) throws IOException {
        syntax().writeBoolean(value, out);
        line("", out);
    }

    private void writeRows(QueryAnswer result, OutputStream out) throws IOException {
        write(syntax(), result, out);
        if (this == json) {
            line("", out);
        }
    }

    private static void write(RowSyntax syntax, QueryAnswer result, OutputStream out)
            throws IOException {
        syntax.write(result.vars(), result.size(), result.cells().get(), out);
    }

    private RowSyntax syntax() {
        return switch (this) {
            case csv -> RowSyntax.CSV;
            case json -> RowSyntax.JSON;
            case xml -> RowSyntax.XML;
            default -> RowSyntax.TSV;
        };
    }
}
