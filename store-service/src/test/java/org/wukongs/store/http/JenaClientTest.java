package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.apache.jena.atlas.web.HttpException;
import org.apache.jena.query.QuerySolution;
import org.apache.jena.query.ResultSet;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdfconnection.RDFConnection;
import org.apache.jena.rdfconnection.RDFConnectionRemote;
import org.apache.jena.riot.WebContent;
import org.apache.jena.sparql.engine.http.QueryExceptionHTTP;
import org.apache.jena.sparql.exec.http.QueryExecutionHTTP;
import org.apache.jena.sparql.exec.http.QueryExecutionHTTPBuilder;
import org.apache.jena.sparql.exec.http.QuerySendMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jena's client against the endpoint. */
class JenaClientTest {

    private static final int NUMBER_COUNT = 100_000;
    private static final String FIRST = "SELECT ?s ?o { <urn:1> ?p ?o . BIND(<urn:1> AS ?s) }";
    private static HttpTestStore store;
    private static String endpoint;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
        store.loadNumbers(NUMBER_COUNT);
        store.load(
                "urn:g",
                List.<String[]>of(new String[] {"<urn:in-g>", "<urn:p>", "\"g\\u00E9\\n\"@en"}));
        endpoint = store.http.url() + "sparql";
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    private static QueryExecutionHTTPBuilder query(String text) {
        return QueryExecutionHTTP.service(endpoint).query(text);
    }

    @ParameterizedTest
    @EnumSource(
            value = QuerySendMode.class,
            names = {"asGetAlways", "asPostForm", "asPost", "asGetWithLimitBody"})
    void selectsByGetAndByPost(QuerySendMode mode) {
        try (QueryExecutionHTTP execution = query(FIRST).sendMode(mode).build()) {
            ResultSet rows = execution.execSelect();
            QuerySolution row = rows.next();
            assertThat(row.getResource("s").getURI()).isEqualTo("urn:1");
            assertThat(row.getLiteral("o").getString()).isEqualTo("1");
            assertThat(rows.hasNext()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                WebContent.contentTypeResultsJSON,
                WebContent.contentTypeResultsXML,
                WebContent.contentTypeTextTSV,
                WebContent.contentTypeTextCSV
            })
    void readsRowsInEveryFormat(String mediaType) {
        try (QueryExecutionHTTP execution =
                query("SELECT ?o FROM <urn:g> { ?s ?p ?o }").acceptHeader(mediaType).build()) {
            ResultSet rows = execution.execSelect();
            assertThat(rows.next().getLiteral("o").getLexicalForm()).isEqualTo("g\u00e9\n");
            assertThat(rows.hasNext()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {WebContent.contentTypeResultsJSON, WebContent.contentTypeResultsXML})
    void asksInEveryFormat(String mediaType) {
        for (boolean expected : new boolean[] {true, false}) {
            String text = expected ? "ASK { <urn:1> ?p ?o }" : "ASK { <urn:none> ?p ?o }";
            try (QueryExecutionHTTP execution = query(text).acceptHeader(mediaType).build()) {
                assertThat(execution.execAsk()).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                WebContent.contentTypeTurtle,
                WebContent.contentTypeNTriples,
                WebContent.contentTypeRDFXML,
                WebContent.contentTypeJSONLD,
                WebContent.contentTypeTriG,
                WebContent.contentTypeNQuads
            })
    void constructsAndDescribesInEveryFormat(String mediaType) {
        try (QueryExecutionHTTP execution =
                query("CONSTRUCT { ?s <http://x/p> ?o } FROM <urn:g> { ?s ?p ?o }")
                        .acceptHeader(mediaType)
                        .build()) {
            Model graph = execution.execConstruct();
            assertThat(graph.size()).isEqualTo(1);
            assertThat(graph.listStatements().next().getString()).isEqualTo("g\u00e9\n");
        }
        try (QueryExecutionHTTP execution =
                query("DESCRIBE <urn:1>").acceptHeader(WebContent.contentTypeNTriples).build()) {
            assertThat(execution.execDescribe().size()).isEqualTo(1);
        }
    }

    @Test
    void sendsDatasets() {
        String text = "SELECT ?g ?s { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }";
        try (QueryExecutionHTTP execution =
                query(text).addNamedGraphURI("urn:g").addDefaultGraphURI("urn:g").build()) {
            List<String> subjects = new ArrayList<>();
            execution
                    .execSelect()
                    .forEachRemaining(
                            row -> subjects.add(row.contains("g") + row.getResource("s").getURI()));
            subjects.sort(Comparator.naturalOrder());
            assertThat(subjects).containsExactly("falseurn:in-g", "trueurn:in-g");
        }
    }

    @Test
    void readsALargeResultAndClosesOneEarly() {
        for (int i = 0; i < 3; i++) {
            try (QueryExecutionHTTP execution = query("SELECT * { ?s <urn:p> ?o }").build()) {
                assertThat(execution.execSelect().next().contains("o")).isTrue();
            }
        }
        try (QueryExecutionHTTP execution = query("SELECT * { ?s <urn:p> ?o }").build()) {
            TreeSet<String> values = new TreeSet<>();
            execution
                    .execSelect()
                    .forEachRemaining(row -> values.add(row.getLiteral("o").getString()));
            assertThat(values).hasSize(NUMBER_COUNT);
        }
        assertThat(store.get("/health").statusCode()).isEqualTo(200);
    }

    @Test
    void learnsWhatIsWrong() {
        try (QueryExecutionHTTP execution =
                QueryExecutionHTTP.service(endpoint).queryString("SELECT * {").build()) {
            assertThatThrownBy(execution::execSelect)
                    .isInstanceOfSatisfying(
                            QueryExceptionHTTP.class,
                            e -> {
                                assertThat(e.getStatusCode()).isEqualTo(400);
                                assertThat(e.getResponse()).contains("malformed-query");
                            });
        }
        try (RDFConnection connection =
                RDFConnectionRemote.newBuilder()
                        .destination(store.http.url())
                        .queryEndpoint("sparql")
                        .updateEndpoint("sparql")
                        .build()) {
            assertThatThrownBy(() -> connection.update("INSERT DATA { <urn:a> <urn:b> 1 }"))
                    .isInstanceOfSatisfying(
                            HttpException.class, e -> assertThat(e.getStatusCode()).isEqualTo(422));
            assertThat(connection.queryAsk("ASK { <urn:1> ?p ?o }")).isTrue();
        }
    }
}
