package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowResultJson;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.Seeds;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.HelperThreads;

/**
 * Random streams and continuous queries, one that derives a stream among them: a replay gives what
 * nested loops over all tuples give.
 */
class RandomReplayTest {

    private static final int QUERIES = RandomScenario.QUERIES;
    private static final long UNTIL_MS = RandomScenario.UNTIL_MS;
    private static final String DERIVED = RandomScenario.DERIVED;
    private static final String DERIVED_PREDICATE = RandomScenario.DERIVED_PREDICATE;

    private static final int ROUNDS = 12;
    private static final int EXECUTIONS_MIN = 1_000;

    @TempDir private Path directory;

    @Test
    void everyExecutionIsWhatNestedLoopsGive() {
        long seed = Seeds.seed(getClass());
        int executions = 0;
        int rows = 0;
        for (int round = 0; round < ROUNDS || executions < EXECUTIONS_MIN; round++) {
            RandomScenario scenario = new RandomScenario(seed + round);
            List<String> expected = expected(scenario);
            ReplayRun run = scenario.replay(directory);
            List<String> found = new ArrayList<>();
            for (WindowResult result : run.results) {
                found.add(
                        shown(
                                result.windowEndMs(),
                                result.query(),
                                NaiveEvaluator.sortedRows(result.rows())));
                rows += result.rows().size();
            }
            assertThat(found)
                    .as(
                            "-Dwukongs.seed=%d%n%s%nderived %s%nstreams %s%nstored %s",
                            seed + round,
                            scenario.queries,
                            scenario.deriving,
                            scenario.streams,
                            scenario.stored)
                    .isEqualTo(expected);
            executions += found.size();
        }
        System.out.println("random replay: executions=" + executions + " rows=" + rows);
        assertThat(rows).isGreaterThan(executions / 20);
    }

    private static String shown(long t, String query, List<List<String>> rows) {
        return t + " " + query + " " + rows;
    }

    /**
     * Every query executes at every multiple of its step after the first tuple, in order of t and
     * name; one over blocks of tuples once for each that ends there.
     */
    private static List<String> expected(RandomScenario scenario) {
        NaiveContinuous naive = scenario.naive();
        List<String> expected = new ArrayList<>();
        long unitMs = scenario.batchIntervalMs;
        long firstMs = scenario.firstMs() == Long.MAX_VALUE ? UNTIL_MS : scenario.firstMs();
        for (long t = (firstMs / unitMs + 1) * unitMs; t <= UNTIL_MS; t += unitMs) {
            if (t % scenario.derivedStepMs == 0) {
                expected.add(shown(t, DERIVED, derived(naive.rows(scenario.derivedRows(), t))));
            }
            for (int q = 0; q < QUERIES; q++) {
                addExpected(naive, scenario.queries.get(q), "Q" + q, t, firstMs, expected);
            }
        }
        return expected;
    }

    private static void addExpected(
            NaiveContinuous naive,
            String text,
            String name,
            long t,
            long firstMs,
            List<String> expected) {
        CsparqlQuery query = naive.parsed(text);
        if (t % query.stepMs() != 0) {
            return;
        }
        if (query.byBlock()) {
            naive.blockRows(text, t).forEach(block -> expected.add(shown(t, name, block)));
        } else {
            long firstT = (firstMs / query.stepMs() + 1) * query.stepMs();
            expected.add(shown(t, name, naive.emitted(text, t, firstT)));
        }
    }

    private static List<List<String>> derived(List<List<String>> rows) {
        List<String[]> triples = new ArrayList<>();
        for (List<String> row : Set.copyOf(rows)) {
            triples.add(new String[] {row.get(0), DERIVED_PREDICATE, row.get(1)});
        }
        return NaiveEvaluator.sortedRows(triples);
    }

    @Test
    void aReplayIsDeterministic() {
        long seed = Seeds.seed(getClass());
        for (int round = 0; round < 5; round++) {
            RandomScenario scenario = new RandomScenario(seed + round);
            assertThat(lines(scenario.replay(directory)))
                    .isEqualTo(lines(scenario.replay(directory)));
        }
    }

    @Test
    void workersChangeNothing() {
        long seed = Seeds.seed(getClass());
        StoreConfig config = StoreConfig.builder().queryWorkerCount(3).build();
        SystemNanoClock clock = new SystemNanoClock();
        for (int round = 0; round < 5; round++) {
            RandomScenario scenario = new RandomScenario(seed + round);
            try (ReplayRun alone = scenario.replay(directory);
                    ReplayRun shared =
                            new ReplayRun(
                                    new StoreNode(
                                            config, clock, HelperThreads.workers(config, clock)))) {
                assertThat(lines(scenario.replay(directory, shared))).isEqualTo(lines(alone));
            }
        }
    }

    private static List<String> lines(ReplayRun run) {
        return run.results.stream().map(WindowResultJson::toLine).toList();
    }
}
