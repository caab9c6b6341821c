package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Waits.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that hold connections open, send half of something, or read as if they had all day. */
@Timeout(120)
class SlowClientsTest {

    private static final int ROW_COUNT = 60_000;
    private static final String ALL = "/sparql?query=SELECT%20*%20%7B?s%20?p%20?o%7D";
    private static final String ASK = "/sparql?query=ASK%7B%7D";
    private static final String HALF_HEAD = "GET /health HTTP/1.1\r\nHost: localhost\r\nX-";

    private static HttpTestStore store(HttpLimits limits) {
        return new HttpTestStore(HttpConfig.of("127.0.0.1", 0).withLimits(limits));
    }

    private static HttpLimits limits(int connections, int requests, int headMs, int lagMs) {
        return new HttpLimits(connections, requests, 100_000, headMs, lagMs, 1 << 14);
    }

    private static void closeAll(List<RawHttp> connections) {
        connections.forEach(RawHttp::close);
    }

    private static List<RawHttp> halfHeads(HttpTestStore store, int count) {
        List<RawHttp> half = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            half.add(new RawHttp(store).send(HALF_HEAD));
        }
        return half;
    }

    @Test
    void aThousandHalfSentHeadsBlockNobody() {
        try (HttpTestStore store = store(limits(1024, 4, 60_000, 60_000))) {
            List<RawHttp> half = halfHeads(store, 1000);
            await(() -> store.http.connections().openCount() >= 1000);
            for (int i = 0; i < 20; i++) {
                assertThat(store.get("/health").statusCode()).isEqualTo(200);
                assertThat(store.get(ASK).statusCode()).isEqualTo(200);
            }
            // They are requests like others once they are whole.
            assertThat(half.get(500).send("a: b\r\n\r\n").readStatusLine())
                    .isEqualTo("HTTP/1.1 200 OK");
            closeAll(half);
        }
    }

    @Test
    void whereThereAreTooManyConnectionsThoseThatWaitLongestAreClosed() {
        try (HttpTestStore store = store(limits(20, 2, 60_000, 60_000))) {
            List<RawHttp> half = halfHeads(store, 60);
            assertThat(store.get("/health").statusCode()).isEqualTo(200);
            assertThat(half.get(0).readAll()).isEmpty();
            await(() -> store.http.connections().openCount() <= 20);
            assertThat(store.http.connections().evictedCount()).isGreaterThanOrEqualTo(40);
            assertThat(store.get("/metrics").body())
                    .containsPattern(
                            "wukongs_http_connections_cut_total\\{reason=\"crowded\"\\} [1-9]");
            closeAll(half);
        }
    }

    @Test
    void aHeadHasATimeForAllOfItHoweverItDrips() {
        try (HttpTestStore store = store(limits(100, 2, 300, 60_000));
                RawHttp stuck = new RawHttp(store).send(HALF_HEAD);
                RawHttp dripping = new RawHttp(store).send(HALF_HEAD)) {
            long startNs = System.nanoTime();
            await(() -> store.http.connections().openCount() == 2);
            long[] nextNs = {startNs};
            await(
                    () -> {
                        if (System.nanoTime() >= nextNs[0]) {
                            drip(dripping);
                            nextNs[0] += 1_000_000; // so the head stays small
                        }
                        return store.http.connections().openCount() == 0;
                    });
            assertThat(System.nanoTime() - startNs).isGreaterThan(200_000_000L);
            assertThat(stuck.readAll()).isEmpty();
            assertThat(store.http.connections().slowCount()).isEqualTo(2);
        }
    }

    private static void drip(RawHttp connection) {
        try {
            connection.send("a");
        } catch (java.io.UncheckedIOException e) {
            assertThat(e).hasCauseInstanceOf(IOException.class); // It has been closed.
        }
    }

    @Test
    void aBodyThatIsSentTooSlowlyIsCutOffAndHoldsNoPermit() {
        try (HttpTestStore store = store(limits(100, 1, 60_000, 300));
                RawHttp slow = new RawHttp(store)) {
            slow.send(
                    "POST /queries HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf");
            await(() -> store.http.activeRequestCount() == 1);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
            assertThat(slow.readAll()).isEmpty();
            await(() -> store.http.activeRequestCount() == 0);
            assertThat(store.http.connections().slowCount()).isEqualTo(1);
        }
    }

    @Test
    void aClientThatReadsBelowTheLeastRateIsCutOff() throws IOException {
        // No client reads a gigabyte a second byte by byte.
        HttpLimits limits = new HttpLimits(100, 1, 100_000, 60_000, 500, 1 << 30);
        try (HttpTestStore store = store(limits)) {
            store.loadNumbers(ROW_COUNT);
            try (RawHttp slow = new RawHttp(store)) {
                slow.socket().setReceiveBufferSize(1 << 12);
                slow.send("GET " + ALL + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                // It never stops to read, but what it reads is next to nothing.
                await(() -> readByte(slow) < 0 || store.http.connections().slowCount() == 1);
                await(() -> store.http.activeRequestCount() == 0);
            }
            assertThat(store.http.connections().slowCount()).isEqualTo(1);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
        }
    }

    private static int readByte(RawHttp connection) {
        try {
            return connection.socket().getInputStream().read();
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void healthAnswersWhenAllPermitsAreHeldBySlowReadersAndTheAgentIsBusy() throws Exception {
        int requests = 12;
        try (HttpTestStore store = store(limits(200, requests, 60_000, 60_000))) {
            store.loadNumbers(ROW_COUNT);
            List<RawHttp> slow = new ArrayList<>();
            for (int i = 0; i < requests; i++) {
                RawHttp reader = new RawHttp(store);
                reader.send("GET " + ALL + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(reader.readStatusLine()).isEqualTo("HTTP/1.1 200 OK");
                slow.add(reader);
            }
            CountDownLatch busy = new CountDownLatch(1);
            CompletableFuture<Boolean> agent =
                    store.store.submit(
                            node -> {
                                awaitLatch(busy);
                                return true;
                            });
            assertThat(store.http.activeRequestCount()).isEqualTo(requests);
            long startNs = System.nanoTime();
            assertThat(store.get("/health").body()).isEqualTo("ok\n");
            assertThat(System.nanoTime() - startNs).isLessThan(2_000_000_000L);
            SparqlProtocolTest.assertProblem(
                    store.get(ASK), 503, "busy", "requestCountMax=" + requests);
            busy.countDown();
            agent.join();
            closeAll(slow);
            await(() -> store.http.activeRequestCount() == 0);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void headsAndUrlsHaveASize() throws IOException {
        try (HttpTestStore store = store(HttpLimits.DEFAULT)) {
            String host = "Host: localhost";
            String large = "x".repeat(HttpLimits.HEAD_BYTES_MAX);
            assertProblem(
                    RawHttp.exchange(store, "GET /health HTTP/1.1", host, "X: " + large), 431);
            assertProblem(RawHttp.exchange(store, "GET /" + large + " HTTP/1.1", host), 414);
            String most = "x".repeat(HttpLimits.HEAD_BYTES_MAX - 1000);
            assertThat(RawHttp.status(store, "GET /health HTTP/1.1", host, "X: " + most))
                    .isEqualTo(200);
            assertProblem(RawHttp.exchange(store, "GET /health HTTP/1.1", host, "\u0001"), 400);
            assertProblem(RawHttp.exchange(store, "GET /sparql?query=\u00ff HTTP/1.1", host), 400);
            assertProblem(RawHttp.exchange(store, "nonsense"), 400);
        }
    }

    private static void assertProblem(String reply, int status) {
        assertThat(reply)
                .startsWith("HTTP/1.1 " + status + " ")
                .contains("Content-Type: application/problem+json")
                .contains("\"type\" : \"urn:wukongs:problem:")
                .contains("\"status\" : " + status);
    }

    @Test
    void aBodyThatIsAnnouncedTooLargeIsRefusedBeforeItIsSent() throws IOException {
        try (HttpTestStore store = store(limits(100, 1, 60_000, 60_000));
                RawHttp client = new RawHttp(store)) {
            client.send(
                    String.join(
                            "\r\n",
                            "POST /queries HTTP/1.1",
                            "Host: localhost",
                            "Content-Length: 100001",
                            "Expect: 100-continue",
                            "",
                            ""));
            assertProblem(client.readAll(), 413);
        }
    }

    @Test
    void bodiesInMemoryAreBoundedTogether() throws Exception {
        HttpLimits limits = limits(100, 1, 60_000, 60_000);
        try (HttpTestStore store = store(limits)) {
            List<RawHttp> senders = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                RawHttp sender = new RawHttp(store);
                sender.send(
                        "POST /queries HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60001\r\n\r\n");
                senders.add(sender.send("x".repeat(60_000)));
            }
            await(() -> store.http.activeRequestCount() == 3);
            CompletableFuture<HttpResponse<String>> small =
                    store.client.sendAsync(
                            store.request(
                                    "POST",
                                    "/queries",
                                    "x".repeat(60_000).getBytes(StandardCharsets.US_ASCII)),
                            BodyHandlers.ofString());
            SparqlProtocolTest.assertProblem(
                    small.get(), 503, "busy", "bodiesBytesMax=" + limits.bodiesBytesMax());
            closeAll(senders);
            await(() -> store.http.activeRequestCount() == 0);
            assertThat(store.send("POST", "/queries", "x").statusCode()).isEqualTo(400);
        }
    }
}
