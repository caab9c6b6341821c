package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Replies are compressed for clients that ask for it, if that is worth it. */
class CompressionTest {

    private static final String ALL = "SELECT * { ?s <urn:p> ?o }";
    private static final String FEW = ALL + " LIMIT 3";
    private static HttpTestStore store;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
        store.loadNumbers(20_000);
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    private static HttpResponse<byte[]> get(String path, String... headers)
            throws IOException, InterruptedException {
        return store.client.send(
                store.request("GET", path, null, headers), BodyHandlers.ofByteArray());
    }

    private static HttpResponse<byte[]> query(String text, String... headers)
            throws IOException, InterruptedException {
        return get("/sparql?query=" + HttpTestStore.encode(text), headers);
    }

    private static void assertPlain(HttpResponse<byte[]> response) {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
    }

    @Test
    void largeRepliesAreCompressedForThoseThatAsk() throws Exception {
        HttpResponse<byte[]> plain = query(ALL);
        assertPlain(plain);
        assertThat(plain.headers().allValues("Vary").toString())
                .contains("Accept")
                .contains("Accept-Encoding");
        HttpResponse<byte[]> compressed = query(ALL, "Accept-Encoding", "br, gzip;q=0.5");
        assertThat(compressed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(compressed.body().length).isLessThan(plain.body().length / 4);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes())
                .isEqualTo(plain.body());
        assertPlain(query(ALL, "Accept-Encoding", "gzip;q=0"));
        assertPlain(query(ALL, "Accept-Encoding", "identity"));
    }

    @Test
    void smallRepliesAreNot() throws Exception {
        HttpResponse<byte[]> small = query(FEW, "Accept-Encoding", "gzip");
        assertPlain(small);
        assertThat(small.headers().firstValueAsLong("Content-Length"))
                .hasValue(small.body().length);
    }

    @Test
    void compressedRequestsAreNotRead() {
        byte[] text = "ASK {}".getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> refused =
                store.sendBytes(
                        "POST",
                        "/sparql",
                        text,
                        "Content-Type",
                        "application/sparql-query",
                        "Content-Encoding",
                        "gzip");
        assertThat(refused.statusCode()).isEqualTo(200); // the bytes are taken as they are
    }
}
