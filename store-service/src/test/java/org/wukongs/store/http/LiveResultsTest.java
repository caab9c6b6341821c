package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.store.http.SparqlProtocolTest.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.naive.Waits;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.node.StoreConfig;

/** Live results over HTTP, as clients beside each other read them. */
@Timeout(120)
class LiveResultsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long STEP_MS = 100;
    private static final String RESULTS = "/queries/q/results";

    private HttpTestStore store;

    @BeforeEach
    void start() {
        start(HttpConfig.of("127.0.0.1", 0));
    }

    private void start(HttpConfig config) {
        start(StoreConfig.DEFAULT, config);
    }

    private void start(StoreConfig limits, HttpConfig config) {
        store = new HttpTestStore(limits, config);
        assertThat(store.send("POST", "/streams", "{\"name\": \"s\"}").statusCode()).isEqualTo(201);
        register("q", "?s <urn:p> ?o");
    }

    private void restart(HttpConfig config) {
        restart(StoreConfig.DEFAULT, config);
    }

    private void restart(StoreConfig limits, HttpConfig config) {
        store.close();
        start(limits, config);
    }

    private void register(String name, String pattern) {
        String text =
                "REGISTER QUERY "
                        + name
                        + " AS SELECT ?s ?o FROM STREAM s [RANGE 100ms STEP 100ms] WHERE { "
                        + pattern
                        + " }";
        HttpResponse<String> created = store.send("POST", "/queries", text);
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    }

    @AfterEach
    void stop() {
        store.close();
    }

    /** Adds a tuple to each batch of 100 ms in [fromMs, toMs), and closes them. */
    private void feed(long fromMs, long toMs) {
        feed(fromMs, toMs, "\"text\"");
    }

    private void feed(long fromMs, long toMs, String object) {
        StringBuilder lines = new StringBuilder();
        for (long ms = fromMs; ms < toMs; ms += STEP_MS) {
            lines.append(ms + 50)
                    .append("\t<urn:")
                    .append(ms)
                    .append("> <urn:p> ")
                    .append(object)
                    .append(" .\n");
        }
        HttpResponse<String> added =
                store.send("POST", "/streams/s?closeUpTo=" + toMs, lines.toString());
        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
    }

    private static List<Long> ends(long fromMs, long toMs) {
        return LongStream.iterate(fromMs, ms -> ms <= toMs, ms -> ms + STEP_MS).boxed().toList();
    }

    private QueryStatus status(String query) {
        return store.store.read(node -> node.continuous().status(query));
    }

    private int readerCount(String query) {
        return status(query).readers().size();
    }

    /** Waits until the query has that many readers. */
    private void awaitReaders(String query, int count) {
        while (readerCount(query) != count) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aWindowIsALineOfJson() throws IOException {
        try (LiveClient client = LiveClient.lines(store, RESULTS)) {
            assertThat(client.status()).isEqualTo(200);
            assertThat(client.contentType()).isEqualTo("application/x-ndjson");
            feed(1000, 1200, "\"line\\n\\u2028\\\"end\"@en");
            JsonNode first = client.next().only();
            assertThat(first)
                    .isEqualTo(
                            JSON.readTree(
                                    "{\"query\": \"q\", \"windowEnd\": 1100, \"sn\": "
                                            + first.path("sn")
                                            + ", \"vars\": [\"s\", \"o\"], \"rows\": [[{\"type\":"
                                            + " \"uri\", \"value\": \"urn:1000\"}, {\"type\":"
                                            + " \"literal\", \"value\": \"line\\n\\u2028\\\"end\","
                                            + " \"xml:lang\": \"en\"}]], \"stable\": {\"s\":"
                                            + " 1200}}"));
            assertThat(client.windowEnds(1)).containsExactly(1200L);
        }
    }

    @Test
    void aWindowIsAnEventWhoseIdIsItsEnd() {
        try (LiveClient client = LiveClient.events(store, RESULTS)) {
            assertThat(client.contentType()).isEqualTo("text/event-stream");
            feed(1000, 1200);
            LiveClient.Event first = client.next();
            assertThat(first.type()).isEqualTo("message");
            assertThat(first.id()).isEqualTo("1100");
            assertThat(first.only().path("rows")).hasSize(1);
            assertThat(client.next().id()).isEqualTo("1200");
        }
    }

    @Test
    void readersSideBySideGetEveryWindowOnceAndTakeNothingFromAnother() {
        try (LiveClient lines = LiveClient.lines(store, RESULTS);
                LiveClient events = LiveClient.events(store, RESULTS)) {
            for (long ms = 1000; ms < 3000; ms += 500) {
                feed(ms, ms + 500);
            }
            assertThat(lines.windowEnds(20)).isEqualTo(ends(1100, 3000));
            assertThat(events.windowEnds(20)).isEqualTo(ends(1100, 3000));
            assertThat(status("q").executionCount()).isEqualTo(20);
        }
        // For a reader that comes later, such as a job of Flink, nothing was read.
        List<Long> left =
                store.store.ask(
                        node ->
                                node.continuous().fetch("q", Long.MIN_VALUE, 100).windows().stream()
                                        .map(window -> window.windowEndMs())
                                        .toList());
        assertThat(left).isEqualTo(ends(1100, 3000));
    }

    @Test
    void aReaderBeginsNowOrWithWhatIsKeptOrAfterAWindow() {
        feed(1000, 2000);
        try (LiveClient now = LiveClient.lines(store, RESULTS);
                LiveClient saysNow = LiveClient.lines(store, RESULTS + "?from=now");
                LiveClient earliest = LiveClient.lines(store, RESULTS + "?from=earliest");
                LiveClient from = LiveClient.lines(store, RESULTS + "?from=1450");
                LiveClient after = LiveClient.lines(store, RESULTS + "?after=1500");
                LiveClient later = LiveClient.lines(store, RESULTS + "?after=2500")) {
            feed(2000, 3000);
            assertThat(now.windowEnds(10)).isEqualTo(ends(2100, 3000));
            assertThat(saysNow.windowEnds(10)).isEqualTo(ends(2100, 3000));
            assertThat(earliest.windowEnds(20)).isEqualTo(ends(1100, 3000));
            assertThat(from.windowEnds(16)).isEqualTo(ends(1500, 3000));
            assertThat(after.windowEnds(15)).isEqualTo(ends(1600, 3000));
            assertThat(later.windowEnds(5)).isEqualTo(ends(2600, 3000));
        }
    }

    @Test
    void aBrowserGoesOnAfterTheLastEventThatItHasSeen() {
        List<Long> seen = new ArrayList<>();
        String lastId;
        try (LiveClient first = LiveClient.events(store, RESULTS + "?from=earliest")) {
            feed(1000, 2000);
            seen.addAll(first.windowEnds(4));
            lastId = first.lastId();
        }
        feed(2000, 2500);
        try (LiveClient again =
                LiveClient.events(store, RESULTS + "?from=earliest", "Last-Event-ID", lastId)) {
            feed(2500, 3000);
            seen.addAll(again.windowEnds(16));
        }
        assertThat(seen).isEqualTo(ends(1100, 3000));
    }

    @Test
    void windowsThatAreGoneAreSaid() {
        restart(StoreConfig.builder().keptTupleCount(0).build(), HttpConfig.of("127.0.0.1", 0));
        feed(1000, 2000);
        store.store.ask(
                node -> {
                    node.continuous().attachReader("q", Long.MIN_VALUE);
                    node.continuous().release("q", 1800);
                    return true;
                });
        feed(2000, 2100);
        try (LiveClient client = LiveClient.events(store, RESULTS + "?after=1100");
                LiveClient lines = LiveClient.lines(store, RESULTS + "?from=earliest")) {
            LiveClient.Event first = client.next();
            assertThat(first.type()).isEqualTo("gap");
            assertThat(first.only().path("from").longValue()).isEqualTo(1101);
            assertThat(first.only().path("to").longValue()).isEqualTo(1800);
            assertThat(client.windowEnds(4)).isEqualTo(ends(1800, 2100));
            assertThat(lines.windowEnds(4)).isEqualTo(ends(1800, 2100));
        }
    }

    @Test
    void aQueryWhoseFirstTuplesAreGoneBeginsWithTheFirstCompleteWindow() {
        restart(StoreConfig.builder().keptTupleCount(0).build(), HttpConfig.of("127.0.0.1", 0));
        feed(1000, 2000);
        assertThat(store.send("DELETE", "/queries/q", null).statusCode()).isEqualTo(204);
        feed(2000, 3000);
        Waits.await(() -> store.store.status(1000).streams().get(0).retainedTupleCount() == 0);
        HttpResponse<String> created =
                store.send(
                        "POST",
                        "/queries",
                        "REGISTER QUERY wide AS SELECT ?s FROM STREAM s [RANGE 300ms STEP 100ms]"
                                + " WHERE { ?s <urn:p> ?o }");
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        try (LiveClient now = LiveClient.lines(store, "/queries/wide/results");
                LiveClient earliest =
                        LiveClient.lines(store, "/queries/wide/results?from=earliest")) {
            feed(3000, 4000);
            assertThat(now.windowEnds(8)).isEqualTo(ends(3300, 4000));
            assertThat(earliest.windowEnds(8)).isEqualTo(ends(3300, 4000));
        }
    }

    @Test
    void aWindowThatCannotBeExecutedIsSaidAndTheNextOneFollows() {
        restart(
                StoreConfig.builder()
                        .limits(new ExecutionLimits(1_000, 60_000, 1L << 30, 1))
                        .build(),
                HttpConfig.of("127.0.0.1", 0));
        try (LiveClient events = LiveClient.events(store, RESULTS)) {
            feed(1000, 1100);
            StringBuilder many = new StringBuilder();
            for (int i = 0; i < 3_000; i++) {
                many.append("1150\t<urn:").append(i).append("> <urn:p> <urn:o> .\n");
            }
            HttpResponse<String> added =
                    store.send("POST", "/streams/s?closeUpTo=1200", many.toString());
            assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
            feed(1200, 1300);
            assertThat(events.next().id()).isEqualTo("1100");
            LiveClient.Event failed = events.next();
            assertThat(failed.type()).isEqualTo("failed");
            assertThat(failed.id()).isEqualTo("1200");
            assertThat(failed.only().path("windowEnd").longValue()).isEqualTo(1200);
            assertThat(failed.only().path("failed").asText()).contains("--query-rows-max");
            assertThat(events.next().id()).isEqualTo("1300");
        }
    }

    @Test
    void aReaderGivesWayWhenARingIsFull() {
        restart(
                StoreConfig.builder().ringTupleCountMax(256).keptTupleCount(0).build(),
                HttpConfig.of("127.0.0.1", 0)
                        .withLive(new LiveLimits(10, 1 << 30, 60_000, 60_000)));
        String large = "\"" + "x".repeat(200_000) + "\"";
        try (LiveClient idle = LiveClient.events(store, RESULTS)) {
            store.store.ask(
                    node -> {
                        node.continuous().attachReader("q", Long.MIN_VALUE);
                        return true;
                    });
            long ms = 1000;
            while (readerCount("q") == 2 && ms < 100_000) {
                feed(ms, ms + STEP_MS, large);
                ms += STEP_MS;
                long releasedMs = ms;
                store.store.ask(
                        node -> {
                            node.continuous().release("q", releasedMs);
                            return true;
                        });
            }
            assertThat(readerCount("q")).isEqualTo(1);
            LiveClient.Event event = idle.next();
            while (event.type().equals("message")) {
                event = idle.next();
            }
            assertThat(event.only().path("end").asText()).isEqualTo("gave-way");
        }
    }

    @Test
    void aHundredReadersCostTheExecutionsOfOne() {
        List<LiveClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                clients.add(
                        i % 2 == 0
                                ? LiveClient.lines(store, RESULTS)
                                : LiveClient.events(store, RESULTS));
            }
            awaitReaders("q", 100);
            for (long ms = 1000; ms < 3000; ms += 200) {
                feed(ms, ms + 200);
            }
            for (LiveClient client : clients) {
                assertThat(client.windowEnds(20)).isEqualTo(ends(1100, 3000));
            }
            assertThat(status("q").executionCount()).isEqualTo(20);
        } finally {
            clients.forEach(LiveClient::close);
        }
    }

    /** No window and no sign of life is written, which the client's system would refuse. */
    @Test
    void aReaderWhoseClientGoesAwayIsGone() throws IOException {
        restart(
                HttpConfig.of("127.0.0.1", 0)
                        .withLive(new LiveLimits(10, 1 << 20, 10_000, 600_000)));
        try (RawHttp client = new RawHttp(store)) {
            client.send("GET " + RESULTS + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            awaitReaders("q", 1);
            client.socket().shutdownOutput();
            awaitReaders("q", 0);
        }
        assertThat(store.get("/metrics").body())
                .contains("wukongs_live_readers 0")
                .contains("wukongs_live_readers_ended_total{reason=\"client\"} 1");
    }

    /** What it has sent ahead hides the end of the connection, so a sign of life finds nobody. */
    @Test
    void aReaderWhoseClientHasSentAheadIsGone() {
        restart(HttpConfig.of("127.0.0.1", 0).withLive(new LiveLimits(10, 1 << 20, 10_000, 50)));
        String request = "GET " + RESULTS + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (RawHttp client = new RawHttp(store)) {
            client.send(request + request);
            awaitReaders("q", 1);
        }
        awaitReaders("q", 0);
    }

    @Test
    void readersMoveOnWithWhatTheirClientsHaveTaken() {
        try (LiveClient client = LiveClient.lines(store, RESULTS)) {
            feed(1000, 2000);
            assertThat(client.windowEnds(10)).isEqualTo(ends(1100, 2000));
            while (status("q").readers().get(0).nextWindowEndMs() != 2001) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aDroppedQueryEndsItsReadersWithTheReason() {
        try (LiveClient client = LiveClient.events(store, RESULTS);
                LiveClient lines = LiveClient.lines(store, RESULTS)) {
            feed(1000, 1100);
            assertThat(client.next().id()).isEqualTo("1100");
            assertThat(lines.windowEnds(1)).containsExactly(1100L);
            assertThat(store.send("DELETE", "/queries/q", null).statusCode()).isEqualTo(204);
            register("q", "?s <urn:other> ?o"); // is another query
            LiveClient.Event end = client.next();
            assertThat(end.type()).isEqualTo("end");
            assertThat(end.only().path("end").asText()).isEqualTo("dropped");
            assertThat(end.only().path("query").asText()).isEqualTo("q");
            assertThat(client.next()).isNull();
            assertThat(client.lastId()).isEqualTo("1100");
            assertThat(lines.next().only().path("end").asText()).isEqualTo("dropped");
            assertThat(lines.next()).isNull();
        }
    }

    @Test
    void aStoreThatShutsDownSaysSo() {
        try (LiveClient client = LiveClient.events(store, RESULTS)) {
            feed(1000, 1100);
            assertThat(client.next().id()).isEqualTo("1100");
            store.http.close();
            assertThat(client.next().only().path("end").asText()).isEqualTo("shutting-down");
            assertThat(client.next()).isNull();
        }
    }

    @Test
    void aSlowReaderIsCutOffWithTheReasonAndOthersGoOn() {
        restart(
                HttpConfig.of("127.0.0.1", 0)
                        .withLive(new LiveLimits(10, 1 << 20, 60_000, 60_000)));
        String large = "\"" + "x".repeat(400_000) + "\"";
        try (LiveClient slow = LiveClient.events(store, RESULTS);
                LiveClient good = LiveClient.lines(store, RESULTS)) {
            // More than a megabyte of windows that it does not take, beside what sockets take.
            long ms = 1000;
            while (readerCount("q") == 2 && ms < 20_000) {
                feed(ms, ms + STEP_MS, large);
                ms += STEP_MS;
                assertThat(good.windowEnds(1)).containsExactly(ms);
            }
            awaitReaders("q", 1);
            List<Long> got = new ArrayList<>();
            LiveClient.Event event = slow.next();
            while (event != null && event.type().equals("message")) {
                got.add(Long.parseLong(event.id()));
                event = slow.next();
            }
            assertThat(got).isEqualTo(ends(1100, 1000 + 100L * got.size()));
            assertThat(event).isNotNull();
            assertThat(event.only().path("end").asText()).isEqualTo("slow");
            assertThat(slow.next()).isNull();
            feed(ms, ms + STEP_MS);
            assertThat(good.windowEnds(1)).containsExactly(ms + STEP_MS);
            assertThat(store.get("/metrics").body())
                    .contains("wukongs_live_readers_ended_total{reason=\"slow\"} 1");
        }
    }

    @Test
    void aReaderThatReadsNothingIsCutOffByTime() {
        restart(
                HttpConfig.of("127.0.0.1", 0)
                        .withLimits(new HttpLimits(100, 10, 1 << 22, 10_000, 600, 1 << 14))
                        .withLive(new LiveLimits(10, 1 << 30, 300, 60_000)));
        String large = "\"" + "x".repeat(400_000) + "\"";
        try (LiveClient slow = LiveClient.events(store, RESULTS)) {
            assertThat(slow).isNotNull();
            long ms = 1000;
            while (readerCount("q") == 1 && ms < 100_000) {
                feed(ms, ms + STEP_MS, large);
                ms += STEP_MS;
            }
            awaitReaders("q", 0);
            while (store.http.connections().slowCount() == 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void moreReadersThanAllowedAreRefusedWithASentence() throws IOException {
        restart(HttpConfig.of("127.0.0.1", 0).withLive(LiveLimits.DEFAULT.withReaderCountMax(1)));
        try (LiveClient client = LiveClient.lines(store, RESULTS)) {
            awaitReaders("q", 1);
            HttpResponse<String> second = store.get(RESULTS);
            assertProblem(second, 503, "busy", "too many live readers");
            assertThat(second.headers().firstValue("Retry-After")).isPresent();
            feed(1000, 1100);
            assertThat(client.windowEnds(1)).containsExactly(1100L);
        }
    }

    @Test
    void whatIsWrongIsSaid() throws IOException {
        assertProblem(store.get("/queries/none/results"), 404, "not-found", "name=none");
        assertProblem(store.get(RESULTS + "?from=yesterday"), 400, "bad-request", "from");
        assertProblem(store.get(RESULTS + "?after=now"), 400, "bad-request", "after");
        assertProblem(store.get(RESULTS + "?after="), 400, "bad-request", "after");
        assertProblem(store.get(RESULTS + "?from=1&after=1"), 400, "bad-request", "not with both");
        assertProblem(store.get(RESULTS + "?form=1"), 400, "bad-request", "form");
        assertProblem(
                store.get(RESULTS + "?after=9223372036854775807"), 400, "bad-request", "after");
        assertProblem(
                store.send("GET", RESULTS, null, "Last-Event-ID", "x"),
                400,
                "bad-request",
                "Last-Event-ID");
        assertProblem(
                store.send("GET", RESULTS, null, "Accept", "text/html"),
                406,
                "not-acceptable",
                "text/event-stream");
        assertProblem(store.send("POST", RESULTS, ""), 405, "method-not-allowed", "POST");
        HttpResponse<String> head = store.send("HEAD", RESULTS, null);
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(readerCount("q")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISTREAM", "DSTREAM"})
    void changesGoToEveryReader(String emission) {
        HttpResponse<String> created =
                store.send(
                        "POST",
                        "/queries",
                        "REGISTER "
                                + emission
                                + " c AS SELECT ?s FROM STREAM s [RANGE 200ms STEP 100ms] WHERE {"
                                + " ?s <urn:p> ?o }");
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        try (LiveClient one = LiveClient.lines(store, "/queries/c/results");
                LiveClient other = LiveClient.lines(store, "/queries/c/results")) {
            feed(1000, 1500);
            for (int i = 0; i < 5; i++) {
                JsonNode a = one.next().only();
                assertThat(other.next().only()).isEqualTo(a);
                assertThat(a.path("rows")).hasSize(emission.equals("ISTREAM") || i > 1 ? 1 : 0);
            }
        }
    }

    @Test
    void aGraphIsTriples() {
        HttpResponse<String> created =
                store.send(
                        "POST",
                        "/queries",
                        "REGISTER STREAM g AS CONSTRUCT { ?o <urn:of> ?s } FROM STREAM s [RANGE"
                                + " 100ms STEP 100ms] WHERE { ?s <urn:p> ?o }");
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        try (LiveClient client = LiveClient.lines(store, "/queries/g/results")) {
            feed(1000, 1100, "<urn:o>");
            assertThat(client.next().only().path("triples").asText())
                    .isEqualTo("<urn:o> <urn:of> <urn:1000> .\n");
        }
    }
}
