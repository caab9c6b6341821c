package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.store.http.HttpTestStore.encode;

import java.net.http.HttpResponse;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.stream.StreamDefinition;

/**
 * The SPARQL 1.1 Graph Store Protocol. The sequence of {@link #asTheW3cTests} is that of the W3C's
 * tests (http-rdf-update), whose requests are prose; graphs are named by the parameter.
 */
class GraphsResourceTest {

    private static final String TURTLE = "text/turtle; charset=utf-8";
    private static final String PERSON = "http://example.org/person/1.ttl";
    private static final String JOHN =
            "@prefix v: <http://www.w3.org/2006/vcard/ns#> . <#me> v:fn \"John Doe\" .";
    private static final String JANE = JOHN.replace("John", "Jane");
    static HttpTestStore store;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    private static String path(String graph) {
        return graph == null ? "/graphs?default" : "/graphs?graph=" + encode(graph);
    }

    private static HttpResponse<String> put(String graph, String body) {
        return store.send("PUT", path(graph), body, "Content-Type", TURTLE);
    }

    private static HttpResponse<String> post(String graph, String body) {
        return store.send("POST", path(graph), body, "Content-Type", TURTLE);
    }

    private static String get(String graph) {
        HttpResponse<String> reply =
                store.send("GET", path(graph), null, "Accept", "application/n-triples");
        assertThat(reply.statusCode()).isEqualTo(200);
        return reply.body();
    }

    private static int status(String method, String graph) {
        return store.send(method, path(graph), null).statusCode();
    }

    @Test
    void asTheW3cTests() {
        HttpResponse<String> created = put(PERSON, JOHN);
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.headers().firstValue("Location")).contains(path(PERSON));
        assertThat(get(PERSON)).contains("<" + PERSON + "#me>", "\"John Doe\"");
        assertThat(put(PERSON, JANE).statusCode()).isEqualTo(204);
        assertThat(get(PERSON)).contains("\"Jane Doe\"").doesNotContain("John");

        assertThat(put(null, "<urn:d> <urn:p> 1 .").statusCode()).isEqualTo(204);
        assertThat(get(null))
                .isEqualTo("<urn:d> <urn:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n");
        assertThat(store.get("/graphs?graph=default").statusCode()).isEqualTo(200);

        assertThat(status("HEAD", PERSON)).isEqualTo(200);
        assertThat(post(PERSON, "<#me> <urn:mail> <mailto:jane@example.org> .").statusCode())
                .isEqualTo(204);
        assertThat(get(PERSON)).contains("Jane Doe", "mailto:jane");
        assertThat(post(PERSON, "").statusCode()).isEqualTo(204);
        assertThat(get(PERSON).lines()).hasSize(2);

        assertThat(status("DELETE", PERSON)).isEqualTo(204);
        assertThat(status("GET", PERSON)).isEqualTo(404);
        assertThat(status("HEAD", PERSON)).isEqualTo(404);
        assertThat(status("DELETE", PERSON)).isEqualTo(404);

        HttpResponse<String> fresh = store.send("POST", "/graphs", JOHN, "Content-Type", TURTLE);
        assertThat(fresh.statusCode()).isEqualTo(201);
        String location = fresh.headers().firstValue("Location").orElseThrow();
        assertThat(store.get(location).body()).contains("John Doe");
    }

    @ParameterizedTest
    @CsvSource({
        "text/turtle",
        "application/n-triples",
        "application/rdf+xml",
        "application/ld+json",
        "application/n-quads",
        "application/trig"
    })
    void formats(String mediaType) {
        String graph = "urn:format";
        put(graph, "<urn:a> <http://x/p> \"\u00e9\\n\"@en , 1 , <urn:b> .");
        HttpResponse<String> reply = store.send("GET", path(graph), null, "Accept", mediaType);
        assertThat(reply.headers().firstValue("Content-Type").orElseThrow()).startsWith(mediaType);
        boolean isGraph = !mediaType.endsWith("quads") && !mediaType.endsWith("trig");
        HttpResponse<String> copied =
                store.send("PUT", path("urn:copy"), reply.body(), "Content-Type", mediaType);
        assertThat(copied.statusCode())
                .isIn(isGraph ? new Integer[] {201, 204} : new Integer[] {415});
        if (isGraph) {
            assertThat(get("urn:copy").lines().sorted())
                    .isEqualTo(get(graph).lines().sorted().toList());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT|/graphs?graph=urn:x|text/turtle|<urn:a> <urn:b> |400|bad-request",
                "PUT|/graphs?graph=relative|text/turtle|<urn:a> <urn:b> 1 .|400|bad-request",
                "PUT|/graphs|text/turtle|<urn:a> <urn:b> 1 .|400|bad-request",
                "PUT|/graphs?graph=urn:x&default|text/turtle|<urn:a> <urn:b> 1 .|400|bad-request",
                "PUT|/graphs?graph=urn:x|text/csv|a,b|415|unsupported-media-type",
                "PATCH|/graphs?graph=urn:x|text/turtle|x|405|method-not-allowed"
            })
    void refuses(String method, String path, String type, String body, int status, String problem) {
        HttpResponse<String> reply = store.send(method, path, body, "Content-Type", type);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        assertThat(reply.body()).contains(problem).doesNotContain("wukongs-body");
        assertThat(status("GET", "urn:x")).isEqualTo(404);
    }

    @Test
    void refusesTypesThatNobodyAccepts() {
        put("urn:y", JOHN);
        assertThat(store.send("GET", path("urn:y"), null, "Accept", "image/png").statusCode())
                .isEqualTo(406);
        byte[] large = new byte[HttpLimits.BODY_BYTES_MAX_DEFAULT + 1];
        assertThat(
                        store.sendBytes("PUT", path("urn:y"), large, "Content-Type", "text/turtle")
                                .statusCode())
                .isEqualTo(413);
    }

    @Test
    void aGraphThatAStreamFeedsStaysWhenItIsDeleted() {
        StreamDefinition stream = new StreamDefinition("urn:s", 100, "urn:fed", Set.of());
        store.store.registerStream(
                stream,
                node -> {
                    node.streams().register(stream);
                    return true;
                });
        assertThat(post("urn:fed", JOHN).statusCode()).isEqualTo(204);
        assertThat(status("DELETE", "urn:fed")).isEqualTo(204);
        assertThat(get("urn:fed")).isEmpty();
        assertThat(put("urn:s", JOHN).statusCode()).isEqualTo(422);
    }
}
