package org.wukongs.store.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

class InjectionSimulationTest {

    /** About five seconds of a core. */
    private static final int RUN_COUNT = 300;

    private static final int STEP_COUNT = 400;

    /** {@code -Dwukongs.simulation.run=N} repeats one run of a seed. */
    private static final int ONLY_RUN = Integer.getInteger("wukongs.simulation.run", -1);

    @Test
    void whatIsVisibleIsAPrefixOfEveryStream() {
        long seed = Seeds.seed(getClass());
        long snapshots = 0;
        for (int run = 0; run < RUN_COUNT; run++) {
            if (ONLY_RUN >= 0 && run != ONLY_RUN) {
                continue;
            }
            try (InjectionSimulation simulation = new InjectionSimulation(seed + run)) {
                simulation.run(STEP_COUNT);
                snapshots += simulation.snapshotCount();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("run " + run + " of seed " + seed, e);
            }
        }
        System.out.println("injection simulation: snapshots=" + snapshots);
        assertThat(snapshots).isPositive();
    }
}
