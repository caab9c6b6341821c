package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
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
 * Nodes in one thread that copy each other's streams, step by step in a random order, over ways
 * that lose requests and answers; judged by the naive evaluator.
 */
class StreamReplicasTest {

    private static final int ROUNDS = Integer.getInteger("wukongs.rounds", 60);
    private static final int STEPS = 300;
    private static final int BATCH_MS = 100;

    private static final StoreConfig CONFIG =
            StoreConfig.builder()
                    .termCountMax(10_000)
                    .storeMemoryBytes(1 << 20)
                    .readerTimeoutMs(1_000)
                    .ringTupleCountMax(2_000)
                    .build();

    /** A stream at a node, and who writes it. */
    private static final class Fed {
        private final StreamDefinition definition;
        private final StoreNode home;
        private final List<Tuple> tuples = new ArrayList<>(); // of windows, in order of arrival
        private WriterId writer;
        private long epoch;
        private long sequence;
        private long closed = -1;
        private int attempt;

        Fed(int number, StoreNode home) {
            this.definition =
                    new StreamDefinition(
                            "urn:s" + number,
                            BATCH_MS,
                            StreamDefinition.STORED,
                            Set.of("urn:p0", "urn:p1"));
            this.home = home;
            home.streams().register(definition);
            open();
        }

        private void open() {
            writer = new WriterId(definition.name(), 0, 1, "job" + attempt, attempt++);
            epoch = home.openWriter(writer);
            sequence = 0;
        }

        /** Tuples of one batch, of which the store takes all or none into windows. */
        private void send(Random random) {
            long batch = closed + 1 + random.nextInt(3);
            List<Tuple> sent = new ArrayList<>();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                Tuple tuple =
                        new Tuple(
                                batch * BATCH_MS + random.nextInt(BATCH_MS),
                                "<urn:v" + random.nextInt(5) + ">",
                                "<urn:p" + random.nextInt(2) + ">",
                                "<urn:v" + random.nextInt(5) + ">");
                sent.add(random.nextInt(6) == 0 ? tuple.asRemoval() : tuple);
            }
            long lateBefore = status().lateCount();
            TupleEncoder encoder = new TupleEncoder(home.dictionary());
            boolean taken =
                    home.writers()
                            .inject(
                                    writer,
                                    epoch,
                                    ShardBatch.whole(
                                            ++sequence,
                                            encoder.encode(new TupleBatch(batch, false, sent))));
            assertThat(taken).isTrue();
            if (status().lateCount() == lateBefore) {
                tuples.addAll(sent);
            }
        }

        private StreamStatus status() {
            return home.status().streams().stream()
                    .filter(stream -> stream.name().equals(definition.name()))
                    .findFirst()
                    .orElseThrow();
        }

        private void close(Random random) {
            closed += random.nextInt(3);
            if (closed >= 0) {
                home.writers().closeUpTo(writer, epoch, closed, sequence);
            }
        }

        private void closeOne() {
            closed++;
            home.writers().closeUpTo(writer, epoch, closed, sequence);
        }

        private void idle() {
            home.writers().markIdle(writer, epoch, sequence);
        }
    }

    /** A query and what came of it. */
    private static final class Asked {
        private final String text;
        private final String name;
        private final StoreNode node;
        private final TreeMap<Long, List<String>> found = new TreeMap<>();
        private long nextMs = Long.MIN_VALUE;

        Asked(String name, String text, StoreNode node) {
            this.name = name;
            this.text = text;
            this.node = node;
            node.registerQuery(text);
            node.continuous()
                    .readers()
                    .attach(
                            ReaderId.ofQuery("", name),
                            ReaderStart.earliest(),
                            new ReaderConnection(() -> 0));
        }

        private void fetch() {
            WindowFetch fetch = node.continuous().start(name, nextMs, 5);
            try (fetch) {
                FetchedWindows fetched = fetch.join();
                for (WindowResult result : fetched.results()) {
                    List<String> rows =
                            result.rows().stream().map(Arrays::toString).sorted().toList();
                    assertThat(found.put(result.windowEndMs(), rows)).isNull();
                }
                nextMs = fetched.nextWindowEndMs();
            }
            if (nextMs != Long.MIN_VALUE) {
                node.continuous().release(name, nextMs);
            }
            node.reclaim();
        }

        private void judge(NaiveContinuous naive) {
            long expectedMs = found.isEmpty() ? 0 : found.firstKey();
            for (Map.Entry<Long, List<String>> window : found.entrySet()) {
                assertThat(window.getKey()).as(name).isEqualTo(expectedMs);
                List<String> rows =
                        naive.rows(text, window.getKey()).stream()
                                .map(row -> Arrays.toString(row.toArray()))
                                .sorted()
                                .toList();
                assertThat(window.getValue()).as("%s at %d", name, expectedMs).isEqualTo(rows);
                expectedMs += BATCH_MS;
            }
        }
    }

    private LocalCluster cluster;
    private Random random;
    private long nowNs;
    private boolean losses;
    private int copiedCount;
    private int lostCount;

    @Test
    void windowsAreThoseOfTheStreamsHoweverTheyCome() {
        long seed = Seeds.seed(getClass());
        int windows = 0;
        int rows = 0;
        for (int round = 0; round < ROUNDS; round++) {
            random = Seeds.random(seed, round);
            for (Asked asked : round()) {
                windows += asked.found.size();
                rows += asked.found.values().stream().mapToInt(List::size).sum();
            }
        }
        assertThat(windows).isGreaterThan(20 * ROUNDS);
        assertThat(rows).isGreaterThan(20 * ROUNDS);
        assertThat(copiedCount).isGreaterThan(4 * ROUNDS);
        assertThat(lostCount).isGreaterThan(ROUNDS);
    }

    private List<Asked> round() {
        try (LocalCluster nodes = new LocalCluster(3, CONFIG)) {
            cluster = nodes;
            nodes.useClock(() -> nowNs);
            nodes.useWays(this::lossy);
            List<Fed> streams = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                streams.add(new Fed(i, nodes.node(i)));
            }
            List<Asked> asked = new ArrayList<>();
            for (int i = 0; i < STEPS; i++) {
                step(streams, asked);
            }
            finish(streams, asked);
            NaiveContinuous naive = naive(streams);
            asked.forEach(query -> query.judge(naive));
            for (int i = 0; i < 3; i++) {
                assertThat(nodes.node(i).check().violations()).isEmpty();
            }
            return asked;
        }
    }

    private void step(List<Fed> streams, List<Asked> asked) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(5);
        Fed stream = streams.get(random.nextInt(3));
        int node = random.nextInt(3);
        int kind = random.nextInt(14);
        losses = kind >= 8 && kind != 12;
        switch (kind) {
            case 0, 1, 2, 3 -> stream.send(random);
            case 4, 5 -> stream.close(random);
            case 6, 7 -> doWork(node);
            case 8, 9, 10 -> copiedCount += cluster.copy(node);
            case 11 -> {
                if (random.nextInt(3) == 0) {
                    stream.idle();
                }
            }
            case 12 -> {
                if (!asked.isEmpty()) {
                    asked.get(random.nextInt(asked.size())).fetch();
                }
            }
            default -> {
                if (asked.size() < 4 && random.nextInt(4) == 0) {
                    register(asked);
                }
            }
        }
        losses = false;
    }

    private void doWork(int node) {
        cluster.node(node).doWork();
        cluster.node(node).collect();
    }

    private void register(List<Asked> asked) {
        List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
        Collections.shuffle(order, random);
        int count = 2 + random.nextInt(2);
        StringBuilder from = new StringBuilder();
        StringBuilder where = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String name = "<urn:s" + order.get(i) + ">";
            String window =
                    random.nextInt(4) == 0
                            ? "TRIPLES " + (1 + random.nextInt(4))
                            : "RANGE " + 100 * (1 + random.nextInt(4)) + "ms";
            from.append(" FROM STREAM " + name + " [" + window + " STEP 100ms]");
            where.append(" GRAPH " + name + " { ?a" + i + " ?p" + i + " ?a" + (i + 1) + " }");
        }
        String name = "Q" + asked.size();
        String text = "REGISTER QUERY " + name + " AS SELECT *" + from + " WHERE {" + where + " }";
        text = text.replaceAll("(TRIPLES \\d+) STEP 100ms", "$1");
        try {
            asked.add(new Asked(name, text, cluster.node(order.get(0))));
        } catch (WukongsException e) {
            if (e.category() != Category.RETRIABLE) {
                throw e;
            }
        }
    }

    /** All that has come comes to where it is read. */
    private void finish(List<Fed> streams, List<Asked> asked) {
        for (Fed stream : streams) {
            stream.closed += 3;
            stream.closeOne();
        }
        for (int i = 0; i < 30; i++) {
            nowNs += TimeUnit.SECONDS.toNanos(2);
            for (int node = 0; node < 3; node++) {
                doWork(node);
                cluster.copy(node);
            }
        }
        for (Asked query : asked) {
            int before = -1;
            while (before < query.found.size()) {
                before = query.found.size();
                query.fetch();
            }
        }
    }

    /** Loses a request, or the answer to it. */
    private Peer lossy(Peer way) {
        if (!losses || random.nextInt(4) > 0) {
            return way;
        }
        boolean isAnswerLost = random.nextBoolean();
        return request -> {
            lostCount++;
            if (isAnswerLost) {
                way.send(request).await();
            }
            throw WukongsException.retriable("lost");
        };
    }

    /** A node that says nothing is let go when its home has no room, and its query says so. */
    @Test
    void aNodeThatIsGoneIsLetGo() {
        random = Seeds.random(getClass());
        try (LocalCluster nodes = new LocalCluster(2, CONFIG)) {
            cluster = nodes;
            nodes.useClock(() -> nowNs);
            Fed first = new Fed(0, nodes.node(0));
            Fed second = new Fed(1, nodes.node(1));
            String text =
                    "REGISTER QUERY Q AS SELECT * FROM STREAM <urn:s0> [RANGE 100ms STEP 100ms]"
                            + " FROM STREAM <urn:s1> [RANGE 100ms STEP 100ms] { ?a ?p ?b }";
            Asked asked = new Asked("Q", text, nodes.node(0));
            for (int i = 0; i < 10; i++) {
                first.send(random);
                second.send(random);
                first.close(random);
                second.close(random);
                doWork(0);
                doWork(1);
                cluster.copy(0);
                doWork(0);
            }
            asked.fetch();
            assertThat(asked.found).isNotEmpty();
            assertFails(
                    Category.USER,
                    "queries at other nodes read the stream, unregister them first: stream=urn:s1"
                            + " nodes=[0]",
                    () -> nodes.node(1).dropStream("urn:s1"));
            nowNs += TimeUnit.SECONDS.toNanos(2);
            while (nodes.node(1).droppedReplicaCount() == 0) {
                second.send(random);
                second.closed++;
                second.close(random);
                doWork(1);
                first.closed++;
                first.close(random);
                doWork(0);
            }
            cluster.copy(0);
            assertThat(nodes.node(0).status().replicas().get(0).failure())
                    .contains("let this node go");
            assertFails(
                    Category.USER,
                    StoreClient.WINDOW_GONE + ": query=Q stream=urn:s1 reason=the stream's home",
                    () -> {
                        for (int i = 0; i < 1_000; i++) {
                            asked.fetch();
                        }
                    });
            // Registered anew, it begins with what is there.
            nodes.node(0).continuous().unregister("Q");
            doWork(0);
            assertThat(nodes.node(0).status().replicas()).isEmpty();
            Asked again = new Asked("Q", text, nodes.node(0));
            first.closed = Math.max(first.closed, second.closed);
            for (int i = 0; i < 20; i++) {
                first.closed++;
                first.close(random);
                second.send(random);
                second.closed++;
                second.close(random);
                doWork(0);
                doWork(1);
                cluster.copy(0);
                doWork(0);
            }
            again.fetch();
            NaiveContinuous naive = naive(List.of(first, second));
            asked.judge(naive);
            again.judge(naive);
            assertThat(again.found).isNotEmpty();
        }
    }

    /** An idle stream is closed at its home as far as another node's query needs it. */
    @Test
    void aStreamThatIsIdleFollowsThoseOfTheQuery() {
        random = Seeds.random(getClass());
        try (LocalCluster nodes = new LocalCluster(2, CONFIG)) {
            cluster = nodes;
            nodes.useClock(() -> nowNs);
            Fed first = new Fed(0, nodes.node(0));
            Fed second = new Fed(1, nodes.node(1));
            String text =
                    "REGISTER QUERY Q AS SELECT * FROM STREAM <urn:s0> [RANGE 100ms STEP 100ms]"
                            + " FROM STREAM <urn:s1> [RANGE 300ms STEP 100ms] { ?a ?p ?b }";
            Asked asked = new Asked("Q", text, nodes.node(0));
            second.send(random);
            second.idle();
            for (int i = 0; i < 20; i++) {
                first.send(random);
                first.closeOne();
                settle();
            }
            asked.fetch();
            assertThat(asked.found).hasSize(5); // at a time
            int before = second.tuples.size();
            second.send(random); // of a batch that is closed at home, too
            assertThat(second.tuples).hasSize(before);
            second.closed = first.closed;
            second.send(random);
            second.closed += 3;
            second.closeOne();
            for (int i = 0; i < 5; i++) {
                first.closeOne();
                settle();
            }
            for (int i = 0; i < 10; i++) {
                asked.fetch();
            }
            asked.judge(naive(List.of(first, second)));
            assertThat(asked.found.lastKey()).isGreaterThan(2_000);
        }
    }

    private void settle() {
        for (int i = 0; i < 3; i++) {
            doWork(0);
            doWork(1);
            cluster.copy(0);
            nowNs += TimeUnit.MILLISECONDS.toNanos(5);
        }
        doWork(0);
    }

    private static NaiveContinuous naive(List<Fed> streams) {
        return new NaiveContinuous(
                streams.stream().map(s -> new NaiveStream(s.definition, s.tuples)).toList(),
                Map.of());
    }

    /** Until the other node is told that its stream is not read, it stays; then it can go. */
    @Test
    void aHomeLearnsThatNobodyReads() {
        random = Seeds.random(getClass());
        try (LocalCluster nodes = new LocalCluster(2, CONFIG)) {
            cluster = nodes;
            nodes.useClock(() -> nowNs);
            new Fed(0, nodes.node(0));
            new Fed(1, nodes.node(1));
            String text =
                    "REGISTER QUERY Q AS SELECT * FROM STREAM <urn:s0> [RANGE 100ms STEP 100ms]"
                            + " FROM STREAM <urn:s1> [RANGE 100ms STEP 100ms] { ?a ?p }";
            assertFails(Category.USER, "", () -> nodes.node(0).registerQuery(text)); // no query
            doWork(0);
            cluster.copy(0);
            nodes.node(1).dropStream("urn:s1");
            assertFails(
                    Category.USER,
                    "unknown stream",
                    () -> nodes.node(0).registerQuery(text.replace("?p }", "?p ?b }")));
        }
    }
}
