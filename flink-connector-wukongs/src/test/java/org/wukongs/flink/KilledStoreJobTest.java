package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.testing.CommittedLines;
import org.wukongs.flink.testing.RealStore;
import org.wukongs.flink.testing.RestartingJobs;
import org.wukongs.store.cli.StoreJvm;
import org.wukongs.stream.Tuple;

/**
 * The store is killed with {@code kill -9} and comes back, and a job that writes and reads it goes
 * on by itself, as docs/delivery.md says.
 */
@Timeout(120)
final class KilledStoreJobTest {

    @RegisterExtension static final MiniClusterExtension CLUSTER = RestartingJobs.cluster();

    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 200ms STEP 100ms] WHERE {"
                    + " ?s ?p ?o }";
    private static final long CHECKPOINT_INTERVAL_MS = 30;
    private static final long STEP_MS = 100;
    private static final long TUPLE_MS = 20;

    /** More than any test reads. */
    private static final long TUPLES = 1_000_000;

    /** Windows between two steps of the procedure. */
    private static final int WINDOWS = 15;

    private static final int KILLS = 3;

    private final CommittedLines lines = CommittedLines.create("killed");
    private Process process;
    private StoreAddress address;
    private int startCount;

    @TempDir private Path directory;

    @BeforeEach
    void startStore() throws IOException {
        start("0");
    }

    @AfterEach
    void killStore() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Nothing is kept but what readers hold. */
    private void start(String port) throws IOException {
        StoreJvm store =
                StoreJvm.start(
                        StoreJvm.command(
                                List.of("-Xmx256m"),
                                "--port",
                                port,
                                "--data-dir",
                                directory.resolve("store").toString(),
                                "--kept-tuples",
                                "0"),
                        directory.resolve("errors" + ++startCount));
        process = store.process();
        address = store.address();
    }

    private void killAndComeBack() throws Exception {
        process.destroyForcibly().waitFor();
        start(String.valueOf(address.port()));
    }

    private List<ReaderStatus> readers() {
        try (StoreClient client = StoreClient.connect(List.of(address), Duration.ofSeconds(10))) {
            return client.status().queries().get(0).readers();
        }
    }

    @Test
    void aJobGoesOnByItself() throws Exception {
        JobClient job = job(null).executeAsync("job");
        for (int kill = 0; kill < KILLS; kill++) {
            lines.await(lines.lines().size() + WINDOWS);
            killAndComeBack();
        }
        lines.await(lines.lines().size() + WINDOWS);
        RestartingJobs.stop(job, directory);
        assertEachWindowOnce();
    }

    @Test
    void aJobThatWasStoppedGoesOnWithAStoreThatWasKilled() throws Exception {
        JobClient first = job(null).executeAsync("first");
        lines.await(WINDOWS);
        String savepoint = RestartingJobs.stop(first, directory);
        List<ReaderStatus> stopped = readers();
        killAndComeBack();

        int saved = lines.lines().size();
        JobClient second = job(savepoint).executeAsync("second");
        lines.await(saved + WINDOWS);
        assertThat(readers())
                .as("the state has the reader's name")
                .extracting(ReaderStatus::name)
                .isEqualTo(stopped.stream().map(ReaderStatus::name).toList())
                .hasSize(1);
        RestartingJobs.stop(second, directory);
        assertEachWindowOnce();
    }

    /** From the first one on that the store still had when the job's reader came. */
    private void assertEachWindowOnce() {
        List<String> all = lines.lines();
        long firstMs = Long.parseLong(all.get(0).substring(0, all.get(0).indexOf(' ')));
        assertThat(firstMs).isLessThan(WINDOWS * STEP_MS);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            expected.add(line(firstMs + i * STEP_MS));
        }
        assertThat(all).isEqualTo(expected);
    }

    /** Its checkpoints have let the store go of what the savepoint goes on with. */
    @Test
    void aSavepointOfAJobThatWentOnIsRefusedForGood() throws Exception {
        JobClient first = job(null).executeAsync("first");
        lines.await(WINDOWS);
        String savepoint =
                first.triggerSavepoint(directory.toString(), SavepointFormatType.CANONICAL)
                        .get(60, TimeUnit.SECONDS);
        lines.await(lines.lines().size() + WINDOWS);
        end(first);
        killAndComeBack();
        assertThatThrownBy(() -> job(savepoint).execute("second"))
                .satisfies(RestartingJobs::assertNotRestarted)
                .hasStackTraceContaining("the store no longer has the window to read next");
    }

    private static void end(JobClient job) throws Exception {
        job.cancel().get(60, TimeUnit.SECONDS);
        assertThat(job.getJobExecutionResult()).failsWithin(Duration.ofMinutes(1));
    }

    private StreamExecutionEnvironment job(String savepoint) {
        StreamExecutionEnvironment env =
                RestartingJobs.environment(1, CHECKPOINT_INTERVAL_MS, savepoint);
        env.getConfig().setAutoWatermarkInterval(5);
        DataGeneratorSource<Long> numbers =
                new DataGeneratorSource<>(
                        number -> number,
                        TUPLES,
                        RateLimiterStrategy.perCheckpoint(10),
                        Types.LONG);
        WatermarkStrategy<Long> watermarks =
                WatermarkStrategy.<Long>forMonotonousTimestamps()
                        .withTimestampAssigner((number, previous) -> number * TUPLE_MS);
        env.fromSource(numbers, watermarks, "numbers")
                .uid("numbers")
                .sinkTo(
                        WukongsSink.<Long>builder()
                                .setStoreAddresses(address.toString())
                                .setStream(RealStore.STREAM)
                                .setElementConverter(KilledStoreJobTest::tuple)
                                .build())
                .uid("store");
        env.fromSource(
                        ContinuousQuerySource.builder()
                                .setStoreAddresses(address.toString())
                                .setStreams(RealStore.STREAM)
                                .setQueries(QUERY)
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "windows")
                .uid("windows")
                .map(KilledStoreJobTest::line)
                .returns(Types.STRING)
                .sinkTo(lines)
                .uid("lines");
        return env;
    }

    private static Tuple tuple(long number) {
        return new Tuple(number * TUPLE_MS, "<x:s" + number + ">", "<x:p0>", "\"" + number + "\"");
    }

    private static String line(WindowResult result) {
        return result.windowEndMs()
                + " "
                + result.rows().stream().map(row -> row[0]).sorted().toList();
    }

    /** What the window has. */
    private static String line(long windowEndMs) {
        List<String> rows = new ArrayList<>();
        long firstMs = Math.max(0, windowEndMs - 2 * STEP_MS);
        for (long number = firstMs / TUPLE_MS; number < windowEndMs / TUPLE_MS; number++) {
            rows.add(tuple(number).subject());
        }
        return windowEndMs + " " + rows.stream().sorted().toList();
    }
}
