package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.http.HttpConfig;
import org.wukongs.store.http.StoreHttpServer;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.StreamDefinition;

@Timeout(120)
class TailCommandTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private StoreServer server;
    private StoreHttpServer http;
    private String address;

    @BeforeEach
    void start() {
        start(0, null);
        register();
    }

    /** {@code data} keeps what the store has; null if nothing is kept. */
    private void start(int port, DataDirectory data) {
        server = StoreServer.start(StoreConfig.DEFAULT, data, "127.0.0.1", port);
        http = StoreHttpServer.start(server, HttpConfig.of("127.0.0.1", 0));
        address = server.address().toString();
    }

    private void register() {
        server.ask(
                node -> {
                    node.streams().register(StreamDefinition.of("s"));
                    node.registerQuery(
                            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 200ms STEP 100ms]"
                                    + " { ?s <urn:p> ?o } ORDER BY ?s");
                    node.registerQuery(
                            "REGISTER QUERY a AS ASK FROM STREAM s [RANGE 100ms STEP 100ms]"
                                    + " { <urn:1200> <urn:p> ?o }");
                    return true;
                });
    }

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    /** Adds a tuple about {@code <urn:MS>} to each batch of 100 ms in [fromMs, toMs). */
    private void feed(long fromMs, long toMs) {
        StringBuilder lines = new StringBuilder();
        for (long ms = fromMs; ms < toMs; ms += 100) {
            lines.append(ms + 50).append("\t<urn:").append(ms).append("> <urn:p> <urn:o> .\n");
        }
        try {
            HttpResponse<String> added =
                    client.send(
                            HttpRequest.newBuilder(
                                            URI.create(http.url() + "streams/s?closeUpTo=" + toMs))
                                    .POST(BodyPublishers.ofString(lines.toString()))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A command that runs beside the test. */
    private static final class Running {

        private final BufferedReader out;
        private final StringWriter err = new StringWriter();
        private final CompletableFuture<Integer> exitCode;

        private Running(String... args) throws IOException {
            PipedWriter pipe = new PipedWriter();
            out = new BufferedReader(new PipedReader(pipe, 1 << 16));
            exitCode =
                    CompletableFuture.supplyAsync(
                            () -> {
                                PrintWriter writer = new PrintWriter(pipe, true);
                                int code =
                                        Wukongs.run(
                                                new Wukongs(),
                                                writer,
                                                new PrintWriter(err, true),
                                                args);
                                writer.close();
                                return code;
                            });
        }

        private List<String> lines(int count) throws IOException {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                lines.add(out.readLine());
            }
            return lines;
        }
    }

    private void awaitReader(Running running) {
        while (server.read(node -> node.continuous().status("q")).readers().isEmpty()) {
            assertThat(running.exitCode).as(running.err.toString()).isNotDone();
            Thread.onSpinWait();
        }
    }

    private String[] tail(String... more) {
        List<String> args = new ArrayList<>(List.of("tail", "--store", address));
        args.addAll(List.of(more));
        return args.toArray(new String[0]);
    }

    @Test
    void windowsArePrintedAsTables() {
        feed(1000, 1300);
        assertThat(Cli.ok(tail("q", "--from", "earliest", "--limit", "2")).lines())
                .containsExactly(
                        "window to 1970-01-01T00:00:01.100Z (1100), snapshot 1",
                        "s",
                        "----------",
                        "<urn:1000>",
                        "(1 row)",
                        "window to 1970-01-01T00:00:01.200Z (1200), snapshot 1",
                        "s",
                        "----------",
                        "<urn:1000>",
                        "<urn:1100>",
                        "(2 rows)");
        assertThat(server.read(node -> node.continuous().status("q")).readers()).isEmpty();
    }

    @Test
    void windowsArePrintedAsLines() {
        feed(1000, 1300);
        assertThat(Cli.ok(tail("q", "--from", "1150", "--limit", "1", "--format", "ndjson")))
                .isEqualTo(
                        "{\"query\": \"q\", \"windowEnd\": 1200, \"sn\": 1, \"vars\": [\"s\"],"
                                + " \"rows\": [[{\"type\":\"uri\",\"value\":\"urn:1000\"}],"
                                + "[{\"type\":\"uri\",\"value\":\"urn:1100\"}]]}\n");
    }

    @Test
    void changesArePrintedAlone() {
        feed(1000, 1300);
        assertThat(Cli.ok(tail("q", "--from", "earliest", "--limit", "3", "--changes")).lines())
                .containsExactly(
                        "window to 1970-01-01T00:00:01.100Z (1100), snapshot 1",
                        "  | s",
                        "--+-----------",
                        "+ | <urn:1000>",
                        "(1 row)",
                        "window to 1970-01-01T00:00:01.200Z (1200), snapshot 1",
                        "  | s",
                        "--+-----------",
                        "+ | <urn:1100>",
                        "(1 row)",
                        "window to 1970-01-01T00:00:01.300Z (1300), snapshot 1",
                        "  | s",
                        "--+-----------",
                        "- | <urn:1000>",
                        "+ | <urn:1200>",
                        "(2 rows)");
        String[] lines =
                tail("q", "--from", "1300", "--limit", "1", "--changes", "--format", "ndjson");
        assertThat(Cli.ok(lines))
                .isEqualTo(
                        "{\"query\": \"q\", \"windowEnd\": 1300, \"sn\": 1, \"vars\": [\"s\"],"
                                + " \"added\": [[{\"type\":\"uri\",\"value\":\"urn:1100\"}],"
                                + "[{\"type\":\"uri\",\"value\":\"urn:1200\"}]], \"removed\":"
                                + " []}\n");
    }

    @Test
    void anAnswerThatStaysIsPrintedOnce() {
        feed(1000, 1500);
        assertThat(
                        Cli.ok(
                                        tail(
                                                "a",
                                                "--from",
                                                "earliest",
                                                "--limit",
                                                "5",
                                                "--changes",
                                                "--format",
                                                "ndjson"))
                                .lines())
                .containsExactly(
                        "{\"query\": \"a\", \"windowEnd\": 1300, \"sn\": 1, \"boolean\": true}",
                        "{\"query\": \"a\", \"windowEnd\": 1400, \"sn\": 1, \"boolean\": false}");
    }

    @Test
    void itGoesOnWhereItWasWhenTheStoreIsBack(@TempDir Path folder) throws Exception {
        close();
        start(0, DataDirectory.open(folder, 1));
        register();
        Running running = new Running(tail("q", "--limit", "6", "--format", "ndjson"));
        awaitReader(running);
        feed(1000, 1300);
        assertThat(running.lines(3).get(2)).contains("\"windowEnd\": 1300");
        int port = server.address().port();
        close();
        start(port, DataDirectory.open(folder, 1)); // it has its query before it listens
        feed(1300, 1600);
        assertThat(running.lines(3))
                .satisfiesExactly(
                        line -> assertThat(line).contains("\"windowEnd\": 1400"),
                        line -> assertThat(line).contains("\"windowEnd\": 1500"),
                        line -> assertThat(line).contains("\"windowEnd\": 1600"));
        assertThat(running.exitCode.get()).isZero();
        assertThat(running.err.toString())
                .startsWith("warning: the store does not answer, trying again")
                .doesNotContain("missed");
    }

    @Test
    void aStoreThatStaysAwayIsAnError() throws Exception {
        Running running = new Running(tail("q", "--reconnect", "1ms"));
        awaitReader(running);
        server.close();
        assertThat(running.exitCode.get()).isEqualTo(1);
        assertThat(running.err.toString()).contains("error: ");
    }

    @Test
    void aQueryThatIsDroppedEndsIt() throws Exception {
        Running running = new Running(tail("q"));
        awaitReader(running);
        server.unregister("q");
        feed(1000, 1100);
        assertThat(running.exitCode.get()).isEqualTo(1);
        assertThat(running.err.toString()).contains("no such query");
    }

    /** Waits until the command watches the stream. */
    private void awaitWatcher(Running running) {
        while (server.read(node -> node.tupleReaders().readerCount("s")) == 0) {
            assertThat(running.exitCode).as(running.err.toString()).isNotDone();
            Thread.onSpinWait();
        }
    }

    @Test
    void tuplesArePrintedAsTables() throws Exception {
        Running running = new Running(tail("--stream", "s", "--limit", "3"));
        awaitWatcher(running);
        feed(1000, 1300);
        assertThat(running.lines(7))
                .containsExactly(
                        "tuples from position 0",
                        "event time                      |   | subject    | predicate | object",
                        "--------------------------------+---+------------+-----------+--------",
                        "1970-01-01T00:00:01.050Z (1050) | + | <urn:1000> | <urn:p>   | <urn:o>",
                        "1970-01-01T00:00:01.150Z (1150) | + | <urn:1100> | <urn:p>   | <urn:o>",
                        "1970-01-01T00:00:01.250Z (1250) | + | <urn:1200> | <urn:p>   | <urn:o>",
                        "(3 rows)");
        assertThat(running.exitCode.get()).isZero();
        while (server.read(node -> node.tupleReaders().readerCount("s")) > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void tuplesArePrintedAsLines() {
        feed(1000, 1300); // a query reads the stream, so they are kept
        String[] lines =
                tail("--stream", "s", "--from", "1100", "--limit", "1", "--format", "ndjson");
        assertThat(Cli.ok(lines))
                .isEqualTo(
                        "{\"stream\": \"s\", \"position\": 1, \"time\": 1150, \"removal\":"
                                + " false, \"triple\": [{\"type\":\"uri\",\"value\":\"urn:1100\"},"
                                + "{\"type\":\"uri\",\"value\":\"urn:p\"},"
                                + "{\"type\":\"uri\",\"value\":\"urn:o\"}]}\n");
    }

    @Test
    void aStreamThatIsDroppedEndsIt() throws Exception {
        server.ask(
                node -> {
                    node.streams().register(StreamDefinition.of("t"));
                    return true;
                });
        Running running = new Running(tail("--stream", "t"));
        while (server.read(node -> node.tupleReaders().readerCount("t")) == 0) {
            assertThat(running.exitCode).as(running.err.toString()).isNotDone();
            Thread.onSpinWait();
        }
        server.ask(
                node -> {
                    node.dropStream("t");
                    return true;
                });
        assertThat(running.exitCode.get()).isEqualTo(1);
        assertThat(running.err.toString()).contains("name=t");
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThat(Cli.fails(1, tail("none"))).contains("name=none");
        assertThat(Cli.fails(2, tail("q", "--from", "then"))).contains("--from");
        assertThat(Cli.fails(2, tail("q", "--limit", "-1"))).contains("--limit");
        assertThat(Cli.fails(2, tail("q", "--format", "csv"))).contains("--format");
        assertThat(Cli.fails(2, tail())).contains("NAME").contains("--stream");
        assertThat(Cli.fails(2, tail("q", "--stream", "s"))).contains("--stream");
        assertThat(Cli.fails(2, tail("--stream", "s", "--changes"))).contains("--changes");
        assertThat(Cli.fails(1, tail("--stream", "none"))).contains("name=none");
    }
}
