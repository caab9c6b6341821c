package org.wukongs.flink.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** Jobs with checkpoints that go on, however often they fail, and from savepoints. */
public final class RestartingJobs {

    private static final int RESTARTS_MAX = 1_000;
    private static final long SAVEPOINT_TIMEOUT_S = 60;

    /**
     * Flink 2.3 ends the process where it restarts a part of a job while it begins a checkpoint of
     * the job: "Some subtask gateway can be closed while others cannot".
     */
    private static final Duration RESTART_DELAY = Duration.ofMillis(100);

    private RestartingJobs() {}

    /** Two TaskManagers of two slots each. */
    public static MiniClusterExtension cluster() {
        return new MiniClusterExtension(
                new MiniClusterResourceConfiguration.Builder()
                        .setNumberTaskManagers(2)
                        .setNumberSlotsPerTaskManager(2)
                        .build());
    }

    /** {@code savepoint}: to begin with, null to begin anew. */
    public static StreamExecutionEnvironment environment(
            int parallelism, long checkpointIntervalMs, String savepoint) {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS_MAX);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, RESTART_DELAY);
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(parallelism);
        env.enableCheckpointing(checkpointIntervalMs);
        return env;
    }

    /** A job of {@link #environment} ended at its first failure. */
    public static void assertNotRestarted(Throwable failure) {
        assertThat(failure).hasStackTraceContaining("The failure is not recoverable");
    }

    /** Stops a job with a savepoint and returns where that is. */
    public static String stop(JobClient job, Path savepoints) throws Exception {
        return job.stopWithSavepoint(false, savepoints.toString(), SavepointFormatType.CANONICAL)
                .get(SAVEPOINT_TIMEOUT_S, TimeUnit.SECONDS);
    }
}
