package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Waits.await;
import static org.wukongs.store.http.SparqlProtocolTest.assertProblem;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.error.WukongsException;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreAgent;
import org.wukongs.store.server.StoreServer;

/** Too much of something, clients that go away, and ends. */
@Timeout(120)
class HttpLimitsTest {

    private static final int ROW_COUNT = 200_000;
    private static final String ALL = "/sparql?query=SELECT%20*%20%7B?s%20?p%20?o%7D";
    private static final String ASK = "/sparql?query=ASK%7B%7D";

    /** Takes a time that is quadratic in the triples, and no memory. */
    static final String PAIRS =
            "/sparql?query="
                    + HttpTestStore.encode(
                            "SELECT (COUNT(*) AS ?n)"
                                    + " { ?a ?p ?x . ?b ?q ?y FILTER(?x = ?y + 0.5) }");

    /** Answered by the agent, 404, while one-shot queries are answered by the workers. */
    private static final String BY_AGENT = "/queries/none";

    @Test
    void moreRequestsAtATimeAreRefusedAndHealthIsNot() throws Exception {
        HttpConfig config = config(new HttpLimits(100, 2, 1000, 10_000, 30_000, 1 << 14));
        try (HttpTestStore store = new HttpTestStore(config);
                Gate gate = new Gate(store.store)) {
            List<CompletableFuture<HttpResponse<String>>> running = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                running.add(sendAsync(store, BY_AGENT));
            }
            await(() -> store.http.admittedRequestCount() == 2);
            HttpResponse<String> refused = store.get(BY_AGENT);
            assertProblem(refused, 503, "busy", "requestCountMax=2");
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(store.get("/health").body()).isEqualTo("ok\n");
            gate.open();
            for (CompletableFuture<HttpResponse<String>> answer : running) {
                assertThat(answer.get().statusCode()).isEqualTo(404);
            }
            await(() -> store.http.activeRequestCount() == 0);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
            assertProblem(
                    store.send("POST", "/queries", "x".repeat(1001)),
                    413,
                    "body-too-large",
                    "bytes=1001 bodyBytesMax=1000");
        }
    }

    @Test
    void aFullAgentQueueIsSaid() throws IOException {
        try (HttpTestStore store = new HttpTestStore();
                Gate gate = new Gate(store.store)) {
            List<CompletableFuture<Boolean>> filling = new ArrayList<>();
            for (int i = 0; i < StoreAgent.QUEUE_CAPACITY; i++) {
                filling.add(store.store.submit(node -> true));
            }
            assertProblem(store.get(BY_AGENT), 503, "busy", "queueCapacity=");
            gate.open();
            filling.forEach(CompletableFuture::join);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatGoesAwayHurtsNobody() throws IOException {
        try (HttpTestStore store = new HttpTestStore()) {
            store.loadNumbers(ROW_COUNT);
            for (int i = 0; i < 3; i++) {
                try (Socket socket = connect(store)) {
                    // Half a request is a client that goes away, too.
                    socket.getOutputStream()
                            .write("POST /sparql HT".getBytes(StandardCharsets.US_ASCII));
                }
                try (Socket socket = connect(store)) {
                    ask(socket, ALL);
                    assertThat(socket.getInputStream().readNBytes(1000)).hasSize(1000);
                    socket.setSoLinger(true, 0);
                }
            }
            await(() -> store.http.activeRequestCount() == 0);
            HttpResponse<String> whole = store.get(ALL);
            assertThat(whole.body().split("\"urn:p\"", -1)).hasSize(ROW_COUNT + 1);
        }
    }

    /** The query would take hours; the time limit of the class ends the wait. */
    @Test
    void aQueryEndsWhenItsClientGoesAway() throws IOException {
        StoreConfig patient =
                StoreConfig.builder()
                        .limits(new ExecutionLimits(Long.MAX_VALUE, 3_600_000))
                        .build();
        try (HttpTestStore store = new HttpTestStore(patient)) {
            store.loadNumbers(ROW_COUNT);
            try (Socket socket = connect(store)) {
                ask(socket, PAIRS);
                await(() -> store.http.admittedRequestCount() == 1);
            }
            await(() -> store.http.admittedRequestCount() == 0);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
        }
    }

    /** Looking for the end of the connection must not lose what a client sends ahead. */
    @Test
    void requestsThatAreSentAheadOfALongAnswerAreAnswered() throws IOException {
        try (HttpTestStore store = new HttpTestStore();
                Socket socket = connect(store)) {
            store.loadNumbers(2_500);
            for (String path : List.of(PAIRS, ASK, "/health")) {
                String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            }
            InputStream in = socket.getInputStream();
            StringBuilder text = new StringBuilder();
            while (!text.toString().endsWith("ok\n")) {
                text.append((char) in.read());
            }
            String[] replies = text.toString().split("HTTP/1.1 200 OK", -1);
            assertThat(replies).hasSize(4);
            assertThat(replies[2]).contains("\"boolean\":true");
        }
    }

    @Test
    void aClientThatReadsSlowlyGetsAllAndHoldsNobodyUp() throws IOException {
        try (HttpTestStore store = new HttpTestStore()) {
            store.loadNumbers(ROW_COUNT);
            try (Socket slow = connect(store)) {
                ask(slow, ALL);
                InputStream in = slow.getInputStream();
                byte[] first = in.readNBytes(100);
                assertThat(store.get(ASK).statusCode()).isEqualTo(200);
                // The quick request is still counted for a moment after its reply has arrived.
                await(() -> store.http.activeRequestCount() == 1);
                String all =
                        new String(first, StandardCharsets.UTF_8)
                                + new String(in.readAllBytes(), StandardCharsets.UTF_8);
                assertThat(all).contains("\"" + (ROW_COUNT - 1) + "\"").endsWith("0\r\n\r\n");
            }
        }
    }

    @Test
    void aClientThatStopsToReadIsCutOffAndGivesItsPermitBack() throws IOException {
        HttpConfig config = config(new HttpLimits(100, 1, 1000, 10_000, 200, 1 << 14));
        try (HttpTestStore store = new HttpTestStore(config)) {
            store.loadNumbers(ROW_COUNT);
            try (Socket stuck = connect(store)) {
                ask(stuck, ALL);
                assertThat(stuck.getInputStream().readNBytes(100)).hasSize(100);
                await(() -> store.http.activeRequestCount() == 0);
                assertThat(store.get(ASK).statusCode()).isEqualTo(200);
                assertThat(readToItsEnd(stuck)).doesNotContain("\r\n0\r\n\r\n");
            }
        }
    }

    /** What is left of a reply, which may end by a reset. */
    private static String readToItsEnd(Socket socket) throws IOException {
        StringBuilder rest = new StringBuilder();
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = socket.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                rest.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
            }
        } catch (SocketException e) {
            return rest.toString();
        }
        return rest.toString();
    }

    /** HEAD has rows, too, and nobody reads them. */
    @Test
    void rowsAreLetGoOfWhetherTheyAreReadOrNot() throws IOException {
        try (HttpTestStore store = new HttpTestStore()) {
            store.loadNumbers(ROW_COUNT);
            for (int i = 0; i < 3; i++) {
                assertThat(store.send("HEAD", ALL, null).statusCode()).isEqualTo(200);
                assertThat(store.send("GET", ALL, null, "Accept", "text/turtle").statusCode())
                        .isEqualTo(406);
                try (Socket socket = connect(store)) {
                    ask(socket, ALL);
                    assertThat(socket.getInputStream().readNBytes(1000)).hasSize(1000);
                }
            }
            await(() -> store.http.activeRequestCount() == 0);
            assertThat(store.store.queryBudget().takenBytes()).isZero();
        }
    }

    @Test
    void statusDoesNotWaitForALongQuery() {
        try (HttpTestStore store = new HttpTestStore()) {
            store.loadNumbers(7);
            // Only a node that has been idle since has told what it did before.
            await(() -> store.store.status(0).storedTripleCount() == 7);
            try (Gate gate = new Gate(store.store)) {
                for (String path : List.of("/status", "/streams", "/metrics", "/queries")) {
                    assertThat(store.get(path).statusCode()).as(path).isEqualTo(200);
                }
                assertThat(store.get("/status").body()).contains("\"storedTripleCount\" : 7");
                gate.open();
            }
        }
    }

    @Test
    void aClosingServerLetsRunningRequestsEnd() throws Exception {
        HttpTestStore store = new HttpTestStore();
        Gate gate = new Gate(store.store);
        CompletableFuture<HttpResponse<String>> running = sendAsync(store, BY_AGENT);
        await(() -> store.http.admittedRequestCount() == 1);
        Thread closer = new Thread(store.http::close);
        closer.start();
        // It has begun to close when it refuses.
        await(() -> refuses(store));
        gate.open();
        assertThat(running.get().statusCode()).isEqualTo(404);
        closer.join();
        assertThatThrownBy(() -> connect(store).close()).isInstanceOf(ConnectException.class);
        store.close();
    }

    /** On a connection that is open it answers; a new one is not accepted any more. */
    private static boolean refuses(HttpTestStore store) {
        try {
            return store.get("/health").statusCode() == 503;
        } catch (UncheckedIOException e) {
            return e.getCause() instanceof ConnectException;
        }
    }

    @Test
    void aStoreThatStopsUnderARequestSaysSo() throws Exception {
        try (HttpTestStore store = new HttpTestStore()) {
            store.store.close();
            assertProblem(store.get(ASK), 503, "busy", "shutting down");
            assertProblem(store.get("/health"), 503, "busy", "stopped");
        }
    }

    @Test
    void anOccupiedPortIsOneClearError() throws IOException {
        try (StoreServer store = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
                ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = occupied.getLocalPort();
            assertThatThrownBy(() -> StoreHttpServer.start(store, HttpConfig.of("127.0.0.1", port)))
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining(
                            "cannot listen for HTTP: address=127.0.0.1:" + port + " reason=")
                    .hasMessageNotContaining("\n");
        }
    }

    private static HttpConfig config(HttpLimits limits) {
        return HttpConfig.of("127.0.0.1", 0).withLimits(limits);
    }

    private static CompletableFuture<HttpResponse<String>> sendAsync(
            HttpTestStore store, String path) {
        return store.client.sendAsync(store.request("GET", path, null), BodyHandlers.ofString());
    }

    private static Socket connect(HttpTestStore store) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), store.http.port());
    }

    private static void ask(Socket socket, String path) throws IOException {
        OutputStream out = socket.getOutputStream();
        String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /** Keeps the agent of a store from answering until it is closed. */
    private static final class Gate implements AutoCloseable {

        private final CountDownLatch opened = new CountDownLatch(1);
        private final CompletableFuture<Boolean> held;

        Gate(StoreServer store) {
            CountDownLatch reached = new CountDownLatch(1);
            held =
                    store.submit(
                            node -> {
                                reached.countDown();
                                awaitLatch(opened);
                                return true;
                            });
            awaitLatch(reached);
        }

        void open() {
            opened.countDown();
        }

        @Override
        public void close() {
            open();
            held.join();
        }

        private static void awaitLatch(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
