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
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.wukongs.client.StoreClient;
import org.wukongs.examples.demo.StoreProcess;
import org.wukongs.examples.demo.StoredData;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;

/**
 * Real processes of Flink lose a TaskManager, or a job goes on with another parallelism from its
 * last checkpoint or a savepoint: a reader of committed results sees every window of L1–L6 once,
 * with the rows of the naive evaluator.
 */
@Tag("slow")
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
        try (Run run = new Run("killed")) {
            JobClient job = run.submit(2, null);
            run.topics.write(LsbenchCase.START_MS, FIRST_CUT_MS);
            run.awaitWindows(FIRST_CUT_MS - LsbenchCase.STEP_MS);
            run.topics.write(FIRST_CUT_MS, SECOND_CUT_MS);
            cluster.killTaskManager();
            cluster.addTaskManager();
            run.topics.writeRest(SECOND_CUT_MS);
            run.check();
            cancel(job);
        }
    }

    @Test
    void aCancelledJobGoesOnWithMoreSubtasks() throws Exception {
        try (Run run = new Run("cancelled")) {
            JobClient job = run.submit(1, null);
            run.topics.write(LsbenchCase.START_MS, FIRST_CUT_MS);
            run.awaitWindows(FIRST_CUT_MS - LsbenchCase.STEP_MS);
            run.topics.write(FIRST_CUT_MS, SECOND_CUT_MS);
            cancel(job);
            JobClient restored = run.submit(2, newestCheckpoint(job));
            run.topics.writeRest(SECOND_CUT_MS);
            run.check();
            cancel(restored);
        }
    }

    @Test
    void aSavepointIsTakenAndRestoredWithFewerSubtasks() throws Exception {
        try (Run run = new Run("saved")) {
            JobClient job = run.submit(2, null);
            run.topics.write(LsbenchCase.START_MS, FIRST_CUT_MS);
            run.awaitWindows(FIRST_CUT_MS - LsbenchCase.STEP_MS);
            run.topics.write(FIRST_CUT_MS, SECOND_CUT_MS);
            String savepoint =
                    job.stopWithSavepoint(
                                    false, cluster.uri("savepoints"), SavepointFormatType.CANONICAL)
                            .get();
            JobClient restored = run.submit(1, savepoint);
            run.topics.writeRest(SECOND_CUT_MS);
            run.check();
            cancel(restored);
        }
    }

    private static void cancel(JobClient job) throws Exception {
        job.cancel().get();
        assertThat(job.getJobExecutionResult()).failsWithin(Duration.ofMinutes(1));
        assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
    }

    private String newestCheckpoint(JobClient job) throws Exception {
        try (Stream<Path> checkpoints =
                Files.list(
                        flink.directory()
                                .resolve("checkpoints")
                                .resolve(job.getJobID().toString()))) {
            return checkpoints
                    .filter(each -> Files.exists(each.resolve("_metadata")))
                    .max(Comparator.comparingInt(FlinkRecoveryIT::checkpointId))
                    .orElseThrow()
                    .toUri()
                    .toString();
        }
    }

    private static int checkpointId(Path checkpoint) {
        return Integer.parseInt(checkpoint.getFileName().toString().substring("chk-".length()));
    }

    /** A store, topics and data of one test. */
    private final class Run implements AutoCloseable {

        private final LsbenchCase lsbench = new LsbenchCase(Seeds.seed(FlinkRecoveryIT.class));
        private final StoreProcess store;
        private final RecoveryJob job;
        private final LsbenchTopics topics;
        private final ResultTopic results;

        Run(String name) {
            String prefix = name + "-";
            String resultTopic = prefix + "results";
            KafkaTopics.create(flink.kafka(), List.of(resultTopic), 1);
            topics = new LsbenchTopics(flink.kafka(), prefix, FlinkSetup.SLOTS, lsbench);
            results = new ResultTopic(flink.kafka(), resultTopic, lsbench, cluster::tail);
            store = StoreProcess.start(0);
            job = new RecoveryJob(flink.kafka(), store.address().toString(), prefix, resultTopic);
            try (StoreClient client = client()) {
                StoredData.load(lsbench.generator(), client);
                for (LsbenchStreams stream : LsbenchStreams.values()) {
                    client.registerStream(definition(stream));
                }
                LsbenchQueries.all().values().forEach(client::registerQuery);
            }
        }

        private StoreClient client() {
            return StoreClient.connect(List.of(store.address()), Duration.ofSeconds(10));
        }

        private StreamDefinition definition(LsbenchStreams stream) {
            return RecoveryJob.definition(stream);
        }

        JobClient submit(int parallelism, String restored) throws Exception {
            return job.submit(cluster, flink.directory(), parallelism, restored);
        }

        void awaitWindows(long t) {
            results.awaitWindows(t, LsbenchQueries.all().size());
        }

        void check() {
            awaitWindows(LsbenchCase.END_MS);
            List<ConsumerRecord<byte[], byte[]>> all = results.records();
            lsbench.checkResults(all);
            try (StoreClient client = client()) {
                assertThat(client.check().violations()).isEmpty();
            }
        }

        @Override
        public void close() {
            results.close();
            store.close();
        }
    }
}
