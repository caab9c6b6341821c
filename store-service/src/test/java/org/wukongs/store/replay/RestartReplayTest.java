package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Random streams and queries: a node that is started again from checkpoints at random points gives
 * its readers what one gives that never stopped, and has the same graphs.
 */
class RestartReplayTest {

    private static final int ROUNDS = 12;

    /** One tuple in so many comes when its batch is closed, one a batch too early. */
    private static final int ODD_TUPLES = 6;

    @TempDir private Path directory;

    private int restarts;

    @Test
    void aRestartedNodeGoesOnAsIfItHadNotStopped() {
        long seed = Seeds.seed(getClass());
        int results = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long roundSeed = seed + round;
            Random chance = new Random(roundSeed);
            int often = 20 + chance.nextInt(100); // every so many steps
            try (RestartedNode steady = new RestartedNode(directory.resolve("none"));
                    RestartedNode restarted =
                            new RestartedNode(directory.resolve("round" + round))) {
                drive(steady, roundSeed, step -> false);
                drive(restarted, roundSeed, step -> chance.nextInt(often) == 0);
                assertThat(restarted.results)
                        .as("-Dwukongs.seed=%d", roundSeed)
                        .isEqualTo(steady.results);
                assertThat(restarted.stored())
                        .as("stored graphs of -Dwukongs.seed=%d", roundSeed)
                        .isEqualTo(steady.stored());
                assertThat(restarted.counts())
                        .as("counts of -Dwukongs.seed=%d", roundSeed)
                        .isEqualTo(steady.counts());
                results += steady.results.size();
            }
        }
        System.out.println("restart replay: restarts=" + restarts + " results=" + results);
        assertThat(restarts).isGreaterThan(ROUNDS);
    }

    /** The same way for the same seed, wherever the node restarts. */
    private void drive(RestartedNode node, long seed, IntPredicate restartAt) {
        RandomScenario scenario = new RandomScenario(seed);
        Random random = new Random(seed);
        node.begin(scenario);
        int step = 0;
        long last = RandomScenario.UNTIL_MS / scenario.batchIntervalMs;
        for (long batch = 0; batch <= last; batch++) {
            for (StreamDefinition stream : scenario.streams.keySet()) {
                injectAround(node, scenario, stream, batch, random);
                restartIf(restartAt.test(step++), node, scenario);
                if (random.nextInt(4) > 0) {
                    node.closeUpTo(stream, batch);
                }
                if (random.nextInt(3) == 0) {
                    node.node().doWork(); // a plan that is under way, or published in part
                }
                restartIf(restartAt.test(step++), node, scenario);
            }
            if (random.nextInt(3) > 0) {
                node.advance();
                readSome(node, scenario, random);
            }
        }
        scenario.streams.keySet().forEach(s -> node.closeUpTo(s, StreamAdaptor.END_OF_STREAM));
        node.advance();
        restartIf(restartAt.test(step), node, scenario);
        scenario.streams.keySet().forEach(s -> node.closeUpTo(s, StreamAdaptor.END_OF_STREAM));
        node.advance();
        for (String query : compared(scenario)) {
            for (int i = 0; i < 4; i++) {
                node.read(query);
            }
        }
    }

    private void restartIf(boolean due, RestartedNode node, RandomScenario scenario) {
        if (due) {
            restarts++;
            node.restart(scenario);
        }
    }

    private static void injectAround(
            RestartedNode node,
            RandomScenario scenario,
            StreamDefinition stream,
            long batch,
            Random random) {
        List<Tuple> inTime = new ArrayList<>();
        List<Tuple> late = new ArrayList<>();
        List<Tuple> early = new ArrayList<>();
        for (Tuple tuple : scenario.streams.get(stream)) {
            long of = stream.batchOf(tuple.eventTimeMs());
            int odd = Math.floorMod(tuple.hashCode(), ODD_TUPLES);
            if (of == batch && odd > 1) {
                inTime.add(tuple);
            } else if (of == batch - 1 && odd == 1) {
                late.add(tuple);
            } else if (of == batch + 1 && odd == 0) {
                early.add(tuple);
            }
        }
        if (random.nextBoolean()) {
            node.inject(stream, batch - 1, true, late);
        }
        node.inject(stream, batch, false, inTime);
        node.inject(stream, batch + 1, false, early);
    }

    private static void readSome(RestartedNode node, RandomScenario scenario, Random random) {
        for (String query : compared(scenario)) {
            if (random.nextBoolean()) {
                node.read(query);
            }
        }
    }

    /**
     * ISTREAM and DSTREAM over stored graphs are not: the execution before is done again after a
     * restart, and sees the graphs as they are then.
     */
    private static List<String> compared(RandomScenario scenario) {
        List<String> names = new ArrayList<>();
        for (int q = 0; q < RandomScenario.QUERIES; q++) {
            String text = scenario.queries.get(q);
            boolean compares = text.contains("ISTREAM") || text.contains("DSTREAM");
            boolean reads = RandomScenario.GRAPHS.stream().anyMatch(text::contains);
            if (!compares || !reads) {
                names.add("Q" + q);
            }
        }
        return names;
    }
}
