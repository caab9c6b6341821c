package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Waits.await;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.OneShotHead;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.RowReader;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.WindowsWanted;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireWriter;

/** Results of one-shot queries over TCP: frames of bounded size, and who stops reading them. */
@Timeout(120)
final class StreamedResultsTest {

    private static final int ROW_COUNT = 20_000;
    private static final String ALL = "SELECT ?s ?o { ?s <http://x/p> ?o }";

    private StoreServer server;
    private StoreClient client;

    @BeforeEach
    void start() {
        server =
                StoreServer.start(
                        StoreConfig.builder().queryWorkerCount(1).build(), "127.0.0.1", 0);
        client = StoreClient.connect(List.of(server.address()), Duration.ofSeconds(30));
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < ROW_COUNT; i++) {
            tuples.add(new Tuple(0, "<http://x/s" + i + ">", "<http://x/p>", "\"" + i + "\""));
        }
        client.load(
                StreamDefinition.STORED,
                new TupleEncoder(client.strings()).encode(new TupleBatch(0, false, tuples)));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private void awaitNothingHeld() {
        await(() -> server.queryBudget().takenBytes() == 0);
    }

    /** Behind a frame of at most 128 MiB there was nothing once. */
    @Test
    void aResultMayBeLargerThanAFrame() {
        String longest = "\"" + "x".repeat(60_000) + "\"";
        client.load(
                StreamDefinition.STORED,
                new TupleEncoder(client.strings())
                        .encode(
                                new TupleBatch(
                                        0,
                                        false,
                                        List.of(
                                                new Tuple(
                                                        0,
                                                        "<http://x/t>",
                                                        "<http://x/text>",
                                                        longest)))));
        long[] chars = new long[1];
        client.query(
                "SELECT ?t { ?s <http://x/p> ?o . <http://x/t> <http://x/text> ?t } LIMIT 2500",
                (RowReader) row -> chars[0] += row[0].length());
        assertThat(chars[0]).isEqualTo(2500L * longest.length());
        assertThat(chars[0]).isGreaterThan(FrameDescriptor.LENGTH_MAX);
        awaitNothingHeld();
    }

    /** One query that is not there spoils a fetch of several; what the others have begun ends. */
    @Test
    void aRefusedFetchHoldsNothing() {
        StreamDefinition stream = StreamDefinition.of("s");
        client.registerStream(stream);
        client.registerQuery(
                "REGISTER QUERY q AS SELECT ?a ?s ?o FROM STREAM <s> [RANGE 100ms STEP 100ms]"
                        + " FROM STORED"
                        + " WHERE { ?a <http://x/e> ?b . ?s <http://x/p> ?o }");
        try (StreamWriter writer = client.openWriter(new WriterId("s", 0, 1, "job", 1))) {
            StreamFeed feed = new StreamFeed(stream, client.strings(), VertexOwners.ONE, writer);
            feed.add(new Tuple(10, "<http://x/a>", "<http://x/e>", "<http://x/b>"));
            feed.advanceTo(1_000);
            writer.flush();
        }
        WindowsWanted wanted = new WindowsWanted("q", Long.MIN_VALUE, 1);
        WindowsWanted missing = new WindowsWanted("missing", Long.MIN_VALUE, 1);
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(
                            () ->
                                    client.fetchWindows(
                                            "",
                                            List.of(wanted, missing),
                                            10,
                                            Duration.ofSeconds(5)))
                    .hasMessageContaining("no such query");
        }
        assertThat(
                        client.fetchWindows("", List.of(wanted), 10, Duration.ofSeconds(5))
                                .get(0)
                                .results())
                .anySatisfy(window -> assertThat(window.rows()).hasSize(ROW_COUNT));
        awaitNothingHeld();
    }

    @Test
    void allRowsComeInParts() {
        AtomicReference<OneShotHead> head = new AtomicReference<>();
        Set<String> subjects = new HashSet<>();
        long[] bytes = new long[1];
        client.query(
                ALL,
                new RowReader() {
                    @Override
                    public void begin(OneShotHead begun) {
                        head.set(begun);
                    }

                    @Override
                    public void row(String[] row) {
                        subjects.add(row[0]);
                        bytes[0] += row[0].length() + row[1].length();
                    }
                });
        assertThat(head.get().form()).isEqualTo(ResultForm.SELECT);
        assertThat(head.get().vars()).containsExactly("s", "o");
        assertThat(head.get().rowCount()).isEqualTo(ROW_COUNT);
        assertThat(subjects).hasSize(ROW_COUNT);
        assertThat(bytes[0]).isGreaterThan(2 * FrameDescriptor.PART_BYTES);
        OneShotResult collected = client.query(ALL);
        assertThat(collected.rows()).hasSize(ROW_COUNT);
        assertThat(client.query("ASK { ?s ?p 1 }").rows()).isEmpty();
        assertThat(client.query("ASK { ?s ?p ?o }").rows()).hasSize(1);
        awaitNothingHeld();
    }

    /** The connection is in the midst of a reply that nobody hears. */
    @Test
    void aReaderThatThrowsEndsTheConnection() {
        assertThatThrownBy(
                        () ->
                                client.query(
                                        ALL,
                                        (RowReader)
                                                row -> {
                                                    throw new IllegalStateException("enough");
                                                }))
                .hasMessage("enough");
        assertThatThrownBy(() -> client.query("ASK {}"))
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e ->
                                assertThat(e.category())
                                        .isEqualTo(WukongsException.Category.RETRIABLE));
        awaitNothingHeld();
    }

    /** An error of the store leaves nothing of its reply. */
    @Test
    void anErrorLeavesTheConnection() {
        assertThatThrownBy(() -> client.query("SELECT")).hasMessageContaining("line 1");
        assertThat(client.query("ASK { ?s ?p ?o }").rows()).hasSize(1);
    }

    private Socket asked(String text) throws IOException {
        Socket socket = new Socket(server.address().host(), server.address().port());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        WireWriter frame = new WireWriter();
        frame.begin(MessageType.HELLO)
                .putInt(FrameDescriptor.MAGIC)
                .putInt(FrameDescriptor.VERSION)
                .writeTo(socket.getOutputStream());
        in.skipNBytes(in.readInt());
        frame.begin(MessageType.QUERY).putString(text).writeTo(socket.getOutputStream());
        return socket;
    }

    /** What is not sent counts; the worker goes on, and the memory comes back with the end. */
    @Test
    void aSlowReaderHoldsItsResultAndNoWorker() throws IOException {
        String large = "SELECT ?s ?o ?t { ?s <http://x/p> ?o . <http://x/s1> ?q ?t } ORDER BY ?o";
        try (Socket slow = asked(large + " # " + "x".repeat(10))) {
            assertThat(new DataInputStream(slow.getInputStream()).readInt()).isPositive();
            assertThat(client.query(ALL).rows()).hasSize(ROW_COUNT);
        }
        awaitNothingHeld();
    }

    /** The only worker is free again long before the query's minute is over. */
    @Test
    void aClientThatWentAwayEndsItsQuery() throws IOException {
        String product = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f FILTER(?c = STR(?d)) }";
        asked(product).close();
        long startNs = System.nanoTime();
        assertThat(client.query("ASK { ?s ?p ?o }").rows()).hasSize(1);
        assertThat(Duration.ofNanos(System.nanoTime() - startNs))
                .isLessThan(Duration.ofSeconds(40));
        awaitNothingHeld();
    }

    /** A text that was parsed beside the agent is registered only where names mean the same. */
    @Test
    void registrationsSeeThatNamesHold() {
        String text =
                "REGISTER QUERY q AS SELECT ?s FROM STREAM <s> [RANGE 1s STEP 1s] { ?s ?p ?o }";
        try (StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock())) {
            node.streams().register(StreamDefinition.of("s"));
            StoreNode.ParsedRegistration parsed = node.parsed(text);
            node.dropStream("s");
            assertThat(node.register(parsed)).isNull();
            node.streams().register(StreamDefinition.of("s"));
            assertThat(node.register(parsed)).isNull();
            assertThat(node.register(node.parsed(text)).created()).isTrue();
            assertThat(node.register(node.parsed(text)).created()).isFalse();
        }
        client.registerStream(StreamDefinition.of("s"));
        assertThat(server.register(text).created()).isTrue();
        assertThat(server.register(text).created()).isFalse();
        assertThatThrownBy(() -> server.register(text.replace("?s FROM", "?p FROM")))
                .hasMessageContaining("another query has this name");
    }
}
