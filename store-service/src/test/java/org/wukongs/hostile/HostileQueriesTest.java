package org.wukongs.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.RowReader;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireWriter;

/** One store lives through all of it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class HostileQueriesTest {

    /**
     * A query may take its time, be one look at the clock late, and wait for a processor that is
     * busy with other tests.
     */
    private static final long ANSWER_MS_MAX = HostileStore.QUERY_TIME_MAX_MS + 6_000;

    private static final long HEALTH_MS_MAX = 5_000;

    @TempDir private static Path directory;

    private HostileStore store;
    private Path errors;
    private Thread prober;
    private final AtomicBoolean probing = new AtomicBoolean(true);
    private final AtomicLong slowestHealthMs = new AtomicLong();
    private volatile Exception unhealthy;

    @BeforeEach
    void start() throws IOException {
        errors = directory.resolve("err" + System.nanoTime());
        store = HostileStore.start(errors);
        prober = new Thread(this::probe, "prober");
        prober.setDaemon(true);
        prober.start();
    }

    private void probe() {
        while (probing.get()) {
            try {
                slowestHealthMs.accumulateAndGet(store.healthMs(), Math::max);
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (IOException | InterruptedException e) {
                unhealthy = e;
                return;
            }
        }
    }

    /** What the suite asks of the store whatever a test did. */
    @AfterEach
    void storeLivesAndAnswers() throws Exception {
        try {
            probing.set(false);
            prober.join();
            String log = Files.readString(errors);
            assertThat(store.isAlive()).as(log).isTrue();
            assertThat(unhealthy).as(log).isNull();
            assertThat(slowestHealthMs.get()).isLessThan(HEALTH_MS_MAX);
            assertThat(store.answersRight()).isTrue();
            assertThat(log).doesNotContain("OutOfMemoryError").doesNotContain("the store stops");
        } finally {
            store.close();
        }
    }

    /** How a query ended, for the messages of this test. */
    private static String outcome(StoreClient client, String text) {
        long[] rows = new long[1];
        try {
            client.query(text, (RowReader) row -> rows[0]++);
            return rows[0] + " rows";
        } catch (WukongsException e) {
            return e.category() + " " + e.getMessage();
        }
    }

    @Test
    void eachEndsInTime() throws Exception {
        List<String> late = new ArrayList<>();
        List<String> lost = new ArrayList<>();
        int number = 0;
        for (Map.Entry<String, String> query : HostileTexts.all().entrySet()) {
            long startNs = System.nanoTime();
            String outcome;
            if (number++ % 4 == 3) {
                outcome = "status " + store.query(query.getValue());
            } else {
                try (StoreClient client = store.connect()) {
                    outcome = outcome(client, query.getValue());
                }
            }
            long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            String shown = outcome.substring(0, Math.min(outcome.length(), 150));
            if (Boolean.getBoolean("wukongs.hostile.print")) {
                System.out.println(ms + " ms: " + query.getKey() + ": " + shown);
            }
            if (ms > ANSWER_MS_MAX) {
                late.add(query.getKey() + " took " + ms + " ms");
            }
            if (outcome.contains("connection") || outcome.contains("FATAL")) {
                lost.add(query.getKey() + ": " + shown);
            }
        }
        assertThat(late).isEmpty();
        assertThat(lost).isEmpty();
    }

    /** Together they want many times the heap: some are refused, nobody is hurt. */
    @Test
    void manyAtOnceShareTheMemory() throws Exception {
        Map<String, String> texts = HostileTexts.all();
        List<String> names =
                List.of("rows", "order", "group concat", "product", "construct", "rdf4j: rows");
        ExecutorService clients = Executors.newFixedThreadPool(20);
        try {
            List<Future<String>> outcomes = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                String text = texts.get(names.get(i % names.size()));
                outcomes.add(
                        clients.submit(
                                () -> {
                                    try (StoreClient client = store.connect()) {
                                        return outcome(client, text);
                                    }
                                }));
            }
            for (Future<String> outcome : outcomes) {
                assertThat(outcome.get(5, TimeUnit.MINUTES))
                        .doesNotContain("connection")
                        .doesNotContain("FATAL");
            }
        } finally {
            clients.shutdownNow();
        }
    }

    /** Rows stay ids until they are sent, and no worker waits for who does not read. */
    @Test
    void slowReadersHoldNobody() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 12; i++) {
                slow.add(reader("SELECT * { ?a ?b ?c . <http://x/t> ?e ?f }"));
            }
            for (int i = 0; i < 10; i++) {
                assertThat(store.answersRight()).isTrue();
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** A client that sends a query and reads the first frame of its answer. */
    private Socket reader(String text) throws IOException {
        Socket socket = new Socket(store.address().host(), store.address().port());
        WireWriter frame = new WireWriter();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        frame.begin(MessageType.HELLO)
                .putInt(FrameDescriptor.MAGIC)
                .putInt(FrameDescriptor.VERSION)
                .writeTo(socket.getOutputStream());
        in.skipNBytes(in.readInt());
        frame.begin(MessageType.QUERY).putString(text).writeTo(socket.getOutputStream());
        in.skipNBytes(in.readInt());
        return socket;
    }

    /** The same as registered queries: each window fails for itself, others go on. */
    @Test
    void continuousQueriesEndInTime() {
        Map<String, String> texts = HostileTexts.all();
        try (StoreClient client = store.connect();
                StoreClient writing = store.connect()) {
            client.registerStream(
                    new StreamDefinition("s", 1_000, StreamDefinition.STORED, java.util.Set.of()));
            List<String> names =
                    List.of("regex, constant", "concat", "rows", "product", "squares", "order");
            for (int i = 0; i < names.size(); i++) {
                String text = texts.get(names.get(i));
                int body = text.indexOf('{');
                int form = text.indexOf("SELECT");
                client.registerQuery(
                        text.substring(0, form)
                                + "REGISTER QUERY q"
                                + i
                                + " AS "
                                + text.substring(form, body).replace("WHERE", "")
                                + " FROM STREAM <s> [RANGE 1s STEP 1s] WHERE { ?v ?w ?u . "
                                + text.substring(body + 1));
            }
            client.registerQuery(
                    "REGISTER QUERY good AS SELECT ?a FROM STREAM <s> [RANGE 1s STEP 1s] WHERE { ?a"
                            + " ?b ?c }");
            try (StreamWriter writer = writing.openWriter(new WriterId("s", 0, 1, "job", 1))) {
                StreamFeed feed =
                        new StreamFeed(
                                new StreamDefinition(
                                        "s", 1_000, StreamDefinition.STORED, java.util.Set.of()),
                                writing.strings(),
                                VertexOwners.ONE,
                                writer);
                for (int i = 0; i < 300; i++) {
                    feed.add(
                            new Tuple(
                                    i * 10L,
                                    "<http://x/s" + i + ">",
                                    "<http://x/p>",
                                    "<http://x/o>"));
                }
                feed.advanceTo(3_000);
                writer.flush();
                for (int i = 0; i < names.size(); i++) {
                    long startNs = System.nanoTime();
                    String outcome;
                    try {
                        outcome =
                                client.fetchWindows(
                                                        "q" + i,
                                                        Long.MIN_VALUE,
                                                        1,
                                                        java.time.Duration.ofSeconds(5))
                                                .results()
                                                .size()
                                        + " windows";
                    } catch (WukongsException e) {
                        outcome = e.category() + " " + e.getMessage();
                    }
                    long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
                    assertThat(ms).as(names.get(i) + ": " + outcome).isLessThan(ANSWER_MS_MAX);
                    assertThat(outcome).doesNotContain("FATAL").doesNotContain("connection");
                }
                assertThat(
                                client.fetchWindows(
                                                "good",
                                                Long.MIN_VALUE,
                                                1,
                                                java.time.Duration.ofSeconds(5))
                                        .results()
                                        .get(0)
                                        .rows())
                        .hasSize(100);
            }
        }
    }
}
