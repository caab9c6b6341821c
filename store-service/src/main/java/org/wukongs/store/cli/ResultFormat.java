package org.wukongs.store.cli;

import java.io.IOException;
import java.io.OutputStream;
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
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;

/** How {@code query} prints a result. A graph is printed as N-Triples in every format but count. */
enum ResultFormat {
    tsv,
    csv,
    json,
    xml,
    table,
    count;

    void write(String source, OneShotResult result, double medianMs, OutputStream out) {
        try {
            if (this == count) {
                line(
                        String.format(
                                Locale.ROOT,
                                "%s\t%d\t%.3f",
                                source,
                                result.rows().size(),
                                medianMs),
                        out);
            } else if (result.form() == ResultForm.GRAPH) {
                writeTriples(result, out);
            } else if (result.form() == ResultForm.ASK) {
                writeBoolean(!result.rows().isEmpty(), out);
            } else if (this == table) {
                line(TextTable.of(result.vars(), result.rows()), out);
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

    private static void writeTriples(OneShotResult result, OutputStream out) throws IOException {
        for (String[] row : result.rows()) {
            line(String.join(" ", row) + " .", out);
        }
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

    private void writeRows(OneShotResult result, OutputStream out) throws IOException {
        TupleQueryResultWriter writer = QueryResultIO.createTupleWriter(tupleFormat(), out);
        writer.startQueryResult(result.vars());
        for (String[] row : result.rows()) {
            writer.handleSolution(new ListBindingSet(result.vars(), values(row)));
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
