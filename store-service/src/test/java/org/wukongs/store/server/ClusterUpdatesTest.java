package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.UpdateResult;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * Updates at three nodes at the same time, beside loads and a stream: what each was answered is
 * what it does on a node of its own that executes all of them in the order of their snapshots.
 */
@Timeout(180)
class ClusterUpdatesTest {

    private static final int NODES = 3;
    private static final int CLIENTS = 6;
    private static final int UPDATES = 25; // of each client
    private static final int LOADS = 15;

    private static final List<String> GRAPHS = List.of("urn:g0", "urn:g1", "urn:g2");

    /** What loads and streams change, nothing else does. */
    private static final String LOADED = "urn:loaded";

    private static final String FED = "urn:fed";

    private final Random random = Seeds.random(getClass());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<StoreClient> clients = new ArrayList<>();
    private TestCluster cluster;

    /** An update, and what was answered. */
    private record Answered(String text, UpdateResult result) {

        boolean hasChanged() {
            return result.addedCount() + result.removedCount() > 0;
        }
    }

    @BeforeEach
    void start() {
        cluster = TestCluster.of(1, 2, 3);
    }

    @AfterEach
    void stop() {
        clients.forEach(StoreClient::close);
        cluster.close();
        threads.shutdownNow();
    }

    private StoreClient connect(int place) {
        StoreClient client =
                StoreClient.connect(
                        List.of(cluster.servers().get(place).address()), Duration.ofSeconds(10));
        synchronized (clients) {
            clients.add(client);
        }
        return client;
    }

    @Test
    void eachDoesWhatItDoesInTheOrderOfSnapshots() throws Exception {
        List<Callable<List<Answered>>> work = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int place = i % NODES;
            Random own = new Random(random.nextLong());
            work.add(() -> updates(connect(place), own));
        }
        AtomicBoolean ends = new AtomicBoolean();
        Future<?> streaming = threads.submit(() -> feed(connect(1), ends));
        Future<?> loading = threads.submit(() -> load(connect(2)));
        List<Answered> answered = new ArrayList<>();
        for (Future<List<Answered>> done : threads.invokeAll(work)) {
            answered.addAll(done.get());
        }
        loading.get();
        ends.set(true);
        streaming.get();
        try (StoreNode model = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock())) {
            check(answered, model);
        }
    }

    private void check(List<Answered> answered, StoreNode model) {
        // What has changed nothing says nothing of the order. Names of graphs are left out: a node
        // knows a new one a moment before its snapshot is shown.
        answered.removeIf(each -> !each.hasChanged());
        answered.sort(Comparator.comparingLong((Answered each) -> each.result().snapshot()));
        long last = -1;
        for (Answered each : answered) {
            UpdateResult expected = model.update(each.text());
            assertThat(List.of(each.result().addedCount(), each.result().removedCount()))
                    .as("%s at %s", each.text(), each.result().snapshot())
                    .isEqualTo(List.of(expected.addedCount(), expected.removedCount()));
            assertThat(each.result().snapshot()).isGreaterThan(last);
            last = each.result().snapshot();
        }
        Set<String> expected = new TreeSet<>(quads(model.query(ALL).rows()));
        assertThat(expected).isNotEmpty();
        for (int place = 0; place < NODES; place++) {
            StoreClient client = connect(place);
            Set<String> found = new TreeSet<>(quads(client.query(ALL).rows()));
            found.removeIf(quad -> quad.contains(LOADED) || quad.contains(FED));
            assertThat(found).isEqualTo(expected);
            assertThat(client.query("SELECT * { GRAPH <" + LOADED + "> { ?s ?p ?o } }").rows())
                    .hasSize(LOADS);
            assertThat(client.check().violations()).isEmpty();
        }
    }

    private static final String ALL =
            "SELECT ?g ?s ?p ?o { { ?s ?p ?o BIND(<urn:default> AS ?g) }"
                    + " UNION { GRAPH ?g { ?s ?p ?o } } }";

    private static List<String> quads(List<String[]> rows) {
        return rows.stream().map(Arrays::toString).toList();
    }

    private static List<Answered> updates(StoreClient client, Random own) {
        List<Answered> answered = new ArrayList<>();
        for (int i = 0; i < UPDATES; i++) {
            String text = request(own);
            answered.add(new Answered(text, client.update(text)));
        }
        return answered;
    }

    private static String request(Random own) {
        String text = operation(own);
        while (own.nextInt(4) == 0) {
            text += " ; " + operation(own);
        }
        return text;
    }

    private static String operation(Random own) {
        String graph = "<" + GRAPHS.get(own.nextInt(GRAPHS.size())) + ">";
        String other = "<" + GRAPHS.get(own.nextInt(GRAPHS.size())) + ">";
        String triple = "<urn:s" + own.nextInt(4) + "> <urn:p> <urn:o" + own.nextInt(4) + ">";
        return switch (own.nextInt(9)) {
            case 0, 1, 2 ->
                    "DELETE { <urn:counter> <urn:n> ?n } INSERT { <urn:counter> <urn:n> ?m }"
                            + " WHERE { OPTIONAL { <urn:counter> <urn:n> ?n }"
                            + " BIND(COALESCE(?n, 0) + 1 AS ?m) }";
            case 3 -> "INSERT DATA { GRAPH " + graph + " { " + triple + " } }";
            case 4 -> "INSERT DATA { " + triple + " . GRAPH " + graph + " { " + triple + " } }";
            case 5 -> "DELETE DATA { GRAPH " + graph + " { " + triple + " } }";
            case 6 ->
                    "DELETE { GRAPH "
                            + graph
                            + " { ?s ?p ?o } } INSERT { GRAPH "
                            + other
                            + " { ?o ?p ?s } } WHERE { GRAPH "
                            + graph
                            + " { ?s ?p ?o } }";
            case 7 -> "DELETE WHERE { GRAPH ?g { <urn:s" + own.nextInt(4) + "> ?p ?o } }";
            default -> "CLEAR SILENT GRAPH " + graph;
        };
    }

    private static void load(StoreClient client) {
        for (int i = 0; i < LOADS; i++) {
            TupleEncoder encoder = new TupleEncoder(client.strings());
            Tuple tuple = new Tuple(0, "<urn:l" + i + ">", "<urn:p>", "<urn:o" + i + ">");
            client.load(LOADED, encoder.encode(new TupleBatch(0, false, List.of(tuple))));
        }
    }

    /** Batches as fast as they go. */
    private static void feed(StoreClient client, AtomicBoolean ends) {
        client.registerStream(new StreamDefinition("urn:s", 100, FED, Set.of()));
        TupleEncoder encoder = new TupleEncoder(client.strings());
        try (StreamWriter writer = client.openWriter(new WriterId("urn:s", 0, 1, "job", 0))) {
            BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
            for (int batch = 0; !ends.get(); batch++) {
                Tuple tuple =
                        new Tuple(
                                100L * batch,
                                "<urn:f" + batch + ">",
                                "<urn:q>",
                                "<urn:o" + batch % 7 + ">");
                TupleBatch tuples = new TupleBatch(batch, false, List.of(tuple));
                dispatcher.dispatch(encoder.encode(tuples)).forEach(writer::send);
                writer.closeUpTo(batch);
                writer.flush();
            }
        }
    }

    /** An update for which a node has no memory changes nothing at any of them. */
    @Test
    void whatDoesNotFitAtANodeIsRefusedAtAll() {
        StoreClient client = connect(0);
        client.update("INSERT DATA { <urn:a> <urn:p> 1, 2, 3 }");
        client.update(members("x", 270));
        client.update(members("y", 10));
        String many =
                "INSERT { GRAPH <urn:many> { ?x ?y ?z } }"
                        + " WHERE { ?x a <urn:x> . ?y a <urn:y> . ?z a <urn:x> }";
        assertFails(
                Category.FATAL,
                "the memory of the stored graphs is full at a node",
                () -> client.update(many));
        for (int place = 0; place < NODES; place++) {
            assertThat(cluster.servers().get(place).hasGraph("urn:many")).isFalse();
            assertThat(connect(place).query("SELECT * { <urn:a> ?p ?o }").rows()).hasSize(3);
        }
        assertThat(client.update("DELETE WHERE { <urn:a> ?p ?o }").removedCount()).isEqualTo(3);
    }

    /** A class with its members. */
    private static String members(String name, int count) {
        String one = " <urn:" + name + "%d> a <urn:" + name + "> .";
        return IntStream.range(0, count)
                .mapToObj(one::formatted)
                .collect(Collectors.joining("", "INSERT DATA {", " }"));
    }
}
