package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.stream.StreamDefinition;

/** DDL in a catalog over a real store; no job runs. */
@Timeout(120)
final class CatalogSqlTest {

    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?a (COUNT(*) AS ?n) FROM STREAM s [RANGE 1s STEP 1s] WHERE {"
                    + " ?a ?p ?o } GROUP BY ?a";
    private static final String STREAM_TABLE =
            "CREATE TABLE wk.db.s WITH ('connector' = 'wukongs', 'stream' = 's')";
    private static final String QUERY_TABLE =
            "CREATE TABLE wk.db.q WITH ('connector' = 'wukongs', 'query' = '" + QUERY + "')";

    private final SqlSession sql = new SqlSession().withCatalog();

    @AfterEach
    void close() {
        sql.close();
    }

    private List<String> queries() {
        return sql.client().status().queries().stream().map(QueryStatus::name).toList();
    }

    private List<String> streams() {
        return sql.client().catalog().streams().stream().map(StreamDefinition::name).toList();
    }

    @Test
    void columnsAreInferred() throws Exception {
        sql.execute(STREAM_TABLE);
        sql.execute(QUERY_TABLE);
        assertThat(sql.rows("DESCRIBE wk.db.s"))
                .containsExactly(
                        "+I[o, STRING, true, null, null, null]",
                        "+I[p, STRING, true, null, null, null]",
                        "+I[s, STRING, true, null, null, null]",
                        "+I[ts, TIMESTAMP_LTZ(3) *ROWTIME*, true, null, null, `ts`]");
        assertThat(sql.rows("DESCRIBE wk.db.q"))
                .containsExactly(
                        "+I[a, STRING, true, null, null, null]",
                        "+I[n, BIGINT, true, null, null, null]",
                        "+I[query, STRING, false, null, METADATA VIRTUAL, null]",
                        "+I[snapshot, BIGINT, false, null, METADATA VIRTUAL, null]",
                        "+I[window_end, TIMESTAMP_LTZ(3) *ROWTIME*, false, null, METADATA VIRTUAL,"
                                + " SOURCE_WATERMARK()]");
    }

    @Test
    void whatIsCreatedIsRegisteredAndWhatIsDroppedIsNot() throws Exception {
        sql.execute(STREAM_TABLE);
        sql.execute(QUERY_TABLE);
        sql.execute(QUERY_TABLE.replace("wk.db.q", "IF NOT EXISTS wk.db.q"));
        sql.execute(QUERY_TABLE.replace("wk.db.q", "wk.db.again"));
        assertThat(streams()).containsExactly("s");
        assertThat(queries()).containsExactly("q");
        assertThatThrownBy(() -> sql.execute("DROP TABLE wk.db.s"))
                .hasStackTraceContaining("queries read the stream");
        sql.execute("DROP TABLE wk.db.q");
        assertThat(queries()).as("another table shows it").containsExactly("q");
        sql.execute("DROP TABLE wk.db.again");
        sql.execute("DROP TABLE IF EXISTS wk.db.again");
        sql.execute("DROP TABLE wk.db.s");
        assertThat(queries()).isEmpty();
        assertThat(streams()).isEmpty();
    }

    @Test
    void anotherSessionSeesTheTables() throws Exception {
        sql.execute("CREATE DATABASE wk.other");
        sql.execute(
                "CREATE TABLE wk.db.s (s STRING, p STRING, o BIGINT, ts TIMESTAMP(3), WATERMARK FOR"
                        + " ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'wukongs', 'stream' ="
                        + " 's')");
        sql.execute(
                "CREATE CATALOG wk2 WITH ('type' = 'wukongs', 'store' = 'localhost:7878')"
                        .replace("localhost:7878", sql.address()));
        assertThat(sql.rows("SHOW DATABASES IN wk2"))
                .containsExactly(
                        "+I[db]",
                        "+I[default]",
                        "+I[graph]",
                        "+I[other]",
                        "+I[queries]",
                        "+I[streams]",
                        "+I[sys]");
        assertThat(sql.rows("SHOW TABLES IN wk2.db")).containsExactly("+I[s]");
        assertThat(sql.rows("DESCRIBE wk2.db.s"))
                .contains(
                        "+I[o, BIGINT, true, null, null, null]",
                        "+I[ts, TIMESTAMP(3) *ROWTIME*, true, null, null, `ts` - INTERVAL '1'"
                                + " SECOND]");
        assertThat(sql.rows("SHOW PROCEDURES IN wk.sys"))
                .containsExactly("+I[checkpoint]", "+I[load]", "+I[register]", "+I[unregister]");
        sql.execute("ALTER TABLE wk.db.s RENAME TO t");
        assertThat(sql.rows("SHOW TABLES IN wk2.db")).containsExactly("+I[t]");
        sql.execute("DROP DATABASE wk2.other");
        sql.execute("DROP DATABASE wk2.db CASCADE");
        assertThat(streams()).isEmpty();
    }

    @Test
    void whatOthersRegisteredIsShown() throws Exception {
        sql.client()
                .registerStream(
                        new StreamDefinition(
                                "http://x/s", 50, "g", java.util.Set.of("http://x/at")));
        sql.client()
                .registerQuery(
                        "REGISTER QUERY k AS ASK FROM <http://x/s> [RANGE 1s STEP 1s] { ?s ?p ?o }");
        assertThat(sql.rows("SHOW TABLES IN wk.streams")).containsExactly("+I[http://x/s]");
        assertThat(sql.rows("SHOW TABLES IN wk.graph")).containsExactly("+I[STORED]", "+I[g]");
        assertThat(sql.rows("SHOW CREATE TABLE wk.streams.`http://x/s`").get(0))
                .contains("'batch.interval' = '50 ms'", "'timing.predicates' = 'http://x/at'");
        assertThat(sql.rows("DESCRIBE wk.queries.k"))
                .contains("+I[answer, BOOLEAN, true, null, null, null]");
        sql.execute("DROP TABLE wk.queries.k");
        sql.execute("DROP TABLE wk.streams.`http://x/s`");
        assertThat(streams()).isEmpty();
    }

    @Test
    void errorsSayWhatToDo() {
        assertRefused(
                "CREATE TABLE wk.db.x WITH ('connector' = 'wukongs', 'sream' = 's')",
                "Unsupported option 'sream'",
                "timing.predicates");
        assertRefused("CREATE TABLE wk.db.x WITH ('connector' = 'kafka')", "only, not of 'kafka'");
        assertRefused(
                "CREATE TABLE wk.db.x WITH ('connector' = 'wukongs')",
                "exactly one of these options");
        assertRefused(
                "CREATE TABLE wk.db.x WITH ('connector' = 'wukongs', 'stream' = 's', 'store' = 'a:1')",
                "Option 'store' is the catalog's");
        assertRefused(
                "CREATE TABLE wk.graph.x WITH ('connector' = 'wukongs', 'graph' = 'g')",
                "create the table in another database");
        assertRefused(QUERY_TABLE.replace("?a }", "?a "), "line 1, column");
        assertRefused(QUERY_TABLE, "unknown stream", "line 1, column");
        assertRefused("DROP TABLE wk.graph.STORED", "A stored graph cannot be dropped");
        assertRefused("DROP DATABASE wk.streams", "cannot be dropped");
        assertRefused("ALTER DATABASE wk.graph SET ('a' = 'b')", "does not support ALTER DATABASE");
        assertRefused("CREATE VIEW wk.db.v AS SELECT 1", "no views");
        assertRefused("CREATE CATALOG c WITH ('type' = 'wukongs')", "store");
        assertRefused(
                "CREATE CATALOG c WITH ('type' = 'wukongs', 'stoer' = 'x:1', 'store' = 'x:1')",
                "stoer",
                "default-database");
        assertRefused(
                "CREATE CATALOG c WITH ('type' = 'wukongs', 'store' = '127.0.0.1:1')",
                "no store answers: address=127.0.0.1:1");
    }

    private void assertRefused(String statement, String... messages) {
        var failure = assertThatThrownBy(() -> sql.execute(statement)).as(statement);
        for (String message : messages) {
            failure.hasStackTraceContaining(message);
        }
    }
}
