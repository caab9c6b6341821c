package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
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
        assertThat(json(created).path("retention").asText()).isEqualTo("forever");
        assertThat(store.send("POST", "/streams", JSON).statusCode()).isEqualTo(200);
        assertProblem(
                store.send("POST", "/streams", "{\"name\": \"http://x/s\", \"graph\": \"g\"}"),
                409,
                "with other settings");
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
    void whatAStreamKeepsForATimeIsCounted() {
        HttpResponse<String> created =
                store.send("POST", "/streams", "{\"name\": \"http://x/s\", \"retention\": \"1s\"}");
        assertThat(json(created).path("retention").asText()).isEqualTo("1s");
        post(URL + "?closeUpTo=1000", line(50, "a", "p"));
        assertThat(store.query(ALL).body()).contains("http://x/a");
        post(URL + "?closeUpTo=1100", line(1050, "b", "p"));
        JsonNode one = json(store.get(URL));
        assertThat(one.path("retention").asText()).isEqualTo("1s");
        assertThat(one.path("expiredTripleCount").asLong()).isEqualTo(1);
        assertThat(one.path("mentionCount").asLong()).isEqualTo(1);
        assertThat(store.query(ALL).body()).contains("http://x/b").doesNotContain("http://x/a");
        assertThat(store.get("/metrics").body())
                .contains(
                        "wukongs_stream_expired_triples_total{stream=\"http://x/s\"} 1",
                        "wukongs_stream_mentions{stream=\"http://x/s\"} 1");
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
        for (String retention : new String[] {"60", "null", "\"\"", "\"60\"", "\"1s,2s\""}) {
            assertProblem(
                    store.send(
                            "POST",
                            "/streams",
                            "{\"name\": \"s\", \"retention\": " + retention + "}"),
                    400,
                    retention.startsWith("\"") ? "a retention is" : "retention must be a text");
        }
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
        JsonNode one = json(store.get(URL));
        assertThat(one.path("tupleCount").asLong()).isEqualTo(2);
        assertThat(one.path("sequence").asLong()).isEqualTo(2);
        assertThat(one.path("duplicateMessageCount").asLong()).isEqualTo(1);
    }

    @Test
    void whatARequestSaysOfProgressCountsWhenItComesAgain() {
        register();
        post(URL + "?sequence=1", line(50, "a", "p"));
        JsonNode again = json(post(URL + "?sequence=1&closeUpTo=100", line(50, "a", "p")));
        assertThat(again.path("duplicate").asBoolean()).isTrue();
        assertThat(again.path("stableMs").asLong()).isEqualTo(100);
    }

    @Test
    void aNumberLeftOutIsNoSilentLoss() {
        register();
        assertProblem(
                post(URL + "?sequence=2", line(50, "a", "p")), 409, "sequence-gap", "missing");
        post(URL + "?sequence=1", line(50, "a", "p"));
        HttpResponse<String> gap = post(URL + "?sequence=3", line(51, "a", "p"));
        assertProblem(gap, 409, "sequence-gap");
        assertThat(json(gap).path("lastSequence").asLong()).isEqualTo(1);
        assertProblem(post(URL + "?sequence=2", "no line"), 400, "line");
        assertThat(post(URL + "?sequence=2", line(51, "a", "p")).statusCode())
                .as("what was refused has taken no number")
                .isEqualTo(200);
        assertThat(json(store.get(URL)).path("tupleCount").asLong()).isEqualTo(2);
    }

    /** Whoever drops it: here it is a client of the other protocol. */
    @Test
    void numbersGoWithTheStream() {
        register();
        post(URL + "?sequence=1&outOfOrderness=0", line(9_000, "a", "p"));
        store.store.ask(
                node -> {
                    node.dropStream(NAME);
                    return true;
                });
        assertProblem(post(URL + "?sequence=1", line(50, "a", "p")), 404, "no such stream");
        register();
        JsonNode taken = json(post(URL + "?sequence=1&outOfOrderness=0", line(50, "a", "p")));
        assertThat(taken.path("tupleCount").asInt()).isEqualTo(1);
        assertThat(taken.path("duplicate").isMissingNode()).isTrue();
        assertThat(taken.path("stableMs").asLong()).as("50 is the newest now").isZero();
        post(URL + "?closeUpTo=100", "");
        assertThat(json(store.get(URL)).path("lateCount").asLong()).isZero();
        assertThat(store.query(ALL).body()).contains("http://x/a");
    }

    @Test
    void numbersGoOnWhenTheStoreComesBack(@TempDir Path directory) {
        store.close();
        store = restarted(directory);
        register();
        post(URL + "?sequence=1&closeUpTo=100", line(50, "a", "p"));
        post(URL + "?sequence=2", line(150, "b", "p"));
        store.store.checkpoint();
        post(URL + "?sequence=3", line(160, "c", "p"));
        store.close();
        store = restarted(directory);
        assertThat(json(store.get(URL)).path("sequence").asLong()).isEqualTo(3);
        // The client does not know what has arrived, and sends all again.
        assertThat(
                        json(post(URL + "?sequence=1&closeUpTo=100", line(50, "a", "p")))
                                .path("duplicate"))
                .hasToString("true");
        assertThat(json(post(URL + "?sequence=2", line(150, "b", "p"))).path("duplicate"))
                .hasToString("true");
        assertThat(json(post(URL + "?sequence=3", line(160, "c", "p"))).path("duplicate"))
                .as("from the log")
                .hasToString("true");
        assertProblem(post(URL + "?sequence=5", line(170, "d", "p")), 409, "sequence-gap");
        post(URL + "?sequence=4&closeUpTo=end", line(170, "d", "p"));
        JsonNode one = json(store.get(URL));
        assertThat(one.path("tupleCount").asLong()).isEqualTo(4);
        assertThat(one.path("lateCount").asLong()).isZero();
        assertThat(store.query("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", "Accept", "text/csv").body())
                .contains("4");
    }

    private static HttpTestStore restarted(Path directory) {
        return new HttpTestStore(
                StoreServer.start(
                        StoreConfig.DEFAULT, DataDirectory.open(directory, 1), "127.0.0.1", 0),
                HttpConfig.of("127.0.0.1", 0));
    }

    @Test
    void aLineThatIsNotUtf8IsRefusedWithItsPlace() {
        register();
        byte[] lines =
                (line(50, "a", "p") + "60\t<http://x/b> <http://x/p> \"\u00e9\" .\n")
                        .getBytes(StandardCharsets.ISO_8859_1);
        HttpResponse<String> refused =
                store.sendBytes("POST", URL, lines, "Content-Type", "text/plain");
        assertProblem(refused, 400, "not UTF-8: byte=0xE9");
        assertThat(json(refused).path("line").asInt()).isEqualTo(2);
        assertThat(json(refused).path("column").asInt()).isEqualTo(31);
        assertThat(json(store.get(URL)).path("tupleCount").asLong()).isZero();
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
        store =
                new HttpTestStore(
                        StoreConfig.builder().termCountMax(1_000).ringTupleCountMax(2).build());
        register();
        assertThat(post(URL, line(50, "a", "p") + line(150, "b", "p")).statusCode()).isEqualTo(200);
        HttpResponse<String> full = post(URL, line(250, "c", "p"));
        assertProblem(full, 503, "full of open batches");
        assertThat(full.body()).contains("tupleCount=1 ringTuples=2 openTuples=2");
        assertThat(full.headers().firstValue("Retry-After")).contains("1");
        assertThat(post(URL + "?closeUpTo=200", "").statusCode()).isEqualTo(200);
        assertThat(post(URL, line(250, "c", "p")).statusCode()).isEqualTo(200);
        assertThat(json(store.get(URL)).path("tupleCount").asLong()).isEqualTo(3);
    }
}
