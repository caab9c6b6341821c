package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.store.http.HttpTestStore.encode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests of the SPARQL 1.1 Protocol, good ones and bad ones, and what is said to them. */
class SparqlProtocolTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String DIRECT = "application/sparql-query";
    private static final String G = "http://example.org/g";
    private static HttpTestStore store;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
        for (int i = 1; i <= 3; i++) {
            String[] triple = {"<urn:s" + i + ">", "<urn:p>", "<urn:o>"};
            store.load(G + i, List.<String[]>of(triple));
        }
        store.load("X-Lab", List.<String[]>of(new String[] {"<urn:bare>", "<urn:p>", "<urn:o>"}));
        store.load("STORED", List.<String[]>of(new String[] {"<urn:d>", "<urn:p>", "<urn:o>"}));
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    @Test
    void threeWaysToAskAreTheSame() {
        String query = "SELECT ?s WHERE { ?s <urn:p> <urn:o> }";
        String expected = store.query(query).body();
        assertThat(expected).contains("urn:d");
        assertThat(store.send("POST", "/sparql", query, "Content-Type", DIRECT).body())
                .isEqualTo(expected);
        assertThat(
                        store.send(
                                        "POST",
                                        "/sparql",
                                        "query=" + encode(query),
                                        "Content-Type",
                                        FORM)
                                .body())
                .isEqualTo(expected);
        assertThat(
                        store.send(
                                        "POST",
                                        "/sparql/",
                                        query,
                                        "Content-Type",
                                        "Application/SPARQL-query; charset=\"UTF-8\"")
                                .body())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // parameters | query | subjects
                "''|{ ?s ?p ?o }|urn:d",
                "default-graph-uri=G1|{ ?s ?p ?o }|urn:s1",
                "default-graph-uri=G1&default-graph-uri=G2|{ ?s ?p ?o }|urn:s1 urn:s2",
                "default-graph-uri=G1&default-graph-uri=G1|{ ?s ?p ?o }|urn:s1",
                "default-graph-uri=urn:wukongs:stored|{ ?s ?p ?o }|urn:d",
                "default-graph-uri=urn:wukongs:name:X-Lab|{ ?s ?p ?o }|urn:bare",
                "named-graph-uri=urn:wukongs:name:X-Lab|{ GRAPH X-Lab { ?s ?p ?o } }|urn:bare",
                "named-graph-uri=G1|{ ?s ?p ?o }|''",
                "named-graph-uri=G1&named-graph-uri=G3|{ GRAPH ?g { ?s ?p ?o } }|urn:s1 urn:s3",
                "named-graph-uri=G1|{ GRAPH <G2> { ?s ?p ?o } }|''",
                "default-graph-uri=G1|{ GRAPH ?g { ?s ?p ?o } }|''",
                "default-graph-uri=G2&named-graph-uri=G1|{ {?s ?p ?o} UNION { GRAPH ?g { ?s ?p ?o } } }"
                        + "|urn:s1 urn:s2",
                // The request's dataset counts, not the text's.
                "default-graph-uri=G1|FROM <G2> { ?s ?p ?o }|urn:s1",
                "named-graph-uri=G1|FROM NAMED <urn:nowhere> { GRAPH ?g { ?s ?p ?o } }|urn:s1",
                "''|FROM <G2> { ?s ?p ?o }|urn:s2",
                // What is not there is an empty graph.
                "default-graph-uri=urn:nowhere|{ ?s ?p ?o }|''",
                "named-graph-uri=urn:nowhere|{ GRAPH ?g { ?s ?p ?o } }|''",
                "default-graph-uri=urn:nowhere&default-graph-uri=G1|{ ?s ?p ?o }|urn:s1",
            })
    void theRequestsDatasetCounts(String parameters, String body, String subjects)
            throws IOException {
        String query = "SELECT DISTINCT ?s " + body.replace("<G", "<" + G) + " ORDER BY ?s";
        String url = "/sparql?" + parameters.replace("=G", "=" + encode(G));
        HttpResponse<String> direct = store.send("POST", url, query, "Content-Type", DIRECT);
        assertThat(subjects(direct)).isEqualTo(subjects);
        assertThat(subjects(store.get(url + "&query=" + encode(query)))).isEqualTo(subjects);
        String form = url.substring("/sparql?".length()) + "&query=" + encode(query);
        assertThat(subjects(store.send("POST", "/sparql", form, "Content-Type", FORM)))
                .isEqualTo(subjects);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT * { ?s ?p ?o FILTER(<http://x/none>(?o)) }|unknown function|28",
                "SELECT (SUM(COUNT(?s)) AS ?n) { ?s ?p ?o }|within the aggregate|13",
                "SELECT * { VALUES (?a ?a) { (1 2) } }|twice in one VALUES|23",
                "SELECT ('\\uD83D\\uDE00' AS ?a) { }|surrogate|10",
                "SELECT * { ?s <http://h:99999x/a> ?o }|not a valid IRI|15",
                "SELECT * { GRAPH _:b { ?s ?p ?o } }|a variable or an IRI|18",
            })
    void whatIsWrongInTheTextHasItsPlace(String query, String message, int column) {
        for (String dataset : List.of("", "?default-graph-uri=urn:nowhere")) {
            HttpResponse<String> said =
                    store.send("POST", "/sparql" + dataset, query, "Content-Type", DIRECT);
            assertThat(said.statusCode()).as(query).isEqualTo(400);
            assertThat(said.body()).contains(message, "line 1, column " + column);
        }
    }

    @Test
    void aGraphThatIsOnlyAskedForDoesNotComeToBe() {
        store.get("/sparql?default-graph-uri=urn:new&named-graph-uri=urn:new2&query=ASK%7B%7D");
        Set<String> names = store.store.ask(node -> node.streams().graphNames());
        assertThat(names).doesNotContain("urn:new", "urn:new2");
    }

    @Test
    void relativeIrisAreResolvedAgainstTheService() {
        String body =
                store.query("CONSTRUCT { <s> <p> 1 } {}", "Accept", "application/n-triples").body();
        assertThat(body).startsWith("<" + store.http.url() + "s> <" + store.http.url() + "p> ");
        assertThat(
                        store.query("BASE <http://b/> SELECT (<s> AS ?s) {}", "Accept", "text/csv")
                                .body())
                .isEqualTo("s\r\nhttp://b/s\r\n");
    }

    @Test
    void theReplyNamesItsSnapshot() {
        assertThat(store.query("ASK {}").headers().firstValueAsLong("Wukongs-Snapshot"))
                .isPresent();
    }

    @Test
    void headIsGetWithoutBody() {
        for (String path :
                List.of("/sparql?query=ASK%20%7B%7D", "/health", "/status", "/nowhere")) {
            HttpResponse<String> get = store.get(path);
            HttpResponse<String> head = store.send("HEAD", path, null);
            assertThat(head.statusCode()).isEqualTo(get.statusCode());
            assertThat(head.body()).isEmpty();
            assertThat(head.headers().firstValue("Content-Type"))
                    .isEqualTo(get.headers().firstValue("Content-Type"));
        }
        // The connection is still good.
        assertThat(store.query("ASK {}").statusCode()).isEqualTo(200);
    }

    @Test
    void optionsNameTheMethods() {
        HttpResponse<String> options = store.send("OPTIONS", "/sparql", null);
        assertThat(options.statusCode()).isEqualTo(204);
        assertThat(options.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS, POST");
        assertThat(options.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // method | path | content type | body | status | kind | detail has
                "GET|/sparql?query=ASK%7B%7D&query=SELECT*%7B%7D|-|-|400|bad-request|more than once",
                "GET|/sparql?query=ASK%20%7B|-|-|400|malformed-query|(line 1, column 6)",
                "GET|/sparql?query=|-|-|400|malformed-query|(line 1, column 1)",
                "GET|/sparql?query=ASK%7B%0A%20FILTER%7D|-|-|400|malformed-query|(line 2, column 8)",
                "GET|/sparql?query=ASK%FF|-|-|400|bad-request|not UTF-8",
                "GET|/sparql?query=ASK%7B%7D&default-graph-uri=g|-|-|400|bad-request|absolute IRI",
                "GET|/sparql?query=ASK%7B%7D&named-graph-uri=a:%20b|-|-|400|bad-request|absolute IRI",
                "GET|/sparql?query=ASK+FROM+%3Curn:nowhere%3E%7B%7D|-|-|400|malformed-query|unknown graph",
                "GET|/sparql?query=ASK%7BSERVICE%3Ca:b%3E%7B%7D%7D|-|-|400|malformed-query|SERVICE",
                "GET|/sparql?query=CLEAR+ALL|-|-|400|malformed-query|this is an update",
                "GET|/sparql?update=CLEAR+ALL|-|-|400|bad-request|must be sent by POST",
                "POST|/sparql|FORM|update=CLEAR+ALL&update=CLEAR+ALL|400|bad-request|more than once",
                "POST|/sparql|FORM|query=ASK+%7B%7D&update=CLEAR+ALL|400|bad-request|not both",
                "POST|/sparql|application/sparql-update;charset=UTF-16|CLEAR ALL|415|unsupported-media-type|UTF-8",
                "POST|/sparql|FORM|q=ASK|400|bad-request|missing",
                "POST|/sparql|FORM|query=%|400|bad-request|two hexadecimal digits",
                "POST|/sparql|FORM|query=%4|400|bad-request|two hexadecimal digits",
                "POST|/sparql?query=ASK%7B%7D|FORM|query=ASK%7B%7D|400|bad-request|more than once",
                "POST|/sparql?query=ASK%7B%7D|DIRECT|ASK {}|400|bad-request|more than once",
                "POST|/sparql|DIRECT|''|400|malformed-query|(line 1, column 1)",
                "POST|/sparql|text/plain|ASK {}|415|unsupported-media-type|application/sparql-query",
                "POST|/sparql|-|ASK {}|415|unsupported-media-type|application/sparql-query",
                "POST|/sparql|-|query=ASK%7B%7D|415|unsupported-media-type|application/sparql-query",
                "POST|/sparql|nonsense|ASK {}|415|unsupported-media-type|not a media type",
                "POST|/sparql|a/b; charset=\"x|ASK {}|415|unsupported-media-type|not a media type",
                "POST|/sparql|application/sparql-query; charset=UTF-16|ASK {}|415|unsupported-media-type|UTF-8",
                "PUT|/sparql?query=ASK%7B%7D|FORM|-|405|method-not-allowed|method=PUT",
                "DELETE|/sparql|-|-|405|method-not-allowed|method=DELETE",
                "PATCH|/status|-|x|405|method-not-allowed|method=PATCH",
                "POST|/status|-|x|405|method-not-allowed|method=POST",
                "GET|/nowhere|-|-|404|not-found|nowhere",
                "GET|/sparql/x/y|-|-|404|not-found|no such path",
                "GET|/%FF|-|-|400|bad-request|not UTF-8",
            })
    void whatIsWrongIsSaid(
            String method,
            String path,
            String contentType,
            String body,
            int status,
            String kind,
            String detail)
            throws IOException {
        String type = "FORM".equals(contentType) ? FORM : contentType;
        type = "DIRECT".equals(type) ? DIRECT : type;
        HttpResponse<String> response =
                type == null
                        ? store.send(method, path, body)
                        : store.send(method, path, body, "Content-Type", type);
        assertProblem(response, status, kind, detail);
        if (status == 405) {
            assertThat(response.headers().firstValue("Allow").orElseThrow()).contains("GET");
        }
    }

    @Test
    void placesAreNumbers() throws IOException {
        JsonNode problem = JSON.readTree(store.query("ASK {\n  ?s ?p }").body());
        assertThat(problem.path("line").asInt()).isEqualTo(2);
        assertThat(problem.path("column").asInt()).isPositive();
    }

    @Test
    void aBodyThatIsNotUtf8IsRefused() throws IOException {
        byte[] body = "ASK { ?s ?p \"\u00e9\" }".getBytes(StandardCharsets.ISO_8859_1);
        assertProblem(
                store.sendBytes("POST", "/sparql", body, "Content-Type", DIRECT),
                400,
                "bad-request",
                "not UTF-8: byte=0xE9 (line 1, column 14)");
        byte[] second = "ASK {\n ?s ?p \"\u00e9\" }".getBytes(StandardCharsets.ISO_8859_1);
        JsonNode problem =
                JSON.readTree(
                        store.sendBytes("POST", "/sparql", second, "Content-Type", DIRECT).body());
        assertThat(problem.path("line").asInt()).isEqualTo(2);
        assertThat(problem.path("column").asInt()).isEqualTo(9);
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() throws IOException {
        byte[] body = new byte[HttpLimits.BODY_BYTES_MAX_DEFAULT + 1];
        assertProblem(
                store.sendBytes("POST", "/sparql", body, "Content-Type", DIRECT),
                413,
                "body-too-large",
                "bodyBytesMax=" + HttpLimits.BODY_BYTES_MAX_DEFAULT);
    }

    @Test
    void whatNobodyCanWriteIsNotAcceptable() throws IOException {
        assertProblem(
                store.query("SELECT * {}", "Accept", "text/turtle, image/*"),
                406,
                "not-acceptable",
                "text/csv");
        assertProblem(
                store.query("ASK {}", "Accept", "text/csv"), 406, "not-acceptable", "boolean");
        assertProblem(
                store.query("CONSTRUCT WHERE { ?s ?p ?o }", "Accept", "text/csv"),
                406,
                "not-acceptable",
                "text/turtle");
    }

    static void assertProblem(HttpResponse<String> response, int status, String kind, String detail)
            throws IOException {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValue("application/problem+json");
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.path("type").asText()).isEqualTo("urn:wukongs:problem:" + kind);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("title").asText()).isNotEmpty();
        assertThat(problem.path("detail").asText()).contains(detail);
    }

    private static String subjects(HttpResponse<String> response) throws IOException {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode bindings = JSON.readTree(response.body()).path("results").path("bindings");
        return String.join(" ", bindings.findValuesAsText("value"));
    }
}
