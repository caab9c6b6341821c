package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * The jobs of a {@link KillRun}, and their client, a process of its own: it submits each job that
 * the cluster does not know and waits for their ends. Jobs have fixed ids, so a client that is
 * killed and started again submits nothing twice. One job writes and reads the streams of LSBench
 * with sinks and sources, the other reads one of the topics with the function CSPARQL.
 *
 * @param checkpoints a directory's URI
 * @param jars of the jobs
 */
record KillJobs(String kafka, String store, int restPort, String checkpoints, List<String> jars) {

    static final String SUBMITTING = "submitting ";
    static final String RUNNING = "all jobs are known";

    /** One topic for each job. */
    static final String RESULTS = "results";

    static final String FED_RESULTS = "fed-results";

    static final String BLOCKS = "BLOCKS";
    static final String FED = "FED";
    static final String FED_STREAM = "http://ex.org/fed";

    /**
     * Of each block. Photos come one triple a millisecond, so all know which ones are in it, and a
     * triple that is lost or counts twice moves all blocks after it.
     */
    static final int BLOCK_TRIPLES = 125;

    static final JobID SINKS_AND_SOURCES = new JobID(1, 1);
    static final JobID FUNCTION = new JobID(1, 2);

    private static final int PARALLELISM = 2;
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofMillis(700);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** L1–L6 and one over blocks, by name. */
    static Map<String, String> queries() {
        Map<String, String> queries = new TreeMap<>(LsbenchQueries.all());
        queries.put(BLOCKS, blocks(BLOCKS, LsbenchStreams.PH.streamName()));
        return queries;
    }

    /** The query of CSPARQL. */
    static String fedQuery() {
        return blocks(FED, FED_STREAM);
    }

    private static String blocks(String name, String stream) {
        return """
               REGISTER QUERY %s AS
               PREFIX sib: <http://www.ins.cwi.nl/sib/vocabulary/>
               SELECT ?photo ?tagged
               FROM STREAM <%s> [TRIPLES %d]
               WHERE { ?photo sib:usertag ?tagged }
               """
                .formatted(name, stream, BLOCK_TRIPLES);
    }

    Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("kafka", kafka);
        properties.setProperty("store", store);
        properties.setProperty("rest.port", String.valueOf(restPort));
        properties.setProperty("checkpoints", checkpoints);
        properties.setProperty("jars", String.join("\n", jars));
        return properties;
    }

    private static KillJobs of(Properties properties) {
        return new KillJobs(
                properties.getProperty("kafka"),
                properties.getProperty("store"),
                Integer.parseInt(properties.getProperty("rest.port")),
                properties.getProperty("checkpoints"),
                List.of(properties.getProperty("jars").split("\n")));
    }

    /** The client; it exits with 1 if a job has failed for good. */
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(Path.of(arguments[0]), UTF_8)) {
            properties.load(in);
        }
        KillJobs jobs = of(properties);
        try (RestClusterClient<String> cluster = cluster(jobs.restPort)) {
            jobs.submit(cluster);
            System.out.println(RUNNING);
            boolean good = true;
            for (JobID job : List.of(SINKS_AND_SOURCES, FUNCTION)) {
                good &= awaitEnd(cluster, job);
            }
            System.exit(good ? 0 : 1);
        }
    }

    /** A client of the cluster on this machine; it keeps trying for some seconds. */
    static RestClusterClient<String> cluster(int restPort) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.ADDRESS, "localhost");
        configuration.set(RestOptions.PORT, restPort);
        configuration.set(RestOptions.RETRY_DELAY, Duration.ofNanos(PAUSE_NS));
        return new RestClusterClient<>(configuration, "standalone");
    }

    private void submit(RestClusterClient<String> cluster) throws InterruptedException {
        for (boolean known = false; !known; LockSupport.parkNanos(PAUSE_NS)) {
            try {
                List<JobID> there =
                        cluster.listJobs().get().stream().map(JobStatusMessage::getJobId).toList();
                if (!there.contains(SINKS_AND_SOURCES)) {
                    System.out.println(SUBMITTING + "sinks and sources");
                    submitSinksAndSources();
                }
                if (!there.contains(FUNCTION)) {
                    System.out.println(SUBMITTING + "function");
                    submitFunction();
                }
                known = true;
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                // The cluster may be away, or have the job of an attempt that seemed to fail.
                System.out.println("not submitted: " + e);
                e.printStackTrace(System.out);
            }
        }
    }

    private Configuration configuration(JobID job) {
        Configuration configuration = RecoveryJob.configuration(checkpoints);
        configuration.set(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID, job.toHexString());
        // A JobManager ends if it takes longer to ask itself for the other job while it recovers
        // one, and takes this time from the job.
        configuration.set(RpcOptions.ASK_TIMEOUT_DURATION, Duration.ofMinutes(2));
        return configuration;
    }

    private void submitSinksAndSources() throws Exception {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createRemoteEnvironment(
                        "localhost",
                        restPort,
                        configuration(SINKS_AND_SOURCES),
                        jars.toArray(String[]::new));
        env.setParallelism(PARALLELISM);
        new RecoveryJob(kafka, store, "", RESULTS, CHECKPOINT_INTERVAL)
                .addTo(env, queries().values());
        env.executeAsync("sinks and sources");
    }

    private void submitFunction() throws Exception {
        Configuration configuration = configuration(FUNCTION);
        configuration.set(DeploymentOptions.TARGET, "remote");
        configuration.set(RestOptions.ADDRESS, "localhost");
        configuration.set(RestOptions.PORT, restPort);
        configuration.set(PipelineOptions.NAME, "function");
        configuration.set(
                PipelineOptions.JARS,
                jars.stream().map(jar -> Path.of(jar).toUri().toString()).toList());
        configuration.setString("parallelism.default", "1");
        configuration.setString(
                "execution.checkpointing.interval", CHECKPOINT_INTERVAL.toMillis() + " ms");
        TableEnvironment tables =
                TableEnvironment.create(
                        EnvironmentSettings.newInstance().withConfiguration(configuration).build());
        for (String statement : statements()) {
            tables.executeSql(statement);
        }
    }

    private List<String> statements() {
        return List.of(
                "LOAD MODULE wukongs WITH ('store' = '%s', 'term.format' = 'n-triples')"
                        .formatted(store),
                """
                CREATE TABLE photos (
                  s STRING, p STRING, o STRING, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
                  WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
                ) WITH (
                  'connector' = 'kafka', 'topic' = '%s', 'properties.bootstrap.servers' = '%s',
                  'scan.startup.mode' = 'earliest-offset', 'format' = 'rdf')
                """
                        .formatted(LsbenchStreams.PH.topic(), kafka),
                """
                CREATE TABLE results (
                  query STRING, window_end TIMESTAMP_LTZ(3), photo STRING, tagged STRING
                ) WITH (
                  'connector' = 'kafka', 'topic' = '%s', 'properties.bootstrap.servers' = '%s',
                  'format' = 'json', 'json.timestamp-format.standard' = 'ISO-8601',
                  'sink.delivery-guarantee' = 'exactly-once',
                  'sink.transactional-id-prefix' = '%s',
                  'properties.transaction.timeout.ms' = '300000')
                """
                        .formatted(FED_RESULTS, kafka, FED_RESULTS),
                """
                INSERT INTO results
                SELECT query_name, result_time, photo, tagged
                FROM CSPARQL(input => TABLE photos, on_time => DESCRIPTOR(ts), uid => 'fed', query => '%s')
                """
                        .formatted(fedQuery()));
    }

    private static boolean awaitEnd(RestClusterClient<String> cluster, JobID job)
            throws InterruptedException {
        for (; ; LockSupport.parkNanos(PAUSE_NS)) {
            try {
                JobStatus status = cluster.getJobStatus(job).get();
                if (status.isGloballyTerminalState()) {
                    System.out.println(job + " ended: " + status);
                    if (status == JobStatus.FAILED) {
                        System.out.println(cluster.requestJobResult(job).get());
                    }
                    return status != JobStatus.FAILED;
                }
            } catch (ExecutionException e) {
                System.out.println("the cluster is away: " + e);
            }
        }
    }
}
