package org.wukongs.kafka.table;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.table.data.RowData;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.rio.jsonld.JSONLDWriter;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.rdf.BadRdfException;
import org.wukongs.kafka.rdf.GraphNames;
import org.wukongs.kafka.rdf.RdfFormat;
import org.wukongs.kafka.rdf.RdfTermParser;
import org.wukongs.ntriples.TermScanner;

/**
 * Turns a row into a record's value, one statement in normal form. A row that is not a statement
 * fails the job, as its record would be bad for readers.
 */
final class RdfRowSerializationSchema implements SerializationSchema<RowData> {

    private static final long serialVersionUID = 1L;

    private final RdfFormat format;
    private final RdfColumn[] columns;
    private transient RdfTermParser parser;

    RdfRowSerializationSchema(RdfFormat format, RdfColumn[] columns) {
        this.format = format;
        this.columns = columns;
    }

    @Override
    public void open(InitializationContext context) {
        parser = new RdfTermParser(RdfFormat.NQUADS, GraphNames.KEEP);
    }

    @Override
    public byte[] serialize(RowData row) {
        String statement = statement(row);
        StringBuilder normal = new StringBuilder(statement.length());
        try {
            parser.parse(
                    statement,
                    () -> {
                        throw new IllegalStateException("a blank node of a quad has a label");
                    },
                    (s, p, o, g) ->
                            normal.append(
                                    format == RdfFormat.JSONLD
                                            ? jsonLd(s, p, o, g)
                                            : line(s, p, o, g)));
        } catch (BadRdfException e) {
            throw new WukongsException(
                    Category.USER,
                    "row is not a statement: row=" + statement + " reason=" + e.getMessage(),
                    e);
        }
        return normal.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String statement(RowData row) {
        String subject = term(row, RdfColumn.SUBJECT, "<_");
        String predicate = term(row, RdfColumn.PREDICATE, "<");
        String object = term(row, RdfColumn.OBJECT, "<_\"");
        String graph = term(row, RdfColumn.GRAPH, "<_");
        return line(subject, predicate, object, graph);
    }

    /**
     * The term of a column; null if there is no such column or, for a graph name only, no value.
     * {@code begins} has the first characters of terms that the column may have.
     */
    private String term(RowData row, RdfColumn column, String begins) {
        int index = index(column);
        if (index < 0) {
            return null;
        }
        String term = row.isNullAt(index) ? null : row.getString(index).toString();
        boolean absent = term == null && column == RdfColumn.GRAPH;
        if (!absent && !isTerm(term, begins)) {
            throw WukongsException.user(
                    "column is not a term in N-Triples that this place allows: column="
                            + column.key()
                            + " value="
                            + term);
        }
        return term;
    }

    /**
     * Whether a text is one term and nothing else, so that terms side by side make one statement.
     */
    private static boolean isTerm(String text, String begins) {
        return text != null && TermScanner.isTerm(text) && begins.indexOf(text.charAt(0)) >= 0;
    }

    private int index(RdfColumn wanted) {
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static String line(String subject, String predicate, String object, String graph) {
        String triple = subject + " " + predicate + " " + object;
        return (graph == null ? triple : triple + " " + graph) + " .";
    }

    private static String jsonLd(String subject, String predicate, String object, String graph) {
        ValueFactory values = SimpleValueFactory.getInstance();
        Resource context = graph == null ? null : NTriplesUtil.parseResource(graph, values);
        StringWriter text = new StringWriter();
        JSONLDWriter writer = new JSONLDWriter(text);
        writer.startRDF();
        writer.handleStatement(
                values.createStatement(
                        NTriplesUtil.parseResource(subject, values),
                        NTriplesUtil.parseURI(predicate, values),
                        NTriplesUtil.parseValue(object, values),
                        context));
        writer.endRDF();
        return text.toString();
    }
}
