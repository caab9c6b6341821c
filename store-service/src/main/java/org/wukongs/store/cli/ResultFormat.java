package org.wukongs.store.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.QueryResultHandlerException;
import org.eclipse.rdf4j.query.impl.ListBindingSet;
import org.eclipse.rdf4j.query.resultio.BooleanQueryResultFormat;
import org.eclipse.rdf4j.query.resultio.QueryResultIO;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultFormat;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultWriter;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;

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
                writeTriples(result, out);
            } else if (result.form() == ResultForm.ASK) {
                writeBoolean(result.size() > 0, out);
            } else if (this == table) {
                writeTable(result, out);
            } else {
                writeRows(result, out);
            }
            out.flush();
        } catch (IOException | QueryResultHandlerException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot write the result: " + e.getMessage(),
                    e);
        }
    }

    private static void line(String text, OutputStream out) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void writeTriples(QueryAnswer result, OutputStream out) throws IOException {
        for (int i = 0; i < result.size(); i++) {
            line(String.join(" ", result.row(i)) + " .", out);
        }
    }

    private static void writeTable(QueryAnswer result, OutputStream out) throws IOException {
        Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        TextTable.write(result.vars(), result.size(), result::row, text);
        text.append('\n').flush();
    }

    private void writeBoolean(boolean value, OutputStream out) throws IOException {
        if (this == json || this == xml) {
            QueryResultIO.writeBoolean(
                    value,
                    this == json ? BooleanQueryResultFormat.JSON : BooleanQueryResultFormat.SPARQL,
                    out);
            line("", out);
        } else {
            line(Boolean.toString(value), out);
        }
    }

    private void writeRows(QueryAnswer result, OutputStream out) throws IOException {
        TupleQueryResultWriter writer = QueryResultIO.createTupleWriter(tupleFormat(), out);
        writer.startQueryResult(result.vars());
        for (int i = 0; i < result.size(); i++) {
            writer.handleSolution(new ListBindingSet(result.vars(), values(result.row(i))));
        }
        writer.endQueryResult();
        if (this == json || this == xml) {
            line("", out);
        }
    }

    private TupleQueryResultFormat tupleFormat() {
        return switch (this) {
            case csv -> TupleQueryResultFormat.CSV;
            case json -> TupleQueryResultFormat.JSON;
            case xml -> TupleQueryResultFormat.SPARQL;
            default -> TupleQueryResultFormat.TSV;
        };
    }

    private static List<Value> values(String[] row) {
        Value[] values = new Value[row.length];
        for (int i = 0; i < row.length; i++) {
            values[i] = row[i] == null ? null : TermDictionary.value(row[i]);
        }
        return Arrays.asList(values);
    }
}
