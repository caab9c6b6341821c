package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Waits;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.SyncMode;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.ConnectionLimits;
import org.wukongs.store.server.FillingStorage;
import org.wukongs.store.server.LogSettings;
import org.wukongs.store.server.StoreServer;

/** A store whose disk is full answers everything that changes nothing, and goes on by itself. */
@Timeout(60)
class FullDiskTest {

    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final String STREAM = "/streams/http%3A%2F%2Fx%2Fs";

    @TempDir Path folder;

    private FillingStorage disk;
    private HttpTestStore store;

    @BeforeEach
    void start() {
        LogSettings log =
                new LogSettings(
                        new LogOptions(SyncMode.COMMIT, 1 << 20, 1 << 16, RETRY_NS),
                        Long.MAX_VALUE,
                        LogSettings.CHECKPOINT_RATE_DEFAULT,
                        directory -> disk = new FillingStorage(directory),
                        null);
        StoreConfig config =
                StoreConfig.builder().termCountMax(10_000).storeMemoryBytes(1 << 24).build();
        StoreServer server =
                StoreServer.start(
                        config,
                        ConnectionLimits.DEFAULT,
                        DataDirectory.open(folder, 1),
                        log,
                        "127.0.0.1",
                        0);
        store = new HttpTestStore(server, HttpConfig.of("127.0.0.1", 0));
    }

    @AfterEach
    void end() {
        store.close();
    }

    private static String insert(String subject) {
        return "INSERT DATA { GRAPH <http://x/g> { <http://x/" + subject + "> <http://x/p> 1 } }";
    }

    private CompletableFuture<HttpResponse<String>> post(String path, String body, String type) {
        return store.client.sendAsync(
                store.request(
                        "POST", path, body.getBytes(StandardCharsets.UTF_8), "Content-Type", type),
                HttpResponse.BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> update(String text) {
        return post("/update", text, "application/sparql-update");
    }

    private String found() {
        return store.query("SELECT ?s { GRAPH <http://x/g> { ?s ?p ?o } }").body();
    }

    private JsonNode log() throws java.io.IOException {
        return new ObjectMapper().readTree(store.get("/status").body()).path("log");
    }

    private void assertOk(String path, String part) {
        HttpResponse<String> answer = store.get(path);
        assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains(part);
    }

    @Test
    void whatChangesNothingIsAnsweredWhileTheDiskIsFull() throws Exception {
        assertThat(update(insert("a")).get().statusCode()).isEqualTo(200);
        assertThat(post("/streams", "{\"name\": \"http://x/s\"}", "application/json").get())
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(201));
        assertOk("/health", "ok");
        assertThat(log().path("stall").isNull()).isTrue();
        disk.setFull(true);
        CompletableFuture<HttpResponse<String>> waits = update(insert("b"));
        Waits.await(() -> store.store.logStall() != null);

        assertThat(found()).contains("http://x/a").doesNotContain("http://x/b");
        assertOk("/graphs?graph=http%3A%2F%2Fx%2Fg", "http://x/a");
        assertOk("/sparql", "http://x/g");
        assertOk(STREAM, "\"batchIntervalMs\"");
        assertOk("/streams", "http://x/s");
        assertOk("/queries", "queries");
        assertThat(store.get("/queries/none").statusCode()).isEqualTo(404);
        assertOk("/health", "takes no data, the log cannot be written: No space left on device");
        assertOk("/metrics", "wukongs_log_stalled 1");
        assertThat(log().path("stall").asText()).isEqualTo("No space left on device");
        assertThat(waits).isNotDone();

        disk.setFull(false);
        assertThat(waits.get().statusCode()).isEqualTo(200);
        assertThat(found()).contains("http://x/b");
        assertThat(log().path("stall").isNull()).isTrue();
        assertOk("/health", "ok");
        assertOk("/metrics", "wukongs_log_stalled 0");
        long durable = log().path("durablePosition").asLong();
        assertThat(durable).isPositive().isEqualTo(log().path("appendedPosition").asLong());
    }
}
