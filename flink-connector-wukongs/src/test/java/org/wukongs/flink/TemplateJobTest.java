package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.WindowResult;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.source.WindowResultTypeInfo;
import org.wukongs.flink.testing.QueryStore;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Jobs that read templates of a real store, with savepoints between them. */
@Timeout(120)
final class TemplateJobTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(2)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private static final int VERTEX_COUNT = 5;
    private static final long STEP_MS = 100;
    private static final StreamDefinition STREAM = StreamDefinition.of("s");

    /** What left the source, in all jobs of the test: {@code query windowEnd row}. */
    private static final Queue<String> ROWS = new ConcurrentLinkedQueue<>();

    private final List<Tuple> tuples = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();
    private final List<String> queries = new ArrayList<>();
    private long writtenUpToMs;

    @Test
    void rowsComeOnceOverSavepointsWithOtherParallelismsWhileQueriesAreAdded(@TempDir Path dir)
            throws Exception {
        ROWS.clear();
        try (QueryStore store = new QueryStore()) {
            store.open(STREAM);
            for (String predicate : List.of("p", "q")) {
                register(store, predicate, 1);
                register(store, predicate, 2);
            }
            String savepoint = null;
            for (int parallelism : new int[] {1, 4, 2}) {
                JobClient job = start(store, parallelism, savepoint);
                for (int i = 0; i < 5; i++) {
                    write(store);
                }
                awaitRows();
                register(store, "p", parallelism);
                write(store);
                awaitRows();
                savepoint =
                        job.stopWithSavepoint(false, dir.toString(), SavepointFormatType.CANONICAL)
                                .get(60, TimeUnit.SECONDS);
            }
            assertThat(ROWS).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static JobClient start(QueryStore store, int parallelism, String savepoint)
            throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(parallelism);
        env.enableCheckpointing(50);
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
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "templates")
                .uid("templates")
                .map(TemplateJobTest::keep)
                .returns(WindowResultTypeInfo.INSTANCE)
                .sinkTo(new DiscardingSink<>());
        return env.executeAsync("templates");
    }

    private static WindowResult keep(WindowResult result) {
        for (String[] row : result.rows()) {
            ROWS.add(result.query() + " " + result.windowEndMs() + " " + row[0]);
        }
        return result;
    }

    private void register(QueryStore store, String predicate, int constant) {
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

    /** A step's tuples, one for each vertex and predicate, and what is expected of its window. */
    private void write(QueryStore store) {
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

    private void awaitRows() {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (ROWS.size() < expected.size()) {
            assertThat(System.nanoTime()).as("rows: %s", ROWS.size()).isLessThan(deadlineNs);
            Thread.onSpinWait();
        }
    }

    private static String vertex(int number) {
        return "<http://x/v" + number + ">";
    }

    private static String predicate(String name) {
        return "<http://x/" + name + ">";
    }
}
