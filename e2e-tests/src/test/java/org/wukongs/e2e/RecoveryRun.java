package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.examples.demo.StoreProcess;
import org.wukongs.examples.demo.StoredData;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.naive.Seeds;

/** A store, topics, data and results of one {@link RecoveryJob} whose parts fail. */
final class RecoveryRun implements AutoCloseable {

    private static final long TIMEOUT_NS = Duration.ofMinutes(2).toNanos();

    private final LsbenchCase lsbench = new LsbenchCase(Seeds.seed(RecoveryRun.class));
    private final FlinkSetup flink;
    private final StoreProcess store;
    private final StoreClient client;
    private final RecoveryJob job;
    private final LsbenchTopics topics;
    private final ResultTopic results;

    RecoveryRun(FlinkSetup flink, String name, Duration checkpointInterval) {
        this.flink = flink;
        String prefix = name + "-";
        String resultTopic = prefix + "results";
        KafkaTopics.create(flink.kafka(), List.of(resultTopic), 1);
        topics = new LsbenchTopics(flink.kafka(), prefix, FlinkSetup.SLOTS, lsbench);
        results = new ResultTopic(flink.kafka(), resultTopic, flink.cluster()::tail);
        store = StoreProcess.start(0);
        client = StoreClient.connect(List.of(store.address()), Duration.ofSeconds(10));
        job =
                new RecoveryJob(
                        flink.kafka(),
                        store.address().toString(),
                        prefix,
                        resultTopic,
                        checkpointInterval);
        StoredData.load(lsbench.generator(), client);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            client.registerStream(RecoveryJob.definition(stream));
        }
        LsbenchQueries.all().values().forEach(client::registerQuery);
    }

    LsbenchTopics topics() {
        return topics;
    }

    JobClient submit(int parallelism, String restored) throws Exception {
        return job.submit(flink.cluster(), flink.directory(), parallelism, restored);
    }

    static void cancel(JobClient job) throws Exception {
        job.cancel().get();
        assertThat(job.getJobExecutionResult()).failsWithin(Duration.ofMinutes(1));
        assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
    }

    /** The newest complete checkpoint of a job, as {@link #submit} takes it. */
    String newestCheckpoint(JobClient job) throws Exception {
        return flink.directory()
                .resolve("checkpoints")
                .resolve(job.getJobID().toString())
                .resolve("chk-" + newestCheckpointId(job))
                .toUri()
                .toString();
    }

    /** Its number; 0 for none. */
    int newestCheckpointId(JobClient job) throws Exception {
        Path ofJob = flink.directory().resolve("checkpoints").resolve(job.getJobID().toString());
        try (Stream<Path> checkpoints = Files.list(ofJob)) {
            return checkpoints
                    .filter(each -> Files.exists(each.resolve("_metadata")))
                    .map(RecoveryRun::checkpointId)
                    .max(Comparator.naturalOrder())
                    .orElse(0);
        }
    }

    private static int checkpointId(Path checkpoint) {
        return Integer.parseInt(checkpoint.getFileName().toString().substring("chk-".length()));
    }

    /** How often the store has executed each query for the job. */
    List<Long> executions() {
        return client.status().queries().stream().map(QueryStatus::executionCount).toList();
    }

    /** Returns when the store has executed each query again since then, and further on. */
    void awaitExecutionsAfter(List<Long> before) {
        long deadline = System.nanoTime() + TIMEOUT_NS;
        while (!each(before, executions())) {
            assertThat(deadline - System.nanoTime())
                    .withFailMessage(() -> "no execution after " + before + flink.cluster().tail())
                    .isPositive();
            results.poll();
        }
    }

    private static boolean each(List<Long> before, List<Long> now) {
        for (int i = 0; i < before.size(); i++) {
            if (now.get(i) <= before.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** How many windows the store has executed at least, each counted once. */
    long executedCount() {
        StoreStatus status = client.status();
        long stableMs = Long.MAX_VALUE;
        for (StreamStatus stream : status.streams()) {
            stableMs = Math.min(stableMs, stream.stableMs());
        }
        long count = 0;
        for (QueryStatus query : status.queries()) {
            long behindMs = stableMs - query.lagMs() - LsbenchCase.START_MS;
            count += Math.max(0, behindMs / LsbenchCase.STEP_MS - 1);
        }
        return count;
    }

    void awaitWindows(long t) {
        results.awaitWindows(t, LsbenchQueries.all().size());
    }

    /** How many windows are committed by now. */
    int committedCount() {
        results.poll();
        return results.records().size();
    }

    /** Stops the job after the last windows; all are there once; how many. */
    int check(JobClient running) throws Exception {
        awaitWindows(LsbenchCase.END_MS);
        flink.cluster().stopWithSavepoint(running.getJobID().toString());
        results.awaitEnd();
        List<ConsumerRecord<byte[], byte[]>> all = results.records();
        lsbench.checkResults(all);
        assertThat(client.check().violations()).isEmpty();
        return all.size();
    }

    @Override
    public void close() {
        results.close();
        client.close();
        store.close();
    }
}
