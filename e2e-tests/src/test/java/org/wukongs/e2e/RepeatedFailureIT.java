package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.flink.core.execution.JobClient;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.naive.SlowTest;

/**
 * Real processes of Flink are killed again before a checkpoint has completed since: one of the
 * TaskManagers twice, all twice, then the JobManager with all, and one again. A reader of committed
 * results sees every window of L1–L6 once, with the rows of the naive evaluator. Windows were
 * executed and not committed when processes were killed, or the run has shown nothing.
 */
@SlowTest
@ExtendWith(FlinkSetup.Shared.class)
class RepeatedFailureIT {

    private static final long FIRST_CUT_MS = LsbenchCase.START_MS + 600;
    private static final long SLICE_MS = 300;

    /** Checkpoints are so far from each other that two kills fall between them. */
    private static final long SELDOM_MS = 12_000;

    private final FlinkSetup flink;
    private final FlinkCluster cluster;
    private long writtenMs;
    private int killCount;
    private int idleKillCount;
    private long inFlightCount;
    private int repeatedCount;

    RepeatedFailureIT(FlinkSetup flink) {
        this.flink = flink;
        cluster = flink.cluster();
    }

    @ParameterizedTest
    @ValueSource(longs = {400, 2_000, SELDOM_MS})
    void everyWindowIsDeliveredOnce(long intervalMs) throws Exception {
        String name = "every-" + intervalMs + "ms";
        try (RecoveryRun run = new RecoveryRun(flink, name, Duration.ofMillis(intervalMs))) {
            JobClient job = run.submit(FlinkSetup.SLOTS, null);
            run.topics().write(LsbenchCase.START_MS, FIRST_CUT_MS);
            writtenMs = FIRST_CUT_MS;
            run.awaitWindows(FIRST_CUT_MS - LsbenchCase.STEP_MS);
            twice(run, job, 1);
            twice(run, job, FlinkSetup.SLOTS);
            work(run);
            killed(run);
            cluster.restart();
            // Not before: a job that lives deletes its older checkpoints.
            JobClient restored = run.submit(FlinkSetup.SLOTS, run.newestCheckpoint(job));
            twice(run, restored, 1);
            run.topics().writeRest(writtenMs);
            int windows = run.check(restored);
            System.out.printf(
                    "RepeatedFailureIT: intervalMs=%d kills=%d inFlight=%d idleKills=%d"
                            + " twiceInOneInterval=%d windows=%d%n",
                    intervalMs, killCount, inFlightCount, idleKillCount, repeatedCount, windows);
        }
        assertThat(inFlightCount).as("windows in flight when killed").isPositive();
        if (intervalMs == SELDOM_MS) {
            assertThat(repeatedCount).as("killed twice without a checkpoint").isPositive();
        }
    }

    /** Kills so many TaskManagers, and as many again when the job has worked since. */
    private void twice(RecoveryRun run, JobClient job, int taskManagers) throws Exception {
        work(run);
        int checkpoint = run.newestCheckpointId(job);
        kill(run, taskManagers);
        work(run);
        kill(run, taskManagers);
        if (run.newestCheckpointId(job) == checkpoint) {
            repeatedCount++;
        }
    }

    /** Returns when windows of new tuples have been executed. */
    private void work(RecoveryRun run) throws Exception {
        List<Long> before = run.executions();
        run.topics().write(writtenMs, writtenMs + SLICE_MS);
        writtenMs += SLICE_MS;
        run.awaitExecutionsAfter(before);
    }

    private void kill(RecoveryRun run, int taskManagers) throws Exception {
        killed(run);
        for (int i = 0; i < taskManagers; i++) {
            cluster.killTaskManager();
        }
        for (int i = 0; i < taskManagers; i++) {
            cluster.addTaskManager();
        }
    }

    /** Counts what is executed and not committed. */
    private void killed(RecoveryRun run) {
        killCount++;
        long inFlight = run.executedCount() - run.committedCount();
        inFlightCount += Math.max(0, inFlight);
        idleKillCount += inFlight > 0 ? 0 : 1;
    }
}
