package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.store.http.HttpTestStore.encode;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The update operation of the SPARQL 1.1 Protocol. */
class UpdateResourceTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String DIRECT = "application/sparql-update";
    static HttpTestStore store;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    @BeforeEach
    void fill() {
        assertThat(update("/update", "DROP ALL").statusCode()).isEqualTo(200);
        store.load("urn:g1", List.<String[]>of(new String[] {"<urn:a>", "<urn:p>", "<urn:b>"}));
        store.load("urn:g2", List.<String[]>of(new String[] {"<urn:c>", "<urn:p>", "<urn:d>"}));
    }

    private static HttpResponse<String> update(String path, String text) {
        return store.send("POST", path, text, "Content-Type", DIRECT);
    }

    private static boolean ask(String pattern) {
        return store.query("ASK { " + pattern + " }").body().contains("true");
    }

    @ParameterizedTest
    @CsvSource({"/update", "/sparql"})
    void directAndByForm(String path) {
        HttpResponse<String> direct = update(path, "INSERT DATA { <urn:x> <urn:p> 1, 2 }");
        assertThat(direct.statusCode()).isEqualTo(200);
        assertThat(direct.body()).contains("\"added\" : 2", "\"removed\" : 0");
        assertThat(direct.headers().firstValue("Wukongs-Snapshot")).isPresent();
        assertThat(ask("<urn:x> <urn:p> 2")).isTrue();
        HttpResponse<String> form =
                store.send(
                        "POST",
                        path,
                        "update=" + encode("DELETE WHERE { <urn:x> ?p ?o }"),
                        "Content-Type",
                        FORM);
        assertThat(form.body()).contains("\"added\" : 0", "\"removed\" : 2");
        assertThat(ask("<urn:x> ?p ?o")).isFalse();
    }

    @Test
    void metricsCountRequestsAndTriples() {
        long done = metric("wukongs_updates_total{outcome=\"done\"}");
        long failed = metric("wukongs_updates_total{outcome=\"failed\"}");
        long added = metric("wukongs_update_triples_total{change=\"added\"}");
        long removed = metric("wukongs_update_triples_total{change=\"removed\"}");
        update("/update", "INSERT DATA { <urn:x> <urn:p> <urn:y> . }");
        update(
                "/update",
                "DELETE { <urn:x> ?p ?o } INSERT { <urn:x> <urn:q> 1, 2 } WHERE { <urn:x> ?p ?o }");
        update("/update", "INSERT DATA { <urn:x> }");
        update("/update", "CREATE GRAPH <urn:g1>");
        assertThat(metric("wukongs_updates_total{outcome=\"done\"}")).isEqualTo(done + 2);
        assertThat(metric("wukongs_updates_total{outcome=\"failed\"}")).isEqualTo(failed + 2);
        assertThat(metric("wukongs_update_triples_total{change=\"added\"}")).isEqualTo(added + 3);
        assertThat(metric("wukongs_update_triples_total{change=\"removed\"}"))
                .isEqualTo(removed + 1);
        assertThat(store.get("/metrics").body())
                .containsPattern("wukongs_update_latency_seconds\\{quantile=\"1\"} [0-9.E-]+");
    }

    private static long metric(String sample) {
        return store.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(sample + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(sample.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void parametersNameTheDatasetOfPatterns() {
        String text = "INSERT { ?s <urn:q> ?o } WHERE { ?s <urn:p> ?o }";
        update("/update?using-graph-uri=urn:g1", text);
        assertThat(ask("<urn:a> <urn:q> <urn:b>")).isTrue();
        assertThat(ask("<urn:c> <urn:q> <urn:d>")).isFalse();
        update(
                "/update?using-named-graph-uri=urn:g2",
                "INSERT { ?s <urn:r> ?g } WHERE { GRAPH ?g { ?s <urn:p> ?o } }");
        assertThat(ask("<urn:c> <urn:r> <urn:g2>")).isTrue();
        assertThat(ask("<urn:a> <urn:r> <urn:g1>")).isFalse();
        HttpResponse<String> both =
                update(
                        "/update?using-graph-uri=urn:g1",
                        "WITH <urn:g2> DELETE {} WHERE { ?s ?p ?o }");
        assertThat(both.statusCode()).isEqualTo(422);
    }

    @Test
    void aRequestThatFailsChangesNothing() {
        String text =
                "INSERT DATA { <urn:y> <urn:p> 1 } ; DROP GRAPH <urn:g1> ; DROP GRAPH <urn:none>";
        assertThat(update("/update", text).statusCode()).isEqualTo(422);
        assertThat(ask("<urn:y> ?p ?o")).isFalse();
        assertThat(ask("GRAPH <urn:g1> { <urn:a> ?p ?o }")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT DATA { <a> <b> }|400|malformed-query|line\" : 1",
                "SELECT * { ?s ?p ?o }|400|malformed-query|not an update",
                "DELETE DATA { _:a <b> 1 }|400|malformed-query|blank",
                "INSERT DATA { <a> <b> ?c }|400|malformed-query|DATA has no variables",
                "LOAD <file:///etc/passwd>|422|refused|--load-dir",
                "LOAD <http://example.org/x.ttl>|422|refused|--load-dir",
                "CREATE GRAPH <urn:g1>|422|refused|exists already",
                "COPY <urn:none> TO <urn:g1>|422|refused|no such graph"
            })
    void refuses(String text, int status, String type, String detail) {
        HttpResponse<String> reply = update("/update", text);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        assertThat(reply.body()).contains("urn:wukongs:problem:" + type, detail);
    }

    @Test
    void refusesOtherMethodsAndTypes() {
        assertThat(store.get("/update?update=CLEAR+ALL").statusCode()).isEqualTo(405);
        assertThat(
                        store.send("POST", "/update", "CLEAR ALL", "Content-Type", "text/plain")
                                .statusCode())
                .isEqualTo(415);
        assertThat(store.send("POST", "/update", "x=1", "Content-Type", FORM).statusCode())
                .isEqualTo(400);
    }

    @Test
    void relativeIrisAreThoseOfTheEndpoint() {
        update("/update", "INSERT DATA { <rel> <urn:p> 1 }");
        assertThat(ask("<rel> <urn:p> 1")).isTrue();
    }
}
