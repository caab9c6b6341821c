package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Waits.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Seeds;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.store.security.TestKeys;

/** HTTP/2 over TLS: many requests over one connection, and clients that misuse it. */
@Timeout(120)
class Http2Test {

    private static final int ROW_COUNT = 40_000;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final String ASK = "/sparql?query=ASK%7B%7D";
    private static final String HOST = "localhost";
    private static final String ALL =
            "/sparql?query="
                    + HttpTestStore.encode("SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 900000");

    @TempDir private Path folder;
    private TestKeys keys;

    @BeforeEach
    void makeKeys() {
        keys = TestKeys.make(folder, "own");
    }

    private HttpTestStore store(StoreConfig config, HttpLimits limits) {
        HttpClient client = HttpClient.newBuilder().sslContext(keys.trusting()).build();
        StoreSecurity.Settings settings = new StoreSecurity.Settings(keys.files(), null, null);
        return HttpTestStore.secured(config, settings, limits, client);
    }

    private HttpTestStore store() {
        return store(StoreConfig.DEFAULT, HttpLimits.DEFAULT);
    }

    private static void insertNumbers(HttpTestStore store) {
        for (int from = 0; from < ROW_COUNT; from += 5_000) {
            StringBuilder update = new StringBuilder("INSERT DATA {");
            for (int i = from; i < from + 5_000; i++) {
                update.append(" <urn:").append(i).append("> <urn:p> \"").append(i).append("\" .");
            }
            String text = update.append('}').toString();
            assertThat(
                            store.send(
                                            "POST",
                                            "/update",
                                            text,
                                            "Content-Type",
                                            "application/sparql-update")
                                    .statusCode())
                    .isBetween(200, 204);
        }
    }

    @Test
    void manyRequestsOverOneConnection() {
        try (HttpTestStore store = store()) {
            for (int round = 0; round < 100; round++) {
                List<CompletableFuture<HttpResponse<String>>> replies = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    String path = i % 2 == 0 ? ASK : "/health";
                    replies.add(
                            store.client.sendAsync(
                                    store.request("GET", path, null), BodyHandlers.ofString()));
                }
                for (CompletableFuture<HttpResponse<String>> reply : replies) {
                    assertThat(reply.join().statusCode()).isEqualTo(200);
                    assertThat(reply.join().version()).isEqualTo(HttpClient.Version.HTTP_2);
                }
            }
            assertThat(store.http.connections().openCount()).isEqualTo(1);
            await(() -> store.http.connections().streamCount() == 0);
        }
    }

    /** A browser opens six connections of HTTP/1.1 to a host, so it could read six queries. */
    @Test
    void manyLiveReadersOverOneConnection() {
        try (HttpTestStore store = store()) {
            assertThat(store.send("POST", "/streams", "{\"name\": \"s\"}").statusCode())
                    .isEqualTo(201);
            String query =
                    "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 100ms STEP 100ms]"
                            + " WHERE { ?s <urn:p> ?o }";
            assertThat(store.send("POST", "/queries", query).statusCode()).isEqualTo(201);
            List<LiveClient> readers = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                readers.add(LiveClient.events(store, "/queries/q/results"));
            }
            assertThat(store.http.connections().streamCount()).isEqualTo(24);
            String tuple = "50\t<urn:a> <urn:p> <urn:b> .\n";
            assertThat(store.send("POST", "/streams/s?closeUpTo=100", tuple).statusCode())
                    .isEqualTo(200);
            for (LiveClient reader : readers) {
                assertThat(reader.next().only().toString()).contains("\"urn:a\"");
            }
            assertThat(store.http.connections().openCount()).isEqualTo(1);
            readers.forEach(LiveClient::close);
            await(() -> store.http.connections().streamCount() == 0);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
        }
    }

    /** What is not read is more than all buffers of the connection take. */
    @Test
    void aStreamThatIsNotReadIsReset() throws IOException {
        HttpLimits limits = new HttpLimits(100, 2, 1 << 20, 60_000, 500, 1 << 14);
        try (HttpTestStore store = store(StoreConfig.DEFAULT, limits);
                RawHttp2 slow = new RawHttp2(store, keys)) {
            insertNumbers(store);
            slow.settings();
            slow.get(1, ALL, HOST); // has a window of 64 KB, which is never updated
            await(() -> store.http.connections().slowCount() == 1);
            assertThatThrownBy(() -> slow.readStream(1))
                    .hasMessage("stream was reset: code=" + ENHANCE_YOUR_CALM);
            slow.frame(RawHttp2.WINDOW_UPDATE, 0, 0, new byte[] {0, 1, 0, 0});
            slow.get(3, ASK, HOST);
            assertThat(slow.readStream(3)).contains("\"boolean\":true");
            await(() -> store.http.admittedRequestCount() == 0);
            assertThat(store.http.connections().slowCount()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionThatIsNotReadIsClosed() throws IOException {
        HttpLimits limits = new HttpLimits(100, 2, 1 << 20, 60_000, 500, 1 << 14);
        try (HttpTestStore store = store(StoreConfig.DEFAULT, limits);
                RawHttp2 slow = new RawHttp2(store, keys)) {
            insertNumbers(store);
            int before = store.http.connections().openCount();
            slow.openWindows();
            slow.get(1, ALL, HOST);
            await(() -> store.http.connections().openCount() < before);
            await(() -> store.http.admittedRequestCount() == 0);
            await(() -> store.http.connections().streamCount() == 0);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aBodyThatIsSentTooSlowlyIsCutOff() throws IOException {
        HttpLimits limits = new HttpLimits(100, 2, 100_000, 60_000, 300, 1 << 14);
        try (HttpTestStore store = store(StoreConfig.DEFAULT, limits);
                RawHttp2 slow = new RawHttp2(store, keys)) {
            slow.settings();
            slow.write(RawHttp2.post(1, "/queries", HOST));
            await(() -> store.http.activeRequestCount() == 1);
            await(() -> store.http.connections().slowCount() == 1);
            await(() -> store.http.activeRequestCount() == 0);
            assertThatThrownBy(() -> slow.readStream(1))
                    .hasMessage("stream was reset: code=" + ENHANCE_YOUR_CALM);
            slow.get(3, ASK, HOST);
            assertThat(slow.readStream(3)).contains("\"boolean\":true");
            assertThat(store.http.connections().openCount()).isEqualTo(1);
        }
    }

    /** Streams without the bodies of their requests are as many as connections may be. */
    @Test
    void halfRequestsGiveWayToOthers() throws IOException {
        HttpLimits limits = new HttpLimits(40, 2, 100_000, 60_000, 60_000, 1 << 14);
        try (HttpTestStore store = store(StoreConfig.DEFAULT, limits)) {
            List<RawHttp2> clients = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                RawHttp2 client = new RawHttp2(store, keys);
                client.settings();
                for (int stream = 1; stream < 60; stream += 2) {
                    client.write(RawHttp2.post(stream, "/queries", HOST));
                }
                clients.add(client);
            }
            await(() -> store.http.connections().evictedCount() == 110);
            await(() -> store.http.activeRequestCount() == 40);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
            clients.forEach(RawHttp2::close);
            await(() -> store.http.activeRequestCount() == 0);
        }
    }

    @Test
    void aQueryEndsWhenItsStreamIsReset() throws IOException {
        StoreConfig patient =
                StoreConfig.builder()
                        .limits(new ExecutionLimits(Long.MAX_VALUE, 3_600_000))
                        .build();
        try (HttpTestStore store = store(patient, HttpLimits.DEFAULT)) {
            insertNumbers(store);
            try (RawHttp2 client = new RawHttp2(store, keys)) {
                assertThat(client.protocol()).isEqualTo("h2");
                client.settings();
                client.get(1, HttpLimitsTest.PAIRS, HOST);
                await(() -> store.http.admittedRequestCount() == 1);
                client.write(RawHttp2.reset(1));
                await(() -> store.http.admittedRequestCount() == 0);
                client.get(3, ASK, HOST);
                assertThat(client.readStream(3)).contains("\"boolean\":true");
                client.get(5, HttpLimitsTest.PAIRS, HOST);
                await(() -> store.http.admittedRequestCount() == 1);
            }
            await(() -> store.http.admittedRequestCount() == 0);
        }
    }

    /** CVE-2023-44487: requests that are taken back at once, as many as the line takes. */
    @Test
    void streamsThatAreOpenedAndResetAtOnce() throws IOException {
        try (HttpTestStore store = store();
                RawHttp2 client = new RawHttp2(store, keys)) {
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
            client.settings();
            assertThatThrownBy(() -> resetForEver(client)).isInstanceOf(IOException.class);
            await(() -> store.http.connections().openCount() == 1);
            await(() -> store.http.connections().streamCount() == 0);
            await(() -> store.http.activeRequestCount() == 0);
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
        }
    }

    private static void resetForEver(RawHttp2 client) throws IOException {
        for (int stream = 1; stream < Integer.MAX_VALUE - 200; stream += 200) {
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            for (int i = 0; i < 200; i += 2) {
                frames.writeBytes(RawHttp2.request(stream + i, ASK, HOST));
                frames.writeBytes(RawHttp2.reset(stream + i));
            }
            client.write(frames.toByteArray());
        }
    }

    @Test
    void idleConnectionsGiveWayToOthers() throws IOException {
        HttpLimits limits = new HttpLimits(10, 2, 100_000, 60_000, 60_000, 1 << 14);
        try (HttpTestStore store = store(StoreConfig.DEFAULT, limits)) {
            List<RawHttp2> idle = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                RawHttp2 client = new RawHttp2(store, keys);
                client.settings();
                client.get(1, ASK, HOST);
                assertThat(client.readStream(1)).contains("\"boolean\":true");
                idle.add(client);
            }
            assertThat(store.get(ASK).statusCode()).isEqualTo(200);
            await(() -> store.http.connections().openCount() <= 10);
            assertThat(store.http.connections().evictedCount()).isGreaterThanOrEqualTo(11);
            idle.forEach(RawHttp2::close);
        }
    }

    /** The protocol is chosen by the first bytes of the handshake. */
    @Test
    void aHandshakeHasATimeToItsEnd() throws Exception {
        HttpLimits limits = new HttpLimits(10, 2, 100_000, 300, 60_000, 1 << 14);
        try (HttpTestStore store = store(StoreConfig.DEFAULT, limits);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), store.http.port())) {
            SSLEngine engine = keys.trusting().createSSLEngine(HOST, store.http.port());
            engine.setUseClientMode(true);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            engine.setSSLParameters(parameters);
            ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), hello);
            socket.getOutputStream().write(hello.array(), 0, hello.position());
            assertThat(socket.getInputStream().read()).isNotNegative(); // the store's hello
            await(() -> store.http.connections().slowCount() == 1);
            await(() -> store.http.connections().openCount() == 0);
        }
    }

    @Test
    void theAuthorityIsAHostName() throws IOException {
        try (HttpTestStore store = store();
                RawHttp2 client = new RawHttp2(store, keys)) {
            client.settings();
            client.get(1, "/health", "evil.example");
            assertThat(client.readStream(1)).contains("\"status\" : 421", "evil.example");
            client.get(3, "/health", HOST);
            assertThat(client.readStream(3)).isEqualTo("ok\n");
        }
    }

    /** Whatever frames come, others are answered and nothing is left. */
    @Test
    void randomFrames() throws IOException {
        Random random = Seeds.random(getClass());
        try (HttpTestStore store = store()) {
            for (int round = 0; round < 60; round++) {
                try (RawHttp2 client = new RawHttp2(store, keys)) {
                    client.settings();
                    writeRandom(client, random);
                    assertThat(store.get("/health").statusCode()).isEqualTo(200);
                }
            }
            await(() -> store.http.connections().openCount() == 1);
            await(() -> store.http.connections().streamCount() == 0);
            await(() -> store.http.activeRequestCount() == 0);
        }
    }

    private static void writeRandom(RawHttp2 client, Random random) {
        try {
            for (int i = 0; i < 30; i++) {
                int stream = random.nextInt(8);
                if (random.nextInt(3) == 0) {
                    client.write(RawHttp2.request(stream, ASK, HOST));
                } else {
                    byte[] payload = new byte[random.nextInt(3) == 0 ? 8 : random.nextInt(40)];
                    random.nextBytes(payload);
                    client.frame(random.nextInt(12), random.nextInt(256), stream, payload);
                }
            }
        } catch (IOException e) {
            assertThat(e).isNotNull(); // the store has closed the connection
        }
    }
}
