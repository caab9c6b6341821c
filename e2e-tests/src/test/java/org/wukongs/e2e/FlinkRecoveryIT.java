package org.wukongs.e2e;

import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.wukongs.naive.SlowTest;

/**
 * Real processes of Flink lose a TaskManager, or a job goes on with another parallelism from its
 * last checkpoint or a savepoint: a reader of committed results sees every window of L1–L6 once,
 * with the rows of the naive evaluator.
 */
@SlowTest
@ExtendWith(FlinkSetup.Shared.class)
class FlinkRecoveryIT {

    private static final long FIRST_CUT_MS = LsbenchCase.START_MS + 1_000;
    private static final long SECOND_CUT_MS = LsbenchCase.START_MS + 2_000;

    private final FlinkSetup flink;
    private final FlinkCluster cluster;

    FlinkRecoveryIT(FlinkSetup flink) {
        this.flink = flink;
        cluster = flink.cluster();
    }

    @Test
    void aKilledTaskManagerLosesAndRepeatsNothing() throws Exception {
        try (RecoveryRun run = run("killed")) {
            JobClient job = run.submit(2, null);
            run.topics().write(LsbenchCase.START_MS, FIRST_CUT_MS);
            run.awaitWindows(FIRST_CUT_MS - LsbenchCase.STEP_MS);
            run.topics().write(FIRST_CUT_MS, SECOND_CUT_MS);
            cluster.killTaskManager();
            cluster.addTaskManager();
            run.topics().writeRest(SECOND_CUT_MS);
            run.check(job);
        }
    }

    @Test
    void aCancelledJobGoesOnWithMoreSubtasks() throws Exception {
        try (RecoveryRun run = run("cancelled")) {
            JobClient job = run.submit(1, null);
            run.topics().write(LsbenchCase.START_MS, FIRST_CUT_MS);
            run.awaitWindows(FIRST_CUT_MS - LsbenchCase.STEP_MS);
            run.topics().write(FIRST_CUT_MS, SECOND_CUT_MS);
            RecoveryRun.cancel(job);
            JobClient restored = run.submit(2, run.newestCheckpoint(job));
            run.topics().writeRest(SECOND_CUT_MS);
            run.check(restored);
        }
    }

    @Test
    void aSavepointIsTakenAndRestoredWithFewerSubtasks() throws Exception {
        try (RecoveryRun run = run("saved")) {
            JobClient job = run.submit(2, null);
            run.topics().write(LsbenchCase.START_MS, FIRST_CUT_MS);
            run.awaitWindows(FIRST_CUT_MS - LsbenchCase.STEP_MS);
            run.topics().write(FIRST_CUT_MS, SECOND_CUT_MS);
            String savepoint =
                    job.stopWithSavepoint(
                                    false, cluster.uri("savepoints"), SavepointFormatType.CANONICAL)
                            .get();
            JobClient restored = run.submit(1, savepoint);
            run.topics().writeRest(SECOND_CUT_MS);
            run.check(restored);
        }
    }

    private RecoveryRun run(String name) {
        return new RecoveryRun(flink, name, RecoveryJob.CHECKPOINT_INTERVAL);
    }
}
