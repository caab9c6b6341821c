package org.wukongs.store.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * Good requests of all routes, and what becomes of them: one or some of their parts are mutated,
 * and now and then bytes without regard for any part.
 */
final class HttpFuzz {

    /** What the client does after it has sent its bytes. */
    enum Ending {
        READ_ALL,
        READ_LINE,
        CLOSE,
        RESET,
        HOLD
    }

    private static final List<String> METHODS =
            List.of(
                    "GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "get", "TRACE", "CONNECT",
                    "");

    private static final List<String> PATHS =
            List.of(
                    "/",
                    "/sparql",
                    "/sparql?query=SELECT%20*%20%7B%3Fs%20%3Fp%20%3Fo%7D",
                    "/sparql?query=ASK%7B%7D&default-graph-uri=urn:g&named-graph-uri=urn:h",
                    "/sparql?query=CONSTRUCT%20WHERE%7B%3Fs%20%3Fp%20%3Fo%7D",
                    "/queries",
                    "/queries/q1",
                    "/queries/q1/results",
                    "/queries/q1/results?from=earliest",
                    "/streams",
                    "/streams/urn%3As",
                    "/streams/urn%3As/results",
                    "/streams/urn%3As/results?from=earliest",
                    "/streams/urn%3As/results?after=1",
                    "/streams/urn%3As?closeUpTo=1000&sequence=1",
                    "/streams/urn%3As?closeUpTo=end",
                    "/streams/urn%3As?outOfOrderness=0&idle=true&takeOver=true",
                    "/update",
                    "/update?using-graph-uri=urn:g",
                    "/sparql?update=DROP%20ALL",
                    "/graphs",
                    "/graphs?default",
                    "/graphs?graph=urn:g",
                    "/cluster",
                    "/console/app.js",
                    "/status",
                    "/metrics",
                    "/health");

    private static final List<String> NUMBERS =
            List.of(
                    "0",
                    "-1",
                    "1",
                    "4611686018427387902",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775808",
                    "253402300799999",
                    "1e9",
                    "NaN",
                    "");

    private static final List<String> TYPES =
            List.of(
                    "application/sparql-query",
                    "application/sparql-update",
                    "text/turtle",
                    "application/x-www-form-urlencoded",
                    "application/json",
                    "text/plain",
                    "text/plain; charset=utf-16",
                    "a/b; charset=\"",
                    "/",
                    "\u00ff");

    private static final List<String> HEADERS =
            List.of(
                    "Accept: */*;q=0.1, text/csv;q=1;x=\"",
                    "Accept: " + "a/b,".repeat(5_000),
                    "Origin: http://evil.example",
                    "Sec-Fetch-Site: cross-site",
                    "Host: evil.example",
                    "Host: [::1",
                    "Expect: 100-continue",
                    "Expect: nonsense",
                    "Connection: close",
                    "Connection: upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
                    "Transfer-Encoding: chunked",
                    "Transfer-Encoding: gzip, chunked",
                    "Content-Length: 3",
                    "Content-Length: -1",
                    "Content-Length: 99999999999999999999",
                    "Content-Encoding: gzip",
                    "Range: bytes=0-1",
                    "X" + "y".repeat(70_000) + ": z",
                    "X: " + "y".repeat(70_000),
                    " folded",
                    "NoColon",
                    "\u0000: \u0001");

    /** A body, and the path and the media type with which it is a good request; empty for none. */
    private record Body(String path, String type, String text) {}

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String UPDATE = "application/sparql-update";

    private static final List<Body> BODIES =
            List.of(
                    new Body("/sparql", "application/sparql-query", "SELECT * { ?s ?p ?o }"),
                    new Body("/sparql", FORM, "query=ASK%7B%7D"),
                    new Body("/sparql", FORM, "query=%FF%fe%"),
                    new Body("/update", FORM, "update=CLEAR%20ALL"),
                    new Body(
                            "/update",
                            UPDATE,
                            "INSERT DATA { <urn:a> <urn:p> 1 GRAPH <urn:g> { <urn:b> <urn:p> 2 } }"),
                    new Body(
                            "/update",
                            UPDATE,
                            "DELETE { ?s ?p ?o } INSERT { GRAPH <urn:h> { ?s ?p ?o } } WHERE { ?s ?p"
                                    + " ?o }"),
                    new Body(
                            "/graphs?default",
                            "text/turtle",
                            "@prefix : <urn:> . :a :p :b, [ :q (1) ] ."),
                    new Body(
                            "/queries",
                            "",
                            "REGISTER QUERY q1 AS SELECT ?s FROM STREAM <urn:s> [RANGE 1s STEP 1s] { ?s ?p ?o }"),
                    new Body(
                            "/queries",
                            "",
                            "REGISTER QUERY q2 AS SELECT ?s FROM STREAM <urn:s> [RANGE 1s STEP 1s] { ?s ?p ?o }"),
                    new Body("/streams", "", "{\"name\": \"urn:s\", \"batchIntervalMs\": 100}"),
                    new Body(
                            "/streams",
                            "application/json",
                            "{\"name\": \"urn:s\", \"timingPredicates\": [\"urn:at\"], \"graph\": \"g\","
                                    + " \"retention\": \"1s,<urn:p>=2h\"}"),
                    new Body(
                            "/streams/urn%3As",
                            "", "50\t<urn:a> <urn:p> \"x\" .\n150\t<urn:b> <urn:p> _:c .\n"),
                    new Body(
                            "/streams/urn%3As",
                            "", "9223372036854775807\t<urn:a> <urn:p> <urn:b> .\n"),
                    new Body("/streams/urn%3As", "", "50\t<urn:a> <urn:p> \"\u00ff\u00fe\" .\n"),
                    new Body("/", "", ""));

    private final Random random;
    private final List<String> tokens; // headers of which each request has one; empty for none

    HttpFuzz(Random random) {
        this(random, List.of(""));
    }

    HttpFuzz(Random random, List<String> tokens) {
        this.random = random;
        this.tokens = tokens;
    }

    Ending ending() {
        return Ending.values()[random.nextInt(Ending.values().length)];
    }

    /** One connection's bytes: a request, some behind each other, or a part of one. */
    byte[] next() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int count = random.nextInt(8) == 0 ? 2 + random.nextInt(20) : 1;
        for (int i = 0; i < count; i++) {
            bytes.writeBytes(request().getBytes(StandardCharsets.ISO_8859_1));
        }
        byte[] all = bytes.toByteArray();
        if (random.nextInt(5) == 0) {
            scramble(all);
        }
        boolean half = random.nextInt(6) == 0;
        return half ? java.util.Arrays.copyOf(all, random.nextInt(all.length)) : all;
    }

    private String request() {
        Body sent = one(BODIES);
        boolean isRead = random.nextInt(3) == 0;
        String body = isRead ? "" : mutated(sent.text);
        String method = random.nextInt(4) == 0 ? one(METHODS) : isRead ? "GET" : "POST";
        String path = isRead || random.nextBoolean() ? path() : sent.path;
        String type = random.nextInt(3) == 0 ? one(TYPES) : sent.type;
        StringBuilder request = new StringBuilder(method);
        request.append(' ').append(path).append(' ').append(version()).append(lineEnd());
        if (random.nextInt(20) > 0) {
            request.append("Host: localhost").append(lineEnd());
        }
        String token = one(tokens);
        if (!token.isEmpty()) {
            request.append(token).append(lineEnd());
        }
        if (!type.isEmpty()) {
            request.append("Content-Type: ").append(type).append(lineEnd());
        }
        for (int i = random.nextInt(4); i > 2; i--) {
            request.append(one(HEADERS)).append(lineEnd());
        }
        if (random.nextInt(4) == 0) {
            return request.append("Transfer-Encoding: chunked\r\n\r\n")
                    .append(chunked(body))
                    .toString();
        }
        int length = random.nextInt(10) > 0 ? body.length() : random.nextInt(2 * body.length() + 9);
        return request.append("Content-Length: ")
                .append(length)
                .append("\r\n\r\n")
                .append(body)
                .toString();
    }

    private String path() {
        String path = one(PATHS);
        if (random.nextInt(4) == 0) {
            int at = path.lastIndexOf('=');
            path = at < 0 ? path + "?" + one(NUMBERS) : path.substring(0, at + 1) + one(NUMBERS);
        }
        return random.nextInt(6) == 0 ? mutated(path) : path;
    }

    private String version() {
        return random.nextInt(15) > 0
                ? "HTTP/1.1"
                : one(List.of("HTTP/1.0", "HTTP/2.0", "HTTP/9", ""));
    }

    private String lineEnd() {
        return random.nextInt(40) > 0 ? "\r\n" : one(List.of("\n", "\r", "", "\r\n\r\n"));
    }

    private String chunked(String body) {
        StringBuilder chunks = new StringBuilder();
        for (int at = 0; at < body.length(); ) {
            int size = Math.min(body.length() - at, 1 + random.nextInt(20));
            String length = random.nextInt(15) > 0 ? Integer.toHexString(size) : "F" + one(NUMBERS);
            chunks.append(length).append(random.nextInt(10) == 0 ? ";x=y" : "").append(lineEnd());
            chunks.append(body, at, at + size).append(lineEnd());
            at += size;
        }
        return chunks.append(random.nextInt(10) > 0 ? "0\r\n\r\n" : "0\r\nTrailer: x\r\n")
                .toString();
    }

    /** Now and then with a part left out, doubled, or replaced. */
    private String mutated(String text) {
        if (text.isEmpty() || random.nextInt(3) > 0) {
            return text;
        }
        int from = random.nextInt(text.length());
        int to = from + random.nextInt(text.length() - from + 1);
        String part = text.substring(from, to);
        return text.substring(0, from)
                + switch (random.nextInt(4)) {
                    case 0 -> "";
                    case 1 -> part.repeat(1 + random.nextInt(50));
                    case 2 -> one(NUMBERS);
                    default ->
                            one(List.of("\u00ff", "\u0000", "%00", "%FF", "%", "\t", "\n", "{{{{"));
                }
                + text.substring(to);
    }

    private void scramble(byte[] bytes) {
        for (int i = 1 + random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
