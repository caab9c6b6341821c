package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.wukongs.naive.Failures.assertFails;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Waits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/** Three servers in one process that are one store, over TCP and one metadata log. */
@Timeout(120)
class ClusterServersTest {

    private static final List<Integer> NODES = List.of(3, 1, 7);

    private static final List<String> QUERIES =
            List.of(
                    "SELECT * { ?a <http://x/knows> ?b . ?b <http://x/knows> ?c }",
                    "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p",
                    "SELECT * { <http://x/p1> <http://x/knows>+ ?b }",
                    "SELECT * { GRAPH ?g { ?a <http://x/likes> ?b } }",
                    "SELECT ?p { <http://x/p1> ?p <http://x/p1> }",
                    "CONSTRUCT { ?b <http://x/knownBy> ?a } WHERE { ?a <http://x/knows> ?b }");

    private static final String JOIN =
            "REGISTER QUERY Q AS SELECT ?a ?b ?c FROM STREAM <http://x/s0> [RANGE 200ms STEP 100ms]"
                    + " FROM STORED WHERE { GRAPH <http://x/s0> { ?a <http://x/likes> ?b }"
                    + " GRAPH STORED { ?b <http://x/knows> ?c } }";

    private static final String FED =
            "SELECT * { GRAPH <http://x/fed> { ?a <http://x/likes> ?b } }";

    private static final int BATCH_COUNT = 30;

    final SharedMetadata metadata = new SharedMetadata();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    final List<StoreServer> servers = new ArrayList<>();
    final List<StoreClient> clients = new ArrayList<>();
    private final AtomicInteger moves = new AtomicInteger();

    private StoreServer start(int node) {
        return StoreServer.start(
                StoreConfig.builder().storeMemoryBytes(16 << 20).build(),
                ConnectionLimits.DEFAULT,
                "127.0.0.1",
                0,
                metadata.settings("test", node, NODES));
    }

    private void startAll() throws Exception {
        List<Future<StoreServer>> starting = new ArrayList<>();
        for (int node : NODES) {
            starting.add(threads.submit(() -> start(node)));
        }
        for (Future<StoreServer> started : starting) {
            servers.add(started.get());
        }
        for (StoreServer server : servers) {
            clients.add(connect(server));
        }
    }

    private static StoreClient connect(StoreServer server) {
        return StoreClient.connect(List.of(server.address()), Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        clients.forEach(StoreClient::close);
        servers.forEach(StoreServer::close);
        threads.shutdownNow();
    }

    private static Tuple triple(String s, String p, String o) {
        return new Tuple(0, "<http://x/" + s + ">", "<http://x/" + p + ">", "<http://x/" + o + ">");
    }

    private static List<Tuple> people(int from, int to) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = from; i < to; i++) {
            for (int k = 1; k <= i % 4; k++) {
                tuples.add(triple("p" + i, "knows", "p" + i * k % 60));
            }
            tuples.add(triple("p" + i, "of" + i % 5, "q" + i % 7));
        }
        return tuples;
    }

    private static void load(StoreClient client, String graph, List<Tuple> tuples) {
        TupleEncoder encoder = new TupleEncoder(client.strings());
        client.load(graph, encoder.encode(new TupleBatch(0, false, tuples)));
    }

    private static List<String> rows(StoreClient client, String query) {
        return client.query(query).rows().stream().map(Arrays::toString).sorted().toList();
    }

    @Test
    void everyNodeAnswersLikeOneNode() throws Exception {
        startAll();
        List<Tuple> likes = List.of(triple("p1", "likes", "p2"), triple("p3", "likes", "p9"));
        try (StoreServer one =
                        StoreServer.start(
                                StoreConfig.builder().storeMemoryBytes(64 << 20).build(),
                                "127.0.0.1",
                                0);
                StoreClient client =
                        StoreClient.connect(List.of(one.address()), Duration.ofSeconds(10))) {
            load(client, StreamDefinition.STORED, people(0, 60));
            load(client, "http://x/g", likes);
            load(clients.get(1), StreamDefinition.STORED, people(0, 60));
            load(clients.get(0), "http://x/g", likes);
            for (String query : QUERIES) {
                List<String> expected = rows(client, query);
                assertThat(expected).as(query).isNotEmpty();
                for (StoreClient node : clients) {
                    assertThat(rows(node, query)).as(query).isEqualTo(expected);
                }
            }
        }
        for (StoreClient node : clients) {
            assertThat(node.check().violations()).isEmpty();
        }
    }

    /** Loads from all nodes at the same time take turns; each is there as a whole. */
    @Test
    void allNodesLoadAtTheSameTime() throws Exception {
        startAll();
        List<Callable<Integer>> loads = new ArrayList<>();
        for (int part = 0; part < 9; part++) {
            int from = part * 20;
            StoreClient client =
                    StoreClient.connect(
                            List.of(servers.get(part % 3).address()), Duration.ofSeconds(10));
            clients.add(client);
            loads.add(
                    () -> {
                        load(client, StreamDefinition.STORED, people(from, from + 20));
                        return rows(client, "SELECT * { ?s ?p ?o }").size();
                    });
        }
        for (Future<Integer> done : threads.invokeAll(loads)) {
            assertThat(done.get()).isPositive();
        }
        long expected = people(0, 180).stream().distinct().count();
        for (StoreClient node : clients.subList(0, 3)) {
            assertThat(rows(node, "SELECT * { ?s ?p ?o }")).hasSize((int) expected);
            assertThat(node.check().violations()).isEmpty();
        }
    }

    @Test
    void aNodeThatEndsFailsQueriesAtTheOthers() throws Exception {
        startAll();
        load(clients.get(0), StreamDefinition.STORED, people(0, 60));
        String all = "SELECT * { ?s ?p ?o }";
        assertThat(rows(clients.get(1), all)).isNotEmpty();
        assertThat(clients.get(0).status().nodes())
                .extracting(NodeStatus::node, NodeStatus::self, NodeStatus::failure)
                .containsExactly(tuple(3, true, ""), tuple(1, false, ""), tuple(7, false, ""));
        clients.remove(2).close();
        servers.remove(2).close();
        for (StoreClient node : clients) {
            assertFails(
                    Category.RETRIABLE,
                    "a node of the cluster cannot be reached: node=7",
                    () -> rows(node, all));
            assertFails(
                    Category.RETRIABLE,
                    "a node of the cluster cannot be reached: node=7",
                    () -> load(node, StreamDefinition.STORED, people(60, 80)));
            assertThat(node.status().nodes().get(2).failure()).isNotEmpty();
        }
        // What it had is lost: it may not come back as if nothing had happened.
        assertFails(Category.USER, "the data directory is not that of this node", () -> start(7));
    }

    private static StreamDefinition stream(int number) {
        return new StreamDefinition("http://x/s" + number, 100, "http://x/fed", Set.of());
    }

    private static List<Tuple> likes(int stream, int batch) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int person = 20 * stream + (3 * batch + i) % 20;
            Tuple added =
                    triple("p" + person, "likes", "p" + (batch * 7 + i) % 60)
                            .at(100L * batch + 10L * i);
            tuples.add(added);
            if (i % 3 == 2) {
                tuples.add(tuples.get(tuples.size() - 2).at(added.eventTimeMs() + 5).asRemoval());
            }
        }
        return tuples;
    }

    private static void feed(StoreClient client, int stream) {
        StreamDefinition definition = stream(stream);
        TupleEncoder encoder = new TupleEncoder(client.strings());
        WriterId id = new WriterId(definition.name(), 0, 1, "job", 0);
        try (StreamWriter writer = client.openWriter(id)) {
            BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
            for (int batch = 0; batch < BATCH_COUNT; batch++) {
                TupleBatch tuples = new TupleBatch(batch, false, likes(stream, batch));
                dispatcher.dispatch(encoder.encode(tuples)).forEach(writer::send);
                writer.closeUpTo(batch);
            }
            writer.flush();
        }
    }

    private static List<List<String>> windows(StoreClient client) {
        List<List<String>> windows = new ArrayList<>();
        long next = Long.MIN_VALUE;
        while (windows.size() < BATCH_COUNT) {
            FetchedWindows fetched =
                    client.fetchWindows("Q", next, BATCH_COUNT, Duration.ofSeconds(10));
            assertThat(fetched.results()).isNotEmpty();
            for (WindowResult result : fetched.results()) {
                windows.add(result.rows().stream().map(Arrays::toString).sorted().toList());
            }
            next = fetched.nextWindowEndMs();
        }
        return windows;
    }

    /**
     * Streams at two nodes, and loads at the third, change the graphs of all: every node then has
     * the same, and a query over windows and stored triples has the rows of a store of one node.
     */
    @Test
    void streamsOfNodesChangeTheGraphsOfAll() throws Exception {
        startAll();
        try (StoreServer one = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
                StoreClient alone = connect(one);
                StoreClient second = connect(one);
                StoreClient third = connect(one)) {
            List<List<String>> expected = fedWindows(List.of(alone, second, third));
            List<List<String>> found = fedWindows(clients);
            assertThat(found).isEqualTo(expected);
            assertThat(found).anyMatch(rows -> !rows.isEmpty());
            List<String> fed = rows(alone, FED);
            for (StoreClient node : clients) {
                Waits.await(() -> rows(node, FED).equals(fed));
                assertThat(rows(node, QUERIES.get(0))).isEqualTo(rows(alone, QUERIES.get(0)));
            }
        }
        for (StoreClient node : clients) {
            assertThat(node.check().violations()).isEmpty();
        }
    }

    private List<List<String>> fedWindows(List<StoreClient> nodes) throws Exception {
        return fedWindows(nodes, new CountDownLatch(1));
    }

    private List<List<String>> fedWindows(List<StoreClient> nodes, CountDownLatch isLoaded)
            throws Exception {
        load(nodes.get(2), StreamDefinition.STORED, people(0, 60));
        isLoaded.countDown();
        nodes.get(0).registerStream(stream(0));
        nodes.get(1).registerStream(stream(1));
        nodes.get(0).registerQuery(JOIN);
        nodes.get(0).attachReader(ReaderId.ofQuery("", "Q"), ReaderStart.earliest());
        List<Callable<Object>> work =
                List.of(
                        Executors.callable(() -> feed(nodes.get(0), 0)),
                        Executors.callable(() -> feed(nodes.get(1), 1)),
                        Executors.callable(
                                () -> {
                                    for (int part = 60; part < 100; part += 10) {
                                        load(
                                                nodes.get(2),
                                                "http://x/more",
                                                people(part, part + 10));
                                    }
                                }));
        for (Future<Object> done : threads.invokeAll(work)) {
            done.get();
        }
        return windows(nodes.get(0));
    }

    /**
     * All partitions go around, while streams and loads change the graphs and queries read them.
     */
    @Test
    void partitionsMoveWhileEverythingGoesOn() throws Exception {
        startAll();
        try (StoreServer one = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
                StoreClient alone = connect(one);
                StoreClient second = connect(one);
                StoreClient third = connect(one)) {
            List<List<String>> expected = fedWindows(List.of(alone, second, third));
            List<String> known = rows(alone, QUERIES.get(0)); // nobody changes what it reads
            AtomicBoolean ends = new AtomicBoolean();
            List<Future<Integer>> others = new ArrayList<>();
            CountDownLatch isLoaded = new CountDownLatch(1);
            others.add(threads.submit(() -> moveAround(ends, isLoaded)));
            for (StoreServer server : servers) {
                others.add(threads.submit(() -> readAgain(server, known, ends, isLoaded)));
            }
            List<List<String>> found;
            try {
                found = fedWindows(clients, isLoaded);
                Waits.await(() -> moves.get() > 30);
            } finally {
                ends.set(true);
                isLoaded.countDown();
            }
            for (Future<Integer> other : others) {
                assertThat(other.get()).isPositive();
            }
            assertThat(found).isEqualTo(expected);
            List<String> fed = rows(alone, FED);
            for (StoreClient node : clients) {
                Waits.await(() -> rows(node, FED).equals(fed));
                assertThat(rows(node, QUERIES.get(0))).isEqualTo(known);
            }
        }
        for (StoreClient node : clients) {
            assertThat(node.check().violations()).isEmpty();
        }
    }

    /** Moves pieces from node to node; returns how many partitions have moved. */
    private int moveAround(AtomicBoolean ends, CountDownLatch begin) throws Exception {
        begin.await();
        int moved = 0;
        for (int i = 0; !ends.get(); i++) {
            int from = i % 3;
            try (StoreClient client = connect(servers.get(from))) {
                int first = 64 * (i / 3 % 16);
                moved += client.movePartitions(first, first + 63, NODES.get((from + 1) % 3));
                moves.incrementAndGet();
            }
        }
        return moved;
    }

    /** Queries a node again and again; returns how often. */
    private static int readAgain(
            StoreServer server, List<String> expected, AtomicBoolean ends, CountDownLatch begin)
            throws Exception {
        begin.await();
        int times = 0;
        try (StoreClient client = connect(server)) {
            do {
                assertThat(rows(client, QUERIES.get(0))).isEqualTo(expected);
                times++;
            } while (!ends.get());
        }
        return times;
    }

    @Test
    void partitionsMoveToNodesThatThereAre() throws Exception {
        startAll();
        StoreClient client = clients.get(0);
        assertFails(Category.USER, "no such node", () -> client.movePartitions(0, 9, 4));
        assertFails(Category.USER, "first vertex partition", () -> client.movePartitions(-1, 9, 1));
        assertFails(Category.USER, "last vertex partition", () -> client.movePartitions(9, 8, 1));
        assertFails(
                Category.USER, "last vertex partition", () -> client.movePartitions(9, 1024, 1));
        assertThat(client.movePartitions(0, 1023, 3)).isZero();
        assertThat(client.movePartitions(1, 10, 1)).isEqualTo(10);
        assertThat(client.movePartitions(1, 11, 1)).isEqualTo(1);
        assertThat(client.status().nodes())
                .extracting(NodeStatus::partitionCount)
                .containsExactly(331, 352, 341);
        try (StoreServer one = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
                StoreClient alone = connect(one)) {
            assertFails(Category.USER, "not a cluster", () -> alone.movePartitions(0, 1, 1));
        }
    }

    @Test
    void aStreamIsAtOneNode() throws Exception {
        startAll();
        clients.get(0).registerStream(stream(0));
        clients.get(0).registerStream(stream(0));
        clients.get(1).registerStream(stream(0));
        assertFails(
                Category.USER,
                "a stream has this name: name=http://x/s0",
                () -> load(clients.get(2), "http://x/s0", people(0, 1)));
        assertFails(
                Category.USER,
                "a stream has this name, or feeds a graph of this name",
                () -> clients.get(2).registerStream(StreamDefinition.of("http://x/fed")));
        clients.get(0).dropStream("http://x/s0");
        clients.get(1).registerStream(stream(0));
    }

    /** A load for which a node has no memory is refused at all of them, and the next one is not. */
    @Test
    void whatDoesNotFitAtANodeIsRefusedAtAll() throws Exception {
        startAll();
        List<Tuple> many = new ArrayList<>();
        for (int i = 0; i < 800_000; i++) {
            many.add(triple("a" + i % 1000, "b", "c" + i / 1000));
        }
        StoreClient client = clients.get(1);
        assertFails(
                Category.FATAL,
                "the memory of the stored graphs is full at a node",
                () -> load(client, StreamDefinition.STORED, many));
        load(client, StreamDefinition.STORED, people(0, 10));
        for (StoreClient node : clients) {
            assertThat(rows(node, "SELECT * { ?s <http://x/b> ?o }")).isEmpty();
            assertThat(rows(node, QUERIES.get(0))).isNotEmpty();
        }
    }

    @Test
    void strangersDoNotJoin() throws Exception {
        startAll();
        assertRefused(
                "the metadata log is that of another cluster: cluster=test asked=other",
                metadata.settings("other", 3, NODES));
        assertRefused(
                "foundingNodes=[3, 1, 7] asked=[3, 1]",
                metadata.settings("test", 3, List.of(3, 1)));
        assertRefused(
                "the data directory is not that of this node", metadata.settings("test", 1, NODES));
        assertFails(
                Category.USER,
                "the node is not one of the cluster's, a new one needs --join: node=4",
                () -> metadata.settings("test", 4, NODES));
    }

    private static void assertRefused(String message, ClusterSettings settings) {
        assertFails(
                Category.USER,
                message,
                () -> {
                    try (StoreServer server =
                            StoreServer.start(
                                    StoreConfig.DEFAULT,
                                    ConnectionLimits.DEFAULT,
                                    "127.0.0.1",
                                    0,
                                    settings)) {
                        throw new WukongsException(
                                Category.FATAL, "it has joined: " + server.address());
                    }
                });
    }
}
