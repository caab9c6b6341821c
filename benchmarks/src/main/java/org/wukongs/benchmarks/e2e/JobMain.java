package org.wukongs.benchmarks.e2e;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.ClientSecurity;
import org.wukongs.examples.lsbench.LsbenchJob;
import org.wukongs.examples.lsbench.LsbenchJobConfig;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * The Flink process: for each line of standard input a job, for each job a line of standard output
 * once it runs or, bounded, once it is done. It ends with its input, or when a job fails. With a
 * folder of Flink's configuration as argument it is the JobManager of a cluster, which runs these
 * jobs on TaskManagers; without one it runs them itself.
 */
public final class JobMain {

    static final String READY = "flink ready";
    static final String STARTED = "started";
    static final String DONE = "done ";

    /** Attempts of a job whose store is gone. */
    private static final Duration RESTART_DELAY = Duration.ofMillis(200);

    private static final ObjectMapper JSON = new ObjectMapper();

    private static org.apache.flink.configuration.Configuration cluster; // null for none

    private JobMain() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            cluster = GlobalConfiguration.loadConfiguration(args[0]);
            new StandaloneSessionClusterEntrypoint(cluster).startCluster();
        }
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
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY,
                spec.kind().isKilled() ? "fixed-delay" : "none");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, RESTART_DELAY);
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
        if (spec.kind() == Kind.SQL_KILLED) {
            configuration.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
            configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        }
        StreamExecutionEnvironment env = environment(configuration);
        addTo(env, spec);
        return env;
    }

    private static StreamExecutionEnvironment environment(
            org.apache.flink.configuration.Configuration configuration) {
        if (cluster != null) {
            return StreamExecutionEnvironment.createRemoteEnvironment(
                    cluster.get(RestOptions.ADDRESS), cluster.get(RestOptions.PORT), configuration);
        }
        configuration.set(RestOptions.BIND_PORT, "0");
        return StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
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

    /** All jobs read and parse in the same way, that of the model job. */
    private static void addTo(StreamExecutionEnvironment env, JobSpec spec) {
        LsbenchJobConfig config = config(spec);
        switch (spec.kind()) {
            case STORE, KILLED -> LsbenchJob.addTo(env, config);
            case SQL, SQL_INTERVALS, SQL_KILLED -> SqlJob.addTo(env, spec);
            case SINK, DISCARD -> {
                for (LsbenchStreams stream : LsbenchStreams.values()) {
                    end(LsbenchJob.tuples(env, stream, config), stream, spec);
                }
            }
        }
    }

    private static void end(
            SingleOutputStreamOperator<Tuple> tuples, LsbenchStreams stream, JobSpec spec) {
        if (spec.kind() == Kind.DISCARD) {
            tuples.sinkTo(new DiscardingSink<>()).setParallelism(1);
            return;
        }
        StreamDefinition model = stream.definition(JobSpec.BATCH_MS);
        StreamDefinition named =
                new StreamDefinition(
                        model.name() + "/" + spec.round(),
                        model.batchIntervalMs(),
                        model.graph(),
                        stream.timingPredicates());
        tuples.sinkTo(
                        WukongsSink.<Tuple>builder()
                                .setStoreAddresses(spec.store())
                                .setClientOptions(client(spec))
                                .setStream(named)
                                .build())
                .setParallelism(1);
    }

    private static LsbenchJobConfig config(JobSpec spec) {
        Map<String, String> queries = LsbenchQueries.all(spec.user());
        queries.put("L2", LsbenchQueries.l2("L2", spec.person()));
        queries.put("L3", LsbenchQueries.l3("L3", spec.person()));
        List<String> texts = new ArrayList<>(queries.values());
        return new LsbenchJobConfig(
                spec.kafka(),
                spec.store(),
                JobSpec.BATCH_MS,
                texts,
                spec.kind().resultTopic(),
                LsbenchJobConfig.DEAD_LETTER_TOPIC,
                spec.bounded(),
                spec.kind() == Kind.KILLED,
                client(spec));
    }

    private static ClientOptions client(JobSpec spec) {
        return spec.tlsAuthorities().isEmpty()
                ? ClientOptions.DEFAULT
                : ClientOptions.DEFAULT.with(ClientSecurity.NONE.withTls(spec.tlsAuthorities()));
    }
}
