package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.security.Right;
import org.wukongs.store.security.Role;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.store.security.TestKeys;

@Timeout(120)
class SecuredHttpTest {

    private static final Path ROOT = Path.of(System.getProperty("wukongs.root", ".."));
    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "TRACE");
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @TempDir private Path folder;

    private static String token(Role role) {
        return TestKeys.token(role);
    }

    private StoreSecurity.Settings tokens(TestKeys keys) {
        Path file = TestKeys.tokensOfRoles(folder.resolve("tokens"));
        return new StoreSecurity.Settings(keys == null ? null : keys.files(), file, null);
    }

    private static HttpTestStore start(StoreSecurity.Settings settings, HttpLimits limits) {
        return start(StoreConfig.DEFAULT, settings, limits);
    }

    private static HttpTestStore start(
            StoreConfig config, StoreSecurity.Settings settings, HttpLimits limits) {
        return HttpTestStore.secured(config, settings, limits, HttpClient.newHttpClient());
    }

    /** Paths and methods of the start page, which names all of them. */
    private static Map<String, List<String>> routes(HttpTestStore store) {
        Map<String, List<String>> routes = new TreeMap<>();
        Matcher line =
                Pattern.compile("(?m)^((?:GET|POST|PUT|DELETE)[A-Z, ]*?)\\s+(/\\S*)")
                        .matcher(store.get("/").body());
        while (line.find()) {
            List<String> methods = List.of(line.group(1).split(", "));
            routes.put(line.group(2).replaceAll("\\?.*", ""), methods);
        }
        assertThat(routes).hasSizeGreaterThan(10).containsKey("/queries/NAME/results");
        return routes;
    }

    private static Right documented(String method, String path) throws IOException {
        for (String line : Files.readAllLines(ROOT.resolve("docs/security.md"))) {
            Matcher row = Pattern.compile("\\| `([a-z]+)` \\|.*").matcher(line);
            if (row.matches() && line.contains("`" + method + " " + path + "`")) {
                return Right.valueOf(row.group(1).toUpperCase(Locale.ROOT));
            }
        }
        throw new AssertionError("not in docs/security.md: " + method + " " + path);
    }

    /** All routes with all methods as each role, and as nobody. */
    @Test
    void eachRouteNeedsItsRole() throws IOException {
        try (HttpTestStore store = start(tokens(null), HttpLimits.DEFAULT)) {
            Map<String, List<String>> routes = routes(store);
            routes.put("/no/such/path/at/all", List.of());
            for (Map.Entry<String, List<String>> route : routes.entrySet()) {
                for (String method : METHODS) {
                    String listed = method.equals("HEAD") ? "GET" : method;
                    Right right =
                            route.getValue().contains(listed)
                                    ? documented(listed, route.getKey())
                                    : Right.STATUS;
                    check(store, method, route.getKey(), right);
                }
                assertThat(store.send("OPTIONS", route.getKey(), null).statusCode()).isIn(204, 404);
            }
            for (String method : METHODS) {
                boolean isRead = method.equals("GET") || method.equals("HEAD");
                check(store, method, "/console/app.js", isRead ? Right.GREET : Right.STATUS);
            }
            assertThat(store.send("GET", "/", null, "Accept", "text/html").body())
                    .contains("console/app.js");
        }
    }

    private static void check(HttpTestStore store, String method, String path, Right right) {
        int nobody = store.send(method, path, null).statusCode();
        assertThat(nobody == 401).as(method + path).isEqualTo(right.role() != null);
        assertThat(store.send(method, path, null, "Authorization", "Bearer wrong").statusCode())
                .isEqualTo(401);
        for (Role role : Role.values()) {
            int status =
                    store.send(method, path, null, "Authorization", "Bearer " + token(role))
                            .statusCode();
            boolean allowed = right.role() == null || role.compareTo(right.role()) >= 0;
            assertThat(status == 403).as(method + path + role).isEqualTo(!allowed);
            assertThat(status).isNotEqualTo(401);
        }
    }

    @Test
    void aQueryMayNotBringAnUpdate() {
        try (HttpTestStore store = start(tokens(null), HttpLimits.DEFAULT)) {
            String text = "INSERT DATA { <urn:a> <urn:b> <urn:c> }";
            String[] read = {"Authorization", "Bearer " + token(Role.READ), "Content-Type", null};
            for (String type :
                    List.of("application/sparql-update", "application/x-www-form-urlencoded")) {
                read[3] = type;
                String body =
                        type.endsWith("update") ? text : "update=" + HttpTestStore.encode(text);
                HttpResponse<String> refused = store.send("POST", "/sparql", body, read);
                assertThat(refused.statusCode()).isEqualTo(403);
                assertThat(refused.body())
                        .contains("urn:wukongs:problem:not-allowed")
                        .contains("role=read needed=write");
            }
            read[3] = "application/sparql-query";
            assertThat(store.send("POST", "/sparql", "ASK { ?s ?p ?o }", read).body())
                    .contains("false");
            HttpResponse<String> asked = store.query("ASK {}");
            assertThat(asked.statusCode()).isEqualTo(401);
            assertThat(asked.headers().firstValue("WWW-Authenticate"))
                    .hasValue("Bearer realm=\"wukongs\"");
            assertThat(store.query("ASK {}", "Authorization", "Basic YTpi").statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void liveResultsEndWithTheToken() throws Exception {
        try (HttpTestStore store = start(tokens(null), HttpLimits.DEFAULT)) {
            String[] admin = {"Authorization", "Bearer " + token(Role.ADMIN)};
            assertThat(store.send("POST", "/streams", "{\"name\": \"s\"}", admin).statusCode())
                    .isEqualTo(201);
            String text =
                    "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 1s STEP 1s]"
                            + " WHERE { ?s ?p ?o }";
            assertThat(store.send("POST", "/queries", text, admin).statusCode()).isEqualTo(201);
            HttpRequest asked =
                    store.request(
                            "GET",
                            "/queries/q/results",
                            null,
                            "Authorization",
                            "Bearer " + token(Role.READ));
            HttpResponse<Stream<String>> live = store.client.send(asked, BodyHandlers.ofLines());
            assertThat(live.statusCode()).isEqualTo(200);
            TestKeys.tokens(folder.resolve("tokens"), "admin admin " + token(Role.ADMIN));
            assertThat(live.body().filter(line -> !line.isBlank()).toList())
                    .singleElement()
                    .asString()
                    .contains("\"end\": \"not-authenticated\"");
        }
    }

    private static HttpClient trusting(TestKeys keys) {
        return HttpClient.newBuilder().sslContext(keys.trusting()).build();
    }

    private static HttpResponse<String> ask(HttpClient client, HttpTestStore store)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(store.http.url() + "sparql"))
                        .timeout(DEADLINE)
                        .header("Authorization", "Bearer " + token(Role.READ))
                        .header("Content-Type", "application/sparql-query")
                        .POST(BodyPublishers.ofString("ASK { ?s ?p ?o }"))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void certificatesAreReadAgain() throws Exception {
        TestKeys keys = TestKeys.make(folder, "first");
        TestKeys next = TestKeys.make(folder, "next");
        try (HttpTestStore store = start(tokens(keys), HttpLimits.DEFAULT)) {
            assertThat(store.http.url()).startsWith("https://");
            assertThat(ask(trusting(keys), store).body()).contains("false");
            assertThatThrownBy(() -> ask(trusting(next), store)).isInstanceOf(SSLException.class);

            HttpClient trustsNext = trusting(next);
            Files.copy(next.key(), keys.key(), StandardCopyOption.REPLACE_EXISTING);
            Waits.await(() -> store.store.security().failureCount() == 1); // half of a pair
            Files.copy(next.certificate(), keys.certificate(), StandardCopyOption.REPLACE_EXISTING);
            AtomicInteger tries = new AtomicInteger();
            Waits.await(
                    () -> {
                        tries.incrementAndGet();
                        try {
                            return ask(trustsNext, store).statusCode() == 200;
                        } catch (IOException e) {
                            return false;
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
        }
    }

    /** Whatever comes at the port, connections end in time and others are answered. */
    @Test
    void hostileHandshakes() throws Exception {
        Random random = Seeds.random(getClass());
        TestKeys keys = TestKeys.make(folder, "own");
        HttpLimits usual = HttpLimits.DEFAULT;
        HttpLimits limits =
                new HttpLimits(
                        usual.connectionCountMax(),
                        usual.requestCountMax(),
                        usual.bodyBytesMax(),
                        500,
                        usual.lagMsMax(),
                        usual.bytesPerSecondMin());
        try (HttpTestStore store = start(tokens(keys), limits)) {
            List<Socket> slow = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                slow.add(
                        new Socket(
                                InetAddress.getLoopbackAddress(),
                                store.http.port())); // says nothing
                Socket half = new Socket(InetAddress.getLoopbackAddress(), store.http.port());
                half.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc});
                slow.add(half);
                try (Socket garbage =
                        new Socket(InetAddress.getLoopbackAddress(), store.http.port())) {
                    garbage.setSoTimeout((int) DEADLINE.toMillis());
                    byte[] bytes = new byte[1 + random.nextInt(5_000)];
                    random.nextBytes(bytes);
                    bytes[0] = (byte) (i % 2 == 0 ? 22 : random.nextInt());
                    garbage.getOutputStream().write(bytes);
                    garbage.shutdownOutput();
                    awaitEnd(garbage);
                }
            }
            try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), store.http.port())) {
                plain.setSoTimeout((int) DEADLINE.toMillis());
                plain.getOutputStream()
                        .write("GET /health HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                awaitEnd(plain);
            }
            assertThat(ask(trusting(keys), store).body()).contains("false");
            for (Socket each : slow) {
                each.setSoTimeout((int) DEADLINE.toMillis());
                awaitEnd(each);
                each.close();
            }
            assertThat(store.http.connections().slowCount()).isGreaterThanOrEqualTo(40);
            assertThat(ask(trusting(keys), store).body()).contains("false");
        }
    }

    /** Waits until the store has closed the connection. */
    private static void awaitEnd(Socket socket) {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection does not end", e);
        } catch (IOException e) {
            // It was reset.
        }
    }

    /** The query would take minutes. What a client sends ahead of the answer is not lost. */
    @Test
    void aQueryEndsWhenItsClientGoesAway() throws Exception {
        StoreConfig patient =
                StoreConfig.builder()
                        .limits(new ExecutionLimits(Long.MAX_VALUE, 3_600_000))
                        .build();
        TestKeys keys = TestKeys.make(folder, "own");
        try (HttpTestStore store = start(patient, tokens(keys), HttpLimits.DEFAULT)) {
            insertNumbers(store, keys, 0, 2_500);
            for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
                try (SSLSocket socket = connect(store, keys)) {
                    socket.setEnabledProtocols(new String[] {protocol});
                    socket.setSoTimeout((int) DEADLINE.toMillis());
                    get(socket, HttpLimitsTest.PAIRS);
                    get(socket, "/sparql?query=ASK%7B%7D");
                    StringBuilder text = new StringBuilder();
                    while (text.indexOf("\"boolean\":true") < 0) {
                        int next = socket.getInputStream().read();
                        assertThat(next).as("%s", text).isNotNegative();
                        text.append((char) next);
                    }
                    assertThat(text.toString().split("HTTP/1.1 200 OK", -1)).hasSize(3);
                }
            }
            for (int from = 2_500; from < 40_000; from += 7_500) {
                insertNumbers(store, keys, from, from + 7_500);
            }
            for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
                try (SSLSocket socket = connect(store, keys)) {
                    socket.setEnabledProtocols(new String[] {protocol});
                    get(socket, HttpLimitsTest.PAIRS);
                    Waits.await(() -> store.http.admittedRequestCount() == 1);
                }
                Waits.await(() -> store.http.admittedRequestCount() == 0);
            }
            assertThat(ask(trusting(keys), store).body()).contains("true");
        }
    }

    private static SSLSocket connect(HttpTestStore store, TestKeys keys) throws IOException {
        return (SSLSocket)
                keys.trusting()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), store.http.port());
    }

    private static void get(Socket socket, String path) throws IOException {
        String head =
                "GET "
                        + path
                        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + token(Role.READ)
                        + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    }

    private static void insertNumbers(HttpTestStore store, TestKeys keys, int from, int to)
            throws IOException, InterruptedException {
        StringBuilder update = new StringBuilder("INSERT DATA {");
        for (int i = from; i < to; i++) {
            update.append(" <urn:").append(i).append("> <urn:p> \"").append(i).append("\" .");
        }
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(store.http.url() + "update"))
                        .header("Authorization", "Bearer " + token(Role.WRITE))
                        .header("Content-Type", "application/sparql-update")
                        .POST(BodyPublishers.ofString(update.append('}').toString()))
                        .build();
        assertThat(trusting(keys).send(request, BodyHandlers.ofString()).statusCode())
                .isBetween(200, 204);
    }

    @Test
    void onlyNewProtocols() throws Exception {
        TestKeys keys = TestKeys.make(folder, "own");
        try (HttpTestStore store = start(tokens(keys), HttpLimits.DEFAULT)) {
            for (String protocol : List.of("TLSv1.2", "TLSv1.3", "TLSv1.1")) {
                try (SSLSocket socket = connect(store, keys)) {
                    socket.setEnabledProtocols(new String[] {protocol});
                    if (protocol.equals("TLSv1.1")) {
                        assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
                    } else {
                        socket.startHandshake();
                        assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
                    }
                }
            }
        }
    }
}
