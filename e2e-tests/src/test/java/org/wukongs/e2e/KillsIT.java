package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.SlowTest;

/**
 * Store, TaskManagers, JobManager, broker and the jobs' client are killed and stopped at random
 * while LSBench runs: a reader of committed results sees every row once, as the naive evaluator has
 * it. Transactions were open when something was killed, or the run has shown nothing.
 */
@SlowTest
final class KillsIT {

    /** Each target has its turn once: about two minutes of input. */
    private static final int KILLS_A_ROUND = KillTarget.values().length;

    private static final Path LOGS = Path.of("target", "kills");

    @Test
    void everyRowIsCommittedOnce() throws Exception {
        long seed = Seeds.seed(KillsIT.class);
        int left = Integer.getInteger("wukongs.kills", KILLS_A_ROUND);
        for (; left > 0; left -= KILLS_A_ROUND) {
            run(seed, Math.min(left, KILLS_A_ROUND));
            seed++;
        }
    }

    private static void run(long seed, int kills) throws Exception {
        try (KillRun run = new KillRun(seed, kills, LOGS.resolve(String.valueOf(seed)))) {
            try {
                run.run();
            } finally {
                System.out.println("KillsIT: -Dwukongs.seed=" + seed + "\n" + run.report());
            }
            assertThat(run.report().inFlightCount()).as("kills in open transactions").isPositive();
        }
    }
}
