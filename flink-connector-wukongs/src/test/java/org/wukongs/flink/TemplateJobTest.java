package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.WindowResult;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.testing.CommittedLines;
import org.wukongs.flink.testing.QueryStore;
import org.wukongs.flink.testing.RestartingJobs;
import org.wukongs.flink.testing.SmallPages;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Jobs that read templates of a real store into a transactional sink, with savepoints between them
 * or TaskManagers that are lost.
 */
@Timeout(120)
final class TemplateJobTest {

    @RegisterExtension static final MiniClusterExtension CLUSTER = RestartingJobs.cluster();

    private static final int VERTEX_COUNT = 5;
    private static final long STEP_MS = 100;
    private static final long CHECKPOINT_INTERVAL_MS = 50;

    /** Longer than the test. */
    private static final long SELDOM_MS = 3_600_000;

    private static final StreamDefinition STREAM = StreamDefinition.of("s");

    private static final int ROUNDS = 3;
    private static final int STEPS = 5;

    /** TaskManagers of the cluster that were lost, the oldest first. */
    private static int lostCount;

    /** What is committed of all jobs of a test: {@code query windowEnd row}. */
    private final CommittedLines rows = CommittedLines.create("templates");

    private final List<Tuple> tuples = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();
    private final List<String> queries = new ArrayList<>();
    private final QueryStore store = new QueryStore();
    private long writtenUpToMs;

    @TempDir private Path savepoints;

    /** More queries of each template than a page has. */
    @BeforeEach
    void registerQueries() {
        store.open(STREAM);
        for (int i = 0; i < 2 * SmallPages.PAGE_COUNT; i++) {
            register("p", i % VERTEX_COUNT);
            register("q", i % VERTEX_COUNT);
        }
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void rowsComeOnceOverSavepointsWithOtherParallelismsWhileQueriesAreAdded() throws Exception {
        String savepoint = null;
        for (int parallelism : new int[] {1, 4, 2}) {
            JobClient job = start(parallelism, savepoint);
            write(STEPS);
            awaitRows();
            register("p", parallelism);
            write(1);
            awaitRows();
            write(STEPS);
            savepoint = RestartingJobs.stop(job, savepoints);
        }
        JobClient last = start(1, savepoint);
        write(STEPS);
        awaitRows();
        RestartingJobs.stop(last, savepoints);
        assertThat(rows.lines()).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** First those that the job began on, so that each of its readers is lost. */
    @Test
    void rowsComeOnceWhereTaskManagersAreLost(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        JobClient job = start(4, null);
        for (int round = 0; round < ROUNDS; round++) {
            write(STEPS);
            awaitRows();
            register("q", round);
            write(STEPS);
            cluster.terminateTaskManager(lostCount++).get();
            write(STEPS);
            cluster.startTaskManager();
            write(STEPS);
        }
        awaitRows();
        RestartingJobs.stop(job, savepoints);
        assertThat(rows.lines()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void soTheyDoWhereNoCheckpointIsBetweenTheLosses(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        JobClient first = start(4, null);
        write(STEPS);
        awaitRows();
        String savepoint = RestartingJobs.stop(first, savepoints);
        JobClient job = start(4, savepoint, SELDOM_MS);
        CommonTestUtils.waitUntilJobManagerIsInitialized(() -> job.getJobStatus().get());
        for (int round = 0; round < ROUNDS; round++) {
            CommonTestUtils.waitForAllTaskRunning(cluster, job.getJobID(), false);
            write(STEPS);
            int before = attempts(cluster, job);
            cluster.terminateTaskManager(lostCount++).get();
            cluster.startTaskManager();
            CommonTestUtils.waitUntilCondition(() -> attempts(cluster, job) > before);
        }
        CommonTestUtils.waitForAllTaskRunning(cluster, job.getJobID(), false);
        write(STEPS);
        JobClient last = start(2, RestartingJobs.stop(job, savepoints));
        write(STEPS);
        awaitRows();
        RestartingJobs.stop(last, savepoints);
        assertThat(rows.lines()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static int attempts(MiniCluster cluster, JobClient job) throws Exception {
        int attempts = 0;
        for (AccessExecutionVertex task :
                cluster.getExecutionGraph(job.getJobID()).get().getAllExecutionVertices()) {
            attempts += task.getCurrentExecutionAttempt().getAttemptNumber();
        }
        return attempts;
    }

    private JobClient start(int parallelism, String savepoint) throws Exception {
        return start(parallelism, savepoint, CHECKPOINT_INTERVAL_MS);
    }

    private JobClient start(int parallelism, String savepoint, long checkpointIntervalMs)
            throws Exception {
        StreamExecutionEnvironment env =
                RestartingJobs.environment(parallelism, checkpointIntervalMs, savepoint);
        String[] templates =
                store.client().templates().list("", 10).stream()
                        .map(TemplateDescription::name)
                        .toArray(String[]::new);
        assertThat(templates).hasSize(2);
        env.fromSource(
                        ContinuousQuerySource.builder()
                                .setStoreAddresses(store.address())
                                .setTemplates(templates)
                                .setFetchWait(Duration.ofMillis(20))
                                .setStoreClientFactory(SmallPages::connect)
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "templates")
                .uid("templates")
                .flatMap(TemplateJobTest::lines)
                .returns(Types.STRING)
                .sinkTo(rows)
                .uid("rows");
        return env.executeAsync("templates");
    }

    private static void lines(WindowResult result, Collector<String> lines) {
        for (String[] row : result.rows()) {
            lines.collect(result.query() + " " + result.windowEndMs() + " " + row[0]);
        }
    }

    private void register(String predicate, int constant) {
        String name = predicate + "_" + constant + "_" + queries.size();
        queries.add(name);
        store.client()
                .registerQuery(
                        "REGISTER QUERY "
                                + name
                                + " AS SELECT ?a FROM STREAM s [RANGE 200ms STEP 100ms] WHERE { "
                                + vertex(constant)
                                + " "
                                + predicate(predicate)
                                + " ?a }");
    }

    private void write(int steps) {
        for (int i = 0; i < steps; i++) {
            writeStep();
        }
    }

    /** A tuple for each vertex and predicate, and what is expected of its window. */
    private void writeStep() {
        List<Tuple> step = new ArrayList<>();
        for (int vertex = 0; vertex < VERTEX_COUNT; vertex++) {
            for (String predicate : List.of("p", "q")) {
                String object = "<http://x/at" + writtenUpToMs + predicate + ">";
                step.add(new Tuple(writtenUpToMs, vertex(vertex), predicate(predicate), object));
            }
        }
        tuples.addAll(step);
        writtenUpToMs += STEP_MS;
        store.write(STREAM.name(), step, writtenUpToMs);
        queries.forEach(this::expect);
    }

    private void expect(String query) {
        String[] parts = query.split("_", -1);
        for (Tuple tuple : tuples) {
            if (tuple.eventTimeMs() >= writtenUpToMs - 2 * STEP_MS
                    && tuple.subject().equals(vertex(Integer.parseInt(parts[1])))
                    && tuple.predicate().equals(predicate(parts[0]))) {
                expected.add(query + " " + writtenUpToMs + " " + tuple.object());
            }
        }
    }

    private void awaitRows() throws InterruptedException {
        rows.await(expected.size());
    }

    private static String vertex(int number) {
        return "<http://x/v" + number + ">";
    }

    private static String predicate(String name) {
        return "<http://x/" + name + ">";
    }
}
