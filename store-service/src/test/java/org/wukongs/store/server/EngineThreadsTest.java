package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** A server with its threads: queries that take long, and streams that queries derive. */
@Timeout(120)
class EngineThreadsTest {

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int VERTICES = 2_000;

    /** 8·10^9 rows looked at: nobody waits for that. */
    private static final String ENDLESS =
            "{ ?a <http://x/p> ?b . ?c <http://x/p> ?d . ?e <http://x/p> ?f"
                    + " FILTER(CONCAT(STR(?a), STR(?c), STR(?e)) = \"\") }";

    private static final StreamDefinition STREAM =
            new StreamDefinition("S", 100, StreamDefinition.STORED, Set.of("http://x/at"));

    private final List<AutoCloseable> open = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final StoreServer server =
            StoreServer.start(
                    StoreConfig.builder()
                            .ringTupleCountMax(1 << 20)
                            .storeMemoryBytes(1L << 28)
                            .limits(new ExecutionLimits(10_000_000, 600_000, 1L << 30, 2))
                            .queryWorkerCount(3)
                            .build(),
                    "127.0.0.1",
                    0);
    private final StoreClient client = connect();
    private final StreamWriter writer;

    EngineThreadsTest() {
        client.registerStream(STREAM);
        writer = client.openWriter(new WriterId("S", 0, 1, "test", 0));
        open.add(writer);
    }

    private StoreClient connect() {
        StoreClient connected = StoreClient.connect(List.of(server.address()), DEADLINE);
        open.add(connected);
        return connected;
    }

    private long sequence;

    @AfterEach
    void close() throws Exception {
        if (!server.isClosed()) {
            assertThat(server.ask(StoreNode::check).violations()).isEmpty();
        }
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        server.close();
        threads.shutdownNow();
    }

    private void send(long batch, Tuple... tuples) {
        sequence++;
        writer.send(
                ShardBatch.whole(
                        sequence,
                        new TupleEncoder(client.strings())
                                .encode(new TupleBatch(batch, false, List.of(tuples)))));
        writer.closeUpTo(batch);
        writer.flush();
    }

    private static Tuple tuple(long timeMs, String subject, String predicate, String object) {
        return new Tuple(
                timeMs,
                "<http://x/" + subject + ">",
                "<http://x/" + predicate + ">",
                "<http://x/" + object + ">");
    }

    private void load() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < VERTICES; i++) {
            tuples.add(tuple(0, "v" + i, "p", "w" + i));
        }
        client.load(
                StreamDefinition.STORED,
                new TupleEncoder(client.strings()).encode(new TupleBatch(0, false, tuples)));
    }

    /** Readers, writers, one-shot queries and status go on beside queries that do not end. */
    @Test
    void endlessQueriesHoldUpNobodyAndEndWithTheServer() throws Exception {
        load();
        client.registerQuery(
                "REGISTER QUERY Endless AS ASK FROM STREAM S [RANGE 1s STEP 100ms]"
                        + " FROM STORED WHERE "
                        + ENDLESS);
        client.registerQuery(
                "REGISTER QUERY Light AS SELECT ?a FROM STREAM S [RANGE 100ms STEP 100ms]"
                        + " WHERE { ?a <http://x/at> ?b }");
        client.attachReader(ReaderId.ofQuery("", "Light"), ReaderStart.earliest());
        send(0, tuple(0, "a0", "at", "b"));
        StoreClient first = connect();
        CompletableFuture<OneShotResult> oneShot =
                CompletableFuture.supplyAsync(() -> first.query("ASK " + ENDLESS), threads);
        StoreClient second = connect();
        CompletableFuture<FetchedWindows> continuous =
                CompletableFuture.supplyAsync(
                        () -> second.fetchWindows("Endless", 100, 1, LONG), threads);
        for (int batch = 0; batch < 100; batch++) {
            FetchedWindows light = client.fetchWindows("Light", (batch + 1) * 100L, 1, LONG);
            assertThat(light.results()).hasSize(1);
            WindowResult result = light.results().get(0);
            assertThat(result.rows()).hasSize(1);
            assertThat(result.rows().get(0)[0]).isEqualTo("<http://x/a" + batch + ">");
            client.releaseWindows(ReaderId.ofQuery("", "Light"), light.nextWindowEndMs());
            assertThat(client.query("ASK { <http://x/v1> ?p ?o }").rows()).hasSize(1);
            send(batch + 1, tuple((batch + 1) * 100L, "a" + (batch + 1), "at", "b"));
        }
        assertThat(oneShot).isNotDone();
        assertThat(continuous).isNotDone();
        assertThat(status("Light").executionCount()).isEqualTo(100);
        server.close();
        assertThatThrownBy(oneShot::join).hasCauseInstanceOf(WukongsException.class);
        assertThatThrownBy(continuous::join).hasCauseInstanceOf(WukongsException.class);
    }

    private QueryStatus status(String query) {
        return client.status().queries().stream()
                .filter(status -> status.name().equals(query))
                .findFirst()
                .orElseThrow();
    }

    private static void assertUser(String message, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining(message)
                .satisfies(
                        e ->
                                assertThat(((WukongsException) e).category())
                                        .isEqualTo(Category.USER));
    }

    @Test
    void aDerivedStreamFromItsRegistrationToItsEnd() {
        String text =
                "REGISTER STREAM D AS CONSTRUCT { ?a <http://x/is> [ <http://x/in> ?b ] }"
                        + " FROM STREAM S [RANGE 200ms STEP 100ms] WHERE { ?a <http://x/at> ?b }";
        assertThat(client.registerQuery(text).streams()).containsExactly("S");
        assertThat(client.registerQuery(text).name()).as("again").isEqualTo("D");
        client.registerQuery(
                "REGISTER QUERY Q AS SELECT ?a ?x ?b FROM STREAM D [RANGE 100ms STEP 100ms]"
                        + " WHERE { ?a <http://x/is> ?x . ?x <http://x/in> ?b }");
        client.attachReader(ReaderId.ofQuery("", "Q"), ReaderStart.earliest());
        assertUser(
                "a query derives the stream",
                () -> client.openWriter(new WriterId("D", 0, 1, "other", 0)));
        assertUser("queries read the stream", () -> client.unregisterQuery("D"));

        send(0, tuple(10, "a", "at", "b"));
        send(1);
        send(2);
        FetchedWindows windows = fetch("Q", 2);
        assertThat(windows.results().get(0).windowEndMs()).isEqualTo(100);
        assertThat(windows.results()).extracting(r -> r.rows().size()).containsExactly(1, 1);
        String first = windows.results().get(0).rows().get(0)[1];
        String second = windows.results().get(1).rows().get(0)[1];
        assertThat(first).startsWith("_:").as("a blank node of its own").isNotEqualTo(second);
        assertThat(client.query("ASK { ?s <http://x/is> ?o }").rows()).isEmpty();

        writer.closeUpTo(StreamAdaptor.END_OF_STREAM);
        writer.flush();
        FetchedWindows last = client.fetchWindows("Q", windows.nextWindowEndMs(), 10, LONG);
        while (last.stableMs() != Long.MAX_VALUE) {
            last = client.fetchWindows("Q", last.nextWindowEndMs(), 10, LONG);
        }
        client.unregisterQuery("Q");
        client.unregisterQuery("D");
        assertThat(client.status().streams()).extracting(s -> s.name()).containsExactly("S");
        assertUser(
                "'D'",
                () ->
                        client.registerQuery(
                                "REGISTER QUERY R AS SELECT ?a FROM STREAM D [RANGE 1s STEP 1s]"
                                        + " WHERE { ?a ?b ?c }"));
    }

    private FetchedWindows fetch(String query, int count) {
        List<WindowResult> results = new ArrayList<>();
        FetchedWindows fetched = null;
        long nextMs = Long.MIN_VALUE;
        while (results.size() < count) {
            fetched = client.fetchWindows(query, nextMs, count - results.size(), LONG);
            results.addAll(fetched.results());
            nextMs = fetched.nextWindowEndMs();
        }
        return new FetchedWindows(results, nextMs, fetched.stableMs(), fetched.lastTupleMs());
    }
}
