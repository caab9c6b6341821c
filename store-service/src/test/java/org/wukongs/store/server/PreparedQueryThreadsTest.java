package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.memory.TripleBuffer;
import org.wukongs.store.query.PreparedQuery;
import org.wukongs.stream.StreamDefinition;

/**
 * Prepared queries of several threads, which share plans, against the same ones executed by one
 * thread before; beside them, another graph and other terms come in.
 */
final class PreparedQueryThreadsTest {

    private static final int VERTICES = 60;
    private static final int TRIPLES = 900;
    private static final int PREDICATES = 3;
    private static final int THREADS = 12; // more than a plan keeps runs for
    private static final int EXECUTIONS = 3_000;

    private static final List<String> TEMPLATES =
            List.of(
                    "SELECT ?x WHERE { <http://x/v%d> <http://x/p0> ?x }",
                    "SELECT ?x ?y WHERE { <http://x/v%d> <http://x/p1> ?x . ?x <http://x/p2> ?y }",
                    "SELECT ?x ?y WHERE { ?x <http://x/p0> <http://x/v%d> . ?x <http://x/p1> ?y ."
                            + " ?y <http://x/p2> ?x }",
                    "SELECT DISTINCT ?y WHERE { <http://x/v%d> <http://x/p1> ?x ."
                            + " ?x <http://x/p0> ?y . FILTER(?y != <http://x/v1>) }",
                    "SELECT ?x ?p WHERE { <http://x/v%d> ?p ?x }");

    private final Random random = Seeds.random(PreparedQueryThreadsTest.class);

    @Test
    void eachThreadFindsTheRowsOfOne() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try (StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock())) {
            node.loader().load(StreamDefinition.STORED, triples(node, TRIPLES));
            Expected expected = Expected.of(node);
            List<Future<?>> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                List<PreparedQuery> own = prepare(node, 0);
                long seed = random.nextLong();
                threads.add(executor.submit(() -> compare(own, expected, new Random(seed))));
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
        try (StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock())) {
            node.loader().load(StreamDefinition.STORED, triples(node, TRIPLES / 10));
            try (PreparedQuery query = node.prepare("SELECT ?x ?y WHERE { ?x <http://x/p0> ?y }")) {
                int before = query.execute().size();
                node.loader().load("http://x/g", triples(node, TRIPLES / 10));
                assertThat(query.execute().size()).as("another graph").isEqualTo(before);
                node.loader().load(StreamDefinition.STORED, triples(node, TRIPLES));
                assertThat(query.execute().size()).isGreaterThan(before);
            }
        }
    }

    private static void compare(List<PreparedQuery> own, Expected expected, Random random) {
        for (int i = 0; i < EXECUTIONS; i++) {
            int template = random.nextInt(own.size());
            int vertex = random.nextInt(VERTICES);
            BindingTable table = own.get(template).execute(expected.constants[template][vertex]);
            assertThat(rows(table))
                    .as("template=%d vertex=%d", template, vertex)
                    .isEqualTo(expected.rows[template][vertex]);
        }
        own.forEach(PreparedQuery::close);
    }

    /** By template and vertex: ids of the constants, and sorted rows. */
    private record Expected(long[][][] constants, String[][] rows) {

        static Expected of(StoreNode node) {
            long[][][] constants = new long[TEMPLATES.size()][VERTICES][];
            String[][] rows = new String[TEMPLATES.size()][VERTICES];
            for (int vertex = 0; vertex < VERTICES; vertex++) {
                List<PreparedQuery> prepared = prepare(node, vertex);
                for (int template = 0; template < prepared.size(); template++) {
                    constants[template][vertex] = prepared.get(template).constantIds();
                    rows[template][vertex] =
                            PreparedQueryThreadsTest.rows(prepared.get(template).execute());
                }
                prepared.forEach(PreparedQuery::close);
            }
            return new Expected(constants, rows);
        }
    }

    private static List<PreparedQuery> prepare(StoreNode node, int vertex) {
        List<PreparedQuery> prepared = new ArrayList<>();
        for (String template : TEMPLATES) {
            prepared.add(node.prepare(template.formatted(vertex)));
        }
        return prepared;
    }

    private static String rows(BindingTable table) {
        String[] rows = new String[table.size()];
        for (int row = 0; row < rows.length; row++) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < table.columnCount(); column++) {
                text.append(table.get(column, row)).append(' ');
            }
            rows[row] = text.toString();
        }
        Arrays.sort(rows);
        return Arrays.toString(rows);
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
