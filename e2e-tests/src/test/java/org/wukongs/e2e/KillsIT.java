package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/**
 * Store, TaskManagers, JobManager, broker and the jobs' client are killed and stopped at random
 * while LSBench runs: readers of committed results see every row once, as the naive evaluator has
 * it. Not one minute passes for which nothing was in flight when something was killed, or the run
 * has shown nothing. {@code -Dwukongs.kills=N} kills so often, in rounds with processes of their
 * own; {@code .ci/kills} does that without building all modules' tests.
 */
@Tag("slow")
final class KillsIT {

    /** About two minutes. */
    private static final int KILLS_DEFAULT = 8;

    private static final int KILLS_A_ROUND = 8;

    private static final Path LOGS = Path.of("target", "kills");

    @Test
    void everyRowIsCommittedOnce() throws Exception {
        long seed = Seeds.seed(KillsIT.class);
        int left = Integer.getInteger("wukongs.kills", KILLS_DEFAULT);
        for (int round = 0; left > 0; round++, left -= KILLS_A_ROUND) {
            run(seed + round, Math.min(left, KILLS_A_ROUND));
        }
    }

    private static void run(long seed, int kills) throws Exception {
        try (KillRun run = new KillRun(seed, kills, LOGS.resolve(String.valueOf(seed)))) {
            try {
                run.run();
            } finally {
                System.out.println("-Dwukongs.seed=" + seed + "\n" + run.report());
            }
            assertThat(run.report().inFlightCount()).as("kills with something in flight").isPositive();
        }
    }
}
