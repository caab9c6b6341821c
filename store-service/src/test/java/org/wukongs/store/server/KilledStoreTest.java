package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * A store that is killed with {@code kill -9} again and again while a job writes, which begins
 * again from its last flush each time. In the end each tuple has counted once, every window has its
 * rows, and nothing that was acknowledged is missing. {@code -Dwukongs.log.kills=N} kills N times.
 */
@Timeout(600)
class KilledStoreTest {

    private static final int KILLS = Integer.getInteger("wukongs.log.kills", 6);
    private static final int RUN_MS_MAX = 600;

    /** Some hundred messages: most lives make several checkpoints. */
    private static final int CHECKPOINT_AFTER_BYTES = 50_000;

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, "http://g/s", Set.of());
    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 100ms STEP 100ms] WHERE { ?s ?p ?o }";

    @TempDir private Path directory;

    private final Random random = Seeds.random(KilledStoreTest.class);
    private Process process;
    private int startCount;
    private StoreAddress address;

    // The job
    private final List<TupleBatch> unsaved = new ArrayList<>(); // since the last flush
    private final Map<Long, Set<String>> subjects = new TreeMap<>(); // by batch
    private final List<String> loaded = new ArrayList<>(); // acknowledged
    private MessageId saved;
    private long batch = 10;
    private int names;
    private int tupleCount;
    private int flushCount;
    private int inFlightCount;
    private long sequence;

    @AfterEach
    void end() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void eachTupleCountsOnce() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            startStore();
            try {
                work(true);
                throw new AssertionError("the store was not killed");
            } catch (WukongsException e) {
                assertThat(e.category())
                        .as(e.getMessage())
                        .isEqualTo(WukongsException.Category.RETRIABLE);
            }
            process.waitFor();
            inFlightCount += unsaved.isEmpty() ? 0 : 1;
        }
        startStore();
        work(false);
        System.out.printf(
                "KilledStoreTest: kills=%d inFlight=%d tuples=%d flushes=%d loads=%d%n",
                KILLS, inFlightCount, tupleCount, flushCount, loaded.size());
        assertThat(inFlightCount).isPositive();
    }

    private void startStore() throws IOException {
        Path errors = directory.resolve("errors" + ++startCount);
        process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                LoggedStore.class.getName(),
                                directory.resolve("data").toString(),
                                random.nextBoolean() ? "COMMIT" : "BARRIER",
                                String.valueOf(CHECKPOINT_AFTER_BYTES))
                        .redirectError(errors.toFile())
                        .start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        if (line == null) {
            throw new AssertionError(Files.readString(errors));
        }
        address = StoreAddress.parse(line.substring(line.lastIndexOf(' ') + 1));
    }

    private void killAfter(int ms) {
        Thread killer =
                new Thread(
                        () -> {
                            try {
                                if (!process.waitFor(ms, TimeUnit.MILLISECONDS)) {
                                    process.destroyForcibly().waitFor();
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        killer.start();
    }

    /** Writes from the last flush on, for ever or, to the end of the test, some more. */
    private void work(boolean forEver) {
        try (StoreClient client = StoreClient.connect(List.of(address), DEADLINE)) {
            client.registerStream(STREAM);
            client.registerQuery(QUERY);
            WriterOrigin origin = WriterOrigin.restored(saved == null ? List.of() : List.of(saved));
            WriterId id = new WriterId("s", 0, 1, "job", 0);
            try (StreamWriter writer = client.openWriter(id, origin)) {
                if (forEver) {
                    killAfter(random.nextInt(RUN_MS_MAX));
                }
                TupleEncoder encoder = new TupleEncoder(client.strings());
                sequence = 0;
                for (TupleBatch again : List.copyOf(unsaved)) {
                    send(again, encoder, writer);
                }
                for (int i = 0; forEver || i < 20; i++) {
                    step(client, encoder, writer);
                }
                writer.flush();
                writer.closeUpTo(batch);
                writer.flush();
                check(client);
            }
        }
    }

    private void send(TupleBatch tuples, TupleEncoder encoder, StreamWriter writer) {
        writer.send(ShardBatch.whole(++sequence, encoder.encode(tuples)));
    }

    private void step(StoreClient client, TupleEncoder encoder, StreamWriter writer) {
        switch (random.nextInt(6)) {
            case 0 -> {
                writer.flush();
                saved = writer.position();
                unsaved.clear();
                flushCount++;
            }
            case 1 -> writer.closeUpTo(batch++);
            case 2 -> {
                String subject = "<http://x/loaded" + names++ + ">";
                Tuple triple = new Tuple(0, subject, "<http://x/p>", "<http://x/o>");
                client.load(
                        "http://g/l", encoder.encode(new TupleBatch(0, false, List.of(triple))));
                loaded.add(subject);
            }
            default -> {
                List<Tuple> tuples = new ArrayList<>();
                for (int i = random.nextInt(20); i >= 0; i--) {
                    String subject = "<http://x/s" + names++ + ">";
                    tuples.add(
                            new Tuple(
                                    batch * 100 + random.nextInt(100),
                                    subject,
                                    "<http://x/p>",
                                    "<http://x/o>"));
                    subjects.computeIfAbsent(batch, b -> new TreeSet<>()).add(subject);
                }
                TupleBatch message = new TupleBatch(batch, false, tuples);
                tupleCount += tuples.size();
                unsaved.add(message);
                send(message, encoder, writer);
            }
        }
    }

    private void check(StoreClient client) {
        assertThat(client.check().violations()).isEmpty();
        StoreStatus status = client.status();
        assertThat(status.streams().get(0).retainedTupleCount())
                .as("tuples, each of them once")
                .isEqualTo(tupleCount);
        Set<String> found = new TreeSet<>();
        client.query("SELECT ?s FROM <http://g/l> { ?s ?p ?o }")
                .rows()
                .forEach(row -> found.add(row[0]));
        assertThat(found).containsAll(loaded);
        Map<Long, Set<String>> windows = new TreeMap<>();
        long next = Long.MIN_VALUE;
        while (windows.size() < subjects.size()) {
            FetchedWindows fetched = client.fetchWindows("q", next, 16, DEADLINE);
            assertThat(fetched.results()).isNotEmpty();
            for (WindowResult window : fetched.results()) {
                Set<String> rows = new TreeSet<>();
                window.rows().forEach(row -> rows.add(row[0]));
                if (!rows.isEmpty()) {
                    windows.put(window.windowEndMs() / 100 - 1, rows);
                }
            }
            next = fetched.nextWindowEndMs();
        }
        assertThat(windows).isEqualTo(subjects);
    }
}
