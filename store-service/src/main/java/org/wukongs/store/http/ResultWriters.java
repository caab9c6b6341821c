package org.wukongs.store.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.common.xml.XMLUtil;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.impl.ListBindingSet;
import org.eclipse.rdf4j.query.resultio.BooleanQueryResultFormat;
import org.eclipse.rdf4j.query.resultio.QueryResultIO;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultFormat;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultWriter;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.Rio;
import org.wukongs.csparql.ResultForm;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.plan.OneShotRows;

/** Writes results in the media types of SPARQL clients, row by row. */
final class ResultWriters {

    /** Writes a result of the form that it is for. */
    interface Writer {
        void write(OneShotRows result, OutputStream out) throws IOException;
    }

    private static final Map<String, Writer> ROWS = new LinkedHashMap<>();
    private static final Map<String, Writer> BOOLEANS = new LinkedHashMap<>();
    private static final Map<String, Writer> GRAPHS = new LinkedHashMap<>();

    static {
        ROWS.put("application/sparql-results+json", rows(TupleQueryResultFormat.JSON));
        ROWS.put("application/sparql-results+xml", rows(TupleQueryResultFormat.SPARQL));
        ROWS.put("text/csv", rows(TupleQueryResultFormat.CSV));
        ROWS.put("text/tab-separated-values", rows(TupleQueryResultFormat.TSV));
        ROWS.put("application/json", rows(TupleQueryResultFormat.JSON));
        ROWS.put("application/xml", rows(TupleQueryResultFormat.SPARQL));
        BOOLEANS.put("application/sparql-results+json", bool(BooleanQueryResultFormat.JSON));
        BOOLEANS.put("application/sparql-results+xml", bool(BooleanQueryResultFormat.SPARQL));
        BOOLEANS.put("text/boolean", bool(BooleanQueryResultFormat.TEXT));
        BOOLEANS.put("application/json", bool(BooleanQueryResultFormat.JSON));
        BOOLEANS.put("application/xml", bool(BooleanQueryResultFormat.SPARQL));
        GRAPHS.put("text/turtle", graph(RDFFormat.TURTLE));
        GRAPHS.put("application/n-triples", ResultWriters::writeLines);
        GRAPHS.put("application/rdf+xml", graph(RDFFormat.RDFXML));
        GRAPHS.put("application/ld+json", graph(RDFFormat.JSONLD));
        GRAPHS.put("application/n-quads", ResultWriters::writeLines);
        GRAPHS.put("application/trig", graph(RDFFormat.TRIG));
    }

    private ResultWriters() {}

    /** Returns writers by media type, the default one first. */
    static Map<String, Writer> of(ResultForm form) {
        return switch (form) {
            case SELECT -> ROWS;
            case ASK -> BOOLEANS;
            case GRAPH -> GRAPHS;
        };
    }

    /** Returns the media types of graphs, the default one first. */
    static Collection<String> graphTypes() {
        return GRAPHS.keySet();
    }

    static String contentType(String mediaType) {
        return mediaType.startsWith("text/") ? mediaType + "; charset=utf-8" : mediaType;
    }

    /** Throws if XML, or RDF/XML, cannot express the result. */
    static void check(String mediaType, OneShotRows result) {
        if (!mediaType.endsWith("xml")) {
            return;
        }
        for (int i = 0; i < result.size(); i++) {
            String[] row = result.row(i);
            for (String term : row) {
                if (term != null
                        && !term.codePoints().allMatch(XMLUtil::isValidCharacterDataChar)) {
                    throw notInXml(
                            "the result has a character that XML cannot express:"
                                    + " term="
                                    + term);
                }
            }
            if (result.form() == ResultForm.GRAPH
                    && XMLUtil.findURISplitIndex(row[1].substring(1, row[1].length() - 1)) < 0) {
                throw notInXml("RDF/XML cannot name the predicate: predicate=" + row[1]);
            }
        }
    }

    private static HttpProblem notInXml(String detail) {
        return new HttpProblem(HttpProblem.Kind.NOT_ACCEPTABLE, detail);
    }

    private static Writer rows(TupleQueryResultFormat format) {
        return (result, out) -> {
            TupleQueryResultWriter writer = QueryResultIO.createTupleWriter(format, out);
            writer.startQueryResult(result.vars());
            for (int i = 0; i < result.size(); i++) {
                String[] row = result.row(i);
                writer.handleSolution(new ListBindingSet(result.vars(), values(row)));
            }
            writer.endQueryResult();
        };
    }

    private static Writer bool(BooleanQueryResultFormat format) {
        return (result, out) -> QueryResultIO.writeBoolean(result.size() > 0, format, out);
    }

    private static Writer graph(RDFFormat format) {
        return (result, out) -> {
            SimpleValueFactory values = SimpleValueFactory.getInstance();
            RDFWriter writer = Rio.createWriter(format, out);
            writer.startRDF();
            for (int i = 0; i < result.size(); i++) {
                String[] row = result.row(i);
                writer.handleStatement(
                        values.createStatement(
                                (Resource) TermDictionary.value(row[0]),
                                (IRI) TermDictionary.value(row[1]),
                                TermDictionary.value(row[2])));
            }
            writer.endRDF();
        };
    }

    /**
     * Writes N-Triples or N-Quads: terms are N-Triples already, and a triple is also a valid quad
     * of the default graph.
     */
    private static void writeLines(OneShotRows result, OutputStream out) throws IOException {
        for (int i = 0; i < result.size(); i++) {
            String[] row = result.row(i);
            out.write((String.join(" ", row) + " .\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static List<Value> values(String[] row) {
        Value[] values = new Value[row.length];
        for (int i = 0; i < row.length; i++) {
            values[i] = row[i] == null ? null : TermDictionary.value(row[i]);
        }
        return Arrays.asList(values);
    }
}
