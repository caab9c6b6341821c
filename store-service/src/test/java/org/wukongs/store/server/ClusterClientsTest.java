package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.wukongs.naive.Failures.assertFails;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.FetchedTuples;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.client.TemplateQuery;
import org.wukongs.client.Transport;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowsReleased;
import org.wukongs.client.WindowsWanted;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Waits;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Any node of a cluster answers any client, wherever streams and queries are. */
@Timeout(120)
class ClusterClientsTest {

    private static final int BATCH_COUNT = 10;

    private TestCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.of(3, 1, 7);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Waits until each node has read in the metadata log where something is. */
    private void awaitHome(HomeSubject subject, int home) {
        for (int node = 0; node < 3; node++) {
            StoreClient client = cluster.client(node);
            List<StoreAddress> there = List.of(cluster.address(home));
            Waits.await(() -> client.homes(List.of(subject)).equals(there));
        }
    }

    /** Waits until each node has read that something is nowhere any longer. */
    private void awaitNoHome(HomeSubject subject) {
        for (int node = 0; node < 3; node++) {
            StoreClient client = cluster.client(node);
            List<StoreAddress> own = List.of(cluster.address(node));
            Waits.await(() -> client.homes(List.of(subject)).equals(own));
        }
    }

    private static String stream(int number) {
        return "http://x/s" + number;
    }

    private static String query(String name, int... streams) {
        StringBuilder from = new StringBuilder();
        StringBuilder where = new StringBuilder();
        for (int stream : streams) {
            from.append("FROM STREAM <" + stream(stream) + "> [RANGE 100ms STEP 100ms] ");
            where.append("GRAPH <" + stream(stream) + "> { ?a <http://x/likes> ?b } ");
        }
        return "REGISTER QUERY " + name + " AS SELECT ?a ?b " + from + "WHERE { " + where + "}";
    }

    private static Tuple like(int stream, int batch) {
        return new Tuple(
                100L * batch + 5,
                "<http://x/p" + stream + ">",
                "<http://x/likes>",
                "<http://x/q" + batch + ">");
    }

    /** Writes all batches of a stream; returns the position of the writer. */
    private static MessageId feed(StoreClient client, int stream) {
        TupleEncoder encoder = new TupleEncoder(client.strings());
        WriterId id = new WriterId(stream(stream), 0, 1, "job", 0);
        try (StreamWriter writer = client.openWriter(id)) {
            BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
            for (int batch = 0; batch < BATCH_COUNT; batch++) {
                TupleBatch tuples = new TupleBatch(batch, false, List.of(like(stream, batch)));
                dispatcher.dispatch(encoder.encode(tuples)).forEach(writer::send);
                writer.closeUpTo(batch);
            }
            writer.flush();
            return writer.position();
        }
    }

    private static List<String> expected(int stream) {
        List<String> rows = new ArrayList<>();
        for (int batch = 0; batch < BATCH_COUNT; batch++) {
            rows.add("[<http://x/p" + stream + ">, <http://x/q" + batch + ">]");
        }
        return rows;
    }

    @Test
    void aClientOfAnyNodeWritesAndReadsEveryStream() {
        cluster.client(0).registerStream(StreamDefinition.of(stream(0)));
        awaitHome(HomeSubject.stream(stream(0)), 0);
        StoreClient other = cluster.client(1);
        other.registerStream(StreamDefinition.of(stream(0))); // it is there already
        QueryDescription registered = other.registerQuery(query("Q", 0));
        awaitHome(HomeSubject.query("Q"), 0);
        assertThat(cluster.client(2).describeQuery("Q")).isEqualTo(registered);
        ReaderId reader = ReaderId.ofQuery("", "Q");
        other.attachReader(reader, ReaderStart.earliest());
        MessageId position = feed(cluster.client(2), 0);
        assertThat(cluster.client(1).commit(stream(0), position)).isTrue();
        List<String> rows = new ArrayList<>();
        long next = Long.MIN_VALUE;
        while (rows.size() < BATCH_COUNT) {
            FetchedWindows fetched = other.fetchWindows("Q", next, 3, Duration.ofSeconds(10));
            for (WindowResult result : fetched.results()) {
                result.rows().forEach(row -> rows.add(Arrays.toString(row)));
            }
            next = fetched.nextWindowEndMs();
            other.releaseWindows(reader, next);
        }
        assertThat(rows).isEqualTo(expected(0));
        other.detachReader(reader);
        cluster.client(2).unregisterQuery("Q");
        cluster.client(1).dropStream(stream(0));
        awaitNoHome(HomeSubject.stream(stream(0)));
        // Both names can be given anew, at another node.
        other.registerStream(StreamDefinition.of(stream(0)));
        assertThat(other.homes(List.of(HomeSubject.stream(stream(0)))))
                .containsExactly(cluster.address(1));
        other.registerQuery(query("Q", 0));
    }

    @Test
    void aClientOfAnyNodeWatchesTheTuplesOfEveryStream() {
        cluster.client(0).registerStream(StreamDefinition.of(stream(0)));
        awaitHome(HomeSubject.stream(stream(0)), 0);
        // At node 1 a query reads a copy of the stream, which is not what is watched.
        cluster.client(1).registerStream(StreamDefinition.of(stream(1)));
        awaitHome(HomeSubject.stream(stream(1)), 1);
        cluster.client(1).registerQuery(query("Both", 1, 0));
        List<FetchedTuples> begun = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            begun.add(watch(node, ReaderStart.latest(), Duration.ZERO));
        }
        feed(cluster.client(2), 0);
        for (int node = 0; node < 3; node++) {
            List<Tuple> got = new ArrayList<>();
            long next = begun.get(node).nextPosition();
            while (got.size() < BATCH_COUNT) {
                FetchedTuples fetched = watch(node, ReaderStart.at(next), Duration.ofSeconds(10));
                got.addAll(fetched.tuples());
                next = fetched.nextPosition();
            }
            List<Tuple> expected = new ArrayList<>();
            for (int batch = 0; batch < BATCH_COUNT; batch++) {
                expected.add(like(0, batch));
            }
            assertThat(got).isEqualTo(expected);
        }
    }

    private FetchedTuples watch(int node, ReaderStart from, Duration wait) {
        return cluster.client(node).tuples().fetch(stream(0), from, 3, wait);
    }

    @Test
    void oneRequestFetchesWindowsOfSeveralNodes() {
        StoreClient client = cluster.client(2);
        List<WindowsReleased> released = new ArrayList<>();
        for (int stream = 0; stream < 3; stream++) {
            cluster.client(stream).registerStream(StreamDefinition.of(stream(stream)));
            awaitHome(HomeSubject.stream(stream(stream)), stream);
            client.registerQuery(query("Q" + stream, stream));
            awaitHome(HomeSubject.query("Q" + stream), stream);
            ReaderId reader = ReaderId.ofQuery("r", "Q" + stream);
            cluster.client(1).attachReader(reader, ReaderStart.earliest());
            released.add(new WindowsReleased(reader, 300));
        }
        assertThat(
                        client.homes(
                                List.of(
                                        HomeSubject.query("Q0"),
                                        HomeSubject.query("Q1"),
                                        HomeSubject.stream(stream(2)),
                                        HomeSubject.query("unknown"))))
                .containsExactly(
                        cluster.address(0),
                        cluster.address(1),
                        cluster.address(2),
                        cluster.address(2));
        List<WindowsWanted> none =
                List.of(
                        WindowsWanted.ofQuery("Q1", Long.MIN_VALUE, 2),
                        WindowsWanted.ofQuery("Q0", Long.MIN_VALUE, 2));
        assertThat(client.fetchWindows("r", none, 4, Duration.ofMillis(50)))
                .extracting(FetchedWindows::name)
                .containsExactly("Q1", "Q0");
        for (int stream = 0; stream < 3; stream++) {
            feed(client, stream);
        }
        Map<String, List<String>> rows = new TreeMap<>();
        Map<String, Long> next = new TreeMap<>(Map.of("Q0", 0L, "Q1", 0L, "Q2", 0L));
        next.replaceAll((name, from) -> Long.MIN_VALUE);
        while (rows.values().stream().mapToInt(List::size).sum() < 3 * BATCH_COUNT) {
            List<WindowsWanted> wanted = new ArrayList<>();
            next.forEach((name, from) -> wanted.add(WindowsWanted.ofQuery(name, from, 4)));
            List<FetchedWindows> fetched =
                    client.fetchWindows("r", wanted, 12, Duration.ofSeconds(10));
            for (FetchedWindows one : fetched) {
                next.put(one.name(), one.nextWindowEndMs());
                for (WindowResult result : one.results()) {
                    for (String[] row : result.rows()) {
                        rows.computeIfAbsent(one.name(), n -> new ArrayList<>())
                                .add(Arrays.toString(row));
                    }
                }
            }
        }
        for (int stream = 0; stream < 3; stream++) {
            assertThat(rows.get("Q" + stream)).isEqualTo(expected(stream));
            QueryPlan plan = client.explainRegistered("Q" + stream, false, true);
            assertThat(plan.steps().get(plan.steps().size() - 1).actualRows()).isEqualTo(1);
        }
        cluster.client(0).releaseWindows(released);
        assertThat(client.status().queries())
                .extracting(StoreStatus.QueryStatus::name, StoreStatus.QueryStatus::nextWindowEndMs)
                .containsExactly(tuple("Q0", 300L), tuple("Q1", 300L), tuple("Q2", 300L));
    }

    @Test
    void everyNodeListsWhatAllHave() {
        for (int stream = 0; stream < 3; stream++) {
            cluster.client(stream).registerStream(StreamDefinition.of(stream(stream)));
            awaitHome(HomeSubject.stream(stream(stream)), stream);
            cluster.client(1).registerQuery(query("Q" + stream, stream));
            cluster.client(1).registerQuery(query("R" + stream, stream));
            awaitHome(HomeSubject.query("R" + stream), stream);
        }
        CatalogEntry entry = new CatalogEntry("k", Map.of("a", "b"));
        assertThat(cluster.client(2).catalog().putEntry(entry)).isTrue();
        for (int node = 0; node < 3; node++) {
            StoreClient client = cluster.client(node);
            assertThat(client.status().streams())
                    .extracting(StoreStatus.StreamStatus::name)
                    .containsExactly(stream(0), stream(1), stream(2));
            assertThat(client.status().queries())
                    .extracting(StoreStatus.QueryStatus::name)
                    .containsExactly("Q0", "Q1", "Q2", "R0", "R1", "R2");
            assertThat(client.catalog().streams())
                    .extracting(StreamDefinition::name)
                    .containsExactly(stream(0), stream(1), stream(2));
            assertThat(client.catalog().entries("")).containsExactly(entry);
            assertThat(client.catalog().putEntry(entry)).isFalse();
            Set<String> found = new TreeSet<>();
            String after = "";
            for (int page = 0; page < 3; page++) {
                String template = client.templates().list(after, 1).get(0).name();
                assertThat(client.templates().describe(template).queryCount()).isEqualTo(2);
                for (TemplateQuery member : client.templates().members(template, 0, 9).queries()) {
                    found.add(member.query());
                }
                after = template;
            }
            assertThat(client.templates().list(after, 1)).isEmpty();
            assertThat(found).containsExactly("Q0", "Q1", "Q2", "R0", "R1", "R2");
        }
        assertThat(cluster.client(1).catalog().removeEntry("k")).isTrue();
        assertThat(cluster.client(2).catalog().entries("")).isEmpty();
    }

    @Test
    void aNameIsThatOfOneQueryAtAllNodes() {
        cluster.client(0).registerStream(StreamDefinition.of(stream(0)));
        cluster.client(1).registerStream(StreamDefinition.of(stream(1)));
        awaitHome(HomeSubject.stream(stream(0)), 0);
        awaitHome(HomeSubject.stream(stream(1)), 1);
        cluster.client(2).registerQuery(query("Q", 0));
        cluster.client(2).registerQuery(query("Q", 0));
        for (int node = 0; node < 3; node++) {
            StoreClient client = cluster.client(node);
            assertFails(
                    Category.USER,
                    "another node has a query of this name: query=Q node=3",
                    () -> client.registerQuery(query("Q", 1)));
        }
        // A query over streams of two nodes is where the first one is.
        cluster.client(2).registerQuery(query("Both", 1, 0));
        assertThat(cluster.client(0).status().replicas())
                .extracting(ReplicaStatus::stream, ReplicaStatus::home, ReplicaStatus::node)
                .containsExactly(tuple(stream(0), 3, 1));
        cluster.client(1).registerQuery(query("Other", 1));
    }

    @Test
    void aDerivedStreamIsWhereItsQueryIs() {
        cluster.client(0).registerStream(StreamDefinition.of(stream(0)));
        String derive =
                "REGISTER STREAM <http://x/d> AS CONSTRUCT { ?a <http://x/likes> ?b } FROM STREAM <"
                        + stream(0)
                        + "> [RANGE 100ms STEP 100ms] WHERE { ?a <http://x/likes> ?b }";
        awaitHome(HomeSubject.stream(stream(0)), 0);
        StoreClient client = cluster.client(2);
        String name = client.registerQuery(derive).name();
        awaitHome(HomeSubject.stream(name), 0);
        assertFails(
                Category.USER,
                "a query derives the stream",
                () -> client.openWriter(new WriterId(name, 0, 1, "job", 0)));
        assertThat(client.homes(List.of(HomeSubject.stream(name))))
                .containsExactly(cluster.address(0));
        client.unregisterQuery(name);
        awaitNoHome(HomeSubject.stream(name));
        client.registerStream(StreamDefinition.of(name));
        awaitHome(HomeSubject.stream(name), 2);
        // The query comes too late: the name is that of a stream of another node now.
        assertFails(
                Category.USER,
                "another stream has this name",
                () -> cluster.client(1).registerQuery(derive));
        assertThat(client.status().queries()).isEmpty();
    }

    private static StoreAddress deadAddress() throws IOException {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new StoreAddress("127.0.0.1", closed.getLocalPort());
        }
    }

    @Test
    void addressesThatDoNotAnswerArePassedOver() throws Exception {
        cluster.client(2).registerStream(StreamDefinition.of(stream(0)));
        awaitHome(HomeSubject.stream(stream(0)), 2);
        StoreAddress dead = deadAddress();
        // It takes connections and never answers.
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<StoreAddress> store =
                    List.of(
                            dead,
                            new StoreAddress("127.0.0.1", mute.getLocalPort()),
                            cluster.address(1));
            try (StoreClient client = StoreClient.connect(store, Duration.ofMillis(1_500))) {
                feed(client, 0);
                assertThat(client.status().streams()).hasSize(1);
            }
        }
        assertFails(
                Category.RETRIABLE,
                "no node of the store answers: addresses=[" + dead,
                () -> StoreClient.connect(List.of(dead, dead), Duration.ofSeconds(1)));
        assertFails(
                Category.RETRIABLE,
                "no store answers: address=" + dead,
                () -> StoreClient.connect(List.of(dead), Duration.ofSeconds(1)));
        assertFails(
                Category.USER,
                "a store has one address or more",
                () -> StoreClient.connect(List.of(), Duration.ofSeconds(1)));
    }

    /** A home that has ended is an error; what other nodes have is not lost by it. */
    @Test
    void aHomeThatHasEndedIsAnError() {
        cluster.client(0).registerStream(StreamDefinition.of(stream(0)));
        StoreClient client = cluster.client(1);
        client.registerStream(StreamDefinition.of(stream(1)));
        client.registerQuery(query("Q1", 1));
        StoreAddress home = cluster.address(0);
        awaitHome(HomeSubject.stream(stream(0)), 0);
        cluster.servers().get(0).close();
        assertFails(
                Category.RETRIABLE,
                "no store answers: address=" + home,
                () -> client.openWriter(new WriterId(stream(0), 0, 1, "job", 0)));
        assertThat(client.describeQuery("Q1").name()).isEqualTo("Q1");
        assertFails(
                Category.RETRIABLE,
                "a node of the cluster does not answer: node=3",
                () -> client.catalog().streams());
        List<NodeStatus> nodes = client.status().nodes();
        assertThat(nodes.get(0).failure()).isNotEmpty();
        assertThat(nodes.get(0).size()).isNull();
        assertThat(nodes.get(0).streams()).containsExactly(stream(0));
        assertThat(nodes.get(2).failure()).isEmpty();
    }

    @Test
    void aNodeThatDoesNotAnswerIsShownAsSuch() throws Exception {
        StoreClient client = cluster.client(0);
        TupleEncoder encoder = new TupleEncoder(client.strings());
        client.load(
                StreamDefinition.STORED,
                encoder.encode(new TupleBatch(0, false, List.of(like(0, 0), like(1, 1)))));
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Boolean> paused =
                cluster.servers()
                        .get(2)
                        .submit(
                                node -> {
                                    TestCluster.await(goOn);
                                    return true;
                                });
        StoreStatus status = client.status();
        goOn.countDown();
        assertThat(paused.join()).isTrue();
        assertThat(status.nodes())
                .extracting(NodeStatus::node, NodeStatus::failure)
                .containsExactly(tuple(3, ""), tuple(1, ""), tuple(7, "no answer in 2000 ms"));
        assertThat(status.nodes().get(2).size()).isNull();
        StoreStatus healthy = client.status();
        assertThat(healthy.storedTripleCount()).isEqualTo(2);
        assertThat(healthy.nodes()).allMatch(node -> node.failure().isEmpty());
        assertThat(healthy.nodes()).allMatch(node -> node.madeSnapshot() == 1);
        assertThat(healthy.nodes()).allMatch(node -> node.turnsBehind() == 0);
        assertThat(healthy.nodes()).allMatch(node -> node.size().memoryBytes() > 0);
        assertThat(healthy.nodes().stream().mapToInt(NodeStatus::partitionCount).sum())
                .isEqualTo(1024);
        assertThat(healthy.nodes().stream().mapToLong(node -> node.size().tripleCount()).sum())
                .isEqualTo(2);
    }

    /** Nodes that send a client around are an error, not a loop. */
    @Test
    void aClientHopsOnlySoOften() throws Exception {
        try (ServerSocket liar = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            StoreAddress address = new StoreAddress("127.0.0.1", liar.getLocalPort());
            Thread answering = new Thread(() -> lie(liar, address));
            answering.start();
            try (StoreClient client =
                    StoreClient.connect(
                            List.of(address),
                            Duration.ofSeconds(9),
                            RetryStrategy.NEVER,
                            ClientOptions.DEFAULT.with(Transport.TCP))) {
                assertFails(
                        Category.RETRIABLE,
                        "the nodes of the store do not agree which one to ask",
                        () -> client.describeQuery("Q"));
            }
            answering.join();
        }
    }

    /** Greets, and answers each other request of the first connection with its own address. */
    private static void lie(ServerSocket liar, StoreAddress address) {
        try (Socket socket = liar.accept();
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            WireReader request = new WireReader();
            WireWriter reply = new WireWriter();
            for (boolean greeted = false; request.readFrom(in); greeted = true) {
                if (greeted) {
                    ElsewhereException elsewhere =
                            new ElsewhereException("not here:", 1, address.toString());
                    Codecs.put(elsewhere, reply.begin(FrameDescriptor.REPLY_ELSEWHERE));
                } else {
                    reply.begin(FrameDescriptor.REPLY_OK).putLong(1).putLong(1);
                }
                reply.writeTo(socket.getOutputStream());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
