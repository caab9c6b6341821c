package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.client.StoreClient;
import org.wukongs.naive.Waits;
import org.wukongs.store.http.HttpConfig;
import org.wukongs.store.http.StoreHttpServer;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;

/** What the command {@code status}, {@code GET /status} and the metrics say of changelogs. */
@Timeout(30)
class ChangelogStatusTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void changelogsAreShown() {
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
                StoreHttpServer face =
                        StoreHttpServer.start(server, HttpConfig.of("127.0.0.1", 0));
                StoreClient client =
                        StoreClient.connect(List.of(server.address()), Duration.ofSeconds(10))) {
            String[] status = {"status", "--store", server.address().toString()};
            client.update("INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> 1 } }");
            assertThat(Cli.ok(status)).doesNotContain("changelog");
            client.changelogs().fetch("r", "urn:g", ChangelogPosition.START, 0, 10, Duration.ZERO);
            client.update("INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> 2, 3 } }");
            assertThat(Cli.ok(status))
                    .contains("changelog of", "from snapshot")
                    .containsPattern("urn:g +\\| 1 +\\| 2 +\\| 192 B +\\| 1");
            Waits.await(() -> status(face).contains("\"changeCount\":2"));
            assertThat(status(face))
                    .contains(
                            "\"changelogs\":[{\"graph\":\"urn:g\",\"readerCount\":1,"
                                    + "\"changeCount\":2,\"memoryBytes\":192,"
                                    + "\"fromSnapshot\":1}]");
            assertThat(get(face, "metrics"))
                    .contains(
                            "wukongs_changelog_readers{graph=\"urn:g\"} 1",
                            "wukongs_changelog_changes{graph=\"urn:g\"} 2",
                            "wukongs_changelog_bytes{graph=\"urn:g\"} 192");
        }
    }

    private String status(StoreHttpServer from) {
        return get(from, "status").replaceAll("\\s", "");
    }

    private String get(StoreHttpServer from, String path) {
        try {
            URI uri = URI.create(from.url() + path);
            return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
