package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements of Flink SQL on a MiniCluster, with a store in this JVM. */
@Timeout(180)
final class SqlStatementsTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final String POST_TABLE =
            "CREATE TABLE wk.lsbench.post (s STRING, p STRING, o STRING, ts TIMESTAMP_LTZ(3),"
                    + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'wukongs',"
                    + " 'stream' = 'http://x/poststream', 'timing.predicates' = 'http://x/at',"
                    + " 'batch.interval' = '100 ms')";
    private static final String QUERY =
            "REGISTER QUERY friend_posts AS PREFIX : <http://x/> SELECT ?user ?friend ?post"
                    + " FROM STREAM :poststream [RANGE 200ms STEP 100ms] FROM STORED WHERE {"
                    + " GRAPH STORED { ?user :knows ?friend } GRAPH :poststream { ?friend :post"
                    + " ?post } }";

    private static void posts(SqlSession sql) throws Exception {
        sql.load("STORED", "<http://x/ann> <http://x/knows> <http://x/bob>");
        sql.triples(
                "kafka_posts",
                "1010 http://x/bob http://x/post http://x/p1",
                "1120 http://x/bob http://x/at 7",
                "1230 http://x/bob http://x/post \"p2\"@en",
                "1240 http://x/eve http://x/post http://x/p3");
        sql.insert("INSERT INTO wk.lsbench.post SELECT s, p, o, ts FROM kafka_posts");
    }

    @Test
    void aStreamIsWrittenAndAContinuousQueryRead() throws Exception {
        try (SqlSession sql = new SqlSession().withCatalog()) {
            sql.execute(POST_TABLE);
            sql.execute(
                    "CREATE TABLE wk.lsbench.friend_posts WITH ('connector' = 'wukongs', 'query' = '"
                            + QUERY
                            + "', 'scan.bounded.by-streams' = 'true')");
            posts(sql);
            assertThat(sql.rows("SELECT result_time, friend, post FROM wk.lsbench.friend_posts"))
                    .containsExactly(
                            "+I[1970-01-01T00:00:01.100Z, http://x/bob, http://x/p1]",
                            "+I[1970-01-01T00:00:01.200Z, http://x/bob, http://x/p1]",
                            "+I[1970-01-01T00:00:01.300Z, http://x/bob, p2]");
        }
    }

    private static final String ALL = "SELECT result_time, post FROM wk.lsbench.friend_posts";

    private static String with(String options) {
        return ALL + " /*+ OPTIONS(" + options + ") */";
    }

    @Test
    void statementsThatReadOneQueryHaveAllItsWindows() throws Exception {
        try (SqlSession sql = new SqlSession().withCatalog()) {
            sql.execute(POST_TABLE);
            sql.execute(
                    "CREATE TABLE wk.lsbench.friend_posts WITH ('connector' = 'wukongs', 'query' ="
                            + " '"
                            + QUERY
                            + "', 'scan.bounded.by-streams' = 'true')");
            posts(sql);
            String at1100 = "+I[1970-01-01T00:00:01.100Z, http://x/p1]";
            String at1200 = "+I[1970-01-01T00:00:01.200Z, http://x/p1]";
            String at1300 = "+I[1970-01-01T00:00:01.300Z, p2]";
            assertThat(sql.rows(ALL)).containsExactly(at1100, at1200, at1300);
            assertThat(sql.rows(ALL)).as("again").containsExactly(at1100, at1200, at1300);
            assertThat(sql.rows(with("'scan.startup.mode' = 'latest'"))).isEmpty();
            assertThat(
                            sql.rows(
                                    with(
                                            "'scan.startup.mode' = 'timestamp',"
                                                    + " 'scan.startup.timestamp-millis' = '1101'")))
                    .containsExactly(at1200, at1300);
            assertThat(sql.client().status().queries().get(0).readers())
                    .as("without checkpoints, readers go when they end")
                    .isEmpty();
        }
    }

    @Test
    void startsThatMeanNothingAreRefused() {
        try (SqlSession sql = new SqlSession().withCatalog()) {
            sql.execute(POST_TABLE);
            for (String options :
                    new String[] {
                        "'scan.startup.mode' = 'timestamp'", "'scan.startup.timestamp-millis' = '5'"
                    }) {
                assertThatThrownBy(
                                () ->
                                        sql.execute(
                                                "CREATE TABLE wk.lsbench.t WITH ('connector' ="
                                                        + " 'wukongs', 'query' = '"
                                                        + QUERY
                                                        + "', "
                                                        + options
                                                        + ")"))
                        .hasStackTraceContaining("must be set together");
            }
        }
    }

    /** Each statement gets a query of its own, with another text. */
    private static void countTable(SqlSession sql, String name, String castFailure) {
        String query =
                "REGISTER QUERY "
                        + name
                        + " AS SELECT (COUNT(*) AS ?n) (MAX(?at) AS ?t) (SAMPLE(?p) AS ?x) FROM"
                        + " STREAM <http://x/poststream> [RANGE 200ms STEP 200ms] WHERE { ?a"
                        + " <http://x/post> ?p BIND(timestamp(?a) AS ?at) } GROUP BY ?a";
        sql.client().registerQuery(query);
        sql.execute(
                "CREATE TABLE "
                        + name
                        + " (n INT, t TIMESTAMP_LTZ(3), x INT, w TIMESTAMP_LTZ(3) METADATA FROM"
                        + " 'window_end', query STRING METADATA VIRTUAL, WATERMARK FOR w AS"
                        + " SOURCE_WATERMARK()) WITH ('connector' = 'wukongs', 'store' ="
                        + " 'localhost:7878', 'query' = '"
                        + query
                        + "', 'cast-failure' = '"
                        + castFailure
                        + "', 'scan.bounded.by-streams' = 'true')");
    }

    @Test
    void declaredColumnsAreCast() throws Exception {
        try (SqlSession sql = new SqlSession().withCatalog()) {
            sql.execute(POST_TABLE);
            countTable(sql, "n1", "null");
            countTable(sql, "n2", "null");
            countTable(sql, "n3", "fail");
            posts(sql);
            assertThat(sql.rows("SELECT w, query, n, t, x FROM n1"))
                    .containsExactly(
                            "+I[1970-01-01T00:00:01.200Z, n1, 1, 1970-01-01T00:00:01.010Z, null]",
                            "+I[1970-01-01T00:00:01.400Z, n1, 1, 1970-01-01T00:00:01.230Z, null]",
                            "+I[1970-01-01T00:00:01.400Z, n1, 1, 1970-01-01T00:00:01.240Z, null]");
            assertThat(
                            sql.rows(
                                    "SELECT window_start, SUM(n) FROM TABLE(TUMBLE(TABLE n2,"
                                            + " DESCRIPTOR(w), INTERVAL '1' SECOND)) GROUP BY"
                                            + " window_start, window_end"))
                    .containsExactly("+I[1970-01-01T00:00:01, 3]");
            assertThatThrownBy(() -> sql.rows("SELECT x FROM n3"))
                    .hasStackTraceContaining("a term does not fit its column")
                    .hasStackTraceContaining("type=INT");
        }
    }

    @Test
    void aStoredGraphIsScannedAndLookedUp() throws Exception {
        try (SqlSession sql = new SqlSession().withCatalog()) {
            sql.load(
                    "knows",
                    "<http://x/ann> <http://x/knows> <http://x/bob>",
                    "<http://x/ann> <http://x/knows> <http://x/eve>",
                    "<http://x/ann> <http://x/name> \"Ann\"@en",
                    "<http://x/bob> <http://x/name> \"Bob\"");
            assertThat(sql.rows("SELECT * FROM wk.graph.knows WHERE o = 'Ann'"))
                    .containsExactly("+I[http://x/ann, http://x/name, Ann]");
            assertThat(
                            sql.rows(
                                    "SELECT o FROM wk.graph.knows WHERE s = 'http://x/ann' AND p ="
                                            + " 'http://x/knows'"))
                    .containsExactly("+I[http://x/bob]", "+I[http://x/eve]");
            assertThat(sql.rows("SELECT s FROM wk.graph.knows WHERE s = 'no IRI'")).isEmpty();
            assertThat(sql.rows("SELECT * FROM wk.graph.knows LIMIT 2")).hasSize(2);
            assertThat(sql.rows("SELECT COUNT(*) FROM wk.graph.knows")).contains("+U[4]");
            assertThat(
                            sql.tables()
                                    .explainSql(
                                            "SELECT o FROM wk.graph.knows WHERE p = 'http://x/a'"))
                    .contains("filter=[=(p")
                    .contains("project=[o]")
                    .doesNotContain("where=");
            lookups(sql, "");
            lookups(
                    sql,
                    "/*+ OPTIONS('lookup.cache' = 'PARTIAL', 'lookup.partial-cache.max-rows' = '9') */");
        }
    }

    private static void lookups(SqlSession sql, String hint) throws Exception {
        sql.tables()
                .createTemporaryView(
                        "orders",
                        sql.tables()
                                .sqlQuery(
                                        "SELECT id, user_iri, PROCTIME() AS proc_time FROM (VALUES (1,"
                                                + " 'http://x/ann'), (2, 'http://x/bob'), (3, 'nobody'))"
                                                + " AS t(id, user_iri)"));
        String join =
                "FROM orders AS o JOIN wk.graph.knows "
                        + hint
                        + " FOR SYSTEM_TIME AS OF o.proc_time AS k ON o.user_iri = k.s";
        assertThat(sql.rows("SELECT o.id, k.o " + join + " AND k.p = 'http://x/knows'"))
                .containsExactly("+I[1, http://x/bob]", "+I[1, http://x/eve]");
        assertThat(sql.rows("SELECT o.id, k.p, k.o " + join.replace("= k.s", "= k.o")))
                .containsExactly("+I[2, http://x/knows, http://x/bob]");
        assertThat(sql.rows("SELECT o.id, k.o " + join.replace(" JOIN", " LEFT JOIN")))
                .contains("+I[2, Bob]", "+I[3, null]")
                .hasSize(5);
        sql.tables().dropTemporaryView("orders");
    }

    @Test
    void aProcedureWritesACheckpoint() throws Exception {
        try (SqlSession sql = new SqlSession().withCatalog()) {
            sql.execute(POST_TABLE);
            String directory = sql.data().resolve("checkpoints/chk-").toAbsolutePath().toString();
            assertThat(sql.rows("CALL wk.sys.checkpoint()"))
                    .singleElement()
                    .asString()
                    .startsWith("+I[1, " + directory + "1, ");
            assertThat(sql.rows("CALL wk.sys.checkpoint()"))
                    .singleElement()
                    .asString()
                    .startsWith("+I[2, " + directory + "2, ");
            assertThat(sql.data().resolve("checkpoints/chk-1")).doesNotExist();
        }
    }

    @Test
    void proceduresRegisterAndLoad() throws Exception {
        try (SqlSession sql = new SqlSession().withCatalog()) {
            sql.execute(POST_TABLE);
            assertThat(sql.rows("CALL wk.sys.register('" + QUERY + "')"))
                    .containsExactly("+I[friend_posts]");
            assertThat(sql.rows("SHOW TABLES IN wk.queries")).containsExactly("+I[friend_posts]");
            assertThat(sql.rows("CALL wk.sys.unregister(name => 'friend_posts')"))
                    .containsExactly("+I[friend_posts]");
            assertThat(sql.rows("SHOW TABLES IN wk.queries")).isEmpty();
            assertThatThrownBy(() -> sql.rows("CALL wk.sys.unregister('friend_posts')"))
                    .hasStackTraceContaining("no such query");
            Path file = Files.createTempFile("triples", ".nt");
            Files.writeString(
                    file,
                    "<http://x/a> <http://x/p> \"1\" .\n<http://x/a> <http://x/p> <http://x/b> .\n");
            assertThat(sql.rows("CALL wk.sys.load('" + file + "', 'loaded')"))
                    .containsExactly("+I[2]");
            assertThat(sql.rows("SELECT o FROM wk.graph.loaded"))
                    .containsExactly("+I[1]", "+I[http://x/b]");
            Files.writeString(
                    file, "<http://x/c> <http://x/p> \"1\" .\n<http://x/a> <http://x/p> .\n");
            assertThatThrownBy(() -> sql.rows("CALL wk.sys.load('" + file + "', 'bad')"))
                    .hasStackTraceContaining("line=2");
            assertThat(sql.rows("SHOW TABLES IN wk.graph"))
                    .containsExactly("+I[STORED]", "+I[loaded]");
            Files.delete(file);
        }
    }
}
