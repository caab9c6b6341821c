package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** A store process that is killed, and started again from its checkpoint. */
@Timeout(180)
class StoreRestartTest {

    private static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, StreamDefinition.STORED, Set.of("http://x/seen"));
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s ?age FROM STREAM s [RANGE 200ms STEP 100ms] FROM STORED"
                    + " WHERE { ?s <http://x/seen> ?at . ?s <http://x/age> ?age }";

    @TempDir private Path directory;

    private Process process;
    private StoreAddress address;

    @AfterEach
    void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    private void start(String... arguments) throws IOException {
        StoreJvm jvm =
                StoreJvm.start(StoreJvm.command(List.of(), arguments), directory.resolve("err"));
        process = jvm.process();
        address = jvm.address();
    }

    private StoreClient connect() {
        return StoreClient.connect(List.of(address), DEADLINE, number -> number < 3);
    }

    private static StreamWriter open(StoreClient client, int attempt, MessageId... from) {
        return client.openWriter(
                new WriterId("s", 0, 1, "job", attempt), WriterOrigin.restored(List.of(from)));
    }

    private static StreamFeed feed(StoreClient client, StreamWriter writer) {
        return new StreamFeed(STREAM, client.strings(), VertexOwners.ONE, writer);
    }

    private static Tuple seen(long timeMs, String subject) {
        return new Tuple(
                timeMs, "<http://x/" + subject + ">", "<http://x/seen>", "\"" + timeMs + "\"");
    }

    private static List<String> windows(StoreClient client, long fromMs, long untilMs) {
        List<String> shown = new ArrayList<>();
        long nextMs = fromMs;
        while (nextMs < untilMs) {
            FetchedWindows fetched = client.fetchWindows("q", nextMs, 10, DEADLINE);
            for (WindowResult window : fetched.results()) {
                shown.add(
                        window.windowEndMs()
                                + window.rows().stream()
                                        .map(row -> " " + row[0])
                                        .sorted()
                                        .reduce("", String::concat));
            }
            nextMs = fetched.nextWindowEndMs();
        }
        return shown;
    }

    @Test
    void aKilledStoreGoesOnFromItsCheckpoint() throws Exception {
        Path people = directory.resolve("people.nt");
        Files.writeString(
                people,
                "<http://x/a> <http://x/age> \"1\" .\n<http://x/b> <http://x/age> \"2\" .\n");
        String data = directory.resolve("data").toString();
        start("--data-dir", data, "--checkpoints-retained", "1");
        Cli.ok("load", "--store", address.toString(), "--data", people.toString());
        StoreClient before = connect();
        before.registerStream(STREAM);
        before.registerQuery(QUERY);
        before.attachReader(ReaderId.ofQuery("", "q"), ReaderStart.at(100));
        before.catalog().putEntry(new CatalogEntry("t", Map.of("k", "v")));
        StreamWriter writer = open(before, 0);
        StreamFeed feed = feed(before, writer);
        feed.add(seen(10, "a"));
        feed.advanceTo(100);
        feed.add(seen(150, "b"));
        feed.drain();
        writer.flush();
        MessageId covered = writer.position();
        assertThat(windows(before, 100, 200)).containsExactly("100 <http://x/a>");
        long snapshot = before.status().stableSnapshot();
        assertThat(Cli.ok("checkpoint", "--store", address.toString())).contains("chk-1");

        feed.add(seen(160, "nobody"));
        feed.drain();
        writer.flush();
        MessageId lost = writer.position();
        process.destroyForcibly().waitFor();
        assertThatThrownBy(writer::flush).isInstanceOf(WukongsException.class);
        before.close();

        start("--data-dir", data, "--checkpoints-retained", "1");
        try (StoreClient after = connect()) {
            assertThat(after.status().stableSnapshot()).isGreaterThanOrEqualTo(snapshot);
            assertThat(after.check().isSound()).isTrue();
            assertThat(after.catalog().entries("")).hasSize(1);
            assertThatThrownBy(() -> open(after, 1, lost))
                    .hasMessageContaining("the job's checkpoint is newer")
                    .satisfies(
                            e ->
                                    assertThat(((WukongsException) e).category())
                                            .isEqualTo(Category.USER));
            StreamWriter restored = open(after, 2, covered);
            StreamFeed rest = feed(after, restored);
            rest.add(seen(160, "a"));
            rest.add(seen(170, "nobody"));
            rest.advanceTo(400);
            restored.flush();
            after.attachReader(ReaderId.ofQuery("", "q"), ReaderStart.at(200));
            assertThat(windows(after, 200, 500))
                    .containsExactly(
                            "200 <http://x/a> <http://x/a> <http://x/b>",
                            "300 <http://x/a> <http://x/b>",
                            "400");
            Cli.ok("checkpoint", "--store", address.toString());
            Cli.ok("unregister", "--store", address.toString(), "q");
        }
        assertThat(Path.of(data).resolve("chk-2")).exists();
        assertThat(Path.of(data).resolve("chk-1")).doesNotExist();
    }

    @Test
    void whoWasConnectedToTheProcessBeforeHasToConnectAnew() throws Exception {
        String data = directory.resolve("data").toString();
        start("--data-dir", data);
        String port = address.toString().substring(address.toString().lastIndexOf(':') + 1);
        try (StoreClient client = connect()) {
            client.registerStream(STREAM);
            client.strings().vertexIds(List.of("<http://x/a>"));
            StreamWriter writer = open(client, 0);
            client.checkpoint();
            process.destroyForcibly().waitFor();
            start("--data-dir", data, "--port", port);
            assertRetriable(() -> client.strings().vertexIds(List.of("<http://x/b>")));
            assertRetriable(writer::flush);
        }
    }

    private static void assertRetriable(Runnable call) {
        assertThatThrownBy(call::run)
                .hasMessageContaining("the store was restarted")
                .satisfies(
                        e ->
                                assertThat(((WukongsException) e).category())
                                        .isEqualTo(Category.RETRIABLE));
    }

    @Test
    void withoutADataDirectoryThereIsNoCheckpoint() throws IOException {
        start();
        Cli cli = Cli.run("checkpoint", "--store", address.toString());
        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("start it with --data-dir DIR");
    }
}
