package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What reads a rowtime reads that of inferred columns: window functions, OVER, joins. */
@Timeout(180)
final class ResultTimeTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    /** Windows go to one reader, so each statement has a query of its own. */
    private static void query(SqlSession sql, String name) {
        sql.execute(
                "CREATE TABLE wk.db."
                        + name
                        + " WITH ('connector' = 'wukongs', 'scan.bounded.by-streams' = 'true', 'query'"
                        + " = 'REGISTER QUERY "
                        + name
                        + " AS SELECT ?a (COUNT(*) AS ?n) FROM STREAM <http://x/s> [RANGE 1s STEP 1s]"
                        + " WHERE { ?a ?p ?o } GROUP BY ?a')");
    }

    private static String windows(String function, String table, String intervals) {
        return "SELECT '"
                + table
                + "', CONCAT_WS(' ', CAST(window_start AS STRING), CAST(SUM(n) AS STRING)) FROM "
                + function
                + "(TABLE wk.db."
                + table
                + ", DESCRIPTOR(result_time), "
                + intervals
                + ") GROUP BY window_start, window_end";
    }

    /** Together, as one job is planned sooner than six. */
    @Test
    void windowFunctionsOverAndJoins() throws Exception {
        try (SqlSession sql = new SqlSession().withCatalog()) {
            sql.tables().getConfig().set("parallelism.default", "1");
            sql.execute(
                    "CREATE TABLE wk.db.s WITH ('connector' = 'wukongs', 'stream' = 'http://x/s')");
            for (String name : List.of("tumble", "hop", "cumulate", "o", "i1", "i2", "t1", "t2")) {
                query(sql, name);
            }
            sql.triples(
                    "posts",
                    "1010 http://x/a http://x/p 1",
                    "1020 http://x/a http://x/p 2",
                    "2010 http://x/a http://x/p 3",
                    "3010 http://x/b http://x/p 4");
            sql.insert("INSERT INTO wk.db.s SELECT s, p, o, ts FROM posts");
            sql.execute(
                    "CREATE TEMPORARY VIEW newest AS SELECT a, n, result_time FROM (SELECT *,"
                            + " ROW_NUMBER() OVER (PARTITION BY a ORDER BY result_time DESC) AS r FROM"
                            + " wk.db.t2) WHERE r = 1");
            List<String> statements =
                    List.of(
                            windows("TUMBLE", "tumble", "INTERVAL '2' SECOND"),
                            windows("HOP", "hop", "INTERVAL '1' SECOND, INTERVAL '2' SECOND"),
                            windows(
                                    "CUMULATE",
                                    "cumulate",
                                    "INTERVAL '1' SECOND, INTERVAL '2' SECOND"),
                            "SELECT 'over', CAST(SUM(n) OVER (PARTITION BY a ORDER BY result_time RANGE"
                                    + " BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW) AS"
                                    + " STRING) FROM wk.db.o",
                            "SELECT 'interval', CONCAT_WS(' ', x.a, CAST(x.n AS STRING), CAST(y.n AS"
                                    + " STRING)) FROM wk.db.i1 AS x, wk.db.i2 AS y WHERE x.a = y.a AND"
                                    + " x.result_time BETWEEN y.result_time - INTERVAL '1' SECOND AND"
                                    + " y.result_time",
                            "SELECT 'temporal', CONCAT_WS(' ', x.a, CAST(x.n AS STRING), CAST(y.n AS"
                                    + " STRING)) FROM wk.db.t1 AS x JOIN newest FOR SYSTEM_TIME AS OF"
                                    + " x.result_time AS y ON x.a = y.a");
            assertThat(sql.rows(String.join(" UNION ALL ", statements)))
                    .containsExactly(
                            "+I[cumulate, 1970-01-01 00:00:02.000 2]",
                            "+I[cumulate, 1970-01-01 00:00:02.000 3]",
                            "+I[cumulate, 1970-01-01 00:00:04.000 1]",
                            "+I[cumulate, 1970-01-01 00:00:04.000 1]",
                            "+I[hop, 1970-01-01 00:00:01.000 2]",
                            "+I[hop, 1970-01-01 00:00:02.000 3]",
                            "+I[hop, 1970-01-01 00:00:03.000 2]",
                            "+I[hop, 1970-01-01 00:00:04.000 1]",
                            "+I[interval, http://x/a 1 1]",
                            "+I[interval, http://x/a 2 1]",
                            "+I[interval, http://x/a 2 2]",
                            "+I[interval, http://x/b 1 1]",
                            "+I[over, 1]",
                            "+I[over, 2]",
                            "+I[over, 3]",
                            "+I[temporal, http://x/a 1 1]",
                            "+I[temporal, http://x/a 2 2]",
                            "+I[temporal, http://x/b 1 1]",
                            "+I[tumble, 1970-01-01 00:00:02.000 3]",
                            "+I[tumble, 1970-01-01 00:00:04.000 1]");
        }
    }
}
