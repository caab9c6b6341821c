package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.server.StoreConfig;
import org.wukongs.stream.WriterId;

class StreamsResourceTest {

    private static final String NAME = "http://x/s";
    private static final String URL = "/streams/http%3A%2F%2Fx%2Fs";
    private static final String JSON =
            "{\"name\": \"http://x/s\", \"timingPredicates\": [\"http://x/at\"]}";
    private static final String QUERY =
            "REGISTER QUERY q1 AS SELECT ?s FROM STREAM <http://x/s> [RANGE 1s STEP 1s] { ?s ?p ?o }";
    private static final String ALL = "SELECT ?s { ?s ?p ?o }";

    private HttpTestStore store = new HttpTestStore();

    @AfterEach
    void close() {
        store.close();
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return new ObjectMapper().readTree(response.body());
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(response.body(), e);
        }
    }

    private static void assertProblem(HttpResponse<String> response, int status, String... parts) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type"))
                .contains("application/problem+json");
        assertThat(response.body()).contains(parts);
    }

    private HttpResponse<String> post(String path, String body) {
        return store.send("POST", path, body, "Content-Type", "text/plain");
    }

    private void register() {
        assertThat(store.send("POST", "/streams", JSON).statusCode()).isEqualTo(201);
    }

    private static String line(long timeMs, String subject, String predicate) {
        return timeMs + "\t<http://x/" + subject + "> <http://x/" + predicate + "> \"o\" .\n";
    }

    @Test
    void aStreamIsRegisteredDescribedListedAndDropped() {
        HttpResponse<String> created = store.send("POST", "/streams", JSON);
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.headers().firstValue("Location")).contains(URL);
        assertThat(json(created).path("batchIntervalMs").asLong()).isEqualTo(100);
        assertThat(store.send("POST", "/streams", JSON).statusCode()).isEqualTo(200);
        assertProblem(
                store.send("POST", "/streams", "{\"name\": \"http://x/s\", \"graph\": \"g\"}"),
                409,
                "otherwise");
        JsonNode one = json(store.get(URL));
        assertThat(one.path("timingPredicates").get(0).asText()).isEqualTo("http://x/at");
        assertThat(one.path("stableMs").isNull()).isTrue();
        assertThat(one.path("openWriterCount").asInt()).isZero();
        assertThat(json(store.get("/streams")).path("streams").get(0).path("url").asText())
                .isEqualTo(URL);
        assertThat(store.send("DELETE", URL, null).statusCode()).isEqualTo(204);
        assertProblem(store.get(URL), 404, "no such stream");
        assertProblem(store.send("DELETE", URL, null), 404, "no such stream");
        assertProblem(post(URL, ""), 404, "no such stream");
    }

    @Test
    void whatIsNoStreamIsRefused() {
        assertProblem(store.send("POST", "/streams", "{\n\"name\": }"), 400, "\"line\" : 2");
        assertProblem(store.send("POST", "/streams", ""), 400, "name");
        assertProblem(store.send("POST", "/streams", "[]"), 400, "name");
        for (String name : new String[] {"", "a b", "\\u0000", "<a>"}) {
            assertProblem(
                    store.send("POST", "/streams", "{\"name\": \"" + name + "\"}"),
                    400,
                    "name of a stream");
        }
        assertProblem(store.send("POST", "/streams", "{\"name\": 1}"), 400, "name");
        assertProblem(
                store.send("POST", "/streams", "{\"name\": \"s\", \"interval\": 1}"),
                400,
                "field=interval");
        assertProblem(
                store.send("POST", "/streams", "{\"name\": \"s\", \"batchIntervalMs\": \"1\"}"),
                400,
                "batchIntervalMs");
        assertProblem(
                store.send("POST", "/streams", "{\"name\": \"s\", \"batchIntervalMs\": 0}"),
                400,
                "at least 1 ms");
        assertProblem(
                store.send("POST", "/streams", "{\"name\": \"s\", \"timingPredicates\": [1]}"),
                400,
                "timingPredicates");
        assertProblem(
                store.send("POST", "/streams", "{\"name\": \"s\", \"graph\": []}"), 400, "graph");
    }

    @Test
    void tuplesAreVisibleWhenTheirBatchIsClosed() {
        register();
        String lines = line(150, "b", "p") + line(50, "a", "p") + line(60, "c", "at");
        JsonNode taken = json(post(URL, lines));
        assertThat(taken.path("tupleCount").asInt()).isEqualTo(3);
        assertThat(taken.path("stableMs").isNull()).isTrue();
        assertThat(store.query(ALL).body()).doesNotContain("http://x/a");
        JsonNode closed = json(post(URL + "?closeUpTo=100", ""));
        assertThat(closed.path("stableMs").asLong()).isEqualTo(100);
        assertThat(store.query(ALL).body())
                .contains("http://x/a")
                .doesNotContain("http://x/b", "http://x/c");
        json(post(URL + "?outOfOrderness=0", line(400, "d", "p")));
        JsonNode one = json(store.get(URL));
        assertThat(one.path("stableMs").asLong()).isEqualTo(400);
        assertThat(one.path("stagedTupleCount").asLong()).isEqualTo(1);
        assertThat(
                        json(post(URL + "?closeUpTo=end", line(50, "late", "p")))
                                .path("ended")
                                .asBoolean())
                .isTrue();
        assertThat(store.query(ALL).body()).contains("http://x/d", "http://x/late");
        assertThat(json(store.get(URL)).path("lateCount").asLong()).isEqualTo(1);
        assertThat(json(post(URL, line(900, "e", "p"))).path("ended").asBoolean())
                .as("an ended stream goes on")
                .isFalse();
    }

    @Test
    void windowsReadWhatWasPosted() {
        register();
        assertThat(store.send("POST", "/queries", QUERY).statusCode()).isEqualTo(201);
        post(URL + "?closeUpTo=1000", line(50, "a", "p") + line(60, "b", "at"));
        assertThat(
                        store.store
                                .ask(node -> node.continuous().fetch("q1", Long.MIN_VALUE, 1))
                                .results()
                                .get(0)
                                .rows())
                .hasSize(2);
        assertProblem(store.send("DELETE", URL, null), 409, "queries=[q1]");
        store.send("DELETE", "/queries/q1", null);
        assertThat(store.send("DELETE", URL, null).statusCode()).isEqualTo(204);
    }

    @Test
    void aBadLineLeavesNothingBehind() {
        register();
        assertProblem(post(URL, line(50, "a", "p") + "60 <http://x/b>\n"), 400, "\"line\" : 2");
        assertProblem(post(URL, line(-1, "a", "p")), 400, "1970");
        assertProblem(post(URL, line(253_402_300_800_000L, "a", "p")), 400, "1970");
        assertProblem(post(URL + "?closeUpTo=x", ""), 400, "closeUpTo=x");
        assertProblem(post(URL + "?closeUpTo=-1", ""), 400, "1970");
        assertProblem(post(URL + "?idle=x", ""), 400, "idle=x");
        assertProblem(post(URL + "?sequence=-1", ""), 400, "sequence");
        assertProblem(
                store.send("POST", URL, "{}", "Content-Type", "application/json"), 415, "text");
        assertThat(json(store.get(URL)).path("tupleCount").asLong()).isZero();
    }

    @Test
    void aRequestSentAgainIsKnownByItsNumber() {
        register();
        post(URL + "?sequence=1", line(50, "a", "p"));
        JsonNode again = json(post(URL + "?sequence=1", line(50, "a", "p")));
        assertThat(again.path("duplicate").asBoolean()).isTrue();
        assertThat(json(post(URL + "?sequence=2", line(51, "a", "p"))).path("tupleCount").asInt())
                .isEqualTo(1);
        assertThat(json(store.get(URL)).path("tupleCount").asLong()).isEqualTo(2);
    }

    @Test
    void anIdleStreamSaysSo() {
        register();
        post(URL + "?idle=true", line(50, "a", "p"));
        assertThat(json(store.get(URL)).path("idle").asBoolean()).isTrue();
        assertThat(store.get("/metrics").body())
                .contains("wukongs_stream_idle{stream=\"" + NAME + "\"} 1")
                .contains("wukongs_stream_staged_tuples{stream=\"" + NAME + "\"} 1");
        post(URL, line(60, "b", "p"));
        assertThat(json(store.get(URL)).path("idle").asBoolean()).isFalse();
    }

    @Test
    void otherWritersAreNotFencedUnlessTold() {
        register();
        WriterId job = new WriterId(NAME, 0, 1, "job", 0);
        long epoch = store.store.ask(node -> node.openWriter(job));
        assertProblem(post(URL, line(50, "a", "p")), 409, "takeOver=true");
        assertThat(post(URL + "?takeOver=true", line(50, "a", "p")).statusCode()).isEqualTo(200);
        assertThat(post(URL, line(60, "a", "p")).statusCode()).isEqualTo(200);
        store.store.ask(
                node -> {
                    assertThat(node.coordinator().progress(NAME).isCurrent(epoch)).isFalse();
                    return true;
                });
    }

    @Test
    void aStreamWithoutRoomPushesBack() {
        store.close();
        store = new HttpTestStore(new StoreConfig(1_000, 2, ExecutionLimits.DEFAULT));
        register();
        assertThat(post(URL, line(50, "a", "p") + line(150, "b", "p")).statusCode()).isEqualTo(200);
        HttpResponse<String> full = post(URL, line(250, "c", "p"));
        assertProblem(full, 503, "no room");
        assertThat(full.headers().firstValue("Retry-After")).contains("1");
        assertThat(post(URL + "?closeUpTo=200", "").statusCode()).isEqualTo(200);
        assertThat(post(URL, line(250, "c", "p")).statusCode()).isEqualTo(200);
        assertThat(json(store.get(URL)).path("tupleCount").asLong()).isEqualTo(3);
    }
}
