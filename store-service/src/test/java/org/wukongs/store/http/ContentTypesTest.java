package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.query.ResultSetFactory;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.riot.out.NodeFmtLib;
import org.apache.jena.sparql.resultset.ResultsFormat;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.resultio.BooleanQueryResultFormat;
import org.eclipse.rdf4j.query.resultio.QueryResultIO;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultFormat;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultParser;
import org.eclipse.rdf4j.query.resultio.helpers.QueryResultCollector;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.store.dictionary.TermDictionary;

/** Every media type, read back by RDF4J's parsers, with terms that are hard to write. */
class ContentTypesTest {

    private static final String P = "<http://example.org/p>";
    private static final List<String[]> TRIPLES =
            List.<String[]>of(
                    new String[] {"<http://example.org/s>", P, "\"plain\""},
                    new String[] {
                        "<http://example.org/s>", P, "\"a\\tb\\nc\\rd \\\"e\\\" \\\\ f\""
                    },
                    new String[] {"<http://example.org/s>", P, "\"<&>]]> ' , ; \""},
                    new String[] {
                        "<http://example.org/s>", P, "\"\u00e9\u4e16\ud83d\ude00\"@fr-CA"
                    },
                    new String[] {"<http://example.org/s>", P, "\"\""},
                    new String[] {"<http://example.org/\u4e16?a=b&c=d#e>", P, "_:b1"},
                    new String[] {"_:b1", P, "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>"},
                    new String[] {"_:b1", P, "\"x\"^^<http://example.org/my&type>"});

    private static final String SELECT = "SELECT ?s ?o ?nothing { ?s " + P + " ?o }";
    private static final String CONSTRUCT = "CONSTRUCT WHERE { ?s ?p ?o }";
    private static HttpTestStore store;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
        store.load("STORED", TRIPLES);
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/sparql-results+json",
                "application/sparql-results+xml",
                "application/json",
                "application/xml"
            })
    void rowsComeBackAsTheyAre(String mediaType) throws IOException {
        HttpResponse<String> response = store.query(SELECT, "Accept", mediaType);
        assertContentType(response, mediaType);
        QueryResultCollector rows = parse(response, tupleFormat(mediaType));
        assertThat(rows.getBindingNames()).containsExactly("s", "o", "nothing");
        Set<List<String>> found = new HashSet<>();
        for (BindingSet row : rows.getBindingSets()) {
            assertThat(row.getValue("nothing")).isNull();
            found.add(List.of(shown(row.getValue("s")), shown(row.getValue("o"))));
        }
        assertThat(found).isEqualTo(expectedRows());
    }

    private static Set<List<String>> expectedRows() {
        Set<List<String>> expected = new HashSet<>();
        for (String[] triple : TRIPLES) {
            expected.add(
                    List.of(
                            shown(TermDictionary.value(triple[0])),
                            shown(TermDictionary.value(triple[2]))));
        }
        return expected;
    }

    /** By Jena's reader: RDF4J's needs a library that is nowhere else of use. */
    @Test
    void tabSeparatedRowsComeBackAsTheyAre() {
        HttpResponse<String> response = store.query(SELECT, "Accept", "text/tab-separated-values");
        assertContentType(response, "text/tab-separated-values");
        Set<List<String>> found = new HashSet<>();
        ResultSetFactory.load(bytes(response), ResultsFormat.FMT_RS_TSV)
                .forEachRemaining(
                        row -> {
                            assertThat(row.contains("nothing")).isFalse();
                            found.add(List.of(shown(row.get("s")), shown(row.get("o"))));
                        });
        assertThat(found).isEqualTo(expectedRows());
    }

    private static String shown(RDFNode node) {
        return node.isAnon() ? "_:" : shown(TermDictionary.value(NodeFmtLib.strNT(node.asNode())));
    }

    @Test
    void csvHasTheValues() {
        HttpResponse<String> response = store.query(SELECT, "Accept", "text/csv");
        assertContentType(response, "text/csv");
        // RDF4J's reader takes a backslash for an escape, which it is not in CSV.
        assertThat(response.body())
                .startsWith("s,o,nothing\r\n")
                .contains("http://example.org/s,plain,\r\n")
                .contains(",\"a\tb\nc\rd \"\"e\"\" \\ f\",\r\n")
                .contains(",\"<&>]]> ' , ; \",\r\n")
                .contains(",\u00e9\u4e16\ud83d\ude00,\r\n")
                .contains(",1,\r\n")
                .contains(",x,\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/turtle",
                "application/n-triples",
                "application/rdf+xml",
                "application/ld+json",
                "application/n-quads",
                "application/trig"
            })
    void graphsComeBackAsTheyAre(String mediaType) throws IOException {
        HttpResponse<String> response = store.query(CONSTRUCT, "Accept", mediaType);
        assertContentType(response, mediaType);
        RDFFormat format = Rio.getParserFormatForMIMEType(mediaType).orElseThrow();
        Model model = Rio.parse(bytes(response), format);
        Set<List<String>> found = new HashSet<>();
        for (Statement statement : model) {
            assertThat(statement.getContext()).isNull();
            found.add(
                    List.of(
                            shown(statement.getSubject()),
                            shown(statement.getPredicate()),
                            shown(statement.getObject())));
        }
        // JSON-LD 1.1 lets its processors write language tags in lower case, and this one does.
        boolean lowersLanguages = format.equals(RDFFormat.JSONLD);
        Set<List<String>> expected = new HashSet<>();
        for (String[] triple : TRIPLES) {
            List<String> terms = new ArrayList<>();
            for (String term : triple) {
                String shown = shown(TermDictionary.value(term));
                terms.add(lowersLanguages ? shown.replace("@fr-CA", "@fr-ca") : shown);
            }
            expected.add(terms);
        }
        assertThat(found).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/sparql-results+json",
                "application/sparql-results+xml",
                "text/boolean",
                "application/json",
                "application/xml"
            })
    void booleansComeBackAsTheyAre(String mediaType) throws IOException {
        for (boolean expected : new boolean[] {true, false}) {
            String query = expected ? "ASK { ?s ?p ?o }" : "ASK { ?s <urn:never> ?o }";
            HttpResponse<String> response = store.query(query, "Accept", mediaType);
            assertContentType(response, mediaType);
            BooleanQueryResultFormat format =
                    mediaType.endsWith("json")
                            ? BooleanQueryResultFormat.JSON
                            : mediaType.endsWith("xml")
                                    ? BooleanQueryResultFormat.SPARQL
                                    : BooleanQueryResultFormat.TEXT;
            assertThat(QueryResultIO.parseBoolean(bytes(response), format)).isEqualTo(expected);
        }
    }

    @Test
    void defaultsAreJsonAndTurtle() {
        assertContentType(store.query(SELECT), "application/sparql-results+json");
        assertContentType(store.query("ASK {}"), "application/sparql-results+json");
        assertContentType(store.query(CONSTRUCT), "text/turtle");
        assertContentType(store.query("DESCRIBE <http://example.org/s>"), "text/turtle");
    }

    @Test
    void resultsWithoutRowsOrColumnsAreGood() throws IOException {
        for (TupleQueryResultFormat format :
                List.of(TupleQueryResultFormat.JSON, TupleQueryResultFormat.SPARQL)) {
            String type = format.getDefaultMIMEType();
            assertThat(parse(store.query("SELECT * {}", "Accept", type), format).getBindingSets())
                    .hasSize(1);
            String none = "SELECT ?s { ?s <urn:never> ?o }";
            assertThat(parse(store.query(none, "Accept", type), format).getBindingSets()).isEmpty();
        }
        assertThat(
                        store.query(
                                        "CONSTRUCT { ?s ?p ?o } { ?s <urn:never> ?o . ?s ?p ?o }",
                                        "Accept",
                                        "application/n-triples")
                                .body())
                .isEmpty();
    }

    @Test
    void whatXmlCannotSayIsNotAcceptable() throws IOException {
        String control = "SELECT (\"a\\u0001b\" AS ?x) {}";
        SparqlProtocolTest.assertProblem(
                store.query(control, "Accept", "application/sparql-results+xml"),
                406,
                "not-acceptable",
                "XML cannot express");
        assertThat(
                        parse(store.query(control), TupleQueryResultFormat.JSON)
                                .getBindingSets()
                                .get(0)
                                .getValue("x")
                                .stringValue())
                .isEqualTo("a\u0001b");
        SparqlProtocolTest.assertProblem(
                store.query(
                        "CONSTRUCT { <urn:s> <http://example.org/1> 1 } {}",
                        "Accept",
                        "application/rdf+xml"),
                406,
                "not-acceptable",
                "cannot name the predicate");
    }

    private static void assertContentType(HttpResponse<String> response, String mediaType) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        String charset = mediaType.startsWith("text/") ? "; charset=utf-8" : "";
        assertThat(response.headers().firstValue("Content-Type")).hasValue(mediaType + charset);
    }

    /** Blank nodes are all the same here: there is one, and its label is nobody's business. */
    private static String shown(Value value) {
        return value.isBNode() ? "_:" : value.toString();
    }

    private static TupleQueryResultFormat tupleFormat(String mediaType) {
        return mediaType.endsWith("json")
                ? TupleQueryResultFormat.JSON
                : TupleQueryResultFormat.SPARQL;
    }

    private static QueryResultCollector parse(
            HttpResponse<String> response, TupleQueryResultFormat format) throws IOException {
        TupleQueryResultParser parser = QueryResultIO.createTupleParser(format);
        QueryResultCollector rows = new QueryResultCollector();
        parser.setQueryResultHandler(rows);
        parser.parseQueryResult(bytes(response));
        return rows;
    }

    private static InputStream bytes(HttpResponse<String> response) {
        return new ByteArrayInputStream(response.body().getBytes(StandardCharsets.UTF_8));
    }
}
