package org.wukongs.benchmarks.e2e;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The Flink process: for each line of standard input a job, for each job a line of standard output
 * once it runs or, bounded, once it is done. It ends with its input, or when a job fails.
 */
public final class JobMain {

    static final String READY = "flink ready";
    static final String STARTED = "started";
    static final String DONE = "done ";

    private static final ObjectMapper JSON = new ObjectMapper();

    private JobMain() {}

    public static void main(String[] args) throws Exception {
        System.out.println(READY);
        BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            JobSpec spec = JSON.readValue(line, JobSpec.class);
            if (spec.bounded()) {
                System.out.println(DONE + JSON.writeValueAsString(run(spec)));
            } else {
                endWith(environment(spec).executeAsync(spec.kind().name()));
                System.out.println(STARTED);
            }
        }
        // A running job has threads that would keep the process.
        Runtime.getRuntime().halt(0);
    }

    private static JobSpec.Took run(JobSpec spec) throws Exception {
        if (spec.profile().isEmpty()) {
            return execute(spec);
        }
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.start();
            JobSpec.Took result = execute(spec);
            recording.stop();
            recording.dump(Path.of(spec.profile()));
            return result;
        }
    }

    private static JobSpec.Took execute(JobSpec spec) throws Exception {
        OperatingSystemMXBean system =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        StreamExecutionEnvironment env = environment(spec);
        System.gc(); // What an earlier job left is not this one's.
        long startNs = System.nanoTime();
        long cpuNs = system.getProcessCpuTime();
        env.execute(spec.kind().name());
        return new JobSpec.Took(system.getProcessCpuTime() - cpuNs, System.nanoTime() - startNs);
    }

    private static StreamExecutionEnvironment environment(JobSpec spec) {
        org.apache.flink.configuration.Configuration configuration =
                new org.apache.flink.configuration.Configuration();
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(
                PipelineOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(spec.watermarkMs()));
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        if (spec.checkpointMs() > 0) {
            configuration.set(
                    CheckpointingOptions.CHECKPOINTING_INTERVAL,
                    Duration.ofMillis(spec.checkpointMs()));
            configuration.set(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                    Path.of(spec.checkpointFolder()).toUri().toString());
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
        BenchJobs.addTo(env, spec);
        return env;
    }

    /** A job that ends by itself ends the process, which the benchmark notices. */
    private static void endWith(JobClient job) {
        var unused =
                job.getJobExecutionResult()
                        .whenComplete(
                                (result, failure) -> {
                                    if (failure != null) {
                                        failure.printStackTrace();
                                    }
                                    Runtime.getRuntime().halt(1);
                                });
    }
}
