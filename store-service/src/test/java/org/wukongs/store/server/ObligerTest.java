package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.server.SimulatedWorkers.Job;

/** What a long query does to light ones, in simulated time. */
class ObligerTest {

    private static final long SECOND_NS = 1_000_000_000;
    private static final long LIGHT_NS = 100_000;

    /**
     * Between two light jobs, on average: one worker alone is busy for a tenth of the time, and has
     * three of them at once for half a percent.
     */
    private static final long GAP_NS = 1_000_000;

    private final Random random = Seeds.random(getClass());

    /** Light jobs at random times for two seconds, and from the first half second on a long one. */
    private long p99(int workerCount, long longNs, boolean stealing) {
        SimulatedWorkers simulated = new SimulatedWorkers(stealing ? workerCount : 1);
        List<SimulatedWorkers> all = new ArrayList<>(List.of(simulated));
        while (!stealing && all.size() < workerCount) {
            all.add(new SimulatedWorkers(1)); // nobody else sees its queue
        }
        List<Job> light = new ArrayList<>();
        int turn = 0;
        long nextNs = gapNs();
        boolean longComes = longNs > 0;
        while (simulated.nowNs() < 2 * SECOND_NS) {
            if (longComes && simulated.nowNs() >= SECOND_NS / 2) {
                simulated.offerTo(0, longNs);
                longComes = false;
            }
            while (nextNs <= simulated.nowNs()) {
                int to = turn++ % workerCount;
                light.add(
                        stealing
                                ? simulated.offerTo(to, LIGHT_NS)
                                : all.get(to).offerTo(0, LIGHT_NS));
                nextNs += gapNs();
            }
            all.forEach(SimulatedWorkers::tick);
        }
        return SimulatedWorkers.percentile(light, 0.99);
    }

    private long gapNs() {
        return (long) (-Math.log(1 - random.nextDouble()) * GAP_NS);
    }

    @Test
    void aLongQueryDoesNotDelayLightOnes() {
        for (int workerCount : new int[] {2, 4}) {
            long alone = p99(workerCount, 0, true);
            long beside = p99(workerCount, SECOND_NS, true);
            long withoutStealing = p99(workerCount, SECOND_NS, false);
            System.out.printf(
                    "light queries of %d µs, %d workers: p99 µs alone=%d beside=%d withoutStealing=%d%n",
                    LIGHT_NS / 1000,
                    workerCount,
                    alone / 1000,
                    beside / 1000,
                    withoutStealing / 1000);
            assertThat(beside).as("%d workers", workerCount).isLessThanOrEqualTo(2 * alone);
            assertThat(withoutStealing).as("what this test finds").isGreaterThan(100 * alone);
        }
    }

    /** The neighbours of a busy worker have work of their own, and yet look after its queue. */
    @Test
    void busyWorkersObligeToo() {
        SimulatedWorkers simulated = new SimulatedWorkers(3);
        simulated.offerTo(0, SECOND_NS);
        simulated.tick();
        List<Job> waiting =
                IntStream.range(0, 50).mapToObj(i -> simulated.offerTo(0, LIGHT_NS)).toList();
        List<Job> own = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            own.add(simulated.offerTo(1, LIGHT_NS));
            own.add(simulated.offerTo(2, LIGHT_NS));
        }
        while (!waiting.stream().allMatch(Job::isDone)) {
            simulated.tick();
        }
        assertThat(simulated.nowNs()).isLessThan(SECOND_NS / 10);
        assertThat(own).as("they still have work").anyMatch(job -> !job.isDone());
    }

    /** A worker that is merely busy keeps its jobs. */
    @Test
    void nothingIsTakenFromAWorkerThatGoesOn() {
        SimulatedWorkers simulated = new SimulatedWorkers(2);
        List<Job> first = new ArrayList<>();
        List<Job> second = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            first.add(simulated.offerTo(0, LIGHT_NS));
            second.add(simulated.offerTo(1, LIGHT_NS));
        }
        while (!first.get(99).isDone() || !second.get(99).isDone()) {
            simulated.tick();
        }
        for (int i = 0; i < 100; i++) {
            assertThat(first.get(i).latencyNs()).isEqualTo(second.get(i).latencyNs());
        }
    }
}
