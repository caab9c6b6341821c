package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;

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
            assertThat(sql.rows("SELECT window_end, friend, post FROM wk.lsbench.friend_posts"))
                    .containsExactly(
                            "+I[1970-01-01T00:00:01.100Z, http://x/bob, http://x/p1]",
                            "+I[1970-01-01T00:00:01.200Z, http://x/bob, http://x/p1]",
                            "+I[1970-01-01T00:00:01.300Z, http://x/bob, p2]");
        }
    }
}
