package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.Keys;
import org.wukongs.id.TermHash;
import org.wukongs.id.Vids;
import org.wukongs.naive.Failures;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.ShardBatch;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Vertex partitions move among updates, plans that overtake them, and readers of old snapshots: all
 * nodes show what a model of sets has, at each snapshot, and no node has a half that is not its
 * own.
 */
class MovingPartitionsTest {

    private static final int NODES = 3;
    private static final int RUNS = 25;
    private static final int STEPS = 60;
    private static final int VERTICES = 40;
    private static final List<String> GRAPHS = List.of("urn:g0", "urn:g1");

    /** The triples of each graph. */
    private static Map<String, Set<String>> copy(Map<String, Set<String>> model) {
        Map<String, Set<String>> copied = new TreeMap<>();
        model.forEach((graph, triples) -> copied.put(graph, new TreeSet<>(triples)));
        return copied;
    }

    /** A reader that stays at a snapshot. */
    private record Held(
            StoreNode node,
            ReaderEpochs.Reader reader,
            GraphViews views,
            Map<String, Set<String>> model) {

        static Held of(StoreNode node, Map<String, Set<String>> model) {
            ReaderEpochs.Reader reader = node.stored().memory().epochs().newReader();
            long sn = reader.enter();
            assertThat(node.partitioned().hold(sn)).isTrue();
            return new Held(
                    node, reader, node.partitioned().with(node.stored().at(sn)), copy(model));
        }

        void check(String where) {
            model.forEach(
                    (graph, triples) ->
                            assertThat(rows(views.graph(graph), node.dictionary()))
                                    .as("%s sn=%d graph=%s", where, views.sn(), graph)
                                    .isEqualTo(triples));
        }

        /** Reads both halves of all triples, which must agree. */
        private static Set<String> rows(TripleView view, TermDictionary dictionary) {
            Set<String> found = new TreeSet<>();
            Set<String> backwards = new TreeSet<>();
            for (long pid = 1; dictionary.isGivenPid(pid); pid++) {
                for (int direction = 0; direction < 2; direction++) {
                    long key = Keys.key(Vids.INDEX_VERTEX, pid, direction);
                    for (long vertex : ids(view.neighbours(key))) {
                        long list = Keys.key(vertex, pid, direction);
                        for (long other : ids(view.neighbours(list))) {
                            String one = dictionary.vertex(vertex);
                            String two = dictionary.vertex(other);
                            boolean isOut = direction == Keys.OUT;
                            (isOut ? found : backwards)
                                    .add(
                                            String.join(
                                                    " ",
                                                    isOut ? one : two,
                                                    dictionary.predicate(pid),
                                                    isOut ? two : one));
                        }
                    }
                }
            }
            assertThat(backwards).isEqualTo(found);
            return found;
        }

        private static long[] ids(Neighbours list) {
            long[] ids = new long[list.size()];
            list.copyTo(0, ids.length, ids, 0);
            Arrays.sort(ids);
            assertThat(Arrays.stream(ids).distinct().count()).isEqualTo(ids.length);
            return ids;
        }

        void release() {
            node.partitioned().release(views.sn());
            reader.leave();
            reader.close();
        }
    }

    /** A plan that a node's thread hands on, again and again until it has its turn. */
    private final class Plan {

        private final StoreNode node;
        private final GraphRows rows;
        private PartitionedChanges.Handed handed;

        Plan(StoreNode node, GraphRows rows) {
            this.node = node;
            this.rows = rows;
            this.handed = node.changes().hand(List.of(rows), Map.of());
        }

        void finish(LocalCluster cluster) {
            for (int i = 0; !handed.staged().isDone() || !handed.staged().join(); i++) {
                assertThat(i).isLessThan(100);
                if (handed.staged().isDone()) {
                    handed = node.changes().hand(List.of(rows), Map.of());
                    counts.merge("divided again", 1, Integer::sum);
                }
                cluster.work();
            }
            for (int i = 0; i < 2 * NODES; i++) {
                cluster.work(); // all nodes show it, and drop what had no turn
            }
        }
    }

    private final Map<String, Integer> counts = new HashMap<>();

    /** One run. */
    private final class Run implements AutoCloseable {

        private final Random random;
        private final LocalCluster cluster = new LocalCluster(NODES, NodeThreads.NONE);
        private final Map<String, Set<String>> model = new TreeMap<>();
        private final List<Held> held = new ArrayList<>();
        private final List<Plan> plans = new ArrayList<>();
        private int names;

        Run(Random random) {
            this.random = random;
            GRAPHS.forEach(graph -> model.put(graph, new TreeSet<>()));
            TermDictionary dictionary = cluster.node(0).dictionary();
            for (int i = 0; i < VERTICES; i++) {
                dictionary.vertexId("<urn:v" + i + ">");
                dictionary.predicateId("<urn:p" + i % 3 + ">");
            }
        }

        private StoreNode node() {
            return cluster.node(random.nextInt(NODES));
        }

        private String vertex() {
            return "<urn:v" + random.nextInt(VERTICES) + ">";
        }

        private String predicate() {
            return "<urn:p" + random.nextInt(3) + ">";
        }

        void step(String where) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> change();
                case 3 -> removeAll();
                case 4, 5 -> move();
                case 6 -> held.add(Held.of(node(), model));
                default -> {
                    if (!held.isEmpty()) {
                        held.remove(random.nextInt(held.size())).release();
                    }
                }
            }
            for (int place = 0; place < NODES; place++) {
                Held now = Held.of(cluster.node(place), model);
                now.check(where + " node=" + place);
                now.release();
            }
            model.forEach(
                    (graph, triples) ->
                            assertThat(tripleCount(graph)).as(where).isEqualTo(triples.size()));
            held.forEach(each -> each.check(where));
        }

        /** The triples that all nodes own. */
        private long tripleCount(String graph) {
            long count = 0;
            for (int place = 0; place < NODES; place++) {
                StoredGraph part = cluster.node(place).stored().graph(graph);
                count += part == null ? 0 : part.tripleCount();
            }
            return count;
        }

        private void change() {
            String graph = GRAPHS.get(random.nextInt(2));
            boolean adds = random.nextInt(4) > 0;
            Set<String> triples = new TreeSet<>();
            for (int i = 0; i <= random.nextInt(6); i++) {
                String object = random.nextInt(5) == 0 ? "\"new" + names++ + "\"" : vertex();
                triples.add(String.join(" ", vertex(), predicate(), object));
            }
            node().update(
                            (adds ? "INSERT DATA { GRAPH <" : "DELETE DATA { GRAPH <")
                                    + graph
                                    + "> { "
                                    + String.join(" . ", triples)
                                    + " } }");
            if (adds) {
                model.get(graph).addAll(triples);
            } else {
                model.get(graph).removeAll(triples);
            }
        }

        private void removeAll() {
            String graph = GRAPHS.get(random.nextInt(2));
            if (random.nextInt(3) == 0) {
                node().update("DROP SILENT GRAPH <" + graph + ">");
                model.get(graph).clear();
                return;
            }
            String vertex = vertex();
            node().update("DELETE WHERE { GRAPH <" + graph + "> { " + vertex + " ?p ?o } }");
            model.get(graph).removeIf(triple -> triple.startsWith(vertex + " "));
        }

        /** Moves some partitions, most often those of known terms, while others change things. */
        private void move() {
            int from = random.nextInt(NODES);
            int to = (from + 1 + random.nextInt(NODES - 1)) % NODES;
            Set<Integer> partitions = new TreeSet<>();
            for (int i = 0; i <= random.nextInt(12); i++) {
                long vid = cluster.node(0).dictionary().findVertex(vertex());
                partitions.add(
                        vid == TermDictionary.UNKNOWN
                                ? random.nextInt(Vids.PARTITION_COUNT)
                                : Vids.partition(vid));
            }
            if (random.nextInt(4) == 0) {
                IntStream.range(0, Vids.PARTITION_COUNT).forEach(partitions::add);
            }
            partitions.removeIf(partition -> cluster.owners().owner(partition) != from);
            if (partitions.isEmpty()) {
                return;
            }
            int overtaken = random.nextInt(3) == 0 ? random.nextInt(6) : 0;
            int[] tries = {0};
            cluster.beforeTurn(
                    () -> {
                        if (tries[0]++ < overtaken) {
                            overtake();
                        }
                    });
            cluster.node(from).mover().move(List.copyOf(partitions), to);
            cluster.beforeTurn(() -> {});
            plans.forEach(plan -> plan.finish(cluster));
            plans.clear();
            partitions.forEach(
                    partition -> assertThat(cluster.owners().owner(partition)).isEqualTo(to));
            counts.merge("moves", 1, Integer::sum);
            counts.merge("overtaken", Math.min(tries[0] - 1, overtaken), Integer::sum);
        }

        /** A plan of some node, as a stream has it. New terms may be of partitions that move. */
        private void overtake() {
            StoreNode node = node();
            TermDictionary dictionary = node.dictionary();
            String subject = vertex();
            String predicate = predicate();
            String object = vertex();
            long subjectVid = dictionary.findVertex(subject);
            long pid = dictionary.findPredicate(predicate);
            long objectVid = dictionary.findVertex(object);
            TripleBuffer added = new TripleBuffer();
            added.append(subjectVid, pid, objectVid);
            plans.add(new Plan(node, new GraphRows("urn:g0", new TripleBuffer(), added)));
            node.changes().doWork();
            model.get("urn:g0").add(String.join(" ", subject, predicate, object));
        }

        void end() {
            held.forEach(Held::release);
            long halves = 0;
            for (int place = 0; place < NODES; place++) {
                assertThat(cluster.node(place).check().violations()).isEmpty();
                assertThat(cluster.node(place).served().staged().waitingCount()).isZero();
                halves += cluster.node(place).stored().tripleCount();
            }
            int triples = model.values().stream().mapToInt(Set::size).sum();
            assertThat(halves).isEqualTo(triples);
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    @Test
    void readersSeeEachTripleOnce() {
        long seed = Seeds.seed(MovingPartitionsTest.class);
        for (int number = 0; number < RUNS; number++) {
            try (Run run = new Run(Seeds.random(seed, number))) {
                for (int step = 0; step < STEPS; step++) {
                    run.step("run=" + number + " step=" + step);
                }
                run.end();
            }
        }
        assertThat(counts.get("moves")).isGreaterThan(RUNS);
        assertThat(counts.get("overtaken")).isPositive();
        assertThat(counts.get("divided again")).isPositive();
    }

    @Test
    void anIdIsGivenOnceWhoeverOwnsThePartition() {
        try (LocalCluster cluster = new LocalCluster(NODES, NodeThreads.NONE)) {
            Map<String, Long> vids = new HashMap<>();
            for (int round = 0; round < 9; round++) {
                for (int i = 0; i < 300; i++) {
                    String term = "<urn:t" + round + "-" + i + ">";
                    vids.put(term, cluster.node(i % NODES).dictionary().vertexId(term));
                }
                int from = round % NODES;
                List<Integer> some =
                        IntStream.range(0, Vids.PARTITION_COUNT)
                                .filter(p -> cluster.owners().owner(p) == from)
                                .boxed()
                                .toList();
                cluster.node(from).mover().move(some.subList(0, some.size() / 2), (from + 1) % 3);
            }
            assertThat(Set.copyOf(vids.values())).hasSize(vids.size());
            for (StoreNode node : List.of(cluster.node(0), cluster.node(1), cluster.node(2))) {
                vids.forEach(
                        (term, vid) -> {
                            assertThat(node.dictionary().vertexId(term)).isEqualTo(vid);
                            assertThat(node.dictionary().findVertex(term)).isEqualTo(vid);
                            assertThat(node.dictionary().vertex(vid)).isEqualTo(term);
                        });
                node.dictionary().check();
            }
        }
    }

    /** From the last copy of terms until the turn is known; known terms are found. */
    @Test
    void nobodyGivesIdsWhileAMoveWaitsForItsTurn() {
        try (LocalCluster cluster = new LocalCluster(NODES, NodeThreads.NONE)) {
            int partition = 7; // of the first node
            String known = term(partition, 0);
            String unknown = term(partition, 1);
            long vid = cluster.node(2).dictionary().vertexId(known);
            int[] tries = {0};
            cluster.beforeTurn(
                    () -> {
                        tries[0]++;
                        for (int place = 0; place < NODES; place++) {
                            TermDictionary dictionary = cluster.node(place).dictionary();
                            assertThat(dictionary.findVertex(known)).isEqualTo(vid);
                            Failures.assertFails(
                                    Category.RETRIABLE,
                                    "moves to another node",
                                    () -> dictionary.vertexIdNow(unknown));
                        }
                    });
            cluster.node(0).mover().move(List.of(partition), 1);
            assertThat(tries[0]).isEqualTo(1);
            long next = cluster.node(0).dictionary().vertexId(unknown);
            assertThat(next).isEqualTo(Vids.vid(Vids.counter(vid) + 1, partition));
            assertThat(cluster.node(1).dictionary().counterHere(partition))
                    .isEqualTo(Vids.counter(next));
        }
    }

    /** Returns one of the terms of a partition. */
    private static String term(int partition, int number) {
        int found = 0;
        for (int i = 0; true; i++) {
            String term = "<urn:term" + i + ">";
            byte[] text = term.getBytes(StandardCharsets.UTF_8);
            if (Vids.partitionOf(TermHash.of(text, 0, text.length)) == partition
                    && found++ == number) {
                return term;
            }
        }
    }

    @Test
    void whatCannotMoveIsRefused() {
        try (LocalCluster cluster = new LocalCluster(2, NodeThreads.NONE)) {
            PartitionMover mover = cluster.node(0).mover();
            assertRefused("another node of the cluster", () -> mover.move(List.of(1), 0));
            assertRefused("another node of the cluster", () -> mover.move(List.of(1), 2));
            assertRefused("another node of the cluster", () -> mover.move(List.of(), 1));
            assertRefused("does not own", () -> mover.move(List.of(1, 1023), 1));
            assertRefused("named twice", () -> mover.move(List.of(1, 1), 1));
            assertRefused("not a vertex partition", () -> mover.move(List.of(1024), 1));
            assertThat(mover.move(List.of(1), 1)).isZero();
            assertRefused("does not own", () -> mover.move(List.of(1), 1));
            assertThat(cluster.node(1).mover().move(List.of(1), 0)).isZero();
        }
    }

    /** Whatever bytes of a move come, the node answers, and stays whole. */
    @Test
    void damagedMovesAreAnswered() throws IOException {
        Random random = Seeds.random(MovingPartitionsTest.class);
        int refused = 0;
        int answered = 0;
        try (LocalCluster cluster = new LocalCluster(2, NodeThreads.NONE)) {
            StoreNode from = cluster.node(0);
            StoreNode to = cluster.node(1);
            from.update("INSERT DATA { <urn:a> <urn:p> <urn:b>, <urn:c>, 1 }");
            for (int i = 0; i < 2_000; i++) {
                byte[] frame = bytes(random.nextBoolean() ? move(random) : copied(random));
                for (int k = random.nextInt(4); k > 0; k--) {
                    int bits = (frame.length - FrameDescriptor.PAYLOAD_OFFSET) * Byte.SIZE;
                    int bit = random.nextInt(bits);
                    frame[FrameDescriptor.PAYLOAD_OFFSET + bit / Byte.SIZE] ^=
                            (byte) (1 << bit % Byte.SIZE);
                }
                WireWriter answer = new WireWriter();
                to.served().answer(0, reader(frame), answer);
                boolean isError = reader(bytes(answer)).type() == FrameDescriptor.REPLY_ERROR;
                refused += isError ? 1 : 0;
                answered += isError ? 0 : 1;
            }
            to.served().staged().begin(0, Long.MAX_VALUE);
            assertThat(to.served().staged().waitingCount()).isZero();
            assertThat(to.check().violations()).isEmpty();
            assertThat(refused).isGreaterThan(100);
            assertThat(answered).isGreaterThan(100);
        }
    }

    /** A part of a move with two halves and two entries of mentions. */
    private static WireWriter move(Random random) {
        long partition = random.nextInt(Vids.PARTITION_COUNT / 2);
        long vid = Vids.vid(1, (int) partition);
        HalfRows rows = new HalfRows();
        rows.add(vid, 1, vid, ShardBatch.OUT);
        rows.add(vid, 1, vid, ShardBatch.IN | StagedChanges.REMOVED);
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.MOVE.code())
                .putLong(1 + random.nextInt(5))
                .putInt(random.nextInt(3))
                .putLong(VersionedOwners.FIRST)
                .putLongs(new long[] {partition})
                .putLongs(new long[] {random.nextInt(2)});
        GraphHalves of = new GraphHalves("urn:g0", GraphExistence.UNCHANGED, HalfMentions.UNSAID);
        rows.encode(of, out).putBoolean(random.nextBoolean());
        for (int half = 0; half < 2; half++) {
            long[][] entry = {{vid}, {1}, {vid}, {7}, {2}};
            for (long[] column : entry) {
                out.putLongs(column);
            }
        }
        return out;
    }

    /** Terms of a partition of the first node. */
    private static WireWriter copied(Random random) {
        String term = "<urn:copied" + random.nextInt(3000) + ">";
        byte[] text = term.getBytes(StandardCharsets.UTF_8);
        int partition = Vids.partitionOf(TermHash.of(text, 0, text.length));
        return new WireWriter()
                .begin(PeerMessage.COPY_TERMS.code())
                .putInt(partition)
                .putLong(1 + random.nextInt(2))
                .putInt(1)
                .putBytes(text);
    }

    private static byte[] bytes(WireWriter frame) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame.writeTo(out);
        return out.toByteArray();
    }

    private static WireReader reader(byte[] frame) throws IOException {
        WireReader in = new WireReader();
        assertThat(in.readFrom(new DataInputStream(new ByteArrayInputStream(frame)))).isTrue();
        return in;
    }

    private static void assertRefused(String message, Runnable call) {
        Failures.assertFails(Category.USER, message, call);
    }

    /** Whatever is executed: the other node holds nothing, counts nothing and has no lists. */
    @Test
    void aNodeThatOwnsNothingIsAskedNothing() {
        LocalCluster cluster = new LocalCluster(2, NodeThreads.NONE);
        try (cluster) {
            StoreNode first = cluster.node(0);
            StoreNode second = cluster.node(1);
            first.update(
                    "PREFIX : <urn:> INSERT DATA { :a :p :b . :b :p :c . :c :q :d . :d :q :a }");
            List<Integer> own = new ArrayList<>();
            for (int partition = 0; partition < Vids.PARTITION_COUNT; partition++) {
                if (cluster.owners().owner(partition) == 1) {
                    own.add(partition);
                }
            }
            second.mover().move(own, 0);
            second.update("PREFIX : <urn:> INSERT DATA { :d :p :e }");
            Map<String, Integer> queries =
                    Map.of(
                            "SELECT * { ?s ?p ?o }", 5,
                            "SELECT * { ?s <urn:p> ?m . ?m ?p ?o }", 2,
                            "SELECT (COUNT(*) AS ?n) { ?s <urn:q> ?o }", 1,
                            "SELECT DISTINCT ?p { <urn:d> ?p ?o }", 2);
            for (StoreNode node : List.of(first, second)) {
                long before = node.partitioned().reads().requestCount();
                queries.forEach(
                        (query, count) ->
                                assertThat(node.query(query).rows()).as(query).hasSize(count));
                long asked = node.partitioned().reads().requestCount() - before;
                assertThat(asked > 0).isEqualTo(node == second);
                assertThat(node.check().violations()).isEmpty();
            }
        }
    }
}
