package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Jobs with the function CSPARQL that fail or are stopped: each window's rows come once. */
@Timeout(300)
final class CsparqlFailureTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final int FAILURES = 3;

    /** So that all come before the end. */
    private static final int TUPLES_A_FAILURE = CsparqlData.TUPLES / FAILURES;

    private static final int TUPLES_A_SECOND = 1_000;

    /** Tuples that the current attempt reads before it fails, 0 for no failure. */
    private static final AtomicInteger UNTIL_FAILURE = new AtomicInteger();

    private static final AtomicInteger FAILURES_LEFT = new AtomicInteger();

    @TempDir private Path directory;

    /** Fails as often as it is told to. */
    private static final class Failing extends RichMapFunction<String, Row> {

        private static final long serialVersionUID = 1L;

        @Override
        public Row map(String line) {
            if (UNTIL_FAILURE.get() > 0 && UNTIL_FAILURE.decrementAndGet() == 0) {
                if (FAILURES_LEFT.decrementAndGet() > 0) {
                    UNTIL_FAILURE.set(new Random(FAILURES_LEFT.get()).nextInt(1, TUPLES_A_FAILURE));
                }
                throw new IllegalStateException("fails as told");
            }
            String[] parts = line.split(" ", 4);
            Instant time = Instant.ofEpochMilli(Long.parseLong(parts[0]));
            return Row.of(parts[1], parts[2], parts[3], time);
        }
    }

    private static List<Tuple> stream() {
        RowsInState.clear();
        UNTIL_FAILURE.set(0);
        return CsparqlData.stream(CsparqlFailureTest.class);
    }

    private static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, FAILURES);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(20));
        return configuration;
    }

    /** Starts the job: tuples in order from one subtask, rows into {@link RowsInState}. */
    private static JobClient start(
            SqlSession sql, Configuration configuration, List<Tuple> tuples, String call)
            throws Exception {
        sql.env().configure(configuration);
        List<String> lines = CsparqlData.lines(tuples);
        DataGeneratorSource<String> source =
                new DataGeneratorSource<>(
                        i -> lines.get(i.intValue()),
                        lines.size(),
                        RateLimiterStrategy.perSecond(TUPLES_A_SECOND),
                        Types.STRING);
        sql.triples(
                "posts",
                sql.env()
                        .fromSource(source, WatermarkStrategy.noWatermarks(), "posts")
                        .uid("posts")
                        .setParallelism(1)
                        .map(new Failing())
                        .setParallelism(1));
        sql.tables()
                .toDataStream(sql.tables().sqlQuery(call))
                .map(new RowsInState())
                .uid("rows")
                .setParallelism(1)
                .sinkTo(new DiscardingSink<>())
                .setParallelism(1);
        return sql.env().executeAsync("csparql");
    }

    /** A query of that name is there, with another text. */
    @Test
    void whatTheStoreRefusesFailsTheJobForGood() throws Exception {
        List<Tuple> tuples = stream();
        try (SqlSession sql = CsparqlData.session()) {
            sql.client().registerStream(StreamDefinition.of(CsparqlData.POSTS));
            sql.client().registerQuery(CsparqlData.BLOCKS.replace("23", "24"));
            JobClient job =
                    start(
                            sql,
                            configuration(),
                            tuples,
                            CsparqlData.call("posts", CsparqlData.BLOCKS));
            assertThatThrownBy(() -> job.getJobExecutionResult().get())
                    .hasStackTraceContaining("The failure is not recoverable")
                    .hasStackTraceContaining("another query has this name");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "posts, hashmap, false",
        "posts, rocksdb, false",
        "posts PARTITION BY s, hashmap, true",
        "posts PARTITION BY s, rocksdb, false"
    })
    void afterFailuresEachRowIsThereOnce(String input, String backend, boolean unaligned)
            throws Exception {
        List<Tuple> tuples = stream();
        FAILURES_LEFT.set(FAILURES);
        UNTIL_FAILURE.set(Seeds.random(CsparqlFailureTest.class).nextInt(1, TUPLES_A_FAILURE));
        Configuration configuration = configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend);
        configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, unaligned);
        String query = input.contains("PARTITION") ? CsparqlData.PAIRS : CsparqlData.BLOCKS;
        try (SqlSession sql = CsparqlData.session()) {
            sql.env().setParallelism(input.contains("PARTITION") ? 1 : 2);
            start(sql, configuration, tuples, CsparqlData.call(input, query))
                    .getJobExecutionResult()
                    .get();
        }
        assertThat(FAILURES_LEFT).hasValue(0);
        assertThat(RowsInState.rows()).isEqualTo(CsparqlData.expected(query, tuples)).isNotEmpty();
    }

    @Test
    void aSavepointGoesOnWithAnotherParallelism() throws Exception {
        List<Tuple> tuples = stream();
        String call = CsparqlData.call("posts", CsparqlData.PAIRS);
        call = call.replace("on_time =>", "uid => 'pairs', on_time =>");
        try (SqlSession sql = CsparqlData.session()) {
            sql.env().setParallelism(3);
            JobClient job = start(sql, configuration(), tuples, call);
            RowsInState.awaitFirst();
            String savepoint =
                    job.stopWithSavepoint(
                                    false, directory.toString(), SavepointFormatType.CANONICAL)
                            .get();
            assertThat(RowsInState.rows()).isNotEmpty();
            try (SqlSession next = sql.next()) {
                Configuration configuration = configuration();
                configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
                next.execute("LOAD MODULE wukongs WITH ('store' = 'localhost:7878')");
                next.env().setParallelism(2);
                start(next, configuration, tuples, call).getJobExecutionResult().get();
            }
        }
        assertThat(RowsInState.rows()).isEqualTo(CsparqlData.expected(CsparqlData.PAIRS, tuples));
    }

    @Test
    void windowsThatTheStoreHasLetGoOfAreAnError(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        List<Tuple> tuples = stream();
        Configuration configuration = configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofDays(1));
        SqlSession session = SqlSession.keepingNothing();
        try (SqlSession sql = CsparqlData.session(session, ", 'csparql.retention' = '0 ms'")) {
            String call = CsparqlData.call("posts", CsparqlData.PAIRS);
            JobClient job = start(sql, configuration, tuples, call);
            RowsInState.awaitFirst();
            JobID id = job.getJobID();
            cluster.triggerCheckpoint(id).get();
            FAILURES_LEFT.set(1);
            UNTIL_FAILURE.set(500);
            assertThatThrownBy(() -> job.getJobExecutionResult().get())
                    .hasStackTraceContaining("csparql.retention passed between the checkpoint");
        }
    }
}
