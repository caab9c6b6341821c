package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;

/** {@code load} into a store that runs. */
final class LoadCommandTest {

    @TempDir private Path directory;

    @Test
    void relativeIrisAreTheFilesOwnAndEmptyGraphsAreThere() throws IOException {
        Path file = Files.writeString(directory.resolve("p.ttl"), "<#me> a <http://x/P> .");
        Path empty = Files.writeString(directory.resolve("empty.nt"), "");
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0)) {
            Cli.ok(
                    "load",
                    "--store",
                    server.address().toString(),
                    "--data",
                    file.toString(),
                    "--graph",
                    "http://x/e=" + empty);
            assertThat(first(server, "SELECT ?x { ?x a <http://x/P> }"))
                    .containsExactly("<" + file.toUri() + "#me>");
            assertThat(first(server, "SELECT ?g FROM NAMED <http://x/e> { GRAPH ?g { } }"))
                    .containsExactly("<http://x/e>");
        }
    }

    private static List<String> first(StoreServer server, String query) {
        return server.ask(node -> node.query(query)).rows().stream().map(row -> row[0]).toList();
    }
}
