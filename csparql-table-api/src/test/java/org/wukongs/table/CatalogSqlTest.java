package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;

/** DDL in a catalog over a real store; no job runs. */
@Timeout(120)
final class CatalogSqlTest {

    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?a (COUNT(*) AS ?n) FROM STREAM s [RANGE 1s STEP 1s] WHERE"
                    + " { ?a ?p ?o } GROUP BY ?a";
    private static final String STREAM_TABLE =
            "CREATE TABLE wk.db.s WITH ('connector' = 'wukongs', 'stream' = 's')";
    private static final String QUERY_TABLE =
            "CREATE TABLE wk.db.q WITH ('connector' = 'wukongs', 'query' = '" + QUERY + "')";

    private SqlSession sql = new SqlSession().withCatalog();

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
                        "+I[query_name, STRING, false, null, METADATA FROM 'query' VIRTUAL, null]",
                        "+I[result_snapshot, BIGINT, false, null, METADATA FROM 'snapshot'"
                                + " VIRTUAL, null]",
                        "+I[result_time, TIMESTAMP_LTZ(3) *ROWTIME*, false, null, METADATA FROM"
                                + " 'window_end' VIRTUAL, SOURCE_WATERMARK()]");
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
                        "REGISTER QUERY k AS ASK FROM <http://x/s> [RANGE 1s STEP 1s] { ?s ?p ?o"
                                + " }");
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
    void aTableWithARetentionRegistersIt() throws Exception {
        String text = "60s,<http://x/knows>=7d";
        sql.execute(STREAM_TABLE.replace("WITH (", "WITH ('retention' = '" + text + "', "));
        assertThat(sql.client().catalog().streams())
                .singleElement()
                .satisfies(s -> assertThat(s.retention()).isEqualTo(Retention.parse(text)));
        assertThat(sql.rows("SHOW CREATE TABLE wk.streams.s").get(0))
                .contains("'retention' = '1m,<http://x/knows>=7d'");
        assertRefused(
                STREAM_TABLE
                        .replace("wk.db.s", "wk.db.t")
                        .replace("WITH (", "WITH ('retention' = '60', "),
                "a retention is forever or a duration");
        assertRefused(
                "ALTER TABLE wk.db.s SET ('retention' = '1h')",
                "'retention'",
                "part of what is registered");
    }

    @Test
    void aCatalogSaysHowItsTablesConnect() throws Exception {
        sql.execute(STREAM_TABLE);
        sql.execute(
                "CREATE CATALOG wk2 WITH ('type' = 'wukongs', 'transport' = 'tcp', 'store' = '"
                        + sql.address()
                        + "')");
        assertThat(sql.rows("SHOW CREATE TABLE wk2.db.s").get(0)).contains("'transport' = 'tcp'");
        assertThat(sql.rows("SHOW CREATE TABLE wk.db.s").get(0)).doesNotContain("transport");
        sql.execute(
                STREAM_TABLE
                        .replace("wk.db.s", "wk2.db.t")
                        .replace("WITH (", "WITH ('transport' = 'tcp', "));
        assertThat(sql.rows("SHOW CREATE TABLE wk.db.t").get(0)).doesNotContain("transport");
        assertRefused(
                STREAM_TABLE.replace("WITH (", "WITH ('transport' = 'shm', ").replace(".s ", ".u "),
                "Option 'transport' is set by the catalog");
        assertRefused(
                "CREATE CATALOG wk3 WITH ('type' = 'wukongs', 'tls.enabled' = 'true', 'transport' ="
                        + " 'shm', 'store' = 'x:1')",
                "'transport' = 'shm' and TLS exclude each other");
    }

    @Test
    void errorsSayWhatToDo() {
        assertRefused(
                "CREATE TABLE wk.db.x WITH ('connector' = 'wukongs', 'sream' = 's')",
                "Unsupported options:\n\nsream",
                "timing.predicates");
        assertRefused("CREATE TABLE wk.db.x WITH ('connector' = 'kafka')", "only, not of 'kafka'");
        assertRefused(
                "CREATE TABLE wk.db.x WITH ('connector' = 'wukongs')",
                "exactly one of these options",
                "scan.fetch-wait");
        assertRefused(
                "CREATE TABLE wk.db.x WITH ('connector' = 'wukongs', 'stream' = 's', 'store' ="
                        + " 'a:1')",
                "Option 'store' is set by the catalog");
        assertRefused(
                "CREATE TABLE wk.graph.x WITH ('connector' = 'wukongs', 'graph' = 'g')",
                "create the table in another database");
        assertRefused(QUERY_TABLE.replace("?a }", "?a "), "line 1, column");
        assertRefused(QUERY_TABLE, "unknown stream", "line 1, column");
        assertRefused("DROP TABLE wk.graph.STORED", "A stored graph cannot be dropped");
        assertRefused("DROP DATABASE wk.streams", "cannot be dropped");
        assertRefused("ALTER DATABASE wk.graph SET ('a' = 'b')", "does not support ALTER DATABASE");
        assertRefused("CREATE CATALOG c WITH ('type' = 'wukongs')", "store");
        assertRefused(
                "CREATE CATALOG c WITH ('type' = 'wukongs', 'stoer' = 'x:1', 'store' = 'x:1')",
                "stoer",
                "default-database");
        assertRefused(
                "CREATE CATALOG c WITH ('type' = 'wukongs', 'store' = '127.0.0.1:1')",
                "no store answers: address=127.0.0.1:1");
    }

    @Test
    void whatAQueryDoesNotHaveIsRefusedAtOnce() throws Exception {
        sql.execute(STREAM_TABLE);
        String declared =
                "CREATE TABLE wk.db.q (%s) WITH ('connector' = 'wukongs'%s, 'query' = '%s')";
        assertRefused(
                String.format(declared, "b STRING", "", QUERY),
                "no variable for column 'b'",
                "a STRING, n BIGINT");
        assertRefused(
                String.format(declared, "n ARRAY<INT>", "", QUERY),
                "Column 'n' has type ARRAY<INT>",
                "Use STRING, BOOLEAN");
        String time =
                QUERY.replace(
                        "(COUNT(*) AS ?n)",
                        "(<http://www.w3.org/2001/XMLSchema#dateTime>(MAX(?o)) AS ?n)");
        assertRefused(
                String.format(declared, "n BOOLEAN", "", time),
                "no value of the variable can be cast",
                "TIMESTAMP_LTZ(3)");
        assertRefused(
                String.format(declared, "a STRING, t TIMESTAMP_LTZ(3) METADATA", "", QUERY),
                "Column 't': there is no metadata 't'",
                "window_end TIMESTAMP_LTZ(3) NOT NULL, snapshot BIGINT");
        assertRefused(
                String.format(declared, "a STRING, t BOOLEAN METADATA FROM 'snapshot'", "", QUERY),
                "Column 't' has type BOOLEAN");
        assertRefused(
                String.format(declared, "a STRING", ", 'scan.fetch-wait' = 'soon'", QUERY),
                "scan.fetch-wait");
        assertRefused(
                String.format(declared, "a STRING", ", 'scan.windows-max' = '0'", QUERY),
                "WindowsMax");
        assertRefused(
                String.format(declared, "a STRING", ", 'batch.interval' = '1 s'", QUERY),
                "Option 'batch.interval' has no meaning for a table with 'query'",
                "scan.windows-max");
        assertRefused(
                "CREATE TABLE wk.db.g (s STRING, x STRING) WITH ('connector' = 'wukongs', 'graph' ="
                        + " 'g')",
                "s STRING, p STRING and o");
        assertRefused(
                "CREATE TABLE wk.db.g (s STRING, t BIGINT METADATA FROM 'snapshot') WITH"
                        + " ('connector' = 'wukongs', 'graph' = 'g')",
                "only tables with the option 'query' have");
        assertRefused(
                "CREATE TABLE wk.db.g WITH ('connector' = 'wukongs', 'graph' = 'g', 'lookup.cache'"
                        + " = 'FULL')",
                "NONE or PARTIAL");
        assertRefused(
                "CREATE TABLE wk.db.t (s STRING, p STRING, o STRING, ts BIGINT) WITH ('connector' ="
                        + " 'wukongs', 'stream' = 't')",
                "A stream of the store must have the columns");
        assertRefused(STREAM_TABLE.replace("'s')", "'t', 'sink.buffer.max-rows' = '0')"), "1");
        assertThat(queries()).as("nothing is registered by what is refused").isEmpty();
        assertThat(streams()).containsExactly("s");
        sql.execute(
                String.format(
                        declared,
                        "n DOUBLE, a VARCHAR(9), w TIMESTAMP(3) METADATA FROM 'window_end'",
                        "",
                        QUERY));
        assertThat(queries()).containsExactly("q");
    }

    /** Line and column in the literal as written: its first character is at line 1, column 1. */
    @Test
    void placesAreThoseInTheLiteral() throws Exception {
        sql.execute(STREAM_TABLE);
        assertPlace(
                "REGISTER QUERY q AS SELECT ?a FROM STREAM s [RANGE 1s STEP 1s]\n"
                        + "WHERE { ?a ?p \"it''s\" FILTER(?p != ''x'') } ¶garbage",
                "unexpected 'garbage'");
        assertPlace(
                "REGISTER QUERY q AS SELECT ?a FROM STREAM s [RANGE 1s STEP 1s] WHERE { ?a ?p ''x'' ¶%",
                "unexpected character '%'");
        assertPlace(
                "PREFIX : <http://x/>\r\nREGISTER QUERY q AS SELECT ?a (''x'' AS ?x)\r\n"
                        + " FROM STREAM ¶nowhere [RANGE 1s STEP 1s] WHERE { ?a ?p ''x'' }",
                "unknown stream");
        assertPlace(
                "REGISTER QUERY q AS SELECT (''é'' AS ?x) (''😀'' AS ?y) ¶garbage WHERE { ?a ?p ''x'' }",
                "unexpected 'garbage'");
    }

    private void assertPlace(String literal, String message) {
        String[] before = literal.substring(0, literal.indexOf('¶')).split("\r?\n", -1);
        String last = before[before.length - 1];
        assertRefused(
                "CREATE TABLE wk.db.q WITH ('connector' = 'wukongs', 'query' = '"
                        + literal.replace("¶", "")
                        + "')",
                message,
                String.format(
                        "(line %d, column %d)",
                        before.length, last.codePointCount(0, last.length()) + 1));
    }

    @Test
    void aVariableKeepsItsName() throws Exception {
        sql.execute(STREAM_TABLE);
        sql.execute(
                QUERY_TABLE
                        .replace("?a (", "?a ?result_time ?result_time0 ?query (")
                        .replace("GROUP BY ?a", "GROUP BY ?a ?result_time ?result_time0 ?query"));
        assertThat(sql.rows("DESCRIBE wk.db.q"))
                .contains(
                        "+I[result_time, STRING, true, null, null, null]",
                        "+I[query, STRING, true, null, null, null]",
                        "+I[query_name, STRING, false, null, METADATA FROM 'query' VIRTUAL, null]",
                        "+I[result_time1, TIMESTAMP_LTZ(3) *ROWTIME*, false, null, METADATA FROM"
                                + " 'window_end' VIRTUAL, SOURCE_WATERMARK()]");
    }

    @Test
    void optionsAreAltered() throws Exception {
        sql.execute(STREAM_TABLE.replace(" WITH", " COMMENT 'what is said' WITH"));
        sql.execute(QUERY_TABLE);
        sql.execute(
                "CREATE TABLE wk.db.typed (n INT COMMENT 'how many', w TIMESTAMP(3) METADATA FROM"
                        + " 'window_end') COMMENT 'it''s typed' WITH ('connector' = 'wukongs', 'query'"
                        + " = '"
                        + QUERY
                        + "')");
        sql.execute("ALTER TABLE wk.db.q SET ('scan.windows-max' = '7', 'cast-failure' = 'null')");
        sql.execute("ALTER TABLE wk.db.typed SET ('term.format' = 'n-triples')");
        assertThat(sql.rows("SHOW CREATE TABLE wk.db.q").get(0))
                .contains("'scan.windows-max' = '7'", "'cast-failure' = 'null'", "result_time");
        assertThat(sql.rows("SHOW CREATE TABLE wk.db.typed").get(0))
                .contains("COMMENT 'it''s typed'", "n-triples", "COMMENT 'how many'");
        assertThat(sql.rows("DESCRIBE wk.db.typed").get(0)).contains("how many");
        assertThat(sql.rows("SHOW CREATE TABLE wk.db.s").get(0)).contains("what is said");
        sql.execute("ALTER TABLE wk.db.q RESET ('scan.windows-max', 'scan.fetch-wait')");
        assertThat(sql.rows("SHOW CREATE TABLE wk.db.q").get(0))
                .doesNotContain("scan.windows-max")
                .contains("'cast-failure' = 'null'");
        assertThat(sql.rows("DESCRIBE wk.db.q")).hasSize(5);
        assertRefused(
                "ALTER TABLE wk.db.q SET ('query' = 'x')",
                "Option 'query' cannot be altered",
                "scan.fetch-wait");
        assertRefused("ALTER TABLE wk.db.s SET ('batch.interval' = '1 s')", "Drop the table");
        assertRefused("ALTER TABLE wk.db.s SET ('scan.windows-max' = '1')", "sink.idle-timeout");
        assertRefused("ALTER TABLE wk.db.s SET ('store' = 'elsewhere:1')", "'store' cannot");
        assertRefused("ALTER TABLE wk.db.q RESET ('query')", "'query' cannot be altered");
        assertRefused("ALTER TABLE wk.db.q SET ('scan.fetch-wait' = 'x')", "scan.fetch-wait");
        assertRefused("ALTER TABLE wk.db.typed ADD (m INT)", "AddColumn", "drop the table");
        assertRefused(
                "ALTER TABLE wk.streams.s SET ('term.format' = 'plain')", "cannot be altered");
        String statement = sql.rows("SHOW CREATE TABLE wk.db.typed").get(0);
        sql.execute("DROP TABLE wk.db.typed");
        sql.execute(statement.substring("+I[".length(), statement.length() - 1));
        assertThat(sql.rows("SHOW CREATE TABLE wk.db.typed").get(0)).isEqualTo(statement);
    }

    @Test
    void viewsAndTablesAreThereAfterARestart() throws Exception {
        sql.execute(STREAM_TABLE);
        sql.execute(QUERY_TABLE);
        sql.execute(
                "CREATE VIEW wk.db.v (who, how_many, since) COMMENT 'who''s there' AS SELECT a, n,"
                        + " result_time FROM wk.db.q WHERE n > 1");
        assertThat(sql.rows("SHOW VIEWS IN wk.db")).containsExactly("+I[v]");
        assertThat(sql.rows("SHOW TABLES IN wk.db")).containsExactly("+I[q]", "+I[s]", "+I[v]");
        sql.execute("ALTER VIEW wk.db.v RENAME TO w");
        sql.execute("CREATE VIEW wk.db.copy AS SELECT who FROM wk.db.w");
        assertRefused("ALTER VIEW wk.db.w RENAME TO copy", "copy");
        sql.execute("ALTER VIEW wk.db.copy AS SELECT how_many FROM wk.db.w");
        String shown = sql.rows("SHOW CREATE VIEW wk.db.w").get(0);
        assertThat(shown).contains("who''s there", "who", "result_time");
        assertThat(sql.rows("DESCRIBE wk.db.w"))
                .containsExactly(
                        "+I[how_many, BIGINT, true, null, null, null]",
                        "+I[since, TIMESTAMP_LTZ(3) *ROWTIME*, false, null, null, null]",
                        "+I[who, STRING, true, null, null, null]");
        sql.execute("ALTER TABLE wk.db.q SET ('scan.windows-max' = '7')");
        List<String> tables = sql.rows("SHOW TABLES IN wk.db");
        sql.rows("CALL wk.sys.checkpoint()");
        sql = sql.restarted().withCatalog();
        assertThat(sql.rows("SHOW TABLES IN wk.db")).isEqualTo(tables);
        assertThat(sql.rows("SHOW CREATE VIEW wk.db.w").get(0)).isEqualTo(shown);
        assertThat(sql.rows("DESCRIBE wk.db.copy"))
                .containsExactly("+I[how_many, BIGINT, true, null, null, null]");
        assertThat(sql.rows("SHOW CREATE TABLE wk.db.q").get(0)).contains("'7'");
        assertThat(sql.tables().explainSql("SELECT * FROM wk.db.copy")).contains("wk, db, q");
        assertRefused("CREATE VIEW wk.streams.v AS SELECT 1", "shows what the store has");
        sql.execute("DROP VIEW wk.db.copy");
        sql.execute("DROP VIEW wk.db.w");
        assertThat(sql.rows("SHOW VIEWS IN wk.db")).isEmpty();
        assertThat(queries()).containsExactly("q");
        sql.execute("DROP DATABASE wk.db CASCADE");
        assertThat(queries()).isEmpty();
    }

    @Test
    void aWindowTableFunctionReadsAView() throws Exception {
        sql.execute(STREAM_TABLE);
        sql.execute(QUERY_TABLE);
        sql.execute("CREATE VIEW wk.db.v AS SELECT a, n, result_time FROM wk.db.q");
        assertThat(
                        sql.tables()
                                .explainSql(
                                        "SELECT window_start, SUM(n) FROM TUMBLE(TABLE wk.db.v,"
                                                + " DESCRIPTOR(result_time), INTERVAL '1' SECOND)"
                                                + " GROUP BY window_start, window_end"))
                .contains("GlobalWindowAggregate");
    }

    @Test
    void entriesOfOtherVersions() throws Exception {
        sql.execute(STREAM_TABLE);
        CatalogEntry first =
                new CatalogEntry(
                        "table/older/q",
                        Map.of("query", QUERY, "comment", "how it was", "scan.windows-max", "9"));
        CatalogEntry declared =
                new CatalogEntry(
                        "table/older/typed",
                        Map.of(
                                "query", QUERY,
                                "schema.0.name", "n",
                                "schema.0.data-type", "INT"));
        CatalogEntry newer =
                new CatalogEntry("table/older/x", Map.of("query", QUERY, "entry.version", "3"));
        for (CatalogEntry entry : List.of(first, declared, newer)) {
            assertThat(sql.client().catalog().putEntry(entry)).isTrue();
        }
        sql.execute("CREATE DATABASE wk.older");
        assertThat(sql.rows("DESCRIBE wk.older.q")).hasSize(5).asString().contains("result_time");
        assertThat(sql.rows("SHOW CREATE TABLE wk.older.q").get(0)).contains("how it was");
        assertThat(sql.rows("DESCRIBE wk.older.typed"))
                .containsExactly("+I[n, INT, true, null, null, null]");
        sql.execute("ALTER TABLE wk.older.q SET ('scan.windows-max' = '8')");
        assertThat(sql.client().catalog().entries("table/older/q").get(0).properties())
                .containsEntry("entry.version", "2")
                .containsEntry("scan.windows-max", "8")
                .containsEntry("comment", "how it was");
        assertRefused("DESCRIBE wk.older.x", "Table older.x has been created by a newer version");
    }

    private void assertRefused(String statement, String... messages) {
        var failure = assertThatThrownBy(() -> sql.execute(statement)).as(statement);
        for (String message : messages) {
            failure.hasStackTraceContaining(message);
        }
    }
}
