package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.store.http.SparqlProtocolTest.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** Continuous queries, streams, status and metrics. */
class QueriesResourceTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STREAM = "http://example.org/posts";
    private static final String TEXT =
            "REGISTER QUERY q1 AS SELECT ?s ?o FROM STREAM <"
                    + STREAM
                    + "> [RANGE 1s STEP 100ms] WHERE { ?s <urn:p> ?o }";

    private static final Pattern METRIC =
            Pattern.compile(
                    "([a-z_]+)(\\{[a-z]+=\"(?:[^\"\\\\]|\\\\.)*\"(?:,[a-z]+=\"[^\"]*\")*\\})? (-?[0-9.eE+-]+|NaN)");

    private HttpTestStore store;

    @BeforeEach
    void start() {
        store = new HttpTestStore();
        store.store.ask(
                node -> {
                    node.streams().register(StreamDefinition.of(STREAM));
                    return true;
                });
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "text/plain; charset=utf-8",
                "application/sparql-query",
                "application/x-www-form-urlencoded",
                "application/octet-stream",
                ""
            })
    void aTextIsRegisteredOnce(String contentType) throws IOException {
        String[] headers =
                contentType.isEmpty() ? new String[0] : new String[] {"Content-Type", contentType};
        HttpResponse<String> created = store.send("POST", "/queries", TEXT, headers);
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        assertThat(created.headers().firstValue("Location")).hasValue("/queries/q1");
        HttpResponse<String> again = store.send("POST", "/queries", TEXT, headers);
        assertThat(again.statusCode()).isEqualTo(200);
        assertProblem(
                store.send("POST", "/queries", TEXT.replace("1s", "2s"), headers),
                409,
                "conflict",
                "name=q1");
        JsonNode query = JSON.readTree(store.get("/queries/q1").body());
        assertThat(query.path("text").asText()).isEqualTo(TEXT);
        assertThat(query.path("vars")).hasSize(2);
        assertThat(query.path("streams").path(0).asText()).isEqualTo(STREAM);
        assertThat(query.path("stepMs").asLong()).isEqualTo(100);
        assertThat(query.path("executionCount").isIntegralNumber()).isTrue();
        assertThat(query.path("nextWindowEndMs").isNull()).isTrue();
        JsonNode list = JSON.readTree(store.get("/queries").body()).path("queries");
        assertThat(list.findValuesAsText("url")).containsExactly("/queries/q1");
        assertThat(store.send("DELETE", "/queries/q1", null).statusCode()).isEqualTo(204);
        assertProblem(store.send("DELETE", "/queries/q1", null), 404, "not-found", "name=q1");
        assertProblem(store.get("/queries/q1"), 404, "not-found", "name=q1");
    }

    @Test
    void aPlanIsThatOfTheNewestWindows() throws IOException {
        assertThat(store.send("POST", "/queries", TEXT).statusCode()).isEqualTo(201);
        assertProblem(store.get("/queries/q1?explain=plan"), 422, "refused", "none yet: query=q1");
        String path = "/streams/" + HttpTestStore.encode(STREAM) + "?closeUpTo=1000";
        assertThat(store.send("POST", path, "1\t<urn:a> <urn:p> <urn:c> .\n").statusCode())
                .isEqualTo(200);
        JsonNode plan = JSON.readTree(store.get("/queries/q1?explain=plan").body());
        assertThat(plan.path("engine").asText()).isEqualTo("exploration");
        assertThat(plan.at("/steps/0/actualRows").isNull()).isTrue();
        for (String whole : new String[] {"", "&template=true"}) {
            plan = JSON.readTree(store.get("/queries/q1?explain=execute" + whole).body());
            assertThat(plan.at("/steps/0/actualRows").isIntegralNumber()).isTrue();
        }
        assertProblem(store.get("/queries/q1?explain=all"), 400, "bad-request", "plan or execute");
        assertProblem(store.get("/queries/none?explain=plan"), 404, "not-found", "name=none");
    }

    @Test
    void aFormIsTaken() {
        String form = "query=" + HttpTestStore.encode(TEXT);
        HttpResponse<String> created =
                store.send(
                        "POST",
                        "/queries",
                        form,
                        "Content-Type",
                        "application/x-www-form-urlencoded");
        assertThat(created.statusCode()).isEqualTo(201);
    }

    @Test
    void aTextIsCheckedWithoutRegisteringIt() throws IOException {
        HttpResponse<String> checked = store.send("POST", "/queries?check=true", TEXT);
        assertThat(checked.statusCode()).as(checked.body()).isEqualTo(200);
        JsonNode query = JSON.readTree(checked.body());
        assertThat(query.path("name").asText()).isEqualTo("q1");
        assertThat(query.path("text").asText()).isEqualTo(TEXT);
        assertThat(query.path("vars")).hasSize(2);
        assertThat(query.path("streams").path(0).asText()).isEqualTo(STREAM);
        assertThat(query.path("stepMs").asLong()).isEqualTo(100);
        assertThat(query.path("template").isNull()).isTrue();
        assertThat(JSON.readTree(store.get("/queries").body()).path("queries")).isEmpty();
        assertProblem(
                store.send("POST", "/queries?check=true", TEXT.replace(STREAM, "urn:no")),
                400,
                "malformed-query",
                "line 1");
        assertProblem(
                store.send("POST", "/queries?check=true", "SELECT * {}"),
                422,
                "refused",
                "only a query with REGISTER");
        assertProblem(
                store.send("POST", "/queries?check=perhaps", TEXT),
                400,
                "bad-request",
                "check must be true or false");
        assertThat(store.send("POST", "/queries?check=false", TEXT).statusCode()).isEqualTo(201);
    }

    @Test
    void templatesAreListedIfAskedFor() throws IOException {
        for (String who : List.of("a", "b", "c")) {
            String text =
                    TEXT.replace("q1", who).replace("?s <urn:p>", "<urn:" + who + "> <urn:p>");
            text = text.replace("SELECT ?s ?o", "SELECT ?o");
            assertThat(store.send("POST", "/queries", text).statusCode()).isEqualTo(201);
        }
        JsonNode list = JSON.readTree(store.get("/queries").body());
        assertThat(list.has("templates")).isFalse();
        JsonNode templates =
                JSON.readTree(store.get("/queries?templates=true").body()).path("templates");
        assertThat(templates).hasSize(1);
        JsonNode template = templates.path(0);
        assertThat(template.path("queryCount").asLong()).isEqualTo(3);
        assertThat(template.path("memberCount").asLong()).isEqualTo(3);
        assertThat(template.path("vars").path(0).asText()).isEqualTo("o");
        assertThat(template.path("name").asText())
                .isEqualTo(JSON.readTree(store.get("/queries/a").body()).path("template").asText());
    }

    @Test
    void latenciesAreAHistogram() throws IOException {
        store.send("POST", "/queries", TEXT);
        assertThat(JSON.readTree(store.get("/queries/q1").body()).path("latencyHistogramUs"))
                .isEmpty();
        feed();
        JsonNode query = JSON.readTree(store.get("/queries/q1").body());
        double largest = query.path("latencyUs").path("max").asDouble();
        long count = 0;
        double upTo = 0;
        for (JsonNode bucket : query.path("latencyHistogramUs")) {
            assertThat(bucket.path("upTo").asDouble()).isGreaterThan(upTo);
            upTo = bucket.path("upTo").asDouble();
            count += bucket.path("count").asLong();
        }
        assertThat(count).isEqualTo(query.path("executionCount").asLong()).isEqualTo(10);
        assertThat(upTo).isGreaterThanOrEqualTo(largest).isLessThanOrEqualTo(2 * largest + 1);
    }

    @Test
    void namesThatAreIrisHaveUrls() {
        String name = "http://example.org/q?x=1&y=\u00e9%2F#f";
        HttpResponse<String> created =
                store.send("POST", "/queries", TEXT.replace("q1", "<" + name + ">"));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        String url = created.headers().firstValue("Location").orElseThrow();
        assertThat(url).matches("/queries/[A-Za-z0-9%._~-]+");
        assertThat(store.get(url).body()).contains("\"name\" : \"" + name + "\"");
        assertThat(store.send("DELETE", url, null).statusCode()).isEqualTo(204);
    }

    @Test
    void whatIsWrongIsSaid() throws IOException {
        assertProblem(
                store.send(
                        "POST",
                        "/queries",
                        "REGISTER QUERY q AS\nSELECT ?s FROM STREAM <urn:no> [RANGE 1s STEP 1s] {}"),
                400,
                "malformed-query",
                "line 2");
        assertProblem(
                store.send("POST", "/queries", "SELECT * {}"),
                422,
                "refused",
                "only a query with REGISTER");
        assertProblem(store.send("POST", "/queries", ""), 400, "malformed-query", "line 1");
        assertProblem(
                store.send("POST", "/queries", "{}", "Content-Type", "application/json"),
                415,
                "unsupported-media-type",
                "text/plain");
        assertProblem(
                store.query(
                        "REGISTER QUERY q AS SELECT ?s FROM STREAM <"
                                + STREAM
                                + "> [RANGE 1s STEP 1s] { ?s ?p ?o }"),
                422,
                "refused",
                "has to be registered");
        assertProblem(
                store.send("PUT", "/queries/q", "x"), 405, "method-not-allowed", "method=PUT");
        assertProblem(store.get("/queries/a/b"), 404, "not-found", "no such path");
    }

    @Test
    void progressIsReported() throws IOException {
        JsonNode before = JSON.readTree(store.get("/streams").body()).path("streams").path(0);
        assertThat(before.path("name").asText()).isEqualTo(STREAM);
        assertThat(before.path("stableMs").isNull()).isTrue();
        store.send("POST", "/queries", TEXT);
        feed();
        JsonNode status = JSON.readTree(store.get("/status").body());
        assertThat(status.path("storedTripleCount").asLong()).isEqualTo(2);
        assertThat(status.path("stableSnapshot").isIntegralNumber()).isTrue();
        JsonNode stream = status.path("streams").path(0);
        assertThat(stream.path("stableMs").asLong()).isEqualTo(1000);
        assertThat(stream.path("ended").asBoolean()).isFalse();
        assertThat(stream.path("tupleCount").asLong()).isEqualTo(2);
        JsonNode query = status.path("queries").path(0);
        assertThat(query.path("executionCount").asLong()).isEqualTo(10);
        assertThat(query.path("rowCount").asLong()).isEqualTo(20);
        assertThat(query.path("latencyUs").path("max").asDouble()).isPositive();
    }

    @Test
    void metricsAreGoodPrometheusText() {
        store.send("POST", "/queries", TEXT.replace("q1", "<urn:q\u00e9>"));
        store.send("POST", "/queries", TEXT);
        feed();
        store.get("/nowhere");
        HttpResponse<String> response = store.get("/metrics");
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.body().lines())
                .contains(
                        "wukongs_stored_triples 2.0",
                        "wukongs_streams 1.0",
                        "wukongs_queries 2.0",
                        "wukongs_dictionary_predicates 2.0",
                        "wukongs_stream_tuples_total{stream=\"" + STREAM + "\"} 2.0",
                        "wukongs_stream_stable_seconds{stream=\"" + STREAM + "\"} 1.0",
                        "wukongs_query_executions_total{query=\"q1\"} 10.0",
                        "wukongs_query_rows_total{query=\"q1\"} 20.0",
                        "wukongs_query_rows_total{query=\"urn:q\u00e9\"} 0.0",
                        "wukongs_http_requests_active 1.0",
                        "wukongs_http_requests_total{status=\"4xx\"} 1.0",
                        "wukongs_metrics_left_out{kind=\"queries\"} 0.0");
        checkForm(response.body());
    }

    /** Every sample has a type, no series comes twice, and names and labels are documented. */
    private static void checkForm(String body) {
        Set<String> typed = new TreeSet<>();
        Set<String> samples = new TreeSet<>();
        Map<String, String> labels = new TreeMap<>();
        for (String line : body.lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                assertThat(typed.add(line.split(" ", -1)[2])).as(line).isTrue();
            } else if (!line.startsWith("# HELP ")) {
                Matcher sample = METRIC.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                assertThat(samples.add(line.substring(0, line.lastIndexOf(' ')))).as(line).isTrue();
                String name = sample.group(1).replaceFirst("(_seconds)_(count|sum)$", "$1");
                assertThat(typed).as(line).contains(name);
                if (name.startsWith("wukongs_")) {
                    labels.put(name, labelNames(sample.group(2)));
                }
            }
        }
        Set<String> known = new TreeSet<>(described().keySet());
        JvmMetrics.describe().forEach(metric -> known.add(metric.name()));
        assertThat(known).containsAll(typed); // without a sample, a metric has no type either
        assertThat(typed).containsAll(labels.keySet()).contains("jvm_gc_collection_seconds");
        assertThat(described()).containsAllEntriesOf(labels);
    }

    /** What docs/metrics.md says of names and labels. */
    private static Map<String, String> described() {
        Map<String, String> labels = new TreeMap<>();
        for (StoreMetric metric : StoreMetric.values()) {
            labels.put(metric.metricName(), metric.labels());
        }
        return labels;
    }

    private static String labelNames(String labels) {
        return labels == null
                ? ""
                : Pattern.compile("([a-z]+)=\"")
                        .matcher(labels)
                        .results()
                        .map(label -> label.group(1))
                        .collect(Collectors.joining(", "));
    }

    /** Two tuples at 50 ms, everything closed up to 1 s, and all windows of q1 executed. */
    private void feed() {
        store.store.ask(
                node -> {
                    WriterId writer = new WriterId(STREAM, 0, 1, "test", 0);
                    long epoch = node.openWriter(writer);
                    EncodedBatch batch =
                            new TupleEncoder(node.dictionary())
                                    .encode(
                                            new TupleBatch(
                                                    0,
                                                    false,
                                                    List.of(
                                                            new Tuple(
                                                                    50, "<urn:a>", "<urn:p>",
                                                                    "<urn:b>"),
                                                            new Tuple(
                                                                    50, "<urn:c>", "<urn:p>",
                                                                    "<urn:d>"))));
                    node.writers().inject(STREAM, epoch, batch);
                    node.writers().closeUpTo(writer, epoch, 9);
                    node.advance();
                    node.continuous().fetch("q1", Long.MIN_VALUE, 100);
                    return true;
                });
    }
}
