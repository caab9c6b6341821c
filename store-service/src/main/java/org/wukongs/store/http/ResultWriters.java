package org.wukongs.store.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.rdf4j.common.xml.XMLUtil;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.Rio;
import org.wukongs.csparql.ResultForm;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.result.RowSyntax;
import org.wukongs.store.result.XmlText;
import org.wukongs.store.value.RowCells;

/** Writes results in the media types of SPARQL clients. */
final class ResultWriters {

    /** Writes a result of the form that it is for. */
    interface Writer {
        void write(OneShotRows result, OutputStream out) throws IOException;
    }

    private static final Map<String, Writer> ROWS = new LinkedHashMap<>();
    private static final Map<String, Writer> BOOLEANS = new LinkedHashMap<>();
    private static final Map<String, Writer> GRAPHS = new LinkedHashMap<>();

    private static final int TRIPLE_COLUMNS = 3;

    static {
        ROWS.put("application/sparql-results+json", rows(RowSyntax.JSON));
        ROWS.put("application/sparql-results+xml", rows(RowSyntax.XML));
        ROWS.put("text/csv", rows(RowSyntax.CSV));
        ROWS.put("text/tab-separated-values", rows(RowSyntax.TSV));
        ROWS.put("application/json", rows(RowSyntax.JSON));
        ROWS.put("application/xml", rows(RowSyntax.XML));
        BOOLEANS.put("application/sparql-results+json", bool(RowSyntax.JSON));
        BOOLEANS.put("application/sparql-results+xml", bool(RowSyntax.XML));
        BOOLEANS.put("text/boolean", bool(RowSyntax.TSV));
        BOOLEANS.put("application/json", bool(RowSyntax.JSON));
        BOOLEANS.put("application/xml", bool(RowSyntax.XML));
        GRAPHS.put("text/turtle", graph(RDFFormat.TURTLE));
        GRAPHS.put("application/n-triples", rows(RowSyntax.N_TRIPLES));
        GRAPHS.put("application/rdf+xml", graph(RDFFormat.RDFXML));
        GRAPHS.put("application/ld+json", graph(RDFFormat.JSONLD));
        GRAPHS.put("application/n-quads", rows(RowSyntax.N_TRIPLES));
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
        XmlText xml = new XmlText();
        RowCells cells = result.cells();
        int columnCount = result.vars().size();
        for (int row = 0; row < result.size(); row++) {
            for (int column = 0; column < columnCount; column++) {
                cells.next();
                if (!xml.isFit(cells)) {
                    throw notInXml(
                            "the result has a character that XML cannot express: term="
                                    + cells.string());
                }
                if (column == 1 && result.form() == ResultForm.GRAPH) {
                    checkPredicate(cells.string());
                }
            }
        }
    }

    private static void checkPredicate(String term) {
        if (XMLUtil.findURISplitIndex(term.substring(1, term.length() - 1)) < 0) {
            throw notInXml("RDF/XML cannot name the predicate: predicate=" + term);
        }
    }

    private static HttpProblem notInXml(String detail) {
        return new HttpProblem(HttpProblem.Kind.NOT_ACCEPTABLE, detail);
    }

    private static Writer rows(RowSyntax syntax) {
        return (result, out) -> syntax.write(result.vars(), result.size(), result.cells(), out);
    }

    private static Writer bool(RowSyntax syntax) {
        return (result, out) -> syntax.writeBoolean(result.size() > 0, out);
    }

    /** By RDF4J: syntaxes whose writers look at more than one triple at a time. */
    private static Writer graph(RDFFormat format) {
        return (result, out) -> {
            SimpleValueFactory values = SimpleValueFactory.getInstance();
            RDFWriter writer = Rio.createWriter(format, out);
            writer.startRDF();
            RowCells cells = result.cells();
            for (int i = 0; i < result.size(); i++) {
                String[] row = cells.nextRow(TRIPLE_COLUMNS);
                writer.handleStatement(
                        values.createStatement(
                                (Resource) TermDictionary.value(row[0]),
                                (IRI) TermDictionary.value(row[1]),
                                TermDictionary.value(row[2])));
            }
            writer.endRDF();
        };
    }
}
