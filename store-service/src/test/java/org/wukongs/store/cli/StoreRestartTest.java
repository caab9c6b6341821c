package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.wukongs.naive.Seeds;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** A store process that is killed with {@code kill -9}, and started again on its data directory. */
@Timeout(180)
class StoreRestartTest {

    private static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, StreamDefinition.STORED, Set.of("http://x/seen"));
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s ?age FROM STREAM s [RANGE 200ms STEP 100ms] FROM STORED"
                    + " WHERE { ?s <http://x/seen> ?at . ?s <http://x/age> ?age }";

    private static final int START_KILLS = 4;
    private static final int START_MS_MAX = 2_500;

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

    private void killStore() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Everything that a store has, then kill -9; {@code options} are for both processes. */
    private void assertNothingIsMissing(boolean checkpoint, String... options) throws Exception {
        Path people = directory.resolve("people.nt");
        Files.writeString(
                people,
                "<http://x/a> <http://x/age> \"1\" .\n<http://x/b> <http://x/age> \"2\" .\n");
        start(options);
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
        assertThat(windows(before, 100, 200)).containsExactly("100 <http://x/a>");
        long snapshot = before.status().stableSnapshot();
        if (checkpoint) {
            assertThat(Cli.ok("checkpoint", "--store", address.toString())).contains("chk-1");
        }
        feed.add(seen(160, "nobody"));
        feed.drain();
        writer.flush();
        MessageId covered = writer.position();
        feed.add(seen(170, "a"));
        feed.drain();
        Cli.ok(
                "update",
                "--store",
                address.toString(),
                "INSERT DATA { <http://x/nobody> <http://x/age> 3 }");
        killStore();
        assertThatThrownBy(writer::flush).isInstanceOf(WukongsException.class);
        before.close();

        start(options);
        try (StoreClient after = connect()) {
            assertThat(after.status().stableSnapshot()).isGreaterThanOrEqualTo(snapshot);
            assertThat(after.check().isSound()).isTrue();
            assertThat(after.catalog().entries("")).hasSize(1);
            MessageId never = new MessageId(covered.epoch(), 0, covered.sequence() + 9);
            assertThatThrownBy(() -> open(after, 1, never))
                    .hasMessageContaining("the job's checkpoint is newer")
                    .satisfies(
                            e ->
                                    assertThat(((WukongsException) e).category())
                                            .isEqualTo(Category.USER));
            StreamWriter restored = open(after, 2, covered);
            StreamFeed rest = feed(after, restored);
            rest.add(seen(170, "a")); // comes again
            rest.advanceTo(400);
            restored.flush();
            assertThat(windows(after, 200, 500))
                    .containsExactly(
                            "200 <http://x/a> <http://x/a> <http://x/b> <http://x/nobody>",
                            "300 <http://x/a> <http://x/b> <http://x/nobody>",
                            "400");
            Cli.ok("checkpoint", "--store", address.toString());
            Cli.ok("unregister", "--store", address.toString(), "q");
        }
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    @Test
    void aKilledStoreGoesOnFromItsCheckpointAndItsLog() throws Exception {
        assertNothingIsMissing(true, "--data-dir", data(), "--checkpoints-retained", "1");
        assertThat(Path.of(data()).resolve("checkpoints/chk-2")).exists();
        assertThat(Path.of(data()).resolve("checkpoints/chk-1")).doesNotExist();
    }

    @Test
    void withoutACheckpointTheLogSuffices() throws Exception {
        assertNothingIsMissing(false, "--data-dir", data(), "--sync", "barrier");
    }

    @Test
    void withADictionaryOnDiskTheLogHasNoTerms() throws Exception {
        String terms = directory.resolve("terms").toString();
        assertNothingIsMissing(false, "--data-dir", data(), "--dictionary-dir", terms);
        killStore();
        assertThatThrownBy(() -> start("--data-dir", data()))
                .hasMessageContaining("start with the same --dictionary-dir");
        start("--data-dir", data(), "--dictionary-dir", terms);
    }

    @Test
    void theOperatingSystemKeepsWhatItWasGiven() throws Exception {
        assertNothingIsMissing(true, "--data-dir", data(), "--sync", "system");
    }

    /** Starts are killed, whatever they do at that moment; the last one has everything. */
    @Test
    void aStartThatIsKilledChangesNothing() throws Exception {
        start("--data-dir", data(), "--checkpoint-after", "1m");
        int messages = 300;
        try (StoreClient client = connect()) {
            client.registerStream(STREAM);
            client.registerQuery(QUERY);
            StreamWriter writer = open(client, 0);
            StreamFeed feed = feed(client, writer);
            for (int i = 0; i < messages; i++) {
                for (int tuple = 0; tuple < 100; tuple++) {
                    feed.add(seen(i * 100L + tuple, "s" + i + "-" + tuple));
                }
                feed.advanceTo((i + 1) * 100L);
            }
            writer.flush();
        }
        killStore();
        Random random = Seeds.random(getClass());
        for (int kill = 0; kill < START_KILLS; kill++) {
            Process killed =
                    new ProcessBuilder(StoreJvm.command(List.of(), "--data-dir", data()))
                            .redirectErrorStream(true)
                            .redirectOutput(directory.resolve("out" + kill).toFile())
                            .start();
            if (!killed.waitFor(random.nextInt(START_MS_MAX), TimeUnit.MILLISECONDS)) {
                killed.destroyForcibly().waitFor();
            }
        }
        start("--data-dir", data());
        try (StoreClient client = connect()) {
            assertThat(client.check().isSound()).isTrue();
            assertThat(client.status().streams().get(0).tupleCount()).isEqualTo(messages * 100L);
            assertThat(client.status().queries()).hasSize(1);
        }
    }

    @Test
    void aCheckpointIsAbandonedAndTheLogStays() throws Exception {
        assertNothingIsMissing(true, "--data-dir", data());
        killStore();
        Path terms = Path.of(data()).resolve("checkpoints/dictionary-2");
        Files.write(terms, new byte[] {1, 2, 3});
        assertThatThrownBy(() -> start("--data-dir", data()))
                .hasMessageContaining("and from there on with the log: --abandon-checkpoints 2");
        start("--data-dir", data(), "--abandon-checkpoints", "2");
        try (StoreClient client = connect()) {
            assertThat(client.catalog().entries("")).hasSize(1);
            assertThat(client.status().queries()).as("unregistered after chk-2").isEmpty();
            assertThat(client.check().isSound()).isTrue();
        }
    }

    @Test
    void theLogIsAbandonedByItsNameAndAPosition() throws Exception {
        assertNothingIsMissing(true, "--data-dir", data());
        killStore();
        String shown = started("--data-dir", data());
        killStore();
        Matcher from = Pattern.compile("carried out its log from (\\S+) to").matcher(shown);
        assertThat(from.find()).as(shown).isTrue();
        String abandon = from.group(1);
        for (int i = 0; i < 2; i++) {
            start("--data-dir", data(), "--abandon-log", abandon);
            try (StoreClient client = connect()) {
                assertThat(client.status().queries()).as("unregistered after chk-2").hasSize(1);
                assertThat(client.catalog().entries("")).hasSize(1 + i);
                client.catalog().putEntry(new CatalogEntry("again" + i, Map.of()));
            }
            killStore();
        }
        String id = abandon.substring(0, abandon.indexOf('/'));
        assertThat(Path.of(data()).resolve("log-" + id + ".abandoned")).exists();
    }

    /** Starts a store; what it has printed when it has said what it did. */
    private String started(String... arguments) throws IOException {
        Process begun =
                new ProcessBuilder(StoreJvm.command(List.of(), arguments))
                        .redirectError(directory.resolve("err").toFile())
                        .start();
        process = begun;
        BufferedReader out = begun.inputReader();
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            shown.append(out.readLine()).append('\n');
        }
        return shown.toString();
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
