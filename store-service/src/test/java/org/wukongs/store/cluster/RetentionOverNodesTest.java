package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.replay.FedStream;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/**
 * Streams with a retention at two of three nodes, beside loads and updates at all of them: each
 * step leaves the same triples as on a node of its own.
 */
class RetentionOverNodesTest {

    private static final int ROUNDS = 10;
    private static final int STEPS = 60;
    private static final int BATCH_MS = 100;
    private static final String FED = "urn:fed";
    private static final String ALL = "SELECT * { GRAPH <" + FED + "> { ?s ?p ?o } }";

    private final Random random = Seeds.random(getClass());
    private int moves;

    /** A step, done at one store: {@code place} is that of a node among those of the store. */
    private interface Step {
        void at(Store store);
    }

    /** Nodes that are one store, with streams at two of them. */
    private static final class Store implements AutoCloseable {

        private final LocalCluster cluster;
        private final List<FedStream> streams = new ArrayList<>();

        Store(int nodeCount, List<StreamDefinition> definitions) {
            cluster = new LocalCluster(nodeCount, NodeThreads.NONE);
            for (int i = 0; i < definitions.size(); i++) {
                streams.add(new FedStream(node(2 * i), definitions.get(i)));
            }
        }

        StoreNode node(int place) {
            return cluster.node(place % cluster.nodeCount());
        }

        /** Lets all nodes show what they have. */
        void settle() {
            for (int i = 0; i < cluster.nodeCount(); i++) {
                cluster.work();
            }
        }

        List<String> rows(int place) {
            return node(place).query(ALL).rows().stream().map(Arrays::toString).sorted().toList();
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    @Test
    void asOnANodeOfItsOwn() {
        int expired = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<StreamDefinition> definitions = List.of(stream(0), stream(1));
            try (Store one = new Store(1, definitions);
                    Store many = new Store(3, definitions)) {
                expired += compare(one, many, definitions);
            }
        }
        assertThat(expired).isPositive();
        assertThat(moves).isPositive();
    }

    private StreamDefinition stream(int number) {
        Retention retention =
                random.nextInt(4) == 0
                        ? Retention.FOREVER
                        : new Retention(
                                100 + random.nextInt(600),
                                random.nextBoolean()
                                        ? Map.of("urn:p0", 1L + random.nextInt(900))
                                        : Map.of("urn:p1", Retention.FOREVER_MS));
        return new StreamDefinition("urn:s" + number, BATCH_MS, FED, Set.of()).with(retention);
    }

    /** Returns how often there were fewer triples than before. */
    private int compare(Store one, Store many, List<StreamDefinition> streams) {
        long[] closed = new long[2];
        int lessOften = 0;
        int before = 0;
        List<String> done = new ArrayList<>();
        streams.forEach(stream -> done.add(stream.name() + " " + stream.retention()));
        for (int i = 0; i < STEPS; i++) {
            Step step = step(closed, done);
            step.at(one);
            step.at(many);
            many.settle();
            List<String> expected = one.rows(0);
            for (int place = 0; place < 3; place++) {
                assertThat(many.rows(place))
                        .as("node %s after\n%s", place, String.join("\n", done))
                        .isEqualTo(expected);
            }
            lessOften += expected.size() < before ? 1 : 0;
            before = expected.size();
        }
        for (int place = 0; place < 3; place++) {
            assertThat(many.node(place).check().violations()).isEmpty();
        }
        return lessOften;
    }

    private Step step(long[] closed, List<String> done) {
        int kind = random.nextInt(11);
        if (kind < 7) {
            return feed(kind % 2, closed, done);
        }
        if (kind == 10) {
            return move(done);
        }
        int place = random.nextInt(3);
        String triple =
                "<urn:v"
                        + random.nextInt(4)
                        + "> <urn:p"
                        + random.nextInt(2)
                        + "> <urn:v"
                        + random.nextInt(4)
                        + ">";
        String quad = "GRAPH <" + FED + "> { " + triple + " }";
        String text =
                switch (random.nextInt(4)) {
                    case 0 -> null;
                    case 1 -> "INSERT DATA { " + quad + " }";
                    case 2 -> "DELETE DATA { " + quad + " }";
                    default ->
                            "DELETE WHERE { GRAPH <"
                                    + FED
                                    + "> { <urn:v"
                                    + random.nextInt(4)
                                    + "> ?p ?o } }";
                };
        done.add(text == null ? "load " + triple : text);
        return store -> {
            StoreNode node = store.node(place);
            if (text != null) {
                node.update(text);
                return;
            }
            String[] terms = triple.split(" ", -1);
            Tuple tuple = new Tuple(0, terms[0], terms[1], terms[2]);
            node.loader()
                    .load(
                            FED,
                            new TupleEncoder(node.dictionary())
                                    .encode(new TupleBatch(0, false, List.of(tuple))));
        };
    }

    /** Half of a node's vertex partitions move to another node, with what is known of mentions. */
    private Step move(List<String> done) {
        int from = random.nextInt(3);
        int to = (from + 1 + random.nextInt(2)) % 3;
        int rest = random.nextInt(2);
        done.add("move from " + from + " to " + to + " rest " + rest);
        return store -> {
            LocalCluster cluster = store.cluster;
            if (cluster.nodeCount() == 1) {
                return;
            }
            List<Integer> partitions =
                    IntStream.range(0, Vids.PARTITION_COUNT)
                            .filter(p -> p % 2 == rest && cluster.owners().owner(p) == from)
                            .boxed()
                            .toList();
            if (!partitions.isEmpty()) {
                cluster.node(from).mover().move(partitions, to);
                moves++;
            }
        };
    }

    /** Some batches of a stream, of which only the first has tuples. */
    private Step feed(int stream, long[] closed, List<String> done) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            Tuple tuple =
                    new Tuple(
                            closed[stream] + random.nextInt(BATCH_MS),
                            "<urn:v" + random.nextInt(4) + ">",
                            "<urn:p" + random.nextInt(2) + ">",
                            "<urn:v" + random.nextInt(4) + ">");
            tuples.add(random.nextInt(6) == 0 ? tuple.asRemoval() : tuple);
        }
        closed[stream] += (long) BATCH_MS * (1 + random.nextInt(4));
        long toMs = closed[stream];
        done.add("stream " + stream + " up to " + toMs + ": " + tuples);
        return store -> {
            tuples.forEach(store.streams.get(stream)::add);
            store.streams.get(stream).advanceTo(toMs);
        };
    }
}
