package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Failures.assertFails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus.JoiningNode;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.Vids;
import org.wukongs.naive.Waits;
import org.wukongs.store.checkpoint.DataCluster;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.copy.Backups;
import org.wukongs.store.copy.PlaceUri;
import org.wukongs.store.copy.S3Options;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.SyncMode;
import org.wukongs.store.node.NodeStart;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * Servers with data directories that are one store, end and come back, from their logs alone or
 * from checkpoints, between loads, updates, streams, and triples that streams keep for a time.
 */
@Timeout(120)
class ClusterRestartsTest {

    private static final List<Integer> NODES = List.of(3, 1, 7);

    private static final StreamDefinition STREAM =
            new StreamDefinition("http://x/s", 100, "http://x/fed", Set.of("http://x/seen"));

    private static final StreamDefinition KEEPING =
            new StreamDefinition("http://x/k", 100, "http://x/kept", Set.of())
                    .with(new Retention(500, Map.of("http://x/saw", 300L)));

    private static final List<String> QUERIES =
            List.of(
                    "SELECT * { ?a <http://x/knows> ?b . ?b <http://x/knows> ?c }",
                    "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p",
                    "SELECT * { GRAPH <http://x/fed> { ?a <http://x/likes> ?b } }",
                    "SELECT * { GRAPH <http://x/kept> { ?a ?p ?b } }",
                    "SELECT * { GRAPH <http://x/counted> { ?a <http://x/is> ?n } }",
                    "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }");

    private static final String ALL = "SELECT * { ?s ?p ?o }";

    final SharedMetadata metadata = new SharedMetadata();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<Integer, StoreServer> servers = new HashMap<>();
    private StoreServer model;
    private LogSettings logSettings = LogSettings.DEFAULT;
    private int home = 3; // of the streams
    private int batch;
    private int updates;
    private int movedCount; // partitions

    @TempDir private Path folder;

    private StoreServer start(int node, Path directory) {
        boolean joins = !NODES.contains(node);
        return start(directory, metadata.settings("test", node, NODES, joins));
    }

    private StoreServer start(Path directory, ClusterSettings settings) {
        return start(DataDirectory.open(directory, 2), settings);
    }

    private StoreServer start(DataDirectory data, ClusterSettings settings) {
        return StoreServer.start(
                StoreConfig.builder().storeMemoryBytes(16 << 20).build(),
                ConnectionLimits.DEFAULT,
                data,
                logSettings,
                "127.0.0.1",
                0,
                settings);
    }

    private Path directory(int node) {
        return folder.resolve("node-" + node);
    }

    private void startAll(int... entered) throws Exception {
        List<Integer> all = new ArrayList<>(NODES);
        Arrays.stream(entered).forEach(all::add);
        Map<Integer, Future<StoreServer>> starting = new HashMap<>();
        for (int node : all) {
            starting.put(node, threads.submit(() -> start(node, directory(node))));
        }
        for (int node : all) {
            servers.put(node, starting.get(node).get());
        }
        if (model == null) {
            model = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
        }
    }

    @AfterEach
    void close() {
        servers.values().forEach(StoreServer::close);
        threads.shutdownNow();
        if (model != null) {
            model.close();
        }
    }

    private static StoreClient connect(StoreServer server) {
        return StoreClient.connect(List.of(server.address()), Duration.ofSeconds(10));
    }

    private static List<Tuple> people(int from, int to) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = from; i < to; i++) {
            for (int k = 1; k <= 3; k++) {
                tuples.add(triple("p" + i, "knows", "p" + i * k % 60));
            }
            tuples.add(triple("p" + i, "of" + i % 5, "q" + i % 7));
        }
        return tuples;
    }

    private static Tuple triple(String s, String p, String o) {
        return new Tuple(0, "<http://x/" + s + ">", "<http://x/" + p + ">", "<http://x/" + o + ">");
    }

    private void load(int node, int from, int to) {
        load(model, from, to);
        load(servers.get(node), from, to);
    }

    private static void load(StoreServer server, int from, int to) {
        try (StoreClient client = connect(server)) {
            TupleEncoder encoder = new TupleEncoder(client.strings());
            client.load(
                    StreamDefinition.STORED,
                    encoder.encode(new TupleBatch(0, false, people(from, to))));
        }
    }

    /** Sends some batches to the stream at a node, and to the model. */
    private void feed(int node, int batches) {
        for (StoreServer server : List.of(model, servers.get(node))) {
            feed(server, STREAM, batch, batches);
            feed(server, KEEPING, batch, batches);
        }
        batch += batches;
    }

    private static void feed(StoreServer server, StreamDefinition stream, int first, int batches) {
        WriterId id = new WriterId(stream.name(), 0, 1, "job", first);
        try (StoreClient client = connect(server);
                StreamWriter writer = client.openWriter(id)) {
            TupleEncoder encoder = new TupleEncoder(client.strings());
            BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
            for (int next = first; next < first + batches; next++) {
                List<Tuple> said = stream.equals(STREAM) ? likes(next) : sights(next);
                TupleBatch tuples = new TupleBatch(next, false, said);
                dispatcher.dispatch(encoder.encode(tuples)).forEach(writer::send);
                writer.closeUpTo(next);
            }
            writer.flush();
        }
    }

    private static List<Tuple> likes(int batch) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Tuple like = triple("g" + (6 * batch + i), "likes", "p" + (batch + i) % 40);
            tuples.add(like.at(100L * batch + 10L * i));
        }
        tuples.add(triple("g" + 6 * batch, "seen", "q").at(100L * batch + 70));
        tuples.add(tuples.get(2).at(100L * batch + 80).asRemoval());
        return tuples;
    }

    /** Some of them are said again before they are due. */
    private static List<Tuple> sights(int batch) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String predicate = i % 2 == 0 ? "saw" : "met";
            Tuple sight = triple("p" + (batch + i) % 6, predicate, "p" + batch * i % 7);
            tuples.add(sight.at(100L * batch + i));
        }
        return tuples;
    }

    /** Counts up through a node, makes and drops graphs there, and removes what a stream keeps. */
    private void update(int node) {
        update(
                node,
                " ; DELETE DATA { GRAPH <http://x/kept> { <http://x/p1> <http://x/saw>"
                        + " <http://x/p0> } }");
    }

    /** As above, with other operations than the last one. */
    private void update(int node, String last) {
        updates++;
        String text =
                "WITH <http://x/counted> DELETE { <http://x/c> <http://x/is> ?n }"
                        + " INSERT { <http://x/c> <http://x/is> ?m } WHERE {"
                        + " OPTIONAL { <http://x/c> <http://x/is> ?n }"
                        + " BIND(COALESCE(?n, 0) + 1 AS ?m) } ;"
                        + " INSERT DATA { GRAPH <http://x/g"
                        + updates
                        + "> { <http://x/a> <http://x/of0> <http://x/b> } } ;"
                        + " DROP SILENT GRAPH <http://x/g"
                        + (updates - 2)
                        + ">"
                        + last;
        for (StoreServer server : List.of(model, servers.get(node))) {
            try (StoreClient client = connect(server)) {
                client.update(text);
            }
        }
    }

    /** Alike but for a constant, so each is of a template, which has the constant's id. */
    private static String windowsOf(int query) {
        return "REGISTER QUERY Q"
                + query
                + " AS SELECT ?a FROM STREAM <http://x/s> [RANGE 100ms STEP 100ms]"
                + " WHERE { GRAPH <http://x/s> { ?a <http://x/likes> <http://x/p"
                + query
                + "> } }";
    }

    private static void register(StoreServer server) {
        try (StoreClient client = connect(server)) {
            client.registerStream(STREAM);
            client.registerStream(KEEPING);
            for (int query = 0; query < 12; query++) {
                client.registerQuery(windowsOf(query));
                client.attachReader(ReaderId.ofQuery("", "Q" + query), ReaderStart.earliest());
            }
        }
    }

    private static List<String> rows(StoreServer server, String query) {
        try (StoreClient client = connect(server)) {
            return client.query(query).rows().stream().map(Arrays::toString).sorted().toList();
        }
    }

    private List<String> windows(StoreServer server) {
        List<String> windows = new ArrayList<>();
        try (StoreClient client = connect(server)) {
            for (int query = 0; query < 12; query++) {
                long next = Long.MIN_VALUE;
                int count = 0;
                while (count < batch) {
                    FetchedWindows fetched =
                            client.fetchWindows("Q" + query, next, batch, Duration.ofSeconds(10));
                    assertThat(fetched.results()).isNotEmpty();
                    for (var window : fetched.results()) {
                        List<String> rows =
                                window.rows().stream().map(Arrays::toString).sorted().toList();
                        windows.add(query + " " + window.windowEndMs() + " " + rows);
                        count++;
                    }
                    next = fetched.nextWindowEndMs();
                }
            }
        }
        return windows;
    }

    /** Every node comes to the rows of a store of one node. */
    private void compare() {
        for (String query : QUERIES) {
            List<String> expected = rows(model, query);
            assertThat(expected).as(query).isNotEmpty();
            for (StoreServer server : servers.values()) {
                Waits.await(() -> expected.equals(rowsOrNull(server, query)));
            }
        }
        assertThat(windows(servers.get(home))).isEqualTo(windows(model));
        for (StoreServer server : servers.values()) {
            try (StoreClient client = connect(server)) {
                assertThat(client.check().violations()).isEmpty();
            }
        }
    }

    private static List<String> rowsOrNull(StoreServer server, String query) {
        try {
            return rows(server, query);
        } catch (WukongsException e) {
            assertThat(e.category()).isEqualTo(Category.RETRIABLE);
            return null;
        }
    }

    private void fill() {
        register(model);
        register(servers.get(3));
        load(1, 0, 60);
        feed(3, 10);
        NODES.forEach(this::update);
        load(7, 60, 70);
    }

    /** Moves some of a node's vertex partitions to another one. */
    private void move(int from, int to, int first) {
        int moved = 0;
        try (StoreClient client = connect(servers.get(from))) {
            int last = Math.min(Vids.PARTITION_COUNT - 1, first + 170);
            moved = client.movePartitions(first, last, to);
        }
        try (StoreClient client = connect(servers.get(to))) {
            int now = client.status().nodes().stream().mapToInt(n -> n.partitionCount()).sum();
            assertThat(now).isEqualTo(Vids.PARTITION_COUNT);
        }
        movedCount += moved;
    }

    @Test
    void aNodeThatEndsComesBack() throws Exception {
        startAll();
        fill();
        compare();
        int people = 70;
        for (int node : NODES) {
            servers.remove(node).close();
            for (StoreServer server : servers.values()) {
                assertFails(
                        Category.RETRIABLE,
                        "a node of the cluster cannot be reached: node=" + node,
                        () -> rows(server, ALL));
            }
            servers.put(node, start(node, directory(node)));
            compare();
            for (int other : NODES) {
                load(other, people, people + 5);
                people += 5;
                update(other);
                move(other, NODES.get((NODES.indexOf(other) + 1) % 3), 171 * (people % 6));
            }
            feed(3, 4);
            compare();
        }
        assertThat(movedCount).isPositive();
    }

    @Test
    void allNodesEndAndComeBack() throws Exception {
        startAll();
        fill();
        for (int life = 1; life <= 3; life++) {
            servers.values().forEach(StoreServer::close);
            servers.clear();
            startAll();
            compare();
            load(NODES.get(life - 1), 70 + life, 75 + life);
            feed(3, 3);
            update(NODES.get(life - 1));
            for (int node = 0; node < 3; node++) {
                move(NODES.get(node), NODES.get((node + life) % 3), 341 * node + 60 * life);
            }
        }
        compare();
        assertThat(movedCount).isPositive();
    }

    @Test
    void aDirectoryIsThatOfOneNode() throws Exception {
        startAll();
        fill();
        assertFails(
                Category.USER,
                "the data directory is not that of this node",
                () -> start(7, folder.resolve("empty")));
        assertThat(DataCluster.of(folder.resolve("empty"))).isNull();
        assertFails(
                Category.USER,
                "another store uses the data directory",
                () -> start(7, directory(7)));
        servers.remove(7).close();
        assertFails(
                Category.USER,
                "the data directory is that of another node: path="
                        + directory(7)
                        + " cluster=test node=7 nodes=[3, 1, 7]",
                () -> start(1, directory(7)));
        assertFails(
                Category.USER,
                "start with --cluster, the data directory is that of a node of a cluster: path="
                        + directory(7)
                        + " cluster=test node=7",
                () -> startAlone(directory(7)));
        assertFails(
                Category.USER,
                "the data directory is that of a node of a cluster",
                () ->
                        Backups.backup(
                                directory(7),
                                PlaceUri.parse("file:" + folder).open(S3Options.NONE),
                                0));
        startAlone(folder.resolve("alone")).close();
        assertFails(
                Category.USER,
                "the data directory is that of a store of one node",
                () -> start(7, folder.resolve("alone")));
        servers.put(7, start(7, directory(7)));
        compare();
    }

    // A node more

    /** It is given partitions, and then ends and comes back as any other. */
    @Test
    void aNodeEnters() throws Exception {
        startAll();
        fill();
        servers.put(9, start(9, directory(9)));
        compare();
        assertThat(partitionCount(9)).isZero();
        load(9, 70, 75);
        update(9);
        feed(3, 4);
        compare();
        for (int node : NODES) {
            move(node, 9, 341 * NODES.indexOf(node));
        }
        assertThat(partitionCount(9)).isEqualTo(movedCount).isGreaterThan(400);
        compare();
        feed(3, 8); // what keeps a triple is what it was
        compare();
        int people = 75;
        for (int node : List.of(9, 3, 9)) {
            servers.remove(node).close();
            servers.put(node, start(node, directory(node)));
            compare();
            for (int other : servers.keySet()) {
                load(other, people, people + 3);
                people += 3;
                update(other);
            }
            feed(3, 2);
            compare();
            move(9, 1, 0);
        }
        compare();
    }

    @Test
    void aNodeThatHasEnteredComesBackFromCheckpoints() throws Exception {
        startAll();
        fill();
        checkpoint(1); // before there are four
        servers.put(9, start(9, directory(9)));
        move(3, 9, 0);
        feed(3, 3);
        checkpoint(9);
        checkpoint(3);
        update(9);
        for (int life = 0; life < 2; life++) {
            servers.values().forEach(StoreServer::close);
            servers.clear();
            startAll(9);
            compare();
            assertThat(partitionCount(9)).isPositive();
            load(9, 80 + 10 * life, 90 + 10 * life);
            feed(3, 8);
            compare();
        }
        assertThat(servers.get(9).restored()).isNotNull();
        assertThat(servers.get(1).restored()).isNotNull();
        servers.put(5, start(5, directory(5))); // which has no place before node 9's
        move(9, 5, 0);
        update(5);
        feed(3, 2);
        compare();
    }

    @Test
    void aNodeThatMayNotEnterIsRefused() throws Exception {
        startAll();
        fill();
        assertFails(
                Category.USER,
                "the node is not one of the cluster's, a new one needs --join: node=9",
                () -> metadata.settings("test", 9, NODES));
        assertFails(
                Category.USER,
                "the node founds the cluster, start it without --join: node=7",
                () -> metadata.settings("test", 7, NODES, true));
        Path empty = folder.resolve("empty");
        assertFails(
                Category.USER,
                "the metadata log is that of another cluster: cluster=test asked=other",
                () -> start(empty, metadata.settings("other", 9, NODES, true)));
        assertFails(
                Category.USER,
                "the metadata log is that of another cluster: cluster=test foundingNodes=[3, 1, 7]"
                        + " asked=[3, 1]",
                () -> start(empty, metadata.settings("test", 9, List.of(3, 1), true)));
        assertThat(DataCluster.of(empty)).isNull();
        servers.remove(7).close();
        assertFails(
                Category.USER,
                "the data directory is that of another node: path="
                        + directory(7)
                        + " cluster=test node=7",
                () -> start(9, directory(7)));
        servers.put(7, start(7, directory(7)));
        servers.put(9, start(9, directory(9)));
        servers.remove(9).close();
        assertFails(
                Category.USER,
                "the data directory is not that of this node",
                () -> start(9, folder.resolve("empty")));
        servers.put(9, start(9, directory(9)));
        compare();
    }

    /** A node that has joined enters when all are there; until then it is in no one's way. */
    @Test
    void aNodeThatHasJoinedIsShown() throws Exception {
        startAll();
        fill();
        servers.remove(7).close();
        Future<StoreServer> joining = threads.submit(() -> start(9, directory(9)));
        try (StoreClient client = connect(servers.get(1))) {
            Waits.await(
                    () ->
                            client.status().joining().stream()
                                    .map(JoiningNode::node)
                                    .toList()
                                    .equals(List.of(9)));
            assertThat(client.status().nodes()).extracting(NodeStatus::node).isEqualTo(NODES);
            servers.put(7, start(7, directory(7)));
            servers.put(9, joining.get());
            assertThat(client.status().joining()).isEmpty();
        }
        compare();
    }

    /** All changes wait for a node that ends right after it has entered, and say so. */
    @Test
    void aNodeThatHasEnteredIsAwaited() throws Exception {
        startAll();
        fill();
        Runnable ends = Thread.currentThread()::interrupt;
        assertFails(
                Category.RETRIABLE,
                "the wait for the metadata log was interrupted",
                () -> start(directory(9), metadata.settings("test", 9, NODES, ends)));
        assertThat(Thread.interrupted()).isTrue();
        String awaited = "it has entered and has not begun yet, all changes wait for it";
        for (int asked : NODES) {
            Waits.await(() -> failure(asked, 9).startsWith(awaited));
        }
        compare(); // what is there can be read
        load(model, 70, 75);
        Future<?> loading = threads.submit(() -> load(servers.get(3), 70, 75));
        Future<?> feeding = threads.submit(() -> feed(3, 2));
        servers.put(9, start(9, directory(9)));
        loading.get();
        feeding.get();
        for (int asked : servers.keySet()) {
            assertThat(failure(asked, 9)).isEmpty();
        }
        load(9, 75, 80);
        move(3, 9, 0);
        update(9);
        compare();
    }

    // A node less

    /** Gives all partitions of a node to another one. */
    private void drain(int from, int to) {
        try (StoreClient client = connect(servers.get(from))) {
            assertThat(client.movePartitions(0, Vids.PARTITION_COUNT - 1, to)).isPositive();
        }
    }

    private void remove(int asked, int node) {
        try (StoreClient client = connect(servers.get(asked))) {
            client.removeNode(node);
        }
    }

    private List<Integer> nodes(int asked) {
        try (StoreClient client = connect(servers.get(asked))) {
            return client.status().nodes().stream().map(NodeStatus::node).toList();
        }
    }

    private static final String REMOVED =
            "the node was removed from the cluster, for good: a new one needs another number:"
                    + " node=7";

    /** It ends, and the others go on without it, also from checkpoints from before. */
    @Test
    void aNodeLeaves() throws Exception {
        startAll();
        fill();
        checkpoint(1);
        drain(7, 1);
        checkpoint(3);
        remove(3, 7);
        try (StoreServer ended = servers.remove(7)) {
            ended.awaitEnd();
            assertThat(ended.isRemoved()).isTrue();
        }
        for (int node : servers.keySet()) {
            Waits.await(() -> nodes(node).equals(List.of(3, 1)));
        }
        compare();
        int people = 70;
        for (int node : List.of(3, 1)) {
            load(node, people, people + 5);
            people += 5;
            update(node);
            feed(3, 4);
            compare();
            servers.remove(node).close();
            servers.put(node, start(node, directory(node)));
            compare();
        }
        assertFails(Category.USER, REMOVED, () -> start(7, directory(7)));
        assertFails(Category.USER, REMOVED, () -> start(7, folder.resolve("empty")));
        servers.put(9, start(9, directory(9)));
        move(1, 9, 300);
        load(9, people, people + 5);
        update(9);
        feed(3, 8);
        compare();
        checkpoint(3);
        feed(3, 1);
        servers.values().forEach(StoreServer::close);
        servers.clear();
        Map<Integer, Future<StoreServer>> starting = new HashMap<>();
        for (int node : List.of(3, 1, 9)) {
            starting.put(node, threads.submit(() -> start(node, directory(node))));
        }
        for (int node : starting.keySet()) {
            servers.put(node, starting.get(node).get());
        }
        compare();
        load(1, people + 5, people + 10);
        feed(3, 2);
        compare();
    }

    private void putEntry(int node, CatalogEntry entry) {
        try (StoreClient client = connect(servers.get(node))) {
            assertThat(client.catalog().putEntry(entry)).isTrue();
        }
    }

    private List<CatalogEntry> entries(int node) {
        try (StoreClient client = connect(servers.get(node))) {
            return client.catalog().entries("");
        }
    }

    /**
     * No node has to stay. Entries of catalogs are those of the cluster; what the first founding
     * node had of its own, as older versions did, it gives to the cluster.
     */
    @Test
    void theFirstNodeLeaves() throws Exception {
        CatalogEntry own = new CatalogEntry("a", Map.of("k", "own"));
        CatalogEntry taken = new CatalogEntry("b", Map.of("k", "cluster"));
        CatalogEntry late = new CatalogEntry("c", Map.of());
        startAll();
        fill();
        putEntry(7, taken);
        servers.get(3).ask(node -> node.catalogEntries().put(own));
        servers.get(3)
                .ask(node -> node.catalogEntries().put(new CatalogEntry("b", Map.of("k", "own"))));
        servers.remove(3).close();
        servers.put(3, start(3, directory(3)));
        assertThat(entries(1)).containsExactly(own, taken);
        assertThat(servers.get(3).<List<?>>ask(node -> node.catalogEntries().startingWith("")))
                .isEmpty();
        drain(3, 1);
        moveHomes(3, 1);
        home = 1;
        checkpoint(7);
        remove(7, 3);
        servers.get(3).awaitEnd();
        servers.remove(3).close();
        putEntry(1, late);
        feed(1, 8);
        load(7, 70, 75);
        compare();
        for (int node : List.of(1, 7)) {
            servers.remove(node).close();
            servers.put(node, start(node, directory(node)));
            assertThat(entries(node)).containsExactly(own, taken, late);
        }
        servers.put(9, start(9, directory(9)));
        assertThat(entries(9)).containsExactly(own, taken, late);
        move(1, 9, 300);
        load(9, 75, 80);
        feed(1, 8);
        compare();
    }

    /** Loads, updates and a stream go on meanwhile; none of them fails. */
    @Test
    void aNodeLeavesBesideEverythingElse() throws Exception {
        startAll();
        fill();
        AtomicBoolean ends = new AtomicBoolean();
        Future<Integer> loading =
                threads.submit(
                        () -> {
                            int people = 70;
                            while (!ends.get()) {
                                load(1, people, people + 2);
                                people += 2;
                            }
                            return people;
                        });
        Future<?> feeding =
                threads.submit(
                        () -> {
                            while (!ends.get()) {
                                feed(3, 1);
                            }
                        });
        drain(7, 3);
        remove(1, 7);
        servers.get(7).awaitEnd();
        servers.remove(7).close();
        for (int round = 0; round < 3; round++) {
            update(1, ""); // what it did to the stream's triples would depend on the order
        }
        ends.set(true);
        assertThat(loading.get()).isGreaterThan(70);
        feeding.get();
        compare();
    }

    @Test
    void aDeadNodeLeaves() throws Exception {
        startAll();
        fill();
        drain(7, 1);
        servers.remove(7).close();
        load(model, 70, 75);
        Future<?> loading =
                threads.submit(() -> Waits.await(() -> isLoaded(servers.get(3), 70, 75)));
        remove(3, 7);
        loading.get();
        feed(3, 10); // more snapshots than are made without a node
        update(1);
        compare();
        assertFails(Category.USER, REMOVED, () -> start(7, directory(7)));
    }

    private static boolean isLoaded(StoreServer server, int from, int to) {
        try {
            load(server, from, to);
            return true;
        } catch (WukongsException e) {
            assertThat(e.category()).as(e.getMessage()).isEqualTo(Category.RETRIABLE);
            return false;
        }
    }

    @Test
    void aNodeThatHasSomethingDoesNotLeave() throws Exception {
        startAll();
        fill();
        assertFails(
                Category.USER,
                "the node has vertex partitions, drain it first: node=7",
                () -> remove(1, 7));
        drain(7, 1);
        StreamDefinition stream = new StreamDefinition("http://x/t", 100, "http://x/fed", Set.of());
        try (StoreClient client = connect(servers.get(7))) {
            client.registerStream(stream);
            client.registerQuery(
                    "REGISTER QUERY T AS SELECT ?a FROM STREAM <http://x/t> [RANGE 100ms STEP"
                            + " 100ms] WHERE { GRAPH <http://x/t> { ?a ?p ?b } }");
            assertFails(
                    Category.USER,
                    "the node is the home of streams: node=7 stream=http://x/t",
                    () -> remove(1, 7));
            client.unregisterQuery("T");
            client.dropStream("http://x/t");
        }
        assertFails(
                Category.USER, "a node cannot remove itself, ask another one", () -> remove(7, 7));
        assertFails(Category.USER, "the node is no member: node=42", () -> remove(1, 42));
        remove(1, 7);
        servers.get(7).awaitEnd();
        servers.remove(7).close();
        assertFails(Category.USER, REMOVED, () -> remove(1, 7));
        drain(1, 3);
        assertFails(
                Category.USER,
                "a cluster has two nodes at least: node=1 nodeCountMin=2",
                () -> remove(3, 1));
        load(1, 70, 75); // it owns nothing, and is a node as others
        update(1);
        feed(3, 8);
        compare();
    }

    // Streams that move

    /** A job that writes a stream, and goes on from its last flush after an error. */
    private static final class Job implements AutoCloseable {
        private final StreamDefinition stream;
        private final StoreServer at;
        private final List<MessageId> restored = new ArrayList<>();
        private int attempt;
        private int failures;
        private StoreClient client; // null if it has failed
        private StreamWriter writer;
        private BatchDispatcher dispatcher;

        Job(StreamDefinition stream, StoreServer at) {
            this.stream = stream;
            this.at = at;
        }

        void write(int batch) {
            while (true) {
                try {
                    tryToWrite(batch);
                    return;
                } catch (WukongsException e) {
                    assertThat(e.category()).as(e.getMessage()).isEqualTo(Category.RETRIABLE);
                    failures++;
                    close();
                }
            }
        }

        private void tryToWrite(int batch) {
            if (client == null) {
                client = connect(at);
                writer =
                        client.openWriter(
                                new WriterId(stream.name(), 0, 1, "job", attempt++),
                                WriterOrigin.restored(restored));
                dispatcher = new BatchDispatcher(VertexOwners.ONE);
            }
            TupleEncoder encoder = new TupleEncoder(client.strings());
            List<Tuple> said = stream.equals(STREAM) ? likes(batch) : sights(batch);
            TupleBatch tuples = new TupleBatch(batch, false, said);
            dispatcher.dispatch(encoder.encode(tuples)).forEach(writer::send);
            writer.closeUpTo(batch);
            writer.flush();
            restored.clear();
            restored.add(writer.position());
        }

        @Override
        public void close() {
            if (client != null) {
                client.close();
                client = null;
            }
        }
    }

    /** Writers and readers follow; a node that has given all of it away can leave. */
    @Test
    void streamsMoveWhileTheyAreWrittenAndRead() throws Exception {
        startAll();
        fill();
        AtomicBoolean ends = new AtomicBoolean();
        Future<Integer> writing = threads.submit(() -> writeUntil(ends));
        moveHomes(3, 1);
        checkpoint(1);
        moveHomes(1, 7);
        servers.remove(3).close();
        servers.put(3, start(3, directory(3)));
        moveHomes(7, 3);
        moveHomes(3, 1);
        ends.set(true);
        int failures = writing.get();
        assertThat(failures).isPositive();
        compare();
        for (int node : List.of(3, 1)) {
            servers.remove(node).close();
            servers.put(node, start(node, directory(node)));
            compare();
        }
        drain(7, 1);
        remove(3, 7);
        servers.get(7).awaitEnd();
        servers.remove(7).close();
        feed(3, 3);
        compare();
        assertFails(Category.USER, "there is no such other node: node=1", () -> moveHomes(1, 1));
    }

    /** Writes both streams through the node 1, and then the same at the model. */
    private int writeUntil(AtomicBoolean ends) {
        int first = batch;
        int failures = 0;
        try (Job likes = new Job(STREAM, servers.get(1));
                Job sights = new Job(KEEPING, servers.get(1))) {
            while (!ends.get() || batch < first + 20) {
                likes.write(batch);
                sights.write(batch);
                batch++;
            }
            failures = likes.failures + sights.failures;
        }
        feed(model, STREAM, first, batch - first);
        feed(model, KEEPING, first, batch - first);
        return failures;
    }

    /** Tries again while it may help: nodes that were started again are met one by one. */
    private void moveHomes(int from, int to) {
        Waits.await(
                () -> {
                    try (StoreClient client = connect(servers.get(from))) {
                        client.moveHomes(to);
                        return true;
                    } catch (WukongsException e) {
                        if (e.category() != Category.RETRIABLE) {
                            throw e;
                        }
                        return false;
                    }
                });
    }

    /** What waits for it goes on without it. */
    @Test
    void aNodeThatHasEnteredAndNotBegunIsRemoved() throws Exception {
        startAll();
        fill();
        Runnable dies = Thread.currentThread()::interrupt;
        assertFails(
                Category.RETRIABLE,
                "the wait for the metadata log was interrupted",
                () -> start(directory(9), metadata.settings("test", 9, NODES, dies)));
        assertThat(Thread.interrupted()).isTrue();
        Waits.await(() -> !failure(3, 9).isEmpty());
        load(model, 70, 75);
        Future<?> loading = threads.submit(() -> load(servers.get(3), 70, 75));
        remove(1, 9);
        loading.get();
        feed(3, 10);
        update(7);
        compare();
        servers.put(5, start(5, directory(5)));
        move(3, 5, 0);
        compare();
    }

    /** It has no place yet, so its number stays free. */
    @Test
    void aNodeThatHasJoinedIsForgotten() throws Exception {
        startAll();
        fill();
        servers.remove(7).close();
        Future<StoreServer> joining = threads.submit(() -> start(9, directory(9)));
        try (StoreClient client = connect(servers.get(1))) {
            Waits.await(() -> !client.status().joining().isEmpty());
            client.removeNode(9);
            Waits.await(() -> client.status().joining().isEmpty());
        }
        assertThatThrownBy(joining::get)
                .hasMessageContaining("this node is no member of the cluster any longer: node=9");
        servers.put(7, start(7, directory(7)));
        servers.put(9, start(9, directory(9)));
        move(7, 9, 683);
        compare();
    }

    /** Returns why one node says that another one does not answer, empty if it does. */
    private String failure(int asked, int number) {
        try (StoreClient client = connect(servers.get(asked))) {
            return client.status().nodes().stream()
                    .filter(node -> node.node() == number)
                    .findFirst()
                    .map(NodeStatus::failure)
                    .orElse("");
        }
    }

    private int partitionCount(int number) {
        try (StoreClient client = connect(servers.get(number))) {
            return client.status().nodes().stream()
                    .filter(node -> node.node() == number)
                    .findFirst()
                    .orElseThrow()
                    .partitionCount();
        }
    }

    // Checkpoints

    private StoreCheckpoint checkpoint(int node) {
        try (StoreClient client = connect(servers.get(node))) {
            return client.checkpoint();
        }
    }

    /** Starts a node again, which has a checkpoint; returns how many records it carries out. */
    private long comesBack(int node, long checkpoint) {
        servers.put(node, start(node, directory(node)));
        assertThat(servers.get(node).restored().number()).isEqualTo(checkpoint);
        return servers.get(node).replayed().recordCount();
    }

    /** It reads neither the log nor the metadata log from their beginnings. */
    @Test
    void aNodeComesBackFromItsCheckpoint() throws Exception {
        startAll();
        fill();
        int people = 70;
        for (int node : NODES) {
            checkpoint(node);
            load(node, people, people + 5);
            people += 5;
            feed(3, 3);
            update(node);
            checkpoint(node);
            update(node);
            feed(3, 1);
            servers.remove(node).close();
            long count = comesBack(node, 2);
            NodeStart.Replayed replayed = servers.get(node).replayed();
            assertThat(count).isBetween(1L, replayed.from().position());
            assertThat(metadata.openedFrom()).isGreaterThan(20);
            compare();
            for (int other : NODES) {
                load(other, people, people + 3);
                people += 3;
                update(other);
            }
            feed(3, 8); // what keeps a triple is what it was
            compare();
        }
    }

    @Test
    void allNodesComeBackFromTheirCheckpoints() throws Exception {
        startAll();
        fill();
        for (int life = 1; life <= 3; life++) {
            for (int node : NODES) {
                checkpoint(node);
                update(node);
            }
            feed(3, 2);
            servers.values().forEach(StoreServer::close);
            servers.clear();
            startAll();
            compare();
            feed(3, 8);
            load(NODES.get(life - 1), 70 + life, 75 + life);
        }
        compare();
    }

    /** Moves are before and after the checkpoints, more of them than the checkpoints have. */
    @Test
    void whatHasMovedComesBackFromCheckpoints() throws Exception {
        startAll();
        fill();
        for (int move = 0; move < 70; move++) { // there and back
            moveOne(move % 2 == 0 ? 3 : 1, move % 2 == 0 ? 1 : 3);
        }
        for (int life = 1; life <= 3; life++) {
            for (int node = 0; node < 3; node++) {
                move(NODES.get(node), NODES.get((node + life) % 3), 341 * node + 60 * life);
            }
            NODES.forEach(this::checkpoint);
            if (life > 1) {
                move(NODES.get(life - 1), NODES.get(0), 0);
                feed(3, 2);
            }
            servers.values().forEach(StoreServer::close);
            servers.clear();
            startAll();
            servers.values().forEach(server -> assertThat(server.restored()).isNotNull());
            compare();
            load(NODES.get(life - 1), 70 + 10 * life, 80 + 10 * life); // with new terms
            update(NODES.get(life - 1));
            feed(3, 8); // what keeps a triple is what it was
            compare();
        }
        assertThat(movedCount).isGreaterThan(300);
    }

    private void moveOne(int from, int to) {
        try (StoreClient client = connect(servers.get(from))) {
            assertThat(client.movePartitions(5, 5, to)).isEqualTo(1);
        }
    }

    /** The cluster is never quiet: a plan, a load or an update is always under way. */
    @Test
    void checkpointsAreMadeBesideEverythingElse() throws Exception {
        startAll();
        fill();
        AtomicBoolean ends = new AtomicBoolean();
        List<Future<Long>> making = new ArrayList<>();
        for (int node : NODES) {
            making.add(threads.submit(() -> checkpoints(node, ends)));
        }
        for (int round = 0; round < 10; round++) {
            int node = NODES.get(round % 3);
            feed(3, 2);
            load(node, 70 + 5 * round, 75 + 5 * round);
            update(node);
        }
        ends.set(true);
        for (Future<Long> made : making) {
            assertThat(made.get()).isGreaterThan(2);
        }
        servers.values().forEach(StoreServer::close);
        servers.clear();
        startAll();
        servers.values().forEach(server -> assertThat(server.restored()).isNotNull());
        compare();
        feed(3, 8);
        compare();
    }

    /** Makes one checkpoint after the other; returns the number of the last one. */
    private long checkpoints(int node, AtomicBoolean ends) {
        long made = 0;
        while (!ends.get() || made < 3) {
            made = checkpoint(node).number();
        }
        return made;
    }

    /** Nobody asks for it, and nobody waits for it. */
    @Test
    void checkpointsAreMadeWhenTheLogIsLong() throws Exception {
        LogOptions shortSegments = new LogOptions(SyncMode.COMMIT, 20_000, 1 << 20, 1_000_000);
        logSettings = new LogSettings(shortSegments, 30_000);
        startAll();
        Path oldest = segments(directory(1)).get(0);
        fill();
        for (int people = 70; made() < 4; people += 10) {
            load(NODES.get(people % 3), people, people + 10);
            feed(3, 1);
        }
        compare();
        servers.remove(1).close();
        assertThat(segments(directory(1))).isNotEmpty().doesNotContain(oldest);
        servers.put(1, start(1, directory(1)));
        compare();
    }

    private static List<Path> segments(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> path.getParent().getFileName().toString().startsWith("log-"))
                    .sorted()
                    .toList();
        }
    }

    private long made() {
        return servers.values().stream()
                .mapToLong(server -> server.checkpointStatistics().count())
                .min()
                .orElse(0);
    }

    /** Older records of the metadata log are needed by nobody then; newer ones are. */
    @Test
    void theMetadataLogIsNeededFromTheCheckpointOn() throws Exception {
        startAll();
        fill();
        NODES.forEach(this::checkpoint);
        for (int node : NODES) {
            servers.remove(node).close();
            comesBack(node, 1);
        }
        metadata.forget(metadata.openedFrom()); // no node reads more of it
        servers.remove(7).close();
        comesBack(7, 1);
        compare();
        update(7);
        metadata.forget(metadata.size());
        servers.remove(7).close();
        assertFails(
                Category.FATAL,
                "the metadata log does not have the records after this node's state: log=shared",
                () -> start(7, directory(7)));
    }

    /** Updates through all nodes until the metadata log has let go of more. */
    private void updateUntilForgotten() {
        long before = metadata.forgotten();
        while (metadata.forgotten() == before) {
            servers.keySet().forEach(this::update);
        }
    }

    /** A long log is a reason for a checkpoint; whoever has some comes back without it. */
    @Test
    void theMetadataLogForgetsWhatAllNodesHave() throws Exception {
        metadata.trimAfter(30);
        startAll();
        fill();
        updateUntilForgotten();
        feed(3, 2);
        compare();
        assertThat(made()).isGreaterThan(1);
        long newest = checkpoint(7).number();
        servers.remove(7).close();
        DataDirectory older = DataDirectory.open(directory(7), 2, Set.of(newest), null);
        servers.put(7, start(older, metadata.settings("test", 7, NODES)));
        assertThat(servers.get(7).restored().number()).isEqualTo(newest - 1);
        compare();
        updateUntilForgotten();
        compare();
    }

    /** It finds a snapshot in the log, and needs what comes after it until it has checkpoints. */
    @Test
    void aNodeEntersWhenTheMetadataLogHasForgotten() throws Exception {
        metadata.trimAfter(30);
        startAll();
        fill();
        updateUntilForgotten();
        servers.put(9, start(9, directory(9)));
        assertThat(metadata.openedFrom()).isPositive();
        compare();
        servers.remove(9).close();
        servers.put(9, start(9, directory(9)));
        compare();
        Waits.await(() -> failure(3, 9).isEmpty()); // no query asks it, it owns nothing
        move(3, 9, 0);
        updateUntilForgotten();
        feed(3, 2);
        compare();
        servers.values().forEach(StoreServer::close);
        servers.clear();
        startAll(9);
        servers.put(5, start(5, directory(5)));
        compare();
    }

    @Test
    void aCheckpointIsThatOfOneNode() throws Exception {
        startAll();
        fill();
        NODES.forEach(this::checkpoint);
        servers.values().forEach(StoreServer::close);
        servers.clear();
        try (StoreServer alone = startAlone(folder.resolve("alone"))) {
            alone.checkpoint();
        }
        move(directory(7), "cluster", folder.resolve("alone"));
        assertFails(
                Category.USER,
                "the checkpoint is that of another node: path="
                        + directory(7).resolve("checkpoints/chk-1")
                        + " of=node 7 of cluster test with metadata log shared asked=a store of"
                        + " one node",
                () -> startAlone(directory(7)));
        assertFails(
                Category.USER,
                "of=a store of one node asked=node 7 of cluster test with metadata log shared",
                () -> start(7, folder.resolve("alone")));
        Files.move(directory(3).resolve("checkpoints"), directory(3).resolve("aside"));
        Files.move(directory(1).resolve("checkpoints"), directory(3).resolve("checkpoints"));
        assertFails(
                Category.USER,
                "of=node 1 of cluster test with metadata log shared asked=node 3 of cluster test",
                () -> start(3, directory(3)));
    }

    private static void move(Path from, String name, Path to) throws Exception {
        Files.move(from.resolve(name), to.resolve(name));
    }

    private static StoreServer startAlone(Path directory) {
        return StoreServer.start(
                StoreConfig.DEFAULT, DataDirectory.open(directory, 2), "127.0.0.1", 0);
    }

    /** The node that comes back does not need the others for that. */
    @Test
    void aNodeComesBackWithoutTheOthers() throws Exception {
        startAll();
        fill();
        servers.values().forEach(StoreServer::close);
        servers.clear();
        servers.put(3, start(3, directory(3)));
        assertFails(
                Category.RETRIABLE,
                "a node of the cluster cannot be reached: node=1",
                () -> rows(servers.get(3), ALL));
        try (StoreClient client = connect(servers.get(3))) {
            assertThat(client.status().streams()).hasSize(2);
        }
        servers.put(1, start(1, directory(1)));
        servers.put(7, start(7, directory(7)));
        compare();
        load(1, 80, 90);
        feed(3, 5);
        compare();
    }
}
