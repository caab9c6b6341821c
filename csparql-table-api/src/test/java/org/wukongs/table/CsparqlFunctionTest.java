package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** The function CSPARQL of the module, against the naive evaluator. */
@Timeout(180)
final class CsparqlFunctionTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final int TUPLES = 2_000;
    private static final String QUERY =
            "REGISTER QUERY pairs AS PREFIX : <http://x/> SELECT ?a ?b ?c FROM STREAM :posts"
                    + " [RANGE 600ms STEP 200ms] FROM STORED WHERE { GRAPH :posts { ?a :p ?b }"
                    + " GRAPH STORED { ?b :q ?c } }";
    private static final AtomicBoolean FAILED = new AtomicBoolean();

    private static SqlSession session() {
        SqlSession sql = new SqlSession();
        sql.execute("LOAD MODULE wukongs WITH ('store' = 'localhost:7878')");
        sql.load("STORED", "<http://x/v1> <http://x/q> <http://x/w1>");
        sql.load("STORED", "<http://x/v2> <http://x/q> \"two\"");
        return sql;
    }

    private static String call(String partition, String query) {
        return "SELECT window_end, a, b, c FROM CSPARQL(input => TABLE posts "
                + partition
                + ", query => '"
                + query
                + "', on_time => DESCRIPTOR(ts))";
    }

    /** Out of order by less than the second that the watermark waits. */
    private static List<Tuple> stream() {
        Random random = Seeds.random(CsparqlFunctionTest.class);
        List<Tuple> tuples = new ArrayList<>();
        long now = 1_000L + random.nextInt(1_000);
        for (int i = 0; i < TUPLES; i++) {
            now += random.nextInt(8) + (random.nextInt(400) == 0 ? 3_000 : 0);
            tuples.add(
                    new Tuple(
                            now - random.nextInt(900),
                            "<http://x/v" + random.nextInt(6) + ">",
                            random.nextBoolean() ? "<http://x/p>" : "<http://x/r>",
                            "<http://x/v" + random.nextInt(6) + ">"));
        }
        return tuples;
    }

    private static List<String> lines(List<Tuple> tuples) {
        List<String> lines = new ArrayList<>();
        for (Tuple t : tuples) {
            lines.add(
                    t.eventTimeMs()
                            + " "
                            + String.join(" ", t.subject(), t.predicate(), t.object()));
        }
        return lines;
    }

    private static List<String> expected(List<Tuple> tuples) {
        NaiveContinuous naive =
                new NaiveContinuous(
                        List.of(new NaiveStream(StreamDefinition.of("http://x/posts"), tuples)),
                        Map.of(
                                StreamDefinition.STORED,
                                List.of(
                                        new NaiveTriple(
                                                "<http://x/v1>", "<http://x/q>", "<http://x/w1>"),
                                        new NaiveTriple(
                                                "<http://x/v2>", "<http://x/q>", "\"two\""))));
        long first = tuples.stream().mapToLong(Tuple::eventTimeMs).min().getAsLong();
        long last = tuples.stream().mapToLong(Tuple::eventTimeMs).max().getAsLong();
        List<String> rows = new ArrayList<>();
        for (long t = first / 200 * 200 + 200; t <= last / 200 * 200 + 200; t += 200) {
            for (List<String> found : naive.rows(QUERY, t)) {
                List<String> plain = new ArrayList<>(List.of(Instant.ofEpochMilli(t).toString()));
                found.forEach(term -> plain.add(term.substring(1, term.length() - 1)));
                rows.add("+I" + plain);
            }
        }
        Collections.sort(rows);
        return rows;
    }

    private static void posts(SqlSession sql, List<Tuple> tuples) {
        sql.triples("posts", lines(tuples).toArray(String[]::new));
    }

    @Test
    void oneKeyInAJobOfAnyParallelism() throws Exception {
        List<Tuple> tuples = stream();
        try (SqlSession sql = session()) {
            posts(sql, tuples);
            assertThat(sql.rows(call("", QUERY))).isEqualTo(expected(tuples));
        }
    }

    @Test
    void manyKeysInOneSubtask() throws Exception {
        List<Tuple> tuples = stream();
        try (SqlSession sql = session()) {
            posts(sql, tuples);
            assertThatThrownBy(() -> sql.rows(call("PARTITION BY s", QUERY)))
                    .hasStackTraceContaining("PARTITION BY needs parallelism 1");
            sql.tables().getConfig().set("table.exec.resource.default-parallelism", "1");
            assertThat(sql.rows(call("PARTITION BY s", QUERY))).isEqualTo(expected(tuples));
        }
    }

    /** Fails once, behind a checkpoint in the second half. */
    private static final class FailingOnce extends RichMapFunction<String, Row>
            implements CheckpointListener {

        private static final long serialVersionUID = 1L;

        private int seen;
        private boolean inMiddle;

        @Override
        public Row map(String line) {
            seen++;
            if (inMiddle && FAILED.compareAndSet(false, true)) {
                throw new IllegalStateException("fails once");
            }
            String[] parts = line.split(" ", 4);
            Instant time = Instant.ofEpochMilli(Long.parseLong(parts[0]));
            return Row.of(parts[1], parts[2], parts[3], time);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            inMiddle = seen > TUPLES / 2;
        }
    }

    @Test
    void aRestartInTheMiddleChangesNothing() throws Exception {
        List<Tuple> tuples = stream();
        FAILED.set(false);
        try (SqlSession sql = session()) {
            Configuration configuration = new Configuration();
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1);
            configuration.set(
                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
            configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(20));
            sql.env().configure(configuration);
            sql.env().setParallelism(1);
            List<String> lines = lines(tuples);
            DataGeneratorSource<String> source =
                    new DataGeneratorSource<>(
                            i -> lines.get(i.intValue()),
                            lines.size(),
                            RateLimiterStrategy.perSecond(1_000),
                            Types.STRING);
            sql.triples(
                    "posts",
                    sql.env()
                            .fromSource(source, WatermarkStrategy.noWatermarks(), "posts")
                            .map(new FailingOnce()));
            assertThat(sql.rows(call("PARTITION BY s", QUERY))).isEqualTo(expected(tuples));
            assertThat(FAILED).isTrue();
        }
    }

    @Test
    void whatIsWrongIsSaidAtPlanning() throws Exception {
        try (SqlSession sql = session()) {
            posts(sql, stream().subList(0, 1));
            assertRefused(sql, call("", QUERY.replace("?b }", "?b ")), "line 1, column");
            assertRefused(sql, call("", "SELECT ?a ?b ?c { ?a ?b ?c }"), "REGISTER QUERY");
            assertRefused(
                    sql,
                    call("", QUERY.replace("FROM STORED", "FROM STREAM :q [RANGE 1s STEP 1s]")),
                    "the one stream that its query reads");
            assertRefused(
                    sql, call("", QUERY).replace(", on_time => DESCRIPTOR(ts)", ""), "on_time");
            sql.tables()
                    .createTemporaryView(
                            "named", sql.tables().sqlQuery("SELECT s, p, ts FROM posts"));
            assertRefused(sql, call("", QUERY).replace("TABLE posts", "TABLE named"), "s STRING");
        }
    }

    private static void assertRefused(SqlSession sql, String statement, String message) {
        assertThatThrownBy(() -> sql.tables().explainSql(statement))
                .hasStackTraceContaining(message);
    }
}
