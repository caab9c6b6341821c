package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
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

    private static List<Tuple> stream() {
        return CsparqlData.stream(CsparqlFunctionTest.class);
    }

    private static void view(SqlSession sql, String name, List<Tuple> tuples) {
        sql.triples(name, CsparqlData.lines(tuples).toArray(String[]::new));
    }

    /** A view {@code quads} of both. */
    private static void quads(SqlSession sql, List<Tuple> posts, List<Tuple> likes) {
        view(sql, "posts", posts);
        view(sql, "likes", likes);
        sql.execute(
                "CREATE TEMPORARY VIEW quads AS"
                        + " SELECT '<http://x/posts>' AS g, s, p, o, ts FROM posts"
                        + " UNION ALL SELECT 'http://x/likes', s, p, o, ts FROM likes");
    }

    @Test
    void oneKeyInAJobOfAnyParallelism() throws Exception {
        List<Tuple> tuples = stream();
        try (SqlSession sql = CsparqlData.session()) {
            view(sql, "posts", tuples);
            assertThat(sql.rows(CsparqlData.call("posts", CsparqlData.PAIRS)))
                    .isEqualTo(CsparqlData.expected(CsparqlData.PAIRS, tuples));
        }
    }

    @Test
    void manyKeysInOneSubtask() throws Exception {
        List<Tuple> tuples = stream();
        String call = CsparqlData.call("posts PARTITION BY s", CsparqlData.PAIRS);
        try (SqlSession sql = CsparqlData.session()) {
            view(sql, "posts", tuples);
            assertThatThrownBy(() -> sql.rows(call))
                    .hasStackTraceContaining("PARTITION BY needs parallelism 1");
            sql.tables().getConfig().set("table.exec.resource.default-parallelism", "1");
            assertThat(sql.rows(call)).isEqualTo(CsparqlData.expected(CsparqlData.PAIRS, tuples));
        }
    }

    /** A tuple waits for a second of event time, which may be any time. */
    @Test
    void stateThatTheJobLetsExpireStays() throws Exception {
        List<Tuple> tuples = stream();
        try (SqlSession sql = CsparqlData.session()) {
            sql.tables().getConfig().set("table.exec.state.ttl", "1 ms");
            view(sql, "posts", tuples);
            assertThat(sql.rows(CsparqlData.call("posts", CsparqlData.PAIRS)))
                    .isEqualTo(CsparqlData.expected(CsparqlData.PAIRS, tuples));
        }
    }

    @Test
    void aWindowByCountHasEachTupleOnce() throws Exception {
        List<Tuple> tuples = stream();
        try (SqlSession sql = CsparqlData.session()) {
            view(sql, "posts", tuples);
            assertThat(sql.rows(CsparqlData.call("posts", CsparqlData.BLOCKS)))
                    .isEqualTo(CsparqlData.expected(CsparqlData.BLOCKS, tuples))
                    .isNotEmpty();
        }
    }

    @Test
    void aColumnNamesTheStreams() throws Exception {
        List<Tuple> posts = stream();
        List<Tuple> likes = stream();
        try (SqlSession sql = CsparqlData.session()) {
            register(sql, CsparqlData.LIKES, 40);
            quads(sql, posts, likes);
            assertThat(sql.rows(CsparqlData.call("quads", CsparqlData.TWO_STREAMS)))
                    .isEqualTo(
                            CsparqlData.expected(
                                    CsparqlData.TWO_STREAMS,
                                    Map.of(CsparqlData.POSTS, posts, CsparqlData.LIKES, likes)))
                    .isNotEmpty();
        }
    }

    @Test
    void batchesThatNeverEndTogetherAreAnError() throws Exception {
        List<Tuple> tuples = stream().subList(0, 10);
        try (SqlSession sql = CsparqlData.session()) {
            register(sql, CsparqlData.POSTS, 8);
            register(sql, CsparqlData.LIKES, 25);
            quads(sql, tuples, tuples);
            assertThatThrownBy(() -> sql.rows(CsparqlData.call("quads", CsparqlData.TWO_STREAMS)))
                    .hasStackTraceContaining("commonDivisorMs=1 min=2");
        }
    }

    private static void register(SqlSession sql, String stream, long batchIntervalMs) {
        sql.client()
                .registerStream(
                        new StreamDefinition(
                                stream, batchIntervalMs, StreamDefinition.STORED, Set.of()));
    }

    @Test
    void aStreamThatTheQueryDoesNotReadIsAnError() throws Exception {
        List<Tuple> tuples = stream().subList(0, 10);
        try (SqlSession sql = CsparqlData.session()) {
            quads(sql, tuples, tuples);
            assertThatThrownBy(() -> sql.rows(CsparqlData.call("quads", CsparqlData.PAIRS)))
                    .hasStackTraceContaining(
                            "the query reads no such stream, only [http://x/posts]: field=g");
        }
    }

    @Test
    void twoCallsNeedTwoUids() throws Exception {
        List<Tuple> tuples = stream().subList(0, 100);
        String one = withUid("one", "posts", CsparqlData.PAIRS);
        String likes = CsparqlData.PAIRS.replace("pairs", "other").replace(":posts", ":likes");
        try (SqlSession sql = CsparqlData.session()) {
            view(sql, "posts", tuples);
            assertRefused(
                    sql, one + " UNION ALL " + withUid("one", "posts", likes), "identifier 'one'");
            assertThat(sql.rows(one + " UNION ALL " + withUid("two", "posts", likes)))
                    .hasSize(2 * CsparqlData.expected(CsparqlData.PAIRS, tuples).size())
                    .isNotEmpty();
        }
    }

    private static String withUid(String uid, String table, String query) {
        return CsparqlData.call(table, query)
                .replace("on_time =>", "uid => '" + uid + "', on_time =>");
    }

    @Test
    void whatIsWrongIsSaidAtPlanning() throws Exception {
        String query = CsparqlData.PAIRS;
        try (SqlSession sql = CsparqlData.session()) {
            quads(sql, stream().subList(0, 1), stream().subList(0, 1));
            assertRefused(sql, CsparqlData.call("posts", query.replace("?b }", "?b ")), "line 1");
            assertRefused(
                    sql, CsparqlData.call("posts", "SELECT ?a ?b ?c { ?a ?b ?c }"), "REGISTER");
            assertRefused(
                    sql,
                    CsparqlData.call("posts", CsparqlData.TWO_STREAMS),
                    "the streams are: [http://x/likes, http://x/posts]");
            assertRefused(
                    sql,
                    CsparqlData.call("posts", query).replace(", on_time => DESCRIPTOR(ts)", ""),
                    "on_time");
            sql.execute("CREATE TEMPORARY VIEW named AS SELECT s, p, ts FROM posts");
            assertRefused(sql, CsparqlData.call("named", query), "s STRING");
            sql.execute("CREATE TEMPORARY VIEW numbered AS SELECT 1 AS g, s, p, o, ts FROM posts");
            assertRefused(sql, CsparqlData.call("numbered", query), "holds names of streams");
        }
    }

    private static void assertRefused(SqlSession sql, String statement, String message) {
        assertThatThrownBy(() -> sql.tables().explainSql(statement))
                .hasStackTraceContaining(message);
    }
}
