package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * Streams and queries move between the nodes of a cluster while they are written and read: windows,
 * derived streams, stored triples, and what becomes of late tuples and of tuples that are sent
 * again, are those of a node of its own.
 */
class MovingHomesTest {

    private static final int ROUNDS = Integer.getInteger("wukongs.rounds", 8);
    private static final int STEPS = 160;
    private static final int BATCH_MS = 100;
    private static final String FED = StreamDefinition.STORED;
    private static final String ALL = "SELECT * { ?s ?p ?o }";

    private static final StoreConfig CONFIG =
            StoreConfig.builder().termCountMax(10_000).storeMemoryBytes(1 << 22).build();

    private static final List<StreamDefinition> STREAMS =
            List.of(
                    new StreamDefinition("urn:a", BATCH_MS, FED, Set.of("urn:p1")),
                    new StreamDefinition("urn:b", 2 * BATCH_MS, FED, Set.of("urn:p0")),
                    new StreamDefinition("urn:k", BATCH_MS, FED, Set.of())
                            .with(new Retention(300, Map.of("urn:p1", 700L))));

    private static final Map<String, String> QUERIES = new TreeMap<>();

    static {
        String one = " FROM STREAM <urn:a> [RANGE 300ms STEP 100ms] { GRAPH <urn:a> { ?s ?p ?o } }";
        QUERIES.put("ones", "REGISTER QUERY ones AS SELECT ?s ?o" + one);
        QUERIES.put("unread", "REGISTER QUERY unread AS SELECT ?o ?s" + one);
        QUERIES.put("more", "REGISTER ISTREAM more AS SELECT ?s ?o" + one);
        QUERIES.put("less", "REGISTER DSTREAM less AS SELECT ?s ?o" + one);
        QUERIES.put(
                "joined",
                "REGISTER QUERY joined AS SELECT ?s ?o ?z FROM STREAM <urn:a> [RANGE 400ms STEP"
                        + " 200ms] FROM STREAM <urn:b> [RANGE 600ms STEP 200ms] WHERE { GRAPH"
                        + " <urn:a> { ?s ?p ?o } GRAPH <urn:b> { ?s ?q ?z } }");
        QUERIES.put(
                "counted",
                "REGISTER QUERY counted COMPUTED EVERY 100ms AS SELECT ?s ?o FROM STREAM <urn:a>"
                        + " [TRIPLES 3] WHERE { ?s ?p ?o }");
        QUERIES.put(
                "derived",
                "REGISTER STREAM derived AS CONSTRUCT { ?s <urn:seen> ?o } FROM STREAM <urn:b>"
                        + " [RANGE 400ms STEP 200ms] { GRAPH <urn:b> { ?s ?p ?o } }");
        QUERIES.put(
                "zderived",
                "REGISTER QUERY zderived AS SELECT ?s ?o FROM STREAM derived [RANGE 400ms STEP"
                        + " 200ms] { GRAPH <derived> { ?s <urn:seen> ?o } }");
    }

    private final Random random = Seeds.random(getClass());
    private int moves;
    private int windows;
    private int openMoves; // with tuples of open batches
    private int duplicates;
    private int resent;

    /** A stream, written by one job after the other. */
    private static final class Fed {
        private final StreamDefinition stream;
        private long closed = -1;
        private long sequence;
        private int attempt;
        private List<Tuple> last = List.of();
        private long lastBatch;
        private boolean isOpen; // tuples of some open batch are there

        Fed(StreamDefinition stream) {
            this.stream = stream;
        }

        WriterId writer() {
            return new WriterId(stream.name(), 0, 1, "job", attempt);
        }
    }

    /** One store, whose streams are at one node at a time. */
    private static final class Store implements AutoCloseable {
        private final LocalCluster cluster;
        private int home;
        private final Map<String, Long> epochs = new TreeMap<>(); // by stream
        private final Map<String, Long> next = new TreeMap<>(); // window end, by query
        private final ReaderConnection connection = new ReaderConnection(System::nanoTime);

        Store(int nodeCount, int home) {
            this.cluster = new LocalCluster(nodeCount, CONFIG);
            this.home = home;
        }

        StoreNode node() {
            return cluster.node(home);
        }

        /** Lets all nodes do what there is to do. */
        void settle() {
            for (int i = 0; i < 4; i++) {
                node().advance();
                node().continuous().awaitDerived();
                node().collect();
                while (node().deriveStreams(result -> {}) > 0) {
                    node().continuous().awaitDerived();
                    node().advance();
                }
                for (int other = 0; other < cluster.nodeCount(); other++) {
                    cluster.work();
                    cluster.node(other).doWork();
                }
                node().reclaim();
            }
        }

        List<String> stored(int at) {
            return cluster.node(at % cluster.nodeCount()).query(ALL).rows().stream()
                    .map(Arrays::toString)
                    .sorted()
                    .toList();
        }

        /** Reads the next windows of a query, and releases them. */
        List<String> read(String query) {
            ReaderId reader = ReaderId.ofQuery("r", query);
            if (next.putIfAbsent(query, Long.MIN_VALUE) == null) {
                node().continuous().readers().attach(reader, ReaderStart.earliest(), connection);
            }
            List<String> read = new ArrayList<>();
            WindowFetch fetch = node().continuous().start(reader, next.get(query), 4);
            try (fetch) {
                FetchedWindows fetched = fetch.join();
                for (WindowResult result : fetched.results()) {
                    List<String> rows =
                            result.rows().stream().map(Arrays::toString).sorted().toList();
                    read.add(query + "@" + result.windowEndMs() + rows);
                }
                if (!fetched.results().isEmpty()) {
                    next.put(query, fetched.nextWindowEndMs());
                }
            }
            node().collect();
            if (next.get(query) != Long.MIN_VALUE) {
                node().continuous().readers().release(reader, next.get(query));
            }
            return read;
        }

        /** Returns what a client sees of the streams and queries. */
        List<String> status() {
            List<String> seen = new ArrayList<>();
            for (StreamStatus stream : node().status().streams()) {
                seen.add(
                        String.join(
                                " ",
                                stream.name(),
                                "stable=" + stream.stableMs(),
                                "late=" + stream.lateCount(),
                                "duplicates=" + stream.duplicateCount(),
                                "tuples=" + stream.tupleCount(),
                                "idle=" + stream.idle()));
            }
            node().continuous()
                    .status()
                    .forEach(
                            query ->
                                    seen.add(
                                            query.name()
                                                    + " next="
                                                    + query.nextWindowEndMs()
                                                    + " lost="
                                                    + query.lostWindowCount()));
            return seen;
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    @Test
    void asOnANodeOfItsOwn() {
        for (int nodeCount : new int[] {2, 3, 5}) {
            for (int round = 0; round < ROUNDS; round++) {
                try (Store one = new Store(1, 0);
                        Store many = new Store(nodeCount, random.nextInt(nodeCount))) {
                    compare(List.of(one, many));
                }
            }
        }
        assertThat(moves).isPositive();
        assertThat(windows).isPositive();
        assertThat(openMoves).isPositive();
        assertThat(duplicates).isPositive();
        assertThat(resent).isPositive();
    }

    /**
     * A triple that was said twice stays until the second mention is due, whoever has the stream.
     */
    @Test
    void whatKeepsATripleMoves() {
        StreamDefinition kept =
                new StreamDefinition("urn:k", BATCH_MS, FED, Set.of())
                        .with(new Retention(3 * BATCH_MS, Map.of()));
        try (Store store = new Store(3, 0)) {
            store.node().streams().register(kept);
            Fed fed = new Fed(kept);
            open(store, fed, WriterOrigin.UNRELATED);
            for (int batch = 0; batch < 2; batch++) {
                fed.lastBatch = batch;
                fed.last =
                        List.of(
                                new Tuple(
                                        (long) batch * BATCH_MS, "<urn:s>", "<urn:p>", "<urn:o>"));
                send(store, fed, ++fed.sequence);
                close(store, fed, batch);
            }
            assertThat(store.stored(0)).hasSize(1);
            for (int batch = 2; batch < 6; batch++) {
                store.node().homesMover().move((store.home + 1) % 3);
                store.home = (store.home + 1) % 3;
                close(store, fed, batch);
                for (int node = 0; node < 3; node++) {
                    assertThat(store.stored(node)).as("batch %d", batch).hasSize(batch < 4 ? 1 : 0);
                }
            }
        }
    }

    /**
     * As long as nobody knows whether a move has its turn, neither node goes on with its streams.
     */
    @Test
    void aMoveThatMayHaveItsTurnHoldsTheStreams() {
        try (Store store = new Store(3, 0)) {
            Fed fed = new Fed(STREAMS.get(0));
            store.node().streams().register(fed.stream);
            open(store, fed, WriterOrigin.UNRELATED);
            store.node().registerQuery(QUERIES.get("ones"));
            store.settle();
            store.cluster.beforeTurn(
                    () -> {
                        throw WukongsException.retriable("nobody knows");
                    });
            assertFails(
                    Category.RETRIABLE, "nobody knows", () -> store.node().homesMover().move(1));
            store.cluster.beforeTurn(() -> {});
            store.settle();
            String held = "the node's streams and queries move to another node";
            assertFails(Category.RETRIABLE, held, () -> open(store, fed, WriterOrigin.UNRELATED));
            assertFails(Category.RETRIABLE, held, () -> store.read("ones"));
            assertThat(store.cluster.node(1).continuous().names()).containsExactly("ones");
            assertFails(
                    Category.RETRIABLE,
                    "an earlier change waits for other nodes",
                    () -> store.cluster.node(1).beginCut(null));
            // Another change gets the turn that the move may have had.
            TupleEncoder encoder = new TupleEncoder(store.cluster.node(2).dictionary());
            Tuple any = new Tuple(0, "<urn:s>", "<urn:p0>", "<urn:o>");
            store.cluster
                    .node(2)
                    .loader()
                    .load(FED, encoder.encode(new TupleBatch(0, false, List.of(any))));
            store.settle();
            assertThat(store.cluster.node(1).continuous().names()).isEmpty();
            assertThat(store.cluster.node(1).streams().definitions()).isEmpty();
            open(store, fed, WriterOrigin.UNRELATED);
            assertThat(store.read("ones")).isEmpty();
            store.node().homesMover().move(1);
            store.home = 1;
            store.settle();
            assertThat(store.node().continuous().names()).containsExactly("ones");
        }
    }

    private static void close(Store store, Fed fed, long batch) {
        long epoch = store.epochs.get(fed.stream.name());
        store.node().writers().closeUpTo(fed.writer(), epoch, batch, fed.sequence);
        store.settle();
    }

    private void compare(List<Store> stores) {
        List<Fed> fed = STREAMS.stream().map(Fed::new).toList();
        for (Store store : stores) {
            STREAMS.forEach(store.node().streams()::register);
            fed.forEach(each -> open(store, each, WriterOrigin.UNRELATED));
        }
        List<String> waiting = new ArrayList<>(QUERIES.keySet());
        for (int step = 0; step < STEPS; step++) {
            if (step % 10 == 0 && !waiting.isEmpty()) {
                String text = QUERIES.get(waiting.remove(0));
                stores.forEach(store -> store.node().registerQuery(text));
            }
            act(stores, fed.get(Math.min(2, random.nextInt(5))), waiting); // often what is kept
            stores.forEach(Store::settle);
            if (random.nextInt(6) == 0) {
                move(stores.get(1), fed);
            }
            compareAll(stores);
        }
    }

    private void compareAll(List<Store> stores) {
        int at = random.nextInt(5);
        assertThat(stores.get(1).stored(at)).as("node %d", at).isEqualTo(stores.get(0).stored(0));
        assertThat(stores.get(1).status()).isEqualTo(stores.get(0).status());
    }

    private void act(List<Store> stores, Fed fed, List<String> waiting) {
        switch (random.nextInt(12)) {
            case 0 -> {
                if (fed.sequence > 0) { // its acknowledgement was lost
                    stores.forEach(store -> send(store, fed, fed.sequence));
                    duplicates++;
                }
            }
            case 1 -> reopen(stores, fed);
            case 2 -> idle(stores, fed);
            case 3, 4, 5 -> read(stores, waiting);
            case 6, 7, 8 -> {
                long before = fed.closed;
                fed.closed += random.nextInt(3);
                fed.isOpen &= fed.closed == before;
                if (fed.closed >= 0) {
                    stores.forEach(
                            store ->
                                    store.node()
                                            .writers()
                                            .closeUpTo(
                                                    fed.writer(),
                                                    store.epochs.get(fed.stream.name()),
                                                    fed.closed,
                                                    fed.sequence));
                }
            }
            default -> {
                fed.lastBatch = Math.max(0, fed.closed + random.nextInt(3));
                fed.last = tuples(fed);
                fed.sequence++;
                fed.isOpen |= fed.lastBatch > fed.closed;
                stores.forEach(store -> send(store, fed, fed.sequence));
            }
        }
    }

    /**
     * Only a stream that is read by itself: when others are followed depends on what else comes.
     */
    private static void idle(List<Store> stores, Fed fed) {
        if (fed.stream.name().equals("urn:k")) {
            for (Store store : stores) {
                long epoch = store.epochs.get(fed.stream.name());
                store.node().writers().markIdle(fed.writer(), epoch, fed.sequence);
            }
        }
    }

    private void read(List<Store> stores, List<String> waiting) {
        List<String> names = new ArrayList<>(QUERIES.keySet());
        names.removeAll(waiting);
        names.removeAll(List.of("derived", "unread"));
        if (!names.isEmpty()) {
            String query = names.get(random.nextInt(names.size()));
            List<String> expected = stores.get(0).read(query);
            assertThat(stores.get(1).read(query)).isEqualTo(expected);
            windows += expected.size();
        }
    }

    private List<Tuple> tuples(Fed fed) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            long intervalMs = fed.stream.batchIntervalMs();
            Tuple tuple =
                    new Tuple(
                            fed.lastBatch * intervalMs + random.nextInt((int) intervalMs),
                            "<urn:v" + random.nextInt(3) + ">",
                            "<urn:p" + random.nextInt(2) + ">",
                            "<urn:v" + random.nextInt(3) + ">");
            tuples.add(random.nextInt(8) == 0 ? tuple.asRemoval() : tuple);
        }
        return tuples;
    }

    private static void send(Store store, Fed fed, long sequence) {
        TupleEncoder encoder = new TupleEncoder(store.node().dictionary());
        EncodedBatch batch = encoder.encode(new TupleBatch(fed.lastBatch, false, fed.last));
        boolean taken =
                store.node()
                        .writers()
                        .inject(
                                fed.writer(),
                                store.epochs.get(fed.stream.name()),
                                ShardBatch.whole(sequence, batch));
        assertThat(taken).isTrue();
    }

    private static void open(Store store, Fed fed, WriterOrigin origin) {
        store.epochs.put(fed.stream.name(), store.node().openWriter(fed.writer(), origin));
    }

    /** A job goes on from a checkpoint: what it has sent after that comes again. */
    private void reopen(List<Store> stores, Fed fed) {
        long position = fed.sequence - (random.nextBoolean() ? 0 : Math.min(1, fed.sequence));
        boolean isAgain = position < fed.sequence;
        fed.attempt++;
        for (Store store : stores) {
            MessageId restored = new MessageId(store.epochs.get(fed.stream.name()), 0, position);
            open(store, fed, WriterOrigin.restored(List.of(restored)));
        }
        fed.sequence = 0;
        if (isAgain && !fed.last.isEmpty()) {
            fed.sequence = 1;
            stores.forEach(store -> send(store, fed, 1));
            resent++;
        }
    }

    private void move(Store store, List<Fed> fed) {
        int to = random.nextInt(store.cluster.nodeCount());
        if (to == store.home) {
            assertFails(
                    Category.USER,
                    "another node",
                    () -> store.node().homesMover().move(store.home));
            return;
        }
        StoreNode before = store.node();
        before.homesMover().move(to);
        store.home = to;
        store.settle();
        assertThat(before.streams().definitions()).isEmpty();
        assertThat(before.continuous().names()).isEmpty();
        assertThat(before.check().violations()).isEmpty();
        assertThat(store.node().check().violations()).isEmpty();
        moves++;
        openMoves += fed.stream().anyMatch(each -> each.isOpen) ? 1 : 0;
    }
}
