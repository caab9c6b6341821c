package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.examples.demo.StoreProcess;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.SlowTest;

/**
 * The LSBench job in SQL loses a TaskManager, is stopped with a savepoint and goes on from it with
 * fewer subtasks: a reader of committed results sees every row of L1–L6 once, as the naive
 * evaluator has it.
 */
@SlowTest
@ExtendWith(FlinkSetup.Shared.class)
class SqlRecoveryIT {

    private static final String PREFIX = "sql-recovery-";
    private static final String RESULTS = PREFIX + "lsbench-results";
    private static final Pattern JOB_ID = Pattern.compile("Job ID: (\\p{XDigit}{32})");
    private static final long FIRST_CUT_MS = LsbenchCase.START_MS + 800;
    private static final long SECOND_CUT_MS = LsbenchCase.START_MS + 1_500;
    private static final long THIRD_CUT_MS = LsbenchCase.START_MS + 2_200;

    private final LsbenchCase lsbench = new LsbenchCase(Seeds.seed(SqlRecoveryIT.class));
    private final FlinkSetup flink;
    private final Path directory;

    SqlRecoveryIT(FlinkSetup flink, @TempDir Path directory) {
        this.flink = flink;
        this.directory = directory;
    }

    @Test
    void everyRowIsWrittenOnceOverALostTaskManagerAndASavepoint() throws Exception {
        lsbench.writeStored(directory.resolve("stored.nt"));
        KafkaTopics.create(flink.kafka(), List.of(RESULTS), 1);
        LsbenchTopics topics = new LsbenchTopics(flink.kafka(), PREFIX, FlinkSetup.SLOTS, lsbench);
        FlinkCluster cluster = flink.cluster();
        try (StoreProcess store = StoreProcess.start(0);
                ResultTopic results = new ResultTopic(flink.kafka(), RESULTS, cluster::tail)) {
            SqlScript script =
                    SqlScript.read("lsbench.sql", flink.kafka(), store.address()).prefixed(PREFIX);
            SqlRows rows = new SqlRows(script.registrations(), lsbench.naive());
            topics.write(LsbenchCase.START_MS, FIRST_CUT_MS);
            String job = submit(script, FlinkSetup.SLOTS);
            results.awaitRecords(rows.count(FIRST_CUT_MS - LsbenchCase.STEP_MS));
            topics.write(FIRST_CUT_MS, SECOND_CUT_MS);
            cluster.killTaskManager();
            cluster.addTaskManager();
            results.awaitRecords(rows.count(SECOND_CUT_MS - LsbenchCase.STEP_MS));
            topics.write(SECOND_CUT_MS, THIRD_CUT_MS);
            String savepoint = cluster.stopWithSavepoint(job);
            submit(script.resumed(savepoint), 1);
            topics.writeRest(THIRD_CUT_MS);
            results.awaitRecords(rows.count());
            rows.check(results.records().stream().map(LsbenchCase::parse).toList());
            cluster.cancelJobs();
        }
    }

    /** Returns the job's id. */
    private String submit(SqlScript script, int parallelism) throws Exception {
        SqlClientProcess client = flink.cluster().sqlClient(UserJars.ofSql());
        SqlClientProcess.Outcome outcome =
                client.run(directory, script.with("parallelism.default", parallelism).text());
        assertThat(outcome.terminal()).doesNotContain("[ERROR]");
        Matcher job = JOB_ID.matcher(outcome.terminal());
        assertThat(job.find()).as(outcome.terminal()).isTrue();
        return job.group(1);
    }
}
