package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.WindowResult;
import org.wukongs.naive.Seeds;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/**
 * Streams move between nodes that copy them for queries over streams of several homes: to a node
 * that copies the stream, to the home of a stream that is copied, and to one that has neither.
 * Windows are those of a node of its own, and readers, however far behind they are, miss none.
 */
class MovingCopiesTest {

    private static final int ROUNDS = Integer.getInteger("wukongs.rounds", 8);
    private static final int STEPS = 100;
    private static final int BATCH_MS = 100;

    private static final StoreConfig CONFIG =
            StoreConfig.builder().termCountMax(10_000).storeMemoryBytes(1 << 22).build();

    private static final List<String> STREAMS = List.of("urn:a", "urn:b", "urn:c");

    /** Queries by the stream whose home has them, and the other one that they read. */
    private static final List<String[]> READ =
            List.of(
                    new String[] {"urn:a", "urn:b"},
                    new String[] {"urn:b", "urn:a"},
                    new String[] {"urn:c", "urn:a"},
                    new String[] {"urn:b", "urn:c"});

    private final Random random = Seeds.random(getClass());
    private final Set<String> kinds = new TreeSet<>();
    private int windows;

    private static String name(String[] read) {
        return "Q" + read[0].charAt(4) + read[1].charAt(4);
    }

    private static String text(String[] read) {
        return "REGISTER QUERY "
                + name(read)
                + " AS SELECT ?s ?o ?z FROM STREAM <"
                + read[0]
                + "> [RANGE 300ms STEP 100ms] FROM STREAM <"
                + read[1]
                + "> [RANGE 500ms STEP 100ms] WHERE { GRAPH <"
                + read[0]
                + "> { ?s ?p ?o } GRAPH <"
                + read[1]
                + "> { ?s ?q ?z } }";
    }

    /** One store, each of whose streams is at a node. */
    private static final class Store implements AutoCloseable {
        private final LocalCluster cluster;
        private final Map<String, Integer> homes = new TreeMap<>();
        private final Map<String, Long> epochs = new TreeMap<>();
        private final Map<String, Long> next = new TreeMap<>(); // window end, by query
        private final ReaderConnection connection = new ReaderConnection(System::nanoTime);

        Store(int nodeCount) {
            cluster = new LocalCluster(nodeCount, CONFIG);
            for (String stream : STREAMS) {
                homes.put(stream, homes.size() % nodeCount);
                StreamDefinition definition =
                        new StreamDefinition(
                                stream, BATCH_MS, StreamDefinition.STORED, Set.of("urn:p1"));
                home(stream).streams().register(definition);
                epochs.put(stream, home(stream).openWriter(writer(stream)));
            }
            for (String[] read : READ) {
                StoreNode home = home(read[0]);
                home.registerQuery(text(read));
                next.put(name(read), Long.MIN_VALUE);
                home.continuous()
                        .readers()
                        .attach(reader(read), ReaderStart.earliest(), connection);
            }
        }

        StoreNode home(String stream) {
            return cluster.node(homes.get(stream));
        }

        private static ReaderId reader(String[] read) {
            return ReaderId.ofQuery("r", name(read));
        }

        static WriterId writer(String stream) {
            return new WriterId(stream, 0, 1, "job", 0);
        }

        void send(String stream, long sequence, long batch, List<Tuple> tuples) {
            StoreNode home = home(stream);
            TupleEncoder encoder = new TupleEncoder(home.dictionary());
            ShardBatch message =
                    ShardBatch.whole(
                            sequence, encoder.encode(new TupleBatch(batch, false, tuples)));
            assertThat(home.writers().inject(writer(stream), epochs.get(stream), message)).isTrue();
        }

        void close(String stream, long batch, long sequence) {
            home(stream).writers().closeUpTo(writer(stream), epochs.get(stream), batch, sequence);
        }

        void settle() {
            for (int round = 0; round < 6; round++) {
                for (int place = 0; place < cluster.nodeCount(); place++) {
                    cluster.node(place).advance();
                    if (cluster.nodeCount() > 1) {
                        cluster.copy(place);
                    }
                    cluster.work();
                    cluster.node(place).collect();
                    cluster.node(place).doWork();
                    cluster.node(place).reclaim();
                }
            }
        }

        List<String> read(String[] read, int windowsMax) {
            ContinuousReads reads = new ContinuousReads(home(read[0]), read);
            return reads.next(next, windowsMax);
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    /** Reads the next windows of a query, and releases them. */
    private record ContinuousReads(StoreNode node, String[] read) {

        List<String> next(Map<String, Long> next, int windowsMax) {
            String query = name(read);
            ReaderId reader = Store.reader(read);
            List<String> rows = new ArrayList<>();
            WindowFetch fetch = node.continuous().start(reader, next.get(query), windowsMax);
            try (fetch) {
                FetchedWindows fetched = fetch.join();
                for (WindowResult result : fetched.results()) {
                    rows.add(
                            query
                                    + "@"
                                    + result.windowEndMs()
                                    + result.rows().stream()
                                            .map(Arrays::toString)
                                            .sorted()
                                            .toList());
                }
                if (!fetched.results().isEmpty()) {
                    next.put(query, fetched.nextWindowEndMs());
                }
            }
            node.collect();
            if (next.get(query) != Long.MIN_VALUE) {
                node.continuous().readers().release(reader, next.get(query));
            }
            return rows;
        }
    }

    @Test
    void asOnANodeOfItsOwn() {
        for (int nodeCount : new int[] {2, 3, 5}) {
            for (int round = 0; round < ROUNDS; round++) {
                try (Store one = new Store(1);
                        Store many = new Store(nodeCount)) {
                    compare(one, many);
                }
            }
        }
        assertThat(windows).isPositive();
        assertThat(kinds)
                .contains(
                        "to a node that copies",
                        "to the home of what is copied",
                        "to a node that has nothing of it",
                        "to a node that copies the same stream");
    }

    private void compare(Store one, Store many) {
        Map<String, Long> sequences = new TreeMap<>();
        Map<String, Long> closed = new TreeMap<>();
        for (int step = 0; step < STEPS; step++) {
            String stream = STREAMS.get(random.nextInt(STREAMS.size()));
            long batch = closed.getOrDefault(stream, -1L) + 1 + random.nextInt(2);
            if (random.nextBoolean()) {
                long sequence = sequences.merge(stream, 1L, Long::sum);
                List<Tuple> tuples = tuples(batch);
                one.send(stream, sequence, batch, tuples);
                many.send(stream, sequence, batch, tuples);
            } else {
                closed.put(stream, batch);
                long sequence = sequences.getOrDefault(stream, 0L);
                one.close(stream, batch, sequence);
                many.close(stream, batch, sequence);
            }
            one.settle();
            many.settle();
            if (random.nextInt(5) == 0) {
                move(many);
            }
            String[] read = READ.get(random.nextInt(READ.size()));
            List<String> expected = one.read(read, 3);
            assertThat(many.read(read, 3)).isEqualTo(expected);
            windows += expected.size();
        }
    }

    private List<Tuple> tuples(long batch) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            tuples.add(
                    new Tuple(
                            batch * BATCH_MS + random.nextInt(BATCH_MS),
                            "<urn:v" + random.nextInt(4) + ">",
                            "<urn:p" + random.nextInt(2) + ">",
                            "<urn:v" + random.nextInt(4) + ">"));
        }
        return tuples;
    }

    private void move(Store store) {
        int from = store.homes.get(STREAMS.get(random.nextInt(STREAMS.size())));
        int to = random.nextInt(store.cluster.nodeCount());
        if (from == to) {
            return;
        }
        note(store, from, to);
        store.cluster.node(from).homesMover().move(to);
        store.homes.replaceAll((stream, home) -> home == from ? to : home);
        store.settle();
        assertThat(store.cluster.node(from).streams().definitions()).isEmpty();
        assertThat(store.cluster.node(from).status().replicas()).isEmpty();
    }

    private void note(Store store, int from, int to) {
        boolean any = false;
        for (String[] read : READ) {
            int first = store.homes.get(read[0]);
            int second = store.homes.get(read[1]);
            boolean isCopier = first == to && second == from;
            boolean isCopied = first == from && second == to;
            any |= isCopier || isCopied;
            note(isCopier, "to a node that copies");
            note(isCopied, "to the home of what is copied");
            for (String[] other : READ) {
                boolean isSame = other[1].equals(read[1]) && store.homes.get(other[0]) == to;
                boolean isThird = first == from && second != from && second != to;
                note(isSame && isThird, "to a node that copies the same stream");
            }
        }
        note(!any, "to a node that has nothing of it");
    }

    private void note(boolean is, String kind) {
        if (is) {
            kinds.add(kind);
        }
    }
}
