package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;

/** {@code wukongs update} and {@code wukongs query} against a store over TCP. */
class UpdateCommandTest {

    @TempDir private Path folder;

    private StoreServer server;
    private String address;

    @BeforeEach
    void start() {
        server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
        address = server.address().toString();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void textsAndFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("u.ru"), "DELETE WHERE { <urn:a> ?p 1 }");
        assertThat(
                        Cli.ok(
                                "update",
                                "--store",
                                address,
                                "INSERT DATA { <urn:a> <urn:p> 1, 2 }",
                                "INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> 1 } }"))
                .isEqualToNormalizingNewlines(
                        "added 2, removed 0, snapshot 1\nadded 1, removed 0, snapshot 2\n");
        assertThat(Cli.ok("update", "--store", address, "--file", file.toString()))
                .isEqualToNormalizingNewlines("added 0, removed 1, snapshot 3\n");
        long triples = server.ask(node -> node.stored().tripleCount());
        assertThat(triples).isEqualTo(2);
    }

    @Test
    void queriesSeeUpdates() {
        Cli.ok("update", "--store", address, "INSERT DATA { <urn:a> <urn:p> 1, \"x\" }");
        String select = "SELECT ?o { <urn:a> ?p ?o } ORDER BY ?o";
        assertThat(query("-e", select, "-e", "ASK {}", "--format", "tsv").lines())
                .containsExactly("?o", "1", "\"x\"", "true");
        assertThat(query("-e", "CONSTRUCT { ?s ?p 2 } { ?s ?p 1 }").strip())
                .isEqualTo(
                        "<urn:a> <urn:p>" + " \"2\"^^<http://www.w3.org/2001/XMLSchema#integer> .");
        assertThat(query("-e", select, "--format", "count", "--repeat", "3"))
                .matches("-e\t2\t[0-9.]+\\R");
        assertThat(query("-e", select, "--explain")).contains("?o");
        assertThat(Cli.fails(1, "query", "--store", address, "-e", "ASK"))
                .contains("(-e, line 1, column ");
    }

    private String query(String... args) {
        List<String> all = new ArrayList<>(List.of("query", "--store", address));
        all.addAll(List.of(args));
        return Cli.ok(all.toArray(new String[0]));
    }

    @Test
    void errorsNameTheirPlace() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.ru"), "INSERT DATA {\n <urn:a> }");
        assertThat(Cli.fails(1, "update", "--store", address, "--file", file.toString()))
                .contains("bad.ru, line 2, column 10");
        assertThat(Cli.fails(1, "update", "--store", address, "DROP GRAPH <urn:none>"))
                .contains("no such graph");
        assertThat(Cli.fails(2, "update", "--store", address)).contains("a text or --file");
    }
}
