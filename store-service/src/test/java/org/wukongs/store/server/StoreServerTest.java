package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Failures.assertFails;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreCheck;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowsWanted;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.graph.GraphDamage;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireWriter;

/** A server and its clients over real sockets. */
@Timeout(30)
class StoreServerTest {

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final StreamDefinition STREAM =
            new StreamDefinition("http://x/s", 100, StreamDefinition.STORED, Set.of("http://x/at"));
    private static final String QUERY =
            "REGISTER QUERY Q AS SELECT ?a ?b FROM STREAM <http://x/s> [RANGE 200ms STEP 100ms]"
                    + " WHERE { ?a <http://x/p> ?b }";

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Map<StreamWriter, BatchDispatcher> dispatchers = new HashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final StoreServer server = start(StoreConfig.builder().keptTupleCount(0).build());
    private final StoreClient client = connect(server);

    private StoreServer start(StoreConfig config) {
        StoreServer started = StoreServer.start(config, "127.0.0.1", 0);
        open.add(started);
        return started;
    }

    private StoreClient connect(StoreServer to) {
        StoreClient connected = StoreClient.connect(List.of(to.address()), DEADLINE);
        open.add(connected);
        return connected;
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i) instanceof StoreServer server && !server.isClosed()) {
                assertThat(server.ask(StoreNode::check).violations()).isEmpty();
            }
            open.get(i).close();
        }
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    private StreamWriter writer(StoreClient by, int index, int count, int attempt) {
        StreamWriter writer =
                by.openWriter(new WriterId(STREAM.name(), index, count, "job", attempt));
        open.add(writer);
        return writer;
    }

    private static Tuple tuple(long timeMs, String subject, String predicate) {
        return new Tuple(
                timeMs, "<http://x/" + subject + ">", "<http://x/" + predicate + ">", "\"o\"");
    }

    private void send(StoreClient by, StreamWriter writer, boolean late, Tuple... tuples) {
        for (Tuple tuple : tuples) {
            long batch = STREAM.batchOf(tuple.eventTimeMs());
            EncodedBatch encoded =
                    new TupleEncoder(by.strings())
                            .encode(new TupleBatch(batch, late, List.of(tuple)));
            dispatchers
                    .computeIfAbsent(writer, w -> new BatchDispatcher(VertexOwners.ONE))
                    .dispatch(encoded)
                    .forEach(writer::send);
        }
    }

    private static List<String> subjects(WindowResult result) {
        return NaiveEvaluator.sortedRows(result.rows()).stream()
                .map(row -> row.get(0).replaceAll("<http://x/|>", ""))
                .toList();
    }

    private StreamStatus status() {
        return client.status().streams().get(0);
    }

    /** The node reclaims behind its replies. */
    private static void awaitNothingRetained(StoreClient client) {
        Waits.await(() -> client.status().streams().get(0).retainedTupleCount() == 0);
    }

    @Test
    void aWholeLife() {
        client.registerStream(STREAM);
        client.registerStream(STREAM);
        assertFails(
                Category.USER,
                "the stream is registered with another definition",
                () -> client.registerStream(StreamDefinition.of(STREAM.name())));
        QueryDescription query = client.registerQuery(QUERY);
        assertThat(query)
                .isEqualTo(
                        new QueryDescription(
                                "Q",
                                QUERY,
                                ResultForm.SELECT,
                                List.of("a", "b"),
                                List.of("http://x/s"),
                                100,
                                query.template()));
        assertThat(query.template()).isNotEmpty();
        assertThat(client.registerQuery(QUERY))
                .isEqualTo(query)
                .isEqualTo(client.describeQuery("Q"));
        assertFails(
                Category.USER,
                "another query has this name",
                () -> client.registerQuery(QUERY + " "));
        client.attachReader(ReaderId.ofQuery("", "Q"), ReaderStart.earliest());
        FetchedWindows none = client.fetchWindows("Q", Long.MIN_VALUE, 10, Duration.ZERO);
        assertThat(none.results()).isEmpty();
        assertThat(none.nextWindowEndMs()).isEqualTo(Long.MIN_VALUE);
        assertThat(none.lastTupleMs()).isEqualTo(Long.MIN_VALUE);

        StreamWriter writer = writer(client, 0, 1, 0);
        send(
                client,
                writer,
                false,
                tuple(150, "a", "p"),
                tuple(160, "a", "at"),
                tuple(250, "b", "p"));
        writer.closeUpTo(1);
        writer.flush();
        FetchedWindows first = client.fetchWindows("Q", Long.MIN_VALUE, 10, LONG);
        assertThat(first.results()).hasSize(1);
        assertThat(first.results().get(0).windowEndMs()).isEqualTo(200);
        assertThat(subjects(first.results().get(0))).containsExactly("a");
        assertThat(first.nextWindowEndMs()).isEqualTo(300);
        assertThat(first.stableMs()).isEqualTo(200);
        assertThat(first.lastTupleMs()).isEqualTo(250);
        String stored = "SELECT ?s ?p { ?s ?p ?o }";
        assertThat(client.query(stored).rows()).as("timeless and closed").hasSize(1);

        writer.closeUpTo(4);
        writer.flush();
        FetchedWindows next = client.fetchWindows("Q", 300, 2, LONG);
        assertThat(next.results())
                .extracting(WindowResult::windowEndMs)
                .containsExactly(300L, 400L);
        assertThat(next.results())
                .extracting(StoreServerTest::subjects)
                .containsExactly(List.of("a", "b"), List.of("b"));
        assertThat(client.fetchWindows("Q", 300, 2, LONG).results())
                .as("again the same")
                .hasSize(2);
        assertThat(client.query(stored).rows()).hasSize(2);

        client.releaseWindows(ReaderId.ofQuery("", "Q"), 500);
        awaitNothingRetained(client);
        assertFails(
                Category.USER,
                "the window's tuples are gone",
                () -> client.fetchWindows("Q", 300, 1, Duration.ZERO));
        assertThat(client.status().queries().get(0).executionCount()).isEqualTo(5);
        assertThat(client.status().storedTripleCount()).isEqualTo(2);
        client.unregisterQuery("Q");
        assertFails(Category.USER, "no such query: name=Q", () -> client.describeQuery("Q"));
        assertFails(Category.USER, "no such query", () -> client.unregisterQuery("Q"));
        assertFails(Category.USER, "no such query", () -> client.fetchWindows("Q", 0, 1, LONG));
    }

    @Test
    void oneRequestAsksForSeveralQueries() {
        client.registerStream(STREAM);
        client.registerStream(StreamDefinition.of("http://x/silent"));
        client.registerQuery(QUERY);
        client.registerQuery(QUERY.replace("QUERY Q", "QUERY R"));
        client.registerQuery(QUERY.replace("QUERY Q", "QUERY S").replace("x/s>", "x/silent>"));
        List<WindowsWanted> wanted =
                Stream.of("S", "Q", "R").map(q -> WindowsWanted.ofQuery(q, 200, 2)).toList();
        assertThat(client.fetchWindows("", wanted, 10, Duration.ofMillis(1)))
                .as("nothing is ready when the wait is over")
                .hasSize(3)
                .allSatisfy(fetched -> assertThat(fetched.results()).isEmpty());

        StoreClient reader = connect(server);
        CompletableFuture<List<FetchedWindows>> waiting =
                CompletableFuture.supplyAsync(
                        () -> reader.fetchWindows("", wanted, 10, LONG), threads);
        StreamWriter writer = writer(client, 0, 1, 0);
        send(client, writer, false, tuple(150, "a", "p"), tuple(250, "b", "p"));
        writer.closeUpTo(1);
        writer.flush();
        assertThat(ends(waiting.join()))
                .as("the first that are ready, whoever else is not")
                .containsExactly(List.of(), List.of(200L), List.of(200L));

        writer.closeUpTo(9);
        writer.flush();
        assertThat(ends(client.fetchWindows("", wanted, 10, LONG)))
                .as("of each what was wanted of it")
                .containsExactly(List.of(), List.of(200L, 300L), List.of(200L, 300L));
        assertThat(ends(client.fetchWindows("", wanted, 3, LONG)))
                .as("of all together no more than was asked for")
                .containsExactly(List.of(), List.of(200L, 300L), List.of(200L));
        assertThat(ends(client.fetchWindows("", wanted, 2, LONG)))
                .as("nor of one that there is no room for")
                .containsExactly(List.of(), List.of(200L, 300L));
        List<WindowsWanted> unknown =
                List.of(
                        WindowsWanted.ofQuery("Q", 200, 2),
                        WindowsWanted.ofQuery("nobody", 200, 2));
        assertFails(
                Category.USER, "no such query", () -> client.fetchWindows("", unknown, 10, LONG));
        assertFails(Category.USER, "no query", () -> client.fetchWindows("", List.of(), 10, LONG));
        assertThat(client.status().queries())
                .as("who fails does not take others with him")
                .hasSize(3);
    }

    private static List<List<Long>> ends(List<FetchedWindows> fetched) {
        return fetched.stream()
                .map(of -> of.results().stream().map(WindowResult::windowEndMs).toList())
                .toList();
    }

    @Test
    void explains() {
        String query = "SELECT ?s { ?s <p> ?o }".replace("<p>", "<http://x/p>");
        assertThat(client.explain(query, true)).isEqualTo(new QueryPlan("exploration", List.of()));
        client.registerStream(STREAM);
        StreamWriter writer = writer(client, 0, 1, 0);
        send(client, writer, false, tuple(50, "a", "p"));
        writer.closeUpTo(5);
        writer.flush();
        assertThat(client.explain("SELECT ?s { ?s ?p ?o }", false).steps())
                .isNotEmpty()
                .allMatch(step -> step.actualRows() == QueryPlan.NOT_EXECUTED);
        assertThat(client.explain("SELECT ?s { ?s ?p ?o }", true).steps())
                .isNotEmpty()
                .allMatch(step -> step.actualRows() == 1);
        assertThat(client.explain("SELECT ?s { ?s ?p ?o } ORDER BY ?s", true).engine())
                .isEqualTo("operators");
    }

    private static void damage(StoreServer server, long difference) {
        server.ask(
                node -> {
                    GraphDamage.addToTripleCount(
                            node.stored().memory(),
                            node.stored().graph(StreamDefinition.STORED),
                            difference);
                    return true;
                });
    }

    /** Otherwise memory would be freed that a thread reads, for which the first one still waits. */
    @Test
    void whoeverClosesSecondWaitsForTheFirst() throws Exception {
        StoreServer ending = start(StoreConfig.builder().build());
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Boolean> answer =
                ending.submit(
                        node -> {
                            busy.countDown();
                            while (released.getCount() > 0) {
                                LockSupport.parkNanos(1_000_000); // whoever interrupts it
                            }
                            return true;
                        });
        busy.await();
        CompletableFuture<Void> first = CompletableFuture.runAsync(ending::close);
        try {
            ending.awaitEnd(); // the first one has begun
            ending.close();
            first.get(1, TimeUnit.SECONDS);
        } finally {
            released.countDown();
            assertThat(answer.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aCheckCountsAndFindsWhatIsWrong() {
        StoreCheck empty = client.check();
        assertThat(empty.violations()).isEmpty();
        client.registerStream(STREAM);
        StreamWriter writer = writer(client, 0, 1, 0);
        send(client, writer, false, tuple(50, "a", "p"), tuple(60, "b", "p"));
        writer.closeUpTo(0);
        writer.flush();
        StoreCheck sound = client.check();
        assertThat(sound.isSound()).isTrue();
        assertThat(sound.graphCount()).isEqualTo(1);
        assertThat(sound.tripleCount()).isEqualTo(2);
        assertThat(sound.termCount())
                .as("a, b, p, \"o\" and the timing predicate")
                .isEqualTo(empty.termCount() + 5);

        damage(server, 1);
        StoreCheck unsound = client.check();
        assertThat(unsound.isSound()).isFalse();
        assertThat(unsound.violations().get(0))
                .startsWith("triples of a graph: region=stored-graphs offset=")
                .endsWith(" expected=2 found=3");
        damage(server, -1);
        assertThat(client.check()).as("the store goes on").isEqualTo(sound);
    }

    /** A term that another connection is about to allocate is no violation. */
    @Test
    void checksWhileTermsAreAllocated() {
        List<CompletableFuture<Void>> allocating = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            StoreClient by = connect(server);
            String prefix = "<http://x/" + i + "/";
            allocating.add(CompletableFuture.runAsync(() -> allocate(by, prefix), threads));
        }
        while (!allocating.stream().allMatch(CompletableFuture::isDone)) {
            assertThat(client.check().violations()).isEmpty();
        }
        allocating.forEach(CompletableFuture::join);
    }

    private static void allocate(StoreClient by, String prefix) {
        for (int request = 0; request < 60; request++) {
            List<String> terms = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                terms.add(prefix + request + "/" + i + ">");
            }
            by.strings().vertexIds(terms);
            by.strings().predicateIds(terms.subList(0, 5));
        }
    }

    @Test
    void lateTuplesAreStoredButInNoWindow() {
        client.registerStream(STREAM);
        client.registerQuery(QUERY);
        StreamWriter writer = writer(client, 0, 1, 0);
        send(client, writer, false, tuple(150, "a", "p"));
        writer.closeUpTo(2);
        writer.flush();
        long snapshot = client.query("ASK {}").snapshot();
        send(client, writer, false, tuple(160, "behind", "p"), tuple(170, "lost", "at"));
        writer.flush();
        assertThat(client.query("SELECT ?s { ?s ?p ?o }").rows()).hasSize(2);
        assertThat(client.query("ASK {}").snapshot())
                .as("what is stored has changed")
                .isGreaterThan(snapshot);
        send(client, writer, true, tuple(350, "marked", "p"));
        writer.closeUpTo(3);
        writer.flush();
        assertThat(client.query("SELECT ?s { ?s ?p ?o }").rows()).hasSize(3);
        assertThat(status().lateCount()).isEqualTo(3);
        assertThat(status().tupleCount()).isEqualTo(1);
        FetchedWindows windows = client.fetchWindows("Q", Long.MIN_VALUE, 10, LONG);
        assertThat(windows.results())
                .extracting(StoreServerTest::subjects)
                .containsExactly(List.of("a"), List.of("a"), List.of());
    }

    @Test
    void aWindowWaitsForBothWriters() {
        client.registerStream(STREAM);
        client.registerQuery(QUERY);
        StoreClient other = connect(server);
        StreamWriter one = writer(client, 0, 2, 0);
        StreamWriter two = writer(other, 1, 2, 0);
        send(client, one, false, tuple(110, "a", "p"));
        one.closeUpTo(5);
        one.flush();
        assertThat(client.fetchWindows("Q", Long.MIN_VALUE, 10, Duration.ZERO).results()).isEmpty();
        send(other, two, false, tuple(120, "b", "p"));
        two.closeUpTo(1);
        two.flush();
        FetchedWindows windows = client.fetchWindows("Q", Long.MIN_VALUE, 10, LONG);
        assertThat(windows.results())
                .extracting(StoreServerTest::subjects)
                .containsExactly(List.of("a", "b"));
        two.closeUpTo(StreamAdaptor.END_OF_STREAM);
        two.flush();
        assertThat(status().stableMs()).isEqualTo(600);
        one.closeUpTo(StreamAdaptor.END_OF_STREAM);
        one.flush();
        FetchedWindows rest = client.fetchWindows("Q", windows.nextWindowEndMs(), 100, LONG);
        assertThat(rest.stableMs()).isEqualTo(Long.MAX_VALUE);
        assertThat(rest.results())
                .as("until the last window is empty")
                .last()
                .satisfies(r -> assertThat(r.rows()).isEmpty());
        assertThat(client.fetchWindows("Q", rest.nextWindowEndMs(), 100, LONG).results()).isEmpty();
    }

    @Test
    void aNewerAttemptFencesOldWritersAndReplaysHarmlessly() {
        client.registerStream(STREAM);
        client.registerQuery(QUERY);
        StreamWriter old = writer(client, 0, 1, 0);
        send(client, old, false, tuple(110, "a", "p"), tuple(210, "b", "p"));
        old.closeUpTo(1);
        old.flush();
        StreamWriter young = writer(connect(server), 0, 1, 1);
        send(client, old, false, tuple(220, "zombie", "p"));
        assertFails(Category.RETRIABLE, "fenced", old::flush);
        old.closeUpTo(9);
        assertFails(Category.RETRIABLE, "fenced", old::flush);
        send(
                client,
                young,
                false,
                tuple(110, "a", "p"),
                tuple(210, "b", "p"),
                tuple(220, "c", "p"));
        young.closeUpTo(2);
        young.flush();
        FetchedWindows windows = client.fetchWindows("Q", Long.MIN_VALUE, 10, LONG);
        assertThat(windows.results())
                .extracting(StoreServerTest::subjects)
                .containsExactly(List.of("a"), List.of("a", "b", "c"));
        assertThat(client.query("SELECT ?s { ?s ?p ?o }").rows()).hasSize(3);
    }

    @Test
    void aRestoredWriterGoesOnFromItsPosition() {
        client.registerStream(STREAM);
        StreamWriter old = writer(client, 0, 1, 0);
        assertThat(old.position().sequence()).isZero();
        WriterId id = new WriterId(STREAM.name(), 0, 1, "flink", 0);
        StreamWriter first = client.openWriter(id, WriterOrigin.restored(List.of()));
        open.add(first);
        send(client, first, false, tuple(110, "a", "p"));
        assertThat(first.flush()).isEqualTo(Long.MIN_VALUE);
        MessageId position = first.position();
        assertThat(client.commit(STREAM.name(), position)).isTrue();
        assertThat(client.commit("other", position)).isFalse();
        send(client, first, false, tuple(120, "b", "p"));
        first.flush();
        StreamWriter second = client.openWriter(id, WriterOrigin.restored(List.of(position)));
        open.add(second);
        assertThat(second.position().epoch()).isGreaterThan(position.epoch());
        assertThat(client.status().streams().get(0).stagedTupleCount()).isEqualTo(1);
        second.closeUpTo(1);
        assertThat(second.flush()).isEqualTo(200);
    }

    @Test
    void anEndedStreamGoesOnWithANewAttempt() {
        client.registerStream(STREAM);
        client.registerQuery(QUERY);
        client.attachReader(ReaderId.ofQuery("", "Q"), ReaderStart.earliest());
        StreamWriter first = writer(client, 0, 1, 0);
        send(client, first, false, tuple(110, "a", "p"));
        first.closeUpTo(StreamAdaptor.END_OF_STREAM);
        first.flush();
        FetchedWindows ended = client.fetchWindows("Q", Long.MIN_VALUE, 100, LONG);
        assertThat(ended.stableMs()).isEqualTo(Long.MAX_VALUE);
        StreamWriter second = writer(client, 0, 1, 1);
        send(client, second, false, tuple(250, "b", "p"));
        second.closeUpTo(2);
        second.flush();
        FetchedWindows again = client.fetchWindows("Q", Long.MIN_VALUE, 100, LONG);
        assertThat(again.stableMs()).isEqualTo(300);
        assertThat(again.results())
                .extracting(StoreServerTest::subjects)
                .containsExactly(List.of("a"), List.of("a", "b"));
    }

    @Test
    void loadAndAskInNamedGraphs() {
        TupleEncoder encoder = new TupleEncoder(client.strings());
        client.load(
                "http://x/g",
                encoder.encode(new TupleBatch(0, false, List.of(tuple(0, "g", "p")))));
        client.load(
                StreamDefinition.STORED,
                encoder.encode(
                        new TupleBatch(0, false, List.of(tuple(0, "d", "p"), tuple(0, "e", "p")))));
        assertThat(client.query("SELECT * { ?s ?p ?o }").rows()).hasSize(2);
        assertThat(client.query("SELECT * { GRAPH ?g { ?s ?p ?o } }").rows()).hasSize(1);
        assertThat(client.query("ASK { <http://x/d> ?p ?o }").form()).isEqualTo(ResultForm.ASK);
        assertThat(client.query("CONSTRUCT WHERE { ?s ?p ?o }").vars())
                .containsExactly("subject", "predicate", "object");
        client.registerStream(STREAM);
        assertFails(
                Category.USER,
                "a stream has this name",
                () ->
                        client.load(
                                STREAM.name(),
                                encoder.encode(new TupleBatch(0, false, List.of()))));
        assertFails(
                Category.USER,
                "a stored graph has this name",
                () -> client.registerStream(StreamDefinition.of("http://x/g")));
        assertFails(
                Category.USER,
                "a stream must feed a stored graph",
                () ->
                        client.registerStream(
                                new StreamDefinition("t", 100, STREAM.name(), Set.of())));
        assertFails(
                Category.USER,
                "a stream must feed a stored graph",
                () -> client.registerStream(new StreamDefinition("t", 100, "t", Set.of())));
    }

    @Test
    void wrongRequestsAreUserErrorsAndLeaveTheConnectionUsable() {
        assertFails(Category.USER, "(line 1, column ", () -> client.query("SELECT"));
        assertFails(
                Category.USER,
                "needs REGISTER QUERY",
                () -> client.query("SELECT * FROM STREAM s [RANGE 1s STEP 1s] { ?s ?p ?o }"));
        assertFails(Category.USER, "unknown stream", () -> client.registerQuery(QUERY));
        assertFails(
                Category.USER, "only a query with REGISTER", () -> client.registerQuery("ASK {}"));
        assertFails(Category.USER, "no such stream", () -> writer(client, 0, 1, 0));
        assertFails(
                Category.USER,
                "no such query",
                () -> client.attachReader(ReaderId.ofQuery("", "none"), ReaderStart.at(0)));
        assertFails(
                Category.USER,
                "no such query",
                () -> client.releaseWindows(ReaderId.ofQuery("", "none"), 0));
        client.registerStream(STREAM);
        assertFails(
                Category.USER,
                "another stream has this name",
                () ->
                        client.registerQuery(
                                "REGISTER STREAM <http://x/s> AS CONSTRUCT { ?a ?p ?b } FROM STREAM <http://x/s> [RANGE 1s STEP 1s] { ?a ?p ?b }"));
        assertThat(client.query("ASK {}").rows()).hasSize(1);
    }

    @Test
    void limitsOfOneExecutionAreUserErrors() {
        StoreConfig config =
                StoreConfig.builder()
                        .termCountMax(1_000)
                        .ringTupleCountMax(1_000)
                        .limits(new ExecutionLimits(50, 60_000))
                        .build();
        StoreClient limited = connect(start(config));
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tuples.add(tuple(0, "s" + i, "p"));
        }
        limited.load(
                "STORED",
                new TupleEncoder(limited.strings()).encode(new TupleBatch(0, false, tuples)));
        assertThat(limited.query("SELECT * { ?a ?p ?b }").rows()).hasSize(20);
        assertFails(
                Category.USER,
                "--query-rows-max",
                () -> limited.query("SELECT * { ?a ?p ?b . ?c ?p ?d }"));
        assertFails(
                Category.USER,
                "--query-rows-max",
                () -> limited.query("SELECT * { ?a ?p ?b . ?c ?p ?d } ORDER BY ?a"));
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            terms.add("\"" + i + "\"");
        }
        assertFails(Category.FATAL, "--terms-max", () -> limited.strings().vertexIds(terms));
        assertThat(limited.query("SELECT * { ?a ?p ?b }").rows()).hasSize(20);
    }

    @Test
    void aDictionaryOnDiskGivesTheSameIdsAgain(@TempDir Path directory) {
        StoreConfig config =
                StoreConfig.builder()
                        .dictionary(DictionaryConfig.inMemory(1_000).withDirectory(directory))
                        .ringTupleCountMax(1_000)
                        .build();
        List<String> terms = List.of("<http://x/a>", "\"b\"@en", "\"1\"");
        StoreServer first = start(config);
        long[] vids = connect(first).strings().vertexIds(terms);
        assertFails(
                Category.USER, "in use", () -> StoreServer.start(config, "127.0.0.1", 0).close());
        first.close();
        List<String> reversed = List.of("\"new\"", terms.get(2), terms.get(1), terms.get(0));
        assertThat(connect(start(config)).strings().vertexIds(reversed))
                .endsWith(vids[2], vids[1], vids[0])
                .doesNotHaveDuplicates();
    }

    /** Whatever becomes of such queries, the node lives on and answers others. */
    @Test
    void queriesNestedTooDeepHurtNobodyElse() {
        client.load(
                "STORED",
                new TupleEncoder(client.strings())
                        .encode(new TupleBatch(0, false, List.of(tuple(0, "s", "p")))));
        for (int size : List.of(100, 1_000, 10_000, 40_000)) {
            for (String text :
                    List.of(
                            "ASK { ?s ?p ?o FILTER(?o = 0" + " || ?o = 1".repeat(size) + ") }",
                            "ASK { ?s ?p ?o FILTER(0 < 1" + " + 1".repeat(size) + ") }",
                            "ASK { ?s ?p ?o FILTER(" + "!".repeat(size) + "(?o = 1)) }",
                            "ASK { {?s ?p ?o}" + " UNION {?s ?p ?o}".repeat(size) + " }",
                            "ASK { ?s ?p ?o" + " OPTIONAL {?s ?p ?o}".repeat(size) + " }",
                            "ASK { ?s <http://x/p>" + "/<http://x/p>".repeat(size) + " ?o }",
                            "ASK { " + "{".repeat(size) + "?s ?p ?o" + "}".repeat(size) + " }")) {
                try {
                    assertThat(client.query(text).rows()).hasSizeLessThan(2);
                } catch (WukongsException e) {
                    assertThat(e.category())
                            .as("%s…: %s", text.substring(0, 40), e)
                            .isEqualTo(Category.USER);
                }
            }
        }
        assertThat(server.isClosed()).isFalse();
        assertThat(client.query("ASK {}").rows()).hasSize(1);
    }

    /**
     * A request that waits returns as soon as there is a window: long before its own time is up.
     */
    @Test
    void aLongPollReturnsWhenDataComes() throws Exception {
        client.registerStream(STREAM);
        client.registerQuery(QUERY);
        StoreClient reader = connect(server);
        CompletableFuture<FetchedWindows> poll =
                CompletableFuture.supplyAsync(
                        () -> reader.fetchWindows("Q", Long.MIN_VALUE, 10, Duration.ofSeconds(60)),
                        threads);
        StreamWriter writer = writer(client, 0, 1, 0);
        send(client, writer, false, tuple(110, "a", "p"));
        writer.flush();
        assertThat(poll).isNotDone();
        writer.closeUpTo(1);
        writer.flush();
        assertThat(poll.get(10, TimeUnit.SECONDS).results()).hasSize(1);
    }

    @Test
    void aPollWithoutDataEndsWithItsTime() {
        client.registerStream(STREAM);
        client.registerQuery(QUERY);
        FetchedWindows windows =
                client.fetchWindows("Q", Long.MIN_VALUE, 10, Duration.ofMillis(50));
        assertThat(windows.results()).isEmpty();
        assertThat(windows.stableMs()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aFullRingHoldsItsWriterBackUntilTheReaderGoesOn() throws Exception {
        StoreServer small =
                start(StoreConfig.builder().termCountMax(1_000).ringTupleCountMax(2).build());
        StoreClient by = connect(small);
        StoreClient reader = connect(small);
        by.registerStream(STREAM);
        by.registerQuery(QUERY);
        reader.attachReader(ReaderId.ofQuery("", "Q"), ReaderStart.earliest());
        StreamWriter writer = writer(by, 0, 1, 0);
        send(by, writer, false, tuple(110, "a", "p"), tuple(210, "b", "p"));
        writer.closeUpTo(2);
        writer.flush();
        send(by, writer, false, tuple(310, "c", "p"));
        CompletableFuture<Void> flushed = CompletableFuture.runAsync(writer::flush, threads);
        FetchedWindows windows = reader.fetchWindows("Q", Long.MIN_VALUE, 10, LONG);
        assertThat(windows.results()).hasSize(2);
        assertThat(reader.status().streams().get(0).retainedTupleCount()).isEqualTo(2);
        assertThat(flushed).isNotDone();
        reader.releaseWindows(ReaderId.ofQuery("", "Q"), 500);
        flushed.get(10, TimeUnit.SECONDS);
        assertThat(reader.status().streams().get(0).tupleCount()).isEqualTo(3);
    }

    @Test
    void aQueryThatNobodyReadsDoesNotHoldWritersBack() {
        StoreClient by =
                connect(
                        start(
                                StoreConfig.builder()
                                        .termCountMax(1_000)
                                        .ringTupleCountMax(2)
                                        .build()));
        by.registerStream(STREAM);
        by.registerQuery(QUERY);
        StreamWriter writer = writer(by, 0, 1, 0);
        for (int i = 1; i <= 50; i++) {
            send(by, writer, false, tuple(100 * i + 10, "s" + i, "p"));
            writer.closeUpTo(i);
        }
        send(by, writer, false, tuple(5_110, "s51", "p"), tuple(5_210, "s52", "p"));
        writer.closeUpTo(52);
        writer.flush();
        assertThat(by.attachReader(ReaderId.ofQuery("", "Q"), ReaderStart.earliest()))
                .as("lost windows")
                .isPositive();
        FetchedWindows windows = by.fetchWindows("Q", Long.MIN_VALUE, 10, LONG);
        assertThat(windows.results()).as("the window that is complete").hasSize(1);
        assertThat(windows.results().get(0).windowEndMs()).isEqualTo(5_300);
        assertThat(subjects(windows.results().get(0))).containsExactly("s51", "s52");
    }

    @Test
    void aPortInUseIsAUserError() {
        int port = server.address().port();
        assertFails(
                Category.USER,
                "cannot listen: address=127.0.0.1:" + port,
                () -> StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", port).close());
    }

    @Test
    void aStoreThatIsNotThereIsRetriable() throws IOException {
        StoreAddress nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = new StoreAddress("127.0.0.1", socket.getLocalPort());
        }
        assertFails(
                Category.RETRIABLE,
                "no store answers: address=" + nobody,
                () -> StoreClient.connect(List.of(nobody), DEADLINE).close());
    }

    @Test
    void aPeerThatSaysNothingIsGivenUp() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            StoreAddress address = new StoreAddress("127.0.0.1", silent.getLocalPort());
            assertFails(
                    Category.RETRIABLE,
                    "address=" + address,
                    () -> StoreClient.connect(List.of(address), Duration.ofMillis(200)).close());
        }
    }

    private Socket raw() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().port());
        open.add(socket);
        return socket;
    }

    @Test
    void anotherProtocolVersionIsRefused() throws IOException {
        Socket socket = raw();
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(9);
        out.writeByte(MessageType.HELLO.code());
        out.writeInt(FrameDescriptor.MAGIC);
        out.writeInt(FrameDescriptor.VERSION + 1);
        assertReply(socket, "different protocol versions");
    }

    private static void assertReply(Socket socket, String message) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] reply = new byte[in.readInt()];
        in.readFully(reply);
        assertThat(reply[0]).isEqualTo(FrameDescriptor.REPLY_ERROR);
        assertThat(new String(reply, StandardCharsets.UTF_8)).contains(message);
    }

    @Test
    void aRequestBeforeTheGreetingIsRefused() throws IOException {
        Socket socket = raw();
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(1);
        out.writeByte(MessageType.STATUS.code());
        assertReply(socket, "not a request of this protocol");
    }

    /** One column shorter than the others: nothing of the batch is taken. */
    @Test
    void aBatchOfUnequalColumnsIsRefused() throws IOException {
        Socket socket = raw();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        WireWriter out = new WireWriter();
        out.begin(MessageType.HELLO).putInt(FrameDescriptor.MAGIC).putInt(FrameDescriptor.VERSION);
        out.writeTo(socket.getOutputStream());
        assertThat(in.readInt()).isEqualTo(Byte.BYTES + 2 * Long.BYTES);
        assertThat(in.readByte()).isEqualTo(FrameDescriptor.REPLY_OK);
        assertThat(in.readLong()).as("a process has a dictionary").isEqualTo(in.readLong());
        long[] two = client.strings().vertexIds(List.of("<http://x/a>", "<http://x/b>"));
        out.begin(MessageType.LOAD).putString("STORED").putLong(0).putBoolean(false);
        out.putLongs(two).putLongs(two).putLongs(new long[1]).putLongs(two);
        out.writeTo(socket.getOutputStream());
        assertReply(socket, "malformed");
        assertThat(client.status().storedTripleCount()).isZero();
    }

    @Test
    void aFrameTooLongEndsTheConnection() throws IOException {
        Socket socket = raw();
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(FrameDescriptor.LENGTH_MAX + 1);
        out.writeByte(0);
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
        assertThat(client.query("ASK {}").rows()).hasSize(1);
    }

    /**
     * Random bytes, greeted or not, are answered with errors or a closed connection; others do not
     * notice.
     */
    @Test
    void garbageHurtsNobodyElse() throws IOException {
        Random random = Seeds.random(getClass());
        client.registerStream(STREAM);
        client.registerQuery(QUERY);
        for (int round = 0; round < 200; round++) {
            try (Socket socket = raw()) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                if (round % 2 == 0) {
                    out.writeInt(9);
                    out.writeByte(MessageType.HELLO.code());
                    out.writeInt(FrameDescriptor.MAGIC);
                    out.writeInt(FrameDescriptor.VERSION);
                }
                for (int frame = 0; frame < 5; frame++) {
                    byte[] payload = new byte[random.nextInt(40)];
                    random.nextBytes(payload);
                    for (int i = 0; i < payload.length; i++) {
                        payload[i] = random.nextInt(3) > 0 ? (byte) random.nextInt(3) : payload[i];
                    }
                    out.writeInt(1 + payload.length);
                    out.writeByte(random.nextInt(MessageType.values().length + 1));
                    out.write(payload);
                }
                byte[] noise = new byte[random.nextInt(20)];
                random.nextBytes(noise);
                out.write(noise);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                // The server may reset a connection whose bytes make no sense.
            }
        }
        assertThat(server.isClosed()).isFalse();
        StreamWriter writer = writer(client, 0, 1, 0);
        send(client, writer, false, tuple(110, "a", "p"));
        writer.closeUpTo(1);
        writer.flush();
        assertThat(client.fetchWindows("Q", Long.MIN_VALUE, 1, LONG).results()).hasSize(1);
    }

    @Test
    void clientsThatWaitHearOfTheEnd() {
        client.registerStream(STREAM);
        client.registerQuery(QUERY);
        List<CompletableFuture<FetchedWindows>> polls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            StoreClient reader = connect(server);
            polls.add(
                    CompletableFuture.supplyAsync(
                            () ->
                                    reader.fetchWindows(
                                            "Q", Long.MIN_VALUE, 1, Duration.ofSeconds(60)),
                            threads));
        }
        server.close();
        assertThat(server.isClosed()).isTrue();
        for (CompletableFuture<FetchedWindows> poll : polls) {
            assertThatThrownBy(poll::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOf(WukongsException.class)
                    .satisfies(
                            e ->
                                    assertThat(((WukongsException) e).category())
                                            .isEqualTo(Category.RETRIABLE));
        }
        assertFails(Category.RETRIABLE, "the store", client::status);
        assertFails(
                Category.RETRIABLE,
                "no store answers",
                () -> StoreClient.connect(List.of(server.address()), DEADLINE).close());
    }

    @Test
    void closingTwiceIsFine() {
        StoreServer other = start(StoreConfig.DEFAULT);
        other.close();
        other.close();
        assertThat(other.isClosed()).isTrue();
    }
}
