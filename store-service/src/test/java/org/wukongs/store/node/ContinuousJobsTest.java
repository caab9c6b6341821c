package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.Seeds;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** A node whose jobs wait for as long as a test likes. */
class ContinuousJobsTest {

    private static final int QUEUE_CAPACITY = 12;
    private static final long BATCH_MS = 100;
    private static final StreamDefinition STREAM =
            new StreamDefinition("S", BATCH_MS, StreamDefinition.STORED, Set.of("http://x/p"));
    private static final String WINDOW = " FROM STREAM S [RANGE 300ms STEP 100ms] ";

    private final Random random = Seeds.random(getClass());
    private final HeldJobs jobs = new HeldJobs(QUEUE_CAPACITY);
    private final WrittenNode written =
            new WrittenNode(STREAM, jobs, new ExecutionLimits(1_000, 60_000));
    private final StoreNode node = written.node();

    @AfterEach
    void close() {
        written.close();
    }

    /** Batch {@code number} of vertices with that number, which is then closed. */
    private void batch(long number, int tupleCount) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < tupleCount; i++) {
            String vertex = "<http://x/b" + number + "-" + random.nextInt(tupleCount) + ">";
            tuples.add(new Tuple(number * BATCH_MS + i % BATCH_MS, vertex, "<http://x/p>", vertex));
        }
        written.inject(number, tuples);
    }

    private void register(String text) {
        String name = node.registerQuery(text).name();
        node.continuous().attachReader(name, Long.MIN_VALUE);
    }

    private QueryStatus status(String query) {
        return node.status().queries().stream()
                .filter(status -> status.name().equals(query))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aJobThatWaitsReadsItsOwnWindowAndHoldsUpNobody() {
        register("REGISTER QUERY Slow AS SELECT ?a" + WINDOW + "WHERE { ?a <http://x/p> ?b }");
        register("REGISTER QUERY Light AS SELECT ?a" + WINDOW + "WHERE { ?a <http://x/p> ?b }");
        batch(0, 10);
        WindowFetch slow = node.continuous().start("Slow", Long.MIN_VALUE, 1);
        List<List<String>> expected = null;
        for (long number = 1; number < 50; number++) {
            WindowFetch light = node.continuous().start("Light", number * BATCH_MS, 1);
            assertThat(slow.result()).isNotDone();
            jobs.runNewest();
            List<WindowResult> results = light.result().join().results();
            assertThat(results).hasSize(1);
            assertThat(results.get(0).windowEndMs()).isEqualTo(number * BATCH_MS);
            expected =
                    expected == null ? NaiveEvaluator.sortedRows(results.get(0).rows()) : expected;
            node.continuous().release("Light", (number + 1) * BATCH_MS);
            node.continuous().release("Slow", (number + 1) * BATCH_MS);
            batch(number, 10);
        }
        assertThat(node.status().streams().get(0).retainedTupleCount())
                .as("what the job reads stays")
                .isEqualTo(500);
        written.work();
        FetchedWindows late = slow.result().join();
        assertThat(late.results().get(0).windowEndMs()).isEqualTo(BATCH_MS);
        assertThat(NaiveEvaluator.sortedRows(late.results().get(0).rows())).isEqualTo(expected);
        node.collect();
        node.reclaim();
        assertThat(node.status().streams().get(0).retainedTupleCount()).isLessThanOrEqualTo(40);
        assertThat(status("Light").executionCount()).isEqualTo(49);
        assertThat(status("Slow").lagMs()).isEqualTo(48 * BATCH_MS);
        assertThat(status("Light").lagMs()).isZero();
    }

    /**
     * Three readers of three kinds of query, who ask again, out of order, and wait for anything.
     */
    @Test
    void differencesAreThoseOfWindowsInWhateverOrderTheyAreExecuted() {
        String where = " AS SELECT ?a" + WINDOW + "WHERE { ?a <http://x/p> ?b }";
        register("REGISTER RSTREAM R" + where);
        register("REGISTER ISTREAM I" + where);
        register("REGISTER DSTREAM D" + where);
        List<WindowFetch> fetches = new ArrayList<>();
        List<WindowResult> results = new ArrayList<>();
        for (long number = 0; number < 60; number++) {
            batch(number, random.nextInt(6));
            for (int i = random.nextInt(4); i > 0; i--) {
                String query = List.of("R", "I", "D").get(random.nextInt(3));
                long fromMs = BATCH_MS * (1 + random.nextInt((int) number + 1));
                fetches.add(node.continuous().start(query, fromMs, 1 + random.nextInt(5)));
            }
            for (int i = random.nextInt(6); i > 0; i--) {
                jobs.runAny(random);
                node.collect();
            }
        }
        written.work();
        for (long number = 1; number <= 60; number++) {
            fetches.add(node.continuous().start("R", number * BATCH_MS, 1));
            written.work();
        }
        fetches.forEach(fetch -> results.addAll(fetch.result().join().results()));
        assertThat(results.size()).isGreaterThan(100);
        assertDifferences(results);
    }

    private static void assertDifferences(List<WindowResult> results) {
        TreeMap<Long, List<List<String>>> whole = new TreeMap<>();
        for (WindowResult result : results) {
            if (result.query().equals("R")) {
                whole.put(result.windowEndMs(), NaiveEvaluator.sortedRows(result.rows()));
            }
        }
        int differences = 0;
        for (WindowResult result : results) {
            long t = result.windowEndMs();
            List<List<String>> now = whole.get(t);
            List<List<String>> before = whole.getOrDefault(t - BATCH_MS, List.of());
            List<List<String>> expected =
                    switch (result.query()) {
                        case "I" -> minus(now, before);
                        case "D" -> minus(before, now);
                        default -> now;
                    };
            assertThat(NaiveEvaluator.sortedRows(result.rows()))
                    .as("%s at t=%d", result.query(), t)
                    .isEqualTo(expected);
            differences += result.query().equals("R") ? 0 : expected.size();
        }
        assertThat(differences).isGreaterThan(20);
    }

    private static List<List<String>> minus(List<List<String>> from, List<List<String>> without) {
        List<List<String>> left = new ArrayList<>(from);
        without.forEach(left::remove);
        return left;
    }

    @Test
    void fullQueuesGiveFewerWindowsThenNone() {
        register("REGISTER QUERY Q AS SELECT ?a" + WINDOW + "WHERE { ?a <http://x/p> ?b }");
        for (long number = 0; number < 40; number++) {
            batch(number, 1);
        }
        WindowFetch first = node.continuous().start("Q", BATCH_MS, 30);
        WindowFetch none = node.continuous().start("Q", BATCH_MS, 30);
        assertThat(none.isVain()).isTrue();
        assertThat(none.result().join().results()).isEmpty();
        assertThat(none.result().join().nextWindowEndMs()).isEqualTo(BATCH_MS);
        assertThat(first.isVain()).isFalse();
        long version = node.version();
        written.work();
        FetchedWindows some = first.result().join();
        assertThat(some.results()).hasSize(QUEUE_CAPACITY);
        assertThat(some.nextWindowEndMs()).isEqualTo((1 + QUEUE_CAPACITY) * BATCH_MS);
        node.collect();
        assertThat(node.version()).as("whoever waits for room tries again").isGreaterThan(version);
        assertThat(node.continuous().start("Q", BATCH_MS, 1).isVain()).isFalse();
        written.work();
    }

    @Test
    void aFailureIsThatOfItsRequestAndWindow() {
        register(
                "REGISTER QUERY Cross AS SELECT ?a ?c"
                        + WINDOW
                        + "WHERE { ?a <http://x/p> ?b . ?c <http://x/p> ?d }");
        register("REGISTER QUERY Q AS SELECT ?a" + WINDOW + "WHERE { ?a <http://x/p> ?b }");
        batch(0, 2);
        batch(1, 200); // 10,000 rows and more
        WindowFetch cross = node.continuous().start("Cross", BATCH_MS, 2);
        WindowFetch other = node.continuous().start("Q", BATCH_MS, 2);
        written.work();
        assertThat(other.result().join().results()).hasSize(2);
        FetchedWindows before = cross.result().join();
        assertThat(before.results()).as("those before the failure").hasSize(1);
        assertThat(before.nextWindowEndMs()).isEqualTo(2 * BATCH_MS);
        WindowFetch again = node.continuous().start("Cross", 2 * BATCH_MS, 2);
        written.work();
        assertThatThrownBy(() -> again.result().join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(WukongsException.class)
                .hasMessageContaining("query row limit reached");
        assertThat(status("Cross").failureCount()).isEqualTo(2);
    }

    /** A batch that queries with constants among 6 vertices find something in. */
    private void denseBatch(long number) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String subject = "<http://x/v" + random.nextInt(6) + ">";
            String object = "<http://x/v" + random.nextInt(6) + ">";
            tuples.add(new Tuple(number * BATCH_MS + i, subject, "<http://x/p>", object));
        }
        written.inject(number, tuples);
    }

    @Test
    void queriesOfOneTemplateAreOneJobWithRowsOfTheirOwn() {
        for (int i = 0; i < 40; i++) {
            String vertex = "<http://x/v" + random.nextInt(8) + ">";
            String kind = i % 10 == 0 ? "ISTREAM" : "QUERY";
            String select = i % 7 == 0 ? "ASK" : "SELECT ?b ?c";
            register(
                    "REGISTER "
                            + kind
                            + " Q"
                            + i
                            + " AS "
                            + select
                            + WINDOW
                            + "WHERE { "
                            + vertex
                            + " <http://x/p> ?b . ?b <http://x/p> ?c }");
        }
        int rows = 0;
        for (long number = 0; number < 15; number++) {
            denseBatch(number);
            long t = (number + 1) * BATCH_MS;
            Map<String, WindowFetch> shared = new LinkedHashMap<>();
            node.continuous().hold();
            for (int i = 0; i < 40; i++) {
                if (random.nextInt(4) > 0) {
                    shared.put("Q" + i, node.continuous().start("Q" + i, t, 1));
                }
            }
            assertThat(node.continuous().flush()).isTrue();
            assertThat(jobs.size()).as("two templates, and ISTREAM queries").isLessThan(7);
            written.work();
            for (String query : shared.keySet()) {
                WindowFetch alone = node.continuous().start(query, t, 1);
                written.work();
                WindowResult expected = alone.join().results().get(0);
                WindowResult result = shared.get(query).join().results().get(0);
                assertThat(result.query()).isEqualTo(query);
                assertThat(result.form()).isEqualTo(expected.form());
                assertThat(result.vars()).isEqualTo(expected.vars());
                assertThat(NaiveEvaluator.sortedRows(result.rows()))
                        .as("%s at t=%d", query, t)
                        .isEqualTo(NaiveEvaluator.sortedRows(expected.rows()));
                rows += result.rows().size();
            }
        }
        assertThat(rows).isGreaterThan(100);
    }

    @Test
    void whatIsTooMuchForAllIsExecutedOneByOne() {
        for (int i = 0; i < 30; i++) {
            register(
                    "REGISTER QUERY Q"
                            + i
                            + " AS SELECT ?b ?c ?d"
                            + WINDOW
                            + "WHERE { <http://x/v"
                            + i % 6
                            + "> <http://x/p> ?b . ?c <http://x/p> ?d }");
        }
        denseBatch(0);
        denseBatch(1);
        node.continuous().hold();
        List<WindowFetch> fetches = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            fetches.add(node.continuous().start("Q" + i, 2 * BATCH_MS, 1));
        }
        node.continuous().unregister("Q7"); // of a reader that does not know
        node.continuous().flush();
        written.work();
        for (int i = 0; i < 30; i++) {
            assertThat(fetches.get(i).join().results()).as("Q%d", i).hasSize(1);
        }
    }

    @Test
    void closingFailsWhatWaits() {
        register("REGISTER QUERY Q AS SELECT ?a" + WINDOW + "WHERE { ?a <http://x/p> ?b }");
        batch(0, 2);
        WindowFetch waiting = node.continuous().start("Q", BATCH_MS, 1);
        jobs.close();
        assertThatThrownBy(() -> waiting.result().join()).hasMessageContaining("shutting down");
        assertThatThrownBy(() -> node.continuous().start("Q", BATCH_MS, 1).join())
                .hasMessageContaining("shutting down");
    }
}
