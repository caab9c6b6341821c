package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.cluster.FabricOptions;
import org.wukongs.store.metadata.ReplicaOptions;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.peer.ClusterToken;
import org.wukongs.store.peer.PeerLimits;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * Queries over streams whose homes are different nodes: random streams against the naive evaluator,
 * with nodes that stand still, end and come back.
 */
@Timeout(180)
class ClusterWindowsTest {

    private static final List<Integer> NODES = List.of(3, 1, 7);

    private static final int BATCH_COUNT = 24;

    private static final long END_MS = 100L * BATCH_COUNT;

    private static final String KNOWN = "http://x/known";

    /** Streams 0, 1, 2 are at nodes 3, 1, 7. */
    private static final List<StreamDefinition> STREAMS =
            List.of(
                    new StreamDefinition("http://x/s0", 100, "http://x/fed0", Set.of()),
                    new StreamDefinition("http://x/s1", 50, "http://x/fed1", Set.of("http://x/at"))
                            .with(new Retention(300, Map.of())),
                    new StreamDefinition("http://x/s2", 100, "http://x/fed2", Set.of()));

    private static final List<String> QUERIES =
            List.of(
                    // from stream 1 on, so it is at node 1
                    query("Q0", 1, 0)
                            + " WHERE { GRAPH <http://x/s1> { ?a ?p ?b }"
                            + " GRAPH <http://x/s0> { ?b ?q ?c } }",
                    query("Q1", 0, 1, 2)
                            + " FROM <http://x/known> WHERE { GRAPH <http://x/s0> { ?a ?p ?b }"
                            + " GRAPH <http://x/s1> { ?b ?q ?c } GRAPH <http://x/known>"
                            + " { ?c <http://x/knows> ?d } }",
                    query("Q2", 2, 1) + " WHERE { ?a <http://x/likes> ?b }",
                    "REGISTER ISTREAM Q3 AS SELECT ?a ?b"
                            + " FROM STREAM <http://x/s0> [RANGE 100ms STEP 100ms]"
                            + " FROM STREAM <http://x/s2> [RANGE 500ms STEP 100ms]"
                            + " WHERE { GRAPH <http://x/s0> { ?a <http://x/likes> ?b }"
                            + " GRAPH <http://x/s2> { ?b ?q ?c } }");

    private final SharedMetadata metadata = new SharedMetadata();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<Integer, StoreServer> servers = new HashMap<>();
    private final List<List<Tuple>> tuples = new ArrayList<>();
    private final Map<String, Map<Long, List<List<String>>>> found = new HashMap<>();
    private final Map<String, Long> next = new HashMap<>();
    private boolean keepsData;
    private long readerTimeoutMs = 1;

    @TempDir private Path folder;

    private static String query(String name, int... streams) {
        StringBuilder text = new StringBuilder("REGISTER QUERY " + name + " AS SELECT *");
        for (int stream : streams) {
            int range = 100 + 100 * stream;
            text.append(
                    " FROM STREAM <http://x/s" + stream + "> [RANGE " + range + "ms STEP 100ms]");
        }
        return text.toString();
    }

    private StoreServer start(int node) {
        ClusterSettings settings =
                new ClusterSettings(
                        "test",
                        node,
                        NODES,
                        false,
                        metadata::open,
                        ClusterToken.of("the token of this test"),
                        "127.0.0.1",
                        0,
                        PeerLimits.DEFAULT,
                        ReplicaOptions.DEFAULT,
                        FabricOptions.TCP,
                        TimeUnit.SECONDS.toNanos(60));
        StoreConfig config =
                StoreConfig.builder()
                        .storeMemoryBytes(16 << 20)
                        .ringTupleCountMax(keepsData ? 100_000 : 400)
                        .readerTimeoutMs(keepsData ? 300_000 : readerTimeoutMs)
                        .build();
        return keepsData
                ? StoreServer.start(
                        config,
                        ConnectionLimits.DEFAULT,
                        DataDirectory.open(folder.resolve("node-" + node), 2),
                        LogSettings.DEFAULT,
                        "127.0.0.1",
                        0,
                        settings)
                : StoreServer.start(config, ConnectionLimits.DEFAULT, "127.0.0.1", 0, settings);
    }

    private void startAll() throws Exception {
        Map<Integer, Future<StoreServer>> starting = new TreeMap<>();
        for (int node : NODES) {
            starting.put(node, threads.submit(() -> start(node)));
        }
        for (int node : NODES) {
            servers.put(node, starting.get(node).get());
        }
    }

    @AfterEach
    void close() {
        servers.values().forEach(StoreServer::close);
        threads.shutdownNow();
    }

    private StoreClient connect(int node) {
        return StoreClient.connect(List.of(servers.get(node).address()), Duration.ofSeconds(10));
    }

    // What is there

    private void makeTuples(Random random) {
        for (StreamDefinition stream : STREAMS) {
            List<Tuple> made = new ArrayList<>();
            long count = END_MS / stream.batchIntervalMs();
            for (long batch = random.nextInt(4); batch < count; batch++) {
                long startMs = batch * stream.batchIntervalMs();
                List<Long> times = new ArrayList<>();
                for (int i = random.nextInt(10); i > 0; i--) {
                    times.add(startMs + random.nextInt((int) stream.batchIntervalMs()));
                }
                times.sort(null);
                times.forEach(timeMs -> made.add(tuple(random, timeMs)));
            }
            tuples.add(made);
        }
    }

    private static Tuple tuple(Random random, long timeMs) {
        String predicate = List.of("likes", "at", "of").get(random.nextInt(3));
        Tuple made = triple("p" + random.nextInt(6), predicate, "p" + random.nextInt(6)).at(timeMs);
        return random.nextInt(5) == 0 ? made.asRemoval() : made;
    }

    private static Tuple triple(String s, String p, String o) {
        return new Tuple(0, "<http://x/" + s + ">", "<http://x/" + p + ">", "<http://x/" + o + ">");
    }

    private static List<Tuple> known() {
        List<Tuple> known = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            known.add(triple("p" + i, "knows", "p" + (i * 5 + 1) % 6));
        }
        return known;
    }

    private NaiveContinuous naive() {
        List<NaiveStream> streams = new ArrayList<>();
        for (int stream = 0; stream < STREAMS.size(); stream++) {
            streams.add(new NaiveStream(STREAMS.get(stream), tuples.get(stream)));
        }
        return new NaiveContinuous(
                streams, Map.of(KNOWN, known().stream().map(NaiveTriple::of).toList()));
    }

    private void prepare() {
        for (int place = 0; place < NODES.size(); place++) {
            try (StoreClient client = connect(NODES.get(place))) {
                client.registerStream(STREAMS.get(place));
            }
        }
        try (StoreClient client = connect(7)) {
            TupleEncoder encoder = new TupleEncoder(client.strings());
            client.load(KNOWN, encoder.encode(new TupleBatch(0, false, known())));
        }
    }

    /** Any node is asked, once it knows all streams. */
    private void register(int askedNode, String text, String name) {
        try (StoreClient client = connect(askedNode)) {
            Waits.await(() -> client.status().streams().size() >= 3 && registered(client, text));
            Waits.await(() -> attached(client, name));
        }
        found.put(name, new TreeMap<>());
        next.put(name, Long.MIN_VALUE);
    }

    /** The asked node may not know yet what it has told the client to register elsewhere. */
    private static boolean attached(StoreClient client, String name) {
        try {
            client.attachReader(ReaderId.ofQuery("", name), ReaderStart.earliest());
            return true;
        } catch (WukongsException e) {
            assertThat(e).hasMessageContaining("no such query");
            return false;
        }
    }

    private static boolean registered(StoreClient client, String text) {
        try {
            client.registerQuery(text);
            return true;
        } catch (WukongsException e) {
            assertThat(e).hasMessageContaining("unknown stream");
            return false;
        }
    }

    /** Sends batches that begin in [fromMs, toMs) to a stream, and ends it if asked. */
    private void feed(int stream, long fromMs, long toMs, boolean isEnd) {
        StreamDefinition definition = STREAMS.get(stream);
        WriterId id = new WriterId(definition.name(), 0, 1, "job", (int) fromMs);
        try (StoreClient client = connect(NODES.get(stream));
                StreamWriter writer = client.openWriter(id)) {
            TupleEncoder encoder = new TupleEncoder(client.strings());
            BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
            long interval = definition.batchIntervalMs();
            for (long startMs = fromMs; startMs < toMs; startMs += interval) {
                long from = startMs;
                List<Tuple> said =
                        tuples.get(stream).stream()
                                .filter(tuple -> tuple.eventTimeMs() >= from)
                                .filter(tuple -> tuple.eventTimeMs() < from + interval)
                                .toList();
                TupleBatch batch = new TupleBatch(startMs / interval, false, said);
                if (!said.isEmpty()) {
                    dispatcher.dispatch(encoder.encode(batch)).forEach(writer::send);
                }
                writer.closeUpTo(batch.batch());
            }
            if (isEnd) {
                writer.closeUpTo(StreamAdaptor.END_OF_STREAM);
            }
            writer.flush();
        }
    }

    private void feedAll(long fromMs, long toMs, boolean isEnd) throws Exception {
        List<Future<?>> feeding = new ArrayList<>();
        for (int stream = 0; stream < STREAMS.size(); stream++) {
            int fed = stream;
            feeding.add(threads.submit(() -> feed(fed, fromMs, toMs, isEnd)));
        }
        for (Future<?> fed : feeding) {
            fed.get();
        }
    }

    /** Fetches windows of a query up to a window end, asking any node. */
    private void fetch(int askedNode, String name, long toMs) {
        try (StoreClient client = connect(askedNode)) {
            while (found.get(name).isEmpty() || next.get(name) <= toMs) {
                FetchedWindows fetched =
                        client.fetchWindows(name, next.get(name), 7, Duration.ofSeconds(1));
                for (WindowResult result : fetched.results()) {
                    List<List<String>> rows = result.rows().stream().map(List::of).toList();
                    assertThat(found.get(name).put(result.windowEndMs(), rows)).isNull();
                }
                next.put(name, fetched.nextWindowEndMs());
            }
            client.releaseWindows(ReaderId.ofQuery("", name), next.get(name));
        }
    }

    /** From the first window on there is each one, with the rows of the naive evaluator. */
    private void compare(String text, String name, long firstMs, long lastMs) {
        NaiveContinuous naive = naive();
        List<Long> ends = new ArrayList<>();
        for (long endMs = firstMs; endMs <= lastMs; endMs += 100) {
            ends.add(endMs);
            assertThat(found.get(name).get(endMs))
                    .as("%s at %d", name, endMs)
                    .containsExactlyInAnyOrderElementsOf(naive.emitted(text, endMs, firstMs));
        }
        assertThat(found.get(name).keySet()).startsWith(ends.toArray(Long[]::new));
        assertThat(found.get(name).values()).as(name).anyMatch(rows -> !rows.isEmpty());
    }

    private long firstEndMs(int... streams) {
        long firstMs = Long.MAX_VALUE;
        for (int stream : streams) {
            firstMs = Math.min(firstMs, tuples.get(stream).get(0).eventTimeMs());
        }
        return Math.floorDiv(firstMs + 100, 100) * 100;
    }

    private void compareAll(long lastMs) {
        compare(QUERIES.get(0), "Q0", firstEndMs(1, 0), lastMs);
        compare(QUERIES.get(1), "Q1", firstEndMs(0, 1, 2), lastMs);
        compare(QUERIES.get(2), "Q2", firstEndMs(2, 1), lastMs);
        compare(QUERIES.get(3), "Q3", firstEndMs(0, 2), lastMs);
    }

    private List<ReplicaStatus> replicas(int node) {
        try (StoreClient client = connect(node)) {
            return client.status().replicas();
        }
    }

    private static String names(List<ReplicaStatus> replicas) {
        return String.join(
                " ",
                replicas.stream()
                        .map(one -> one.stream().substring(9) + ":" + one.home() + ">" + one.node())
                        .sorted()
                        .toList());
    }

    // Tests

    @Test
    void queriesReadStreamsOfAllNodes() throws Exception {
        Random random = Seeds.random(getClass());
        makeTuples(random);
        startAll();
        prepare();
        for (int query = 0; query < QUERIES.size(); query++) {
            register(NODES.get(random.nextInt(3)), QUERIES.get(query), "Q" + query);
        }
        assertThat(names(replicas(7))).isEqualTo("s0:3>1 s1:1>3 s1:1>7 s2:7>3");
        boolean ends = random.nextBoolean();
        Future<?> feeding =
                threads.submit(
                        () -> {
                            feedAll(0, END_MS, ends);
                            return null;
                        });
        for (int query = 0; query < QUERIES.size(); query++) {
            fetch(NODES.get(random.nextInt(3)), "Q" + query, END_MS);
        }
        feeding.get();
        compareAll(END_MS);
        for (ReplicaStatus replica : replicas(1)) {
            int stream = replica.stream().charAt("http://x/s".length()) - '0';
            assertThat(replica.tupleCount()).isEqualTo(tuples.get(stream).size());
        }
        // The home keeps the stream for the others, and nobody else has it when they have ended.
        assertFails(
                Category.USER,
                "the stream",
                () -> {
                    try (StoreClient client = connect(1)) {
                        client.dropStream("http://x/s1");
                    }
                });
        for (int query = 0; query < QUERIES.size(); query++) {
            try (StoreClient client = connect(NODES.get(random.nextInt(3)))) {
                client.unregisterQuery("Q" + query);
            }
        }
        Waits.await(() -> replicas(3).isEmpty());
        try (StoreClient client = connect(1)) {
            Waits.await(() -> isDropped(client, "http://x/s1"));
        }
    }

    private static boolean isDropped(StoreClient client, String stream) {
        try {
            client.dropStream(stream);
            return true;
        } catch (WukongsException e) {
            assertThat(e).hasMessageContaining("queries at other nodes read the stream");
            return false;
        }
    }

    /** Between two tuples of a query's registration, the second half of the streams comes. */
    @Test
    void aQueryBeginsWithCompleteWindows() throws Exception {
        makeTuples(Seeds.random(getClass()));
        startAll();
        prepare();
        feedAll(0, END_MS / 2, false);
        register(3, QUERIES.get(1), "Q1");
        feedAll(END_MS / 2, END_MS, true);
        fetch(7, "Q1", END_MS);
        long firstMs = ((TreeMap<Long, ?>) found.get("Q1")).firstKey();
        assertThat(firstMs).isLessThanOrEqualTo(END_MS / 2 + 300);
        compare(QUERIES.get(1), "Q1", firstMs, END_MS);
    }

    /** What triples a window has are in the graph that the stream feeds, if it is read. */
    @Test
    void windowsAndGraphsAreOfOneTime() throws Exception {
        makeTuples(Seeds.random(getClass()));
        tuples.get(2).replaceAll(tuple -> triple(tuple).at(tuple.eventTimeMs()));
        startAll();
        prepare();
        String text =
                "REGISTER QUERY Q AS SELECT ?a ?p ?b"
                        + " FROM STREAM <http://x/s0> [RANGE 100ms STEP 100ms]"
                        + " FROM STREAM <http://x/s2> [RANGE 100ms STEP 100ms]"
                        + " FROM <http://x/fed2> WHERE { GRAPH <http://x/s2> { ?a ?p ?b }"
                        + " GRAPH <http://x/fed2> { ?a ?p ?b } }";
        register(1, text, "Q");
        feedAll(0, END_MS, false);
        fetch(3, "Q", END_MS);
        compare(text, "Q", firstEndMs(0, 2), END_MS);
    }

    private static Tuple triple(Tuple tuple) {
        return new Tuple(0, tuple.subject(), tuple.predicate(), tuple.object());
    }

    @Test
    void templatesReadStreamsOfAllNodes() throws Exception {
        makeTuples(Seeds.random(getClass()));
        startAll();
        prepare();
        List<String> texts = new ArrayList<>();
        for (int person = 0; person < 6; person++) {
            String text =
                    query("T" + person, 2, 0)
                            + " WHERE { GRAPH <http://x/s2> { <http://x/p"
                            + person
                            + "> ?p ?b } GRAPH <http://x/s0> { ?b ?q ?c } }";
            register(NODES.get(person % 3), text, "T" + person);
            texts.add(text);
        }
        assertThat(names(replicas(3))).isEqualTo("s0:3>7");
        feedAll(0, END_MS, true);
        for (int person = 0; person < 6; person++) {
            fetch(NODES.get(person % 3), "T" + person, END_MS);
            compare(texts.get(person), "T" + person, firstEndMs(2, 0), END_MS);
        }
    }

    /** A window by count has the same blocks as at the home, although older tuples are gone. */
    @Test
    void derivedStreamsAndWindowsByCountAreCopied() throws Exception {
        readerTimeoutMs = 300_000; // a node that rests between two requests is not gone
        makeTuples(Seeds.random(getClass()));
        startAll();
        prepare();
        String derive =
                "REGISTER STREAM <http://x/d> AS CONSTRUCT { ?a <http://x/far> ?c }"
                        + " FROM STREAM <http://x/s1> [RANGE 100ms STEP 100ms]"
                        + " FROM STREAM <http://x/s0> [RANGE 100ms STEP 100ms]"
                        + " WHERE { GRAPH <http://x/s1> { ?a ?p ?b } GRAPH <http://x/s0> { ?b ?q ?c } }";
        String text =
                "REGISTER QUERY Q AS SELECT ?a ?b"
                        + " FROM STREAM <http://x/s2> [RANGE 100ms STEP 100ms]"
                        + " FROM STREAM <http://x/d> [RANGE 300ms STEP 100ms]"
                        + " WHERE { GRAPH <http://x/d> { ?a <http://x/far> ?b } }";
        try (StoreClient client = connect(7)) {
            Waits.await(() -> registered(client, derive));
        }
        try (StoreClient client = connect(1)) {
            Waits.await(() -> client.status().streams().size() == 4);
        }
        register(3, text, "Q");
        assertThat(names(replicas(3))).isEqualTo("d:1>7 s0:3>1");
        feedAll(0, END_MS, true);
        fetch(1, "Q", END_MS);
        assertFails(
                Category.USER,
                "queries at other nodes read the stream",
                () -> {
                    try (StoreClient client = connect(7)) {
                        client.unregisterQuery(client.registerQuery(derive).name());
                    }
                });
        NaiveContinuous naive = naive();
        String rows = derive.replace("CONSTRUCT { ?a <http://x/far> ?c }", "SELECT ?a ?c");
        naive.derive(
                "http://x/d",
                "<http://x/far>",
                rows.replace("STREAM <http://x/d>", "QUERY d"),
                firstEndMs(1, 0),
                END_MS);
        for (long endMs = 500; endMs <= END_MS; endMs += 100) {
            assertThat(found.get("Q").get(endMs))
                    .as("%d", endMs)
                    .containsExactlyInAnyOrderElementsOf(naive.rows(text, endMs));
        }
    }

    /** A home that stands still holds its windows back, and nothing else. */
    @Test
    void aHomeThatStandsStillHoldsOnlyItsWindowsBack() throws Exception {
        Random random = Seeds.random(getClass());
        makeTuples(random);
        tuples.forEach(
                list ->
                        list.replaceAll(
                                tuple ->
                                        new Tuple(
                                                tuple.eventTimeMs(),
                                                tuple.subject(),
                                                "<http://x/at>",
                                                tuple.object())));
        startAll();
        for (int place = 0; place < 3; place++) {
            try (StoreClient client = connect(NODES.get(place))) {
                String name = STREAMS.get(place).name();
                long interval = STREAMS.get(place).batchIntervalMs();
                client.registerStream(
                        new StreamDefinition(name, interval, "STORED", Set.of("http://x/at")));
            }
        }
        String both = query("B", 0, 1) + " WHERE { ?a ?p ?b }";
        String others = query("O", 0, 2) + " WHERE { ?a ?p ?b }";
        register(7, both, "B");
        register(1, others, "O");
        feedAll(0, END_MS / 2, false);
        fetch(3, "B", END_MS / 2);
        CountDownLatch latch = new CountDownLatch(1);
        Future<?> stopped =
                threads.submit(
                        () ->
                                servers.get(1)
                                        .ask(
                                                store -> {
                                                    TestCluster.await(latch);
                                                    return true;
                                                }));
        Future<?> waiting = threads.submit(() -> feed(1, END_MS / 2, END_MS, false));
        feed(0, END_MS / 2, END_MS, false);
        feed(2, END_MS / 2, END_MS, false);
        fetch(3, "O", END_MS);
        try (StoreClient client = connect(3)) {
            FetchedWindows none =
                    client.fetchWindows("B", next.get("B"), 5, Duration.ofMillis(100));
            assertThat(none.results()).isEmpty();
        }
        latch.countDown();
        stopped.get();
        waiting.get();
        fetch(3, "B", END_MS);
        compare(both, "B", firstEndMs(0, 1), END_MS);
        compare(others, "O", firstEndMs(0, 2), END_MS);
    }

    /** Each node ends and comes back, while streams and queries go on. */
    @Test
    void nodesComeBack() throws Exception {
        Random random = Seeds.random(getClass());
        makeTuples(random);
        keepsData = true;
        startAll();
        prepare();
        for (int query = 0; query < QUERIES.size(); query++) {
            register(NODES.get(random.nextInt(3)), QUERIES.get(query), "Q" + query);
        }
        long doneMs = 0;
        for (int round = 0; round < 4; round++) {
            long toMs = doneMs + END_MS / 4;
            feedAll(doneMs, toMs, round == 3);
            doneMs = toMs;
            if (round == 3) {
                break;
            }
            for (int query = 0; query < QUERIES.size(); query++) {
                if (random.nextBoolean()) {
                    fetch(NODES.get(random.nextInt(3)), "Q" + query, toMs - 100);
                }
            }
            int ended = NODES.get(random.nextInt(3));
            servers.remove(ended).close();
            servers.put(ended, start(ended));
        }
        for (int query = 0; query < QUERIES.size(); query++) {
            fetch(NODES.get(random.nextInt(3)), "Q" + query, END_MS);
        }
        compareAll(END_MS);
        assertThat(names(replicas(7))).isEqualTo("s0:3>1 s1:1>3 s1:1>7 s2:7>3");
    }

    /** A node without queries gets nothing, and knows nothing of streams but their names. */
    @Test
    void aNodeWithoutQueriesGetsNoTuples() throws Exception {
        makeTuples(Seeds.random(getClass()));
        startAll();
        prepare();
        register(7, QUERIES.get(0), "Q0");
        feedAll(0, END_MS, false);
        fetch(7, "Q0", END_MS);
        Set<Integer> nodes = new HashSet<>();
        for (int node : NODES) {
            long retained = servers.get(node).ask(store -> (long) store.status().replicas().size());
            if (retained > 0) {
                nodes.add(node);
            }
        }
        assertThat(nodes).containsExactly(1);
    }
}
