package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.ChangelogClient;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TripleChange;
import org.wukongs.flink.changelog.ChangelogOptions;
import org.wukongs.flink.changelog.GraphChangelogSource;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.testing.CommittedLines;
import org.wukongs.flink.testing.RestartingJobs;
import org.wukongs.naive.Seeds;
import org.wukongs.store.changelog.Changelogs;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;

/**
 * Jobs that read the changes of a real store's graph into a transactional sink, with failures and a
 * savepoint between. A change that is lost or comes twice changes nothing where it is applied.
 */
@Timeout(120)
final class ChangelogJobTest {

    @RegisterExtension static final MiniClusterExtension CLUSTER = RestartingJobs.cluster();

    private static final String GRAPH = "urn:g";
    private static final int TRIPLES = 30_000;
    private static final long CHECKPOINT_INTERVAL_MS = 20;

    /** Changes after which the job fails. */
    private static final Deque<Long> FAILURES = new ArrayDeque<>();

    private static final AtomicLong EMITTED = new AtomicLong();

    private final Random random = Seeds.random(getClass());
    private final CommittedLines lines = CommittedLines.create("changes");
    private StoreServer server;
    private StoreClient client;

    @TempDir private Path savepoints;

    @BeforeEach
    void clear() {
        FAILURES.clear();
        EMITTED.set(0);
    }

    private void start(StoreConfig config) {
        server = StoreServer.start(config, "127.0.0.1", 0);
        client = StoreClient.connect(List.of(server.address()), Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private JobClient run(String savepoint, boolean checkpoints) throws Exception {
        StreamExecutionEnvironment env =
                RestartingJobs.environment(1, CHECKPOINT_INTERVAL_MS, savepoint);
        if (!checkpoints) {
            env.getCheckpointConfig().disableCheckpointing();
        }
        GraphChangelogSource<String> source =
                new GraphChangelogSource<>(
                        StoreConnector.of(server.address().toString(), null, null),
                        new ChangelogOptions(GRAPH, Duration.ofMillis(50), checkpoints),
                        ChangelogJobTest::line,
                        Types.STRING);
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "changes")
                .uid("changes")
                .map(new Failing())
                .uid("failing")
                .sinkTo(lines)
                .uid("lines");
        return env.executeAsync("changes");
    }

    private static String line(TripleChange change) {
        return (change.added() ? "+" : "-")
                + change.subject()
                + " "
                + change.predicate()
                + " "
                + change.object();
    }

    /** Fails at the numbers of changes in FAILURES. */
    private static final class Failing implements MapFunction<String, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public String map(String line) {
            long count = EMITTED.incrementAndGet();
            synchronized (FAILURES) {
                if (!FAILURES.isEmpty() && count >= FAILURES.peek()) {
                    FAILURES.remove();
                    throw new IllegalStateException("a failure on purpose");
                }
            }
            return line;
        }
    }

    private static String triple(int number) {
        return "<urn:v" + number % 500 + "> <urn:p" + number % 3 + "> <urn:v" + number / 7 + ">";
    }

    private void load() {
        for (int from = 0; from < TRIPLES; from += 5_000) {
            StringBuilder text = new StringBuilder("INSERT DATA { GRAPH <urn:g> {");
            for (int i = from; i < from + 5_000; i++) {
                text.append(triple(i)).append(" . ");
            }
            client.update(text + "} }");
        }
    }

    private void change(int count) {
        for (int i = 0; i < count; i++) {
            String removed = triple(random.nextInt(TRIPLES));
            String added = triple(random.nextInt(TRIPLES));
            client.update(
                    "DELETE DATA { GRAPH <urn:g> { "
                            + removed
                            + " } } ; INSERT DATA { GRAPH <urn:g> { "
                            + added
                            + " } }");
        }
    }

    /** The lines applied one after the other; each changes something. */
    private Set<String> materialized() {
        Set<String> triples = new TreeSet<>();
        for (String line : lines.lines()) {
            String triple = line.substring(1);
            assertThat(line.charAt(0) == '+' ? triples.add(triple) : triples.remove(triple))
                    .as("a change that changes something: %s", line)
                    .isTrue();
        }
        return triples;
    }

    private Set<String> graph() {
        Set<String> triples = new TreeSet<>();
        client.query("SELECT * FROM <urn:g> { ?s ?p ?o }")
                .rows()
                .forEach(row -> triples.add(String.join(" ", row)));
        return triples;
    }

    private void awaitGraph() throws Exception {
        Set<String> graph = graph();
        CommonTestUtils.waitUntilCondition(() -> materialized().equals(graph));
    }

    @Test
    void eachChangeComesOnceOverFailuresAndASavepoint() throws Exception {
        start(StoreConfig.DEFAULT);
        load();
        for (long failure : new long[] {5_000, 15_000, 25_000, 30_100}) {
            FAILURES.add(failure);
        }
        JobClient job = run(null, true);
        change(150);
        awaitGraph();
        assertThat(FAILURES).isEmpty();
        change(150);
        String savepoint = RestartingJobs.stop(job, savepoints);
        change(150);
        EMITTED.set(0);
        FAILURES.clear();
        FAILURES.add(20L);
        JobClient resumed = run(savepoint, true);
        change(150);
        awaitGraph();
        RestartingJobs.stop(resumed, savepoints);
        assertThat(materialized()).isEqualTo(graph());
        assertThat(client.status().changelogs()).hasSize(1);
    }

    @Test
    void whatCheckpointsCoverIsReleased() throws Exception {
        start(StoreConfig.DEFAULT);
        client.update("INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> 1 } }");
        JobClient job = run(null, true);
        lines.await(1);
        change(20);
        awaitGraph();
        CommonTestUtils.waitUntilCondition(
                () -> client.status().changelogs().get(0).changeCount() == 0);
        RestartingJobs.stop(job, savepoints);
    }

    @Test
    void aJobWhoseChangesAreGoneEnds() throws Exception {
        start(StoreConfig.builder().changelogMemoryBytes(Changelogs.MEMORY_MIN_BYTES).build());
        client.update("INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> 1 } }");
        JobClient first = run(null, true);
        lines.await(1);
        String savepoint = RestartingJobs.stop(first, savepoints);
        load();
        JobClient second = run(savepoint, true);
        assertThatThrownBy(() -> second.getJobExecutionResult().get())
                .satisfies(RestartingJobs::assertNotRestarted)
                .hasStackTraceContaining(ChangelogClient.CHANGES_GONE)
                .hasStackTraceContaining("Start without state")
                .hasStackTraceContaining("graph=urn:g");
    }

    @Test
    void aJobOfAnUnknownGraphEnds() throws Exception {
        start(StoreConfig.DEFAULT);
        JobClient job = run(null, true);
        assertThatThrownBy(() -> job.getJobExecutionResult().get())
                .satisfies(RestartingJobs::assertNotRestarted)
                .hasStackTraceContaining("there is no such graph: graph=urn:g");
    }

    @Test
    void withoutCheckpointsTheReaderEndsWithItsJob() throws Exception {
        start(StoreConfig.DEFAULT);
        client.update("INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> 1 } }");
        JobClient job = run(null, false);
        CommonTestUtils.waitUntilCondition(() -> EMITTED.get() == 1);
        change(20);
        CommonTestUtils.waitUntilCondition(
                () -> EMITTED.get() > 20 && client.status().changelogs().get(0).changeCount() == 0);
        job.cancel().get();
        CommonTestUtils.waitUntilCondition(() -> client.status().changelogs().isEmpty());
    }
}
