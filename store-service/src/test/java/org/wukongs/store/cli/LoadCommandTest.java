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
            String said =
                    Cli.ok(
                            "load",
                            "--store",
                            server.address().toString(),
                            "--data",
                            file.toString(),
                            "--graph",
                            "http://x/e=" + empty);
            assertThat(said).matches("loaded 1 statement, 1 new, in [\\d.]+ m?s\\R");
            assertThat(first(server, "SELECT ?x { ?x a <http://x/P> }"))
                    .containsExactly("<" + file.toUri() + "#me>");
            assertThat(first(server, "SELECT ?g FROM NAMED <http://x/e> { GRAPH ?g { } }"))
                    .containsExactly("<http://x/e>");
        }
    }

    @Test
    void theSummaryTellsNewTriplesFromKnownOnes() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 70_000; i++) { // three messages
            lines.append("<http://x/").append(i).append("> <http://x/p> \"o\" .\n");
        }
        Path file = Files.writeString(directory.resolve("many.nt"), lines);
        Path more =
                Files.writeString(
                        directory.resolve("more.nt"),
                        "<http://x/7> <http://x/p> \"o\" .\n<http://x/7> <http://x/p> \"n\" .\n");
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0)) {
            String store = server.address().toString();
            assertThat(Cli.ok("load", "--store", store, "--data", file.toString()))
                    .startsWith("loaded 70,000 statements, 70,000 new, in ");
            assertThat(Cli.ok("load", "--store", store, "--data", more.toString()))
                    .startsWith("loaded 2 statements, 1 new, in ");
        }
    }

    @Test
    void graphsAreListedAndCounted() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("g.nq"),
                        "<http://x/a> <http://x/p> 1 <http://x/g> .\n".replace(" 1 ", " \"1\" ")
                                + "<http://x/a> <http://x/p> \"2\" <http://x/g> .\n"
                                + "<http://x/a> <http://x/p> \"3\" .\n");
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0)) {
            String store = server.address().toString();
            assertThat(Cli.ok("graphs", "--store", store).lines().map(String::strip))
                    .containsExactly("graph", "---------", "(default)", "(1 row)");
            Cli.ok("load", "--store", store, "--data", file.toString());
            assertThat(Cli.ok("graphs", "--count", "--store", store).lines())
                    .containsExactly(
                            "graph      | triples",
                            "-----------+--------",
                            "(default)  | 1",
                            "http://x/g | 2",
                            "(2 rows)");
        }
    }

    private static List<String> first(StoreServer server, String query) {
        return server.ask(node -> node.query(query)).rows().stream().map(row -> row[0]).toList();
    }
}
