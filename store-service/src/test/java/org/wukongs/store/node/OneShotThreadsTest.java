package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.server.HelperThreads;
import org.wukongs.stream.StreamDefinition;

/**
 * One-shot queries of several threads, which share the plans of queries that differ in constants
 * only, against the same ones executed by one thread before; beside them, other graphs come in.
 */
final class OneShotThreadsTest {

    private static final int VERTICES = 60;
    private static final int TRIPLES = 900;
    private static final int PREDICATES = 3;
    private static final int THREADS = 12; // more than a plan keeps runs for
    private static final int EXECUTIONS = 500; // of each thread

    private static final List<String> TEMPLATES =
            List.of(
                    "SELECT ?x WHERE { <http://x/v%d> <http://x/p0> ?x }",
                    "SELECT ?x ?y WHERE { <http://x/v%d> <http://x/p1> ?x . ?x <http://x/p2> ?y }",
                    "SELECT ?x ?y WHERE { ?x <http://x/p0> <http://x/v%d> . ?x <http://x/p1> ?y ."
                            + " ?y <http://x/p2> ?x }",
                    "SELECT DISTINCT ?y WHERE { <http://x/v%d> <http://x/p1> ?x ."
                            + " ?x <http://x/p0> ?y . FILTER(?y != <http://x/v1>) }",
                    "SELECT ?x ?p WHERE { <http://x/v%d> ?p ?x }");

    private final Random random = Seeds.random(OneShotThreadsTest.class);

    @Test
    void eachThreadFindsTheRowsOfOne() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try (StoreNode node =
                new StoreNode(
                        StoreConfig.DEFAULT,
                        new SystemNanoClock(),
                        HelperThreads.helpers(StoreConfig.DEFAULT))) {
            node.loader().load(StreamDefinition.STORED, triples(node, TRIPLES));
            String[][] expected = expected(node);
            List<Future<?>> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long seed = random.nextLong();
                threads.add(executor.submit(() -> compare(node, expected, new Random(seed))));
            }
            for (int i = 0; i < 20; i++) {
                node.loader().load("http://x/g" + i, triples(node, TRIPLES / 10));
            }
            for (Future<?> thread : threads) {
                thread.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void whatIsLoadedLaterIsFound() {
        try (StoreNode node =
                new StoreNode(
                        StoreConfig.DEFAULT,
                        new SystemNanoClock(),
                        HelperThreads.helpers(StoreConfig.DEFAULT))) {
            node.loader().load(StreamDefinition.STORED, triples(node, TRIPLES / 10));
            String query = "SELECT ?x ?y WHERE { ?x <http://x/p0> ?y }";
            int before = node.query(query).rows().size();
            node.loader().load("http://x/g", triples(node, TRIPLES / 10));
            assertThat(node.query(query).rows()).as("another graph").hasSize(before);
            node.loader().load(StreamDefinition.STORED, triples(node, TRIPLES));
            assertThat(node.query(query).rows()).hasSizeGreaterThan(before);
        }
    }

    private static void compare(StoreNode node, String[][] expected, Random random) {
        for (int i = 0; i < EXECUTIONS; i++) {
            int template = random.nextInt(TEMPLATES.size());
            int vertex = random.nextInt(VERTICES);
            assertThat(rows(node, template, vertex))
                    .as("template=%d vertex=%d", template, vertex)
                    .isEqualTo(expected[template][vertex]);
        }
    }

    /** By template and vertex: sorted rows. */
    private static String[][] expected(StoreNode node) {
        String[][] rows = new String[TEMPLATES.size()][VERTICES];
        for (int template = 0; template < rows.length; template++) {
            for (int vertex = 0; vertex < VERTICES; vertex++) {
                rows[template][vertex] = rows(node, template, vertex);
            }
        }
        return rows;
    }

    private static String rows(StoreNode node, int template, int vertex) {
        return node.query(TEMPLATES.get(template).formatted(vertex)).rows().stream()
                .map(row -> String.join(" ", row))
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    private TripleBuffer triples(StoreNode node, int count) {
        TripleBuffer triples = new TripleBuffer();
        long[] pids = new long[PREDICATES];
        for (int i = 0; i < PREDICATES; i++) {
            pids[i] = node.dictionary().predicateIds(List.of("<http://x/p" + i + ">"))[0];
        }
        for (int i = 0; i < count; i++) {
            triples.append(vertex(node), pids[random.nextInt(PREDICATES)], vertex(node));
        }
        return triples;
    }

    private long vertex(StoreNode node) {
        return node.dictionary()
                .vertexIds(List.of("<http://x/v" + random.nextInt(VERTICES) + ">"))[0];
    }
}
