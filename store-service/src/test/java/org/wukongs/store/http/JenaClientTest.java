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
import org.apache.jena.rdf.model.ModelFactory;
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
    }

    private static RDFConnection connection() {
        return RDFConnectionRemote.newBuilder()
                .destination(store.http.url())
                .queryEndpoint("sparql")
                .updateEndpoint("update")
                .gspEndpoint("graphs")
                .build();
    }

    @Test
    void updates() {
        try (RDFConnection connection = connection()) {
            connection.update(
                    "INSERT DATA { <urn:new> <urn:b> 1 . GRAPH <urn:u> { <urn:c> <urn:d> 2 } }");
            assertThat(connection.queryAsk("ASK { <urn:new> <urn:b> 1 }")).isTrue();
            connection.update(
                    "DELETE { ?s ?p ?o } INSERT { ?s ?p 3 } WHERE { BIND(<urn:new> AS ?s) ?s ?p ?o } ;"
                            + " DROP GRAPH <urn:u>");
            assertThat(connection.queryAsk("ASK { <urn:new> <urn:b> 3 }")).isTrue();
            assertThat(connection.queryAsk("ASK { GRAPH <urn:u> { ?s ?p ?o } }")).isFalse();
            assertThatThrownBy(() -> connection.update("DROP GRAPH <urn:u>"))
                    .isInstanceOfSatisfying(
                            HttpException.class, e -> assertThat(e.getStatusCode()).isEqualTo(422));
        }
    }

    @Test
    void storesGraphs() {
        Model model = ModelFactory.createDefaultModel();
        model.createResource("urn:jena").addProperty(model.createProperty("http://x/p"), "one");
        try (RDFConnection connection = connection()) {
            connection.put("http://x/jena", model);
            assertThat(connection.fetch("http://x/jena").isIsomorphicWith(model)).isTrue();
            Model more = ModelFactory.createDefaultModel();
            more.createResource("urn:jena").addProperty(more.createProperty("http://x/p"), "two");
            connection.load("http://x/jena", more);
            assertThat(connection.fetch("http://x/jena").size()).isEqualTo(2);
            connection.put("http://x/jena", more);
            assertThat(connection.fetch("http://x/jena").isIsomorphicWith(more)).isTrue();
            connection.delete("http://x/jena");
            assertThatThrownBy(() -> connection.fetch("http://x/jena"))
                    .isInstanceOfSatisfying(
                            HttpException.class, e -> assertThat(e.getStatusCode()).isEqualTo(404));
            connection.load(model);
            assertThat(connection.queryAsk("ASK { <urn:jena> <http://x/p> 'one' }")).isTrue();
        }
    }
}
