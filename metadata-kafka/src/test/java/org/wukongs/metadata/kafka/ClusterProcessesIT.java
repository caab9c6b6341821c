package org.wukongs.metadata.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Waits;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * Three processes that are one store, over TCP and a topic of Kafka: what is loaded through one is
 * answered by each, as by a store of one node.
 */
@Timeout(300)
final class ClusterProcessesIT {

    private static final Duration CONNECT = Duration.ofSeconds(20);

    private static final String PREFIX = "PREFIX u: <http://lubm/> ";

    private static final List<String> QUERIES =
            List.of(
                    "SELECT * { ?x a u:GraduateStudent ; u:takesCourse u:course8 }",
                    "SELECT * { ?x u:memberOf ?z . ?z u:subOrganizationOf ?y ."
                            + " ?x u:undergraduateDegreeFrom ?y }",
                    "SELECT * { ?x u:advisor ?y . ?y u:teacherOf ?z . ?x u:takesCourse ?z }",
                    "SELECT ?y (COUNT(*) AS ?n) { ?x u:memberOf ?y } GROUP BY ?y ORDER BY ?y",
                    "SELECT * { u:dept3 u:subOrganizationOf+ ?o }",
                    "SELECT ?x ?n { ?x u:name ?n FILTER(STRLEN(?n) < 11) }",
                    "SELECT ?p { ?s ?p u:dept1 }");

    private static final StreamDefinition ENROLLED =
            new StreamDefinition("http://lubm/enrolled", 100, StreamDefinition.STORED, Set.of());

    private static final String TEACHERS =
            "REGISTER QUERY Q AS SELECT ?g ?p FROM STREAM <http://lubm/enrolled> [RANGE 1s STEP 1s]"
                    + " FROM STORED WHERE { GRAPH <http://lubm/enrolled> {"
                    + " ?g <http://lubm/attends> ?c }"
                    + " GRAPH STORED { ?p <http://lubm/teacherOf> ?c } }";

    private static BrokerProcess broker;
    private static int topicCount;

    @TempDir private Path folder;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<StoreClient> clients = new ArrayList<>();

    @BeforeAll
    static void startBroker() {
        broker = new BrokerProcess();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void startNodes() throws IOException {
        topicCount++;
        for (int node = 1; node <= 3; node++) {
            nodes.add(node("university", node));
        }
        for (NodeProcess node : nodes) {
            node.awaitStart();
            clients.add(StoreClient.connect(List.of(node.address()), CONNECT));
        }
    }

    /** Starts a node that was killed again, with the data that it had. */
    private void startAgain(int node) throws IOException {
        nodes.set(node - 1, node("university", node));
    }

    private void connectAgain(int node) throws IOException {
        nodes.get(node - 1).awaitStart();
        clients.get(node - 1).close();
        StoreAddress address = nodes.get(node - 1).address();
        clients.set(node - 1, StoreClient.connect(List.of(address), CONNECT));
    }

    @AfterEach
    void stopNodes() {
        clients.forEach(StoreClient::close);
        nodes.forEach(NodeProcess::close);
    }

    private NodeProcess node(String cluster, int node) throws IOException {
        return node(cluster, node, folder.resolve("data-" + node));
    }

    private NodeProcess node(String cluster, int node, Path data) throws IOException {
        Path token = Files.createTempFile(folder, "cluster", ".token"); // closed to others
        Files.writeString(token, "a token of all three nodes\n");
        List<String> arguments = new ArrayList<>(arguments(cluster, node, data, token));
        if (node > 3) {
            arguments.add("--join");
        }
        return new NodeProcess(arguments.toArray(String[]::new));
    }

    private static List<String> arguments(String cluster, int node, Path data, Path token) {
        return List.of(
                "store",
                "--port",
                "0",
                "--http",
                "0",
                "--store-memory",
                "64m",
                "--data-dir",
                data.toString(),
                "--cluster",
                cluster,
                "--node",
                Integer.toString(node),
                "--nodes",
                "1,2,3",
                "--metadata",
                "kafka://"
                        + broker.bootstrapServers()
                        + "/metadata-"
                        + topicCount
                        + "?deadline-ms=60000",
                "--cluster-token-file",
                token.toString(),
                "--cluster-listen",
                "127.0.0.1:0");
    }

    /** Students, professors, courses and departments, as LUBM has them. */
    private Path data() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int dept = 0; dept < 12; dept++) {
            add(lines, "dept" + dept, "subOrganizationOf", "univ" + dept / 4);
            add(lines, "univ" + dept / 4, "subOrganizationOf", "country");
        }
        for (int i = 0; i < 600; i++) {
            String student = "student" + i;
            String kind = i % 4 == 0 ? "GraduateStudent" : "UndergraduateStudent";
            lines.append("<http://lubm/" + student + "> ")
                    .append("<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ")
                    .append("<http://lubm/" + kind + "> .\n");
            add(lines, student, "memberOf", "dept" + i % 12);
            add(lines, student, "undergraduateDegreeFrom", "univ" + i % 5);
            add(lines, student, "advisor", "professor" + i % 40);
            add(lines, student, "takesCourse", "course" + i % 40);
            add(lines, student, "takesCourse", "course" + i * 7 % 80);
            lines.append("<http://lubm/" + student + "> <http://lubm/name> ")
                    .append("\"" + student + "\" .\n");
        }
        for (int i = 0; i < 40; i++) {
            add(lines, "professor" + i, "teacherOf", "course" + i);
            add(lines, "professor" + i, "worksFor", "dept" + i % 12);
        }
        return Files.writeString(folder.resolve("data.nt"), lines);
    }

    private static void add(StringBuilder lines, String s, String p, String o) {
        lines.append("<http://lubm/" + s + "> <http://lubm/" + p + "> <http://lubm/" + o + "> .\n");
    }

    private void load(NodeProcess node) throws Exception {
        try (NodeProcess load =
                new NodeProcess(
                        "load",
                        "--store",
                        node.address().toString(),
                        "--data",
                        data().toString())) {
            load.await("loaded ");
            assertThat(load.awaitEnd()).isZero();
        }
    }

    private static List<String> rows(StoreClient client, String query) {
        return client.query(PREFIX + query).rows().stream().map(Arrays::toString).sorted().toList();
    }

    @Test
    void everyNodeAnswersLikeOneNode() throws Exception {
        load(nodes.get(1));
        try (NodeProcess one = new NodeProcess("store", "--port", "0", "--store-memory", "64m")) {
            one.awaitStart();
            load(one);
            try (StoreClient client = StoreClient.connect(List.of(one.address()), CONNECT)) {
                for (String query : QUERIES) {
                    List<String> expected = rows(client, query);
                    assertThat(expected).as(query).isNotEmpty();
                    for (StoreClient node : clients) {
                        assertThat(rows(node, query)).as(query).isEqualTo(expected);
                    }
                    for (NodeProcess node : nodes) {
                        String csv = node.get("/sparql", PREFIX + query, "text/csv");
                        assertThat(csv.lines()).as(query).hasSize(1 + expected.size());
                    }
                }
            }
        }
        for (StoreClient node : clients) {
            assertThat(node.check().violations()).isEmpty();
        }
    }

    /** Windows have stored triples of all nodes, and what the stream stores is at all nodes. */
    @Test
    void aStreamOfOneNodeFeedsTheGraphsOfAll() throws Exception {
        load(nodes.get(1));
        StoreClient home = clients.get(0);
        home.registerStream(ENROLLED);
        home.registerQuery(TEACHERS);
        home.attachReader(ReaderId.ofQuery("", "Q"), ReaderStart.earliest());
        TupleEncoder encoder = new TupleEncoder(home.strings());
        WriterId id = new WriterId(ENROLLED.name(), 0, 1, "job", 0);
        try (StreamWriter writer = home.openWriter(id)) {
            BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
            for (int batch = 0; batch < 50; batch++) {
                List<Tuple> tuples = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    tuples.add(
                            new Tuple(
                                    100L * batch + i,
                                    "<http://lubm/guest" + (8 * batch + i) + ">",
                                    "<http://lubm/attends>",
                                    "<http://lubm/course" + i + ">"));
                }
                TupleBatch encoded = new TupleBatch(batch, false, tuples);
                dispatcher.dispatch(encoder.encode(encoded)).forEach(writer::send);
                writer.closeUpTo(batch);
            }
            writer.flush();
        }
        long next = Long.MIN_VALUE;
        for (int window = 1; window <= 5; window++) {
            FetchedWindows fetched = home.fetchWindows("Q", next, 1, CONNECT);
            assertThat(fetched.results()).hasSize(1);
            assertThat(fetched.results().get(0).windowEndMs()).isEqualTo(1000L * window);
            assertThat(fetched.results().get(0).rows()).hasSize(80); // a course has a teacher
            next = fetched.nextWindowEndMs();
        }
        for (StoreClient node : clients) {
            Waits.await(() -> rows(node, "SELECT * { ?g u:attends ?c }").size() == 400);
            assertThat(node.check().violations()).isEmpty();
        }
        // Another node names the home, where the stream is told on.
        try (StreamWriter writer = clients.get(2).openWriter(id)) {
            assertThat(writer.flush()).isEqualTo(5000);
        }
        assertThat(clients.get(1).describeQuery("Q").streams()).containsExactly(id.stream());
    }

    @Test
    void aKilledNodeFailsQueriesAndNothingHangs() throws Exception {
        load(nodes.get(0));
        assertThat(rows(clients.get(0), QUERIES.get(0))).isNotEmpty();
        nodes.get(2).kill();
        for (StoreClient node : clients.subList(0, 2)) {
            assertFails(
                    Category.RETRIABLE,
                    "a node of the cluster cannot be reached: node=3",
                    () -> rows(node, QUERIES.get(1)));
            assertThat(node.status().nodes().get(2).failure()).isNotEmpty(); // it serves on
        }
        try (NodeProcess again = node("university", 3, folder.resolve("empty"))) {
            assertThat(again.await("error: "))
                    .startsWith("the data directory is not that of this node");
            assertThat(again.awaitEnd()).isEqualTo(1);
        }
    }

    /**
     * Nodes are killed one after the other while one loads and another one has a stream, and then
     * all of them: each comes back with what it had, from its log and after that from a checkpoint
     * and the log after it, and in the end there is what was acknowledged.
     */
    @Test
    void killedNodesComeBack() throws Exception {
        load(nodes.get(1));
        clients.get(0).registerStream(ENROLLED);
        int loads = 0;
        int batch = 0;
        for (int killed : List.of(3, 2, 1)) {
            int first = loads;
            int home = killed == 2 ? 3 : 2; // of the loads: another one than the killed
            ExecutorService thread = Executors.newSingleThreadExecutor();
            try {
                Future<Integer> loading = thread.submit(() -> loadAgainAndAgain(home, first));
                batch = killed == 1 ? batch : feed(batch, 20);
                nodes.get(killed - 1).kill();
                startAgain(killed);
                connectAgain(killed);
                batch = feed(batch, 20);
                loads = loading.get();
            } finally {
                thread.shutdownNow();
            }
            awaitGuests(loads, batch);
        }
        clients.forEach(StoreClient::checkpoint);
        loads = loadAgainAndAgain(2, loads);
        batch = feed(batch, 5);
        nodes.forEach(NodeProcess::kill);
        for (int node = 1; node <= 3; node++) {
            startAgain(node);
        }
        for (int node = 1; node <= 3; node++) {
            connectAgain(node);
            assertThat(clients.get(node - 1).status().restored()).isNotNull();
        }
        awaitGuests(loads, batch);
        loads = loadAgainAndAgain(1, loads);
        batch = feed(batch, 5);
        awaitGuests(loads, batch);
        try (NodeProcess one = new NodeProcess("store", "--port", "0", "--store-memory", "64m")) {
            one.awaitStart();
            load(one);
            try (StoreClient client = StoreClient.connect(List.of(one.address()), CONNECT)) {
                for (String query : QUERIES.subList(0, 3)) {
                    assertThat(rows(clients.get(2), query)).isEqualTo(rows(client, query));
                }
            }
        }
    }

    /** Where two nodes are that no test removes; the stream begins at another one. */
    private List<StoreAddress> addresses() {
        return List.of(nodes.get(1).address(), nodes.get(2).address());
    }

    /** Loads some triples ten times; a load that fails because a node is away is repeated. */
    private int loadAgainAndAgain(int node, int first) {
        for (int load = first; load < first + 10; load++) {
            int number = load;
            Waits.await(() -> isLoaded(node, number));
        }
        return first + 10;
    }

    private boolean isLoaded(int node, int load) {
        StoreAddress address = nodes.get(node - 1).address();
        try (StoreClient client = StoreClient.connect(List.of(address), CONNECT)) {
            List<Tuple> tuples = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                tuples.add(guest(0, "loaded" + load + "-" + i, "visits", i));
            }
            TupleEncoder encoder = new TupleEncoder(client.strings());
            client.load(StreamDefinition.STORED, encoder.encode(new TupleBatch(0, false, tuples)));
            return true;
        } catch (WukongsException e) {
            assertThat(e.category()).as(e.getMessage()).isEqualTo(Category.RETRIABLE);
            return false;
        }
    }

    private static Tuple guest(long timeMs, String name, String does, int course) {
        return new Tuple(
                timeMs,
                "<http://lubm/" + name + ">",
                "<http://lubm/" + does + ">",
                "<http://lubm/course" + course + ">");
    }

    /** Writes batches to the stream, wherever it is; returns the number of the next one. */
    private int feed(int first, int count) {
        int[] next = {first};
        while (next[0] < first + count) {
            Waits.await(() -> isFed(next[0]));
            next[0]++;
        }
        return next[0];
    }

    private boolean isFed(int batch) {
        WriterId id = new WriterId(ENROLLED.name(), 0, 1, "job", batch);
        try (StoreClient client = StoreClient.connect(addresses(), CONNECT);
                StreamWriter writer = client.openWriter(id)) {
            TupleEncoder encoder = new TupleEncoder(client.strings());
            BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
            List<Tuple> tuples = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                tuples.add(guest(100L * batch + i, "guest" + (4 * batch + i), "attends", i));
            }
            TupleBatch encoded = new TupleBatch(batch, false, tuples);
            dispatcher.dispatch(encoder.encode(encoded)).forEach(writer::send);
            writer.closeUpTo(batch);
            writer.flush();
            return true;
        } catch (WukongsException e) {
            assertThat(e.category()).as(e.getMessage()).isEqualTo(Category.RETRIABLE);
            return false;
        }
    }

    private void awaitGuests(int loads, int batches) {
        for (StoreClient node : clients) {
            Waits.await(() -> countOf(node, "visits") == 5 * loads);
            Waits.await(() -> countOf(node, "attends") == 4 * batches);
            assertThat(node.check().violations()).isEmpty();
        }
    }

    private static int countOf(StoreClient client, String predicate) {
        try {
            return rows(client, "SELECT * { ?g u:" + predicate + " ?c }").size();
        } catch (WukongsException e) {
            assertThat(e.category()).as(e.getMessage()).isEqualTo(Category.RETRIABLE);
            return -1;
        }
    }

    /** Three processes become four while one loads, a stream goes on and a query reads it. */
    @Test
    void aFourthNodeJoins() throws Exception {
        load(nodes.get(1));
        StoreClient home = clients.get(0);
        home.registerStream(ENROLLED);
        home.registerQuery(TEACHERS);
        home.attachReader(ReaderId.ofQuery("", "Q"), ReaderStart.earliest());
        List<String> expected = rows(clients.get(2), QUERIES.get(2));
        try (NodeProcess stranger = node("other", 4, folder.resolve("empty"))) {
            assertThat(stranger.await("error: "))
                    .startsWith("the metadata log is that of another cluster");
        }
        int loads;
        int batch;
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Future<Integer> loading = threads.submit(() -> loadAgainAndAgain(2, 0));
            Future<Integer> feeding = threads.submit(() -> feed(0, 60));
            nodes.add(node("university", 4));
            nodes.get(3).awaitStart();
            clients.add(StoreClient.connect(List.of(nodes.get(3).address()), CONNECT));
            cluster("moved partitions: 86 from=1 to=4", "add", "--node", "4"); // of 342
            loads = loading.get();
            batch = feeding.get();
        } finally {
            threads.shutdownNow();
        }
        for (StoreClient node : clients) {
            Waits.await(() -> partitionCounts(node).equals(List.of(256, 256, 256, 256)));
            assertThat(rows(node, QUERIES.get(2))).isEqualTo(expected);
        }
        loads = loadAgainAndAgain(4, loads);
        awaitGuests(loads, batch);
        nodes.get(3).kill();
        startAgain(4);
        connectAgain(4);
        batch = feed(batch, 5);
        loads = loadAgainAndAgain(4, loads);
        awaitGuests(loads, batch);
        assertThat(rows(clients.get(3), QUERIES.get(2))).isEqualTo(expected);
        checkWindows(home);
    }

    /**
     * A fourth process takes the place of the first one, where a stream and a query are, while one
     * loads, the stream goes on and a reader has windows to read.
     */
    @Test
    void theHomeOfAStreamIsReplaced() throws Exception {
        load(nodes.get(1));
        StoreClient home = clients.get(0);
        home.registerStream(ENROLLED);
        home.registerQuery(TEACHERS);
        home.attachReader(ReaderId.ofQuery("", "Q"), ReaderStart.earliest());
        int loads;
        int batch;
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Future<Integer> loading = threads.submit(() -> loadAgainAndAgain(2, 0));
            Future<Integer> feeding = threads.submit(() -> feed(0, 60));
            nodes.add(node("university", 4));
            nodes.get(3).awaitStart();
            clients.add(StoreClient.connect(List.of(nodes.get(3).address()), CONNECT));
            cluster("moved partitions: 86 from=1 to=4", "add", "--node", "4");
            clients.get(1).checkpoint();
            cluster("moved partitions: ", "drain", "--node", "1");
            cluster("removed node 1", "remove", "--node", "1");
            nodes.get(0).await("the node was removed from the cluster");
            assertThat(nodes.get(0).awaitEnd()).isZero();
            clients.remove(0).close();
            loads = loading.get();
            batch = feeding.get();
        } finally {
            threads.shutdownNow();
        }
        for (StoreClient node : clients) {
            Waits.await(
                    () ->
                            node.status().nodes().stream()
                                    .map(NodeStatus::node)
                                    .toList()
                                    .equals(List.of(2, 3, 4)));
        }
        loads = loadAgainAndAgain(4, loads);
        awaitGuests(loads, batch);
        try (NodeProcess again = node("university", 1)) {
            assertThat(again.await("error: "))
                    .startsWith("the node was removed from the cluster, for good");
            assertThat(again.awaitEnd()).isEqualTo(1);
        }
        List<Integer> left = List.of(2, 3, 4);
        left.forEach(node -> nodes.get(node - 1).kill());
        for (int node : left) {
            startAgain(node);
        }
        clients.forEach(StoreClient::close);
        clients.clear();
        for (int node : left) {
            nodes.get(node - 1).awaitStart();
            clients.add(StoreClient.connect(List.of(nodes.get(node - 1).address()), CONNECT));
        }
        loads = loadAgainAndAgain(3, loads);
        batch = feed(batch, 5);
        awaitGuests(loads, batch);
        try (StoreClient any = StoreClient.connect(addresses(), CONNECT)) {
            checkWindows(any);
        }
        try (NodeProcess one = new NodeProcess("store", "--port", "0", "--store-memory", "64m")) {
            one.awaitStart();
            load(one);
            try (StoreClient client = StoreClient.connect(List.of(one.address()), CONNECT)) {
                for (String query : QUERIES.subList(0, 3)) {
                    List<String> expected = rows(client, query);
                    for (StoreClient node : clients) {
                        assertThat(rows(node, query)).as(query).isEqualTo(expected);
                    }
                }
            }
        }
    }

    /** All windows of the query are there, whatever has happened to nodes meanwhile. */
    private static void checkWindows(StoreClient home) {
        long next = Long.MIN_VALUE;
        for (int window = 1; window <= 6; window++) {
            FetchedWindows fetched = home.fetchWindows("Q", next, 1, CONNECT);
            assertThat(fetched.results().get(0).windowEndMs()).isEqualTo(1000L * window);
            assertThat(fetched.results().get(0).rows()).hasSize(40); // a course has a teacher
            next = fetched.nextWindowEndMs();
        }
    }

    /** Runs a command of {@code cluster} against the first two nodes, which says something. */
    private void cluster(String says, String... command) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("cluster"));
        arguments.addAll(List.of(command));
        arguments.addAll(List.of("--store", nodes.get(1).address() + "," + nodes.get(0).address()));
        try (NodeProcess process = new NodeProcess(arguments.toArray(String[]::new))) {
            process.await(says);
            assertThat(process.awaitEnd()).isZero();
        }
    }

    private static List<Integer> partitionCounts(StoreClient client) {
        return client.status().nodes().stream().map(node -> node.partitionCount()).toList();
    }

    @Test
    void aPausedNodeFailsQueriesAtTheDeadline() throws Exception {
        load(nodes.get(0));
        nodes.get(2).pause();
        for (StoreClient node : clients.subList(0, 2)) {
            assertFails(
                    Category.RETRIABLE,
                    "a node of the cluster cannot be reached: node=3",
                    () -> rows(node, QUERIES.get(3)));
        }
        try (NodeProcess stranger = node("other", 3, folder.resolve("empty"))) {
            assertThat(stranger.await("error: "))
                    .startsWith("the metadata log is that of another cluster");
        }
    }
}
