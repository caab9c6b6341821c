package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;

/** Wrong tables outside our catalog are refused at planning, with what would be right. */
final class TableOptionsTest {

    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?a ?b FROM s [RANGE 1s STEP 1s] { ?a ?p ?b }";
    private static final String TRIPLES = "(s STRING, p STRING, o STRING, ts TIMESTAMP(3))";

    private final TableEnvironment tables =
            TableEnvironment.create(EnvironmentSettings.inStreamingMode());

    private void assertReadRefused(String columns, String options, String... messages) {
        assertRefused(columns, options, "SELECT * FROM t", messages);
    }

    private void assertRefused(
            String columns, String options, String statement, String... messages) {
        tables.executeSql("DROP TEMPORARY TABLE IF EXISTS t");
        tables.executeSql(
                "CREATE TEMPORARY TABLE t "
                        + columns
                        + " WITH ('connector' = 'wukongs'"
                        + options
                        + ")");
        var failure = assertThatThrownBy(() -> tables.explainSql(statement)).as(options);
        for (String message : messages) {
            failure.hasStackTraceContaining(message);
        }
    }

    @Test
    void optionsThatAreMissingOrMisspelt() {
        assertReadRefused("(a STRING)", ", 'query' = '" + QUERY + "'", "store");
        assertReadRefused(
                "(a STRING)",
                ", 'store' = 'x:1', 'qurey' = 'x'",
                "qurey",
                "Supported options:",
                "scan.fetch-wait");
        assertReadRefused("(a STRING)", ", 'store' = 'x:1'", "exactly one of these options");
        assertReadRefused(
                "(a STRING)",
                ", 'store' = 'x:1', 'stream' = 's', 'query' = '" + QUERY + "'",
                "exactly one of these options");
        assertReadRefused(
                "(a STRING)",
                ", 'store' = 'x:1', 'batch.interval' = '1 s', 'query' = '" + QUERY + "'",
                "Option 'batch.interval' has no meaning for a table with 'query'",
                "scan.windows-max");
        assertReadRefused(
                "(s STRING)",
                ", 'store' = 'x:1', 'graph' = 'g', 'term.format' = 'turtle'",
                "term.format");
    }

    @Test
    void connectionsThatCannotBe() {
        String graph = ", 'store' = 'x:1', 'graph' = 'g'";
        assertReadRefused("(s STRING)", graph + ", 'transport' = 'udp'", "transport");
        for (String tls : new String[] {"'tls.enabled' = 'true'", "'tls.ca' = '/ca.pem'"}) {
            assertReadRefused(
                    "(s STRING)",
                    graph + ", 'transport' = 'shm', " + tls,
                    "'transport' = 'shm' and TLS exclude each other");
        }
        assertReadRefused(
                "(s STRING)",
                graph + ", 'tls.key' = '/key.pem'",
                "'tls.certificate' and 'tls.key' belong together");
        assertRefused(
                TRIPLES,
                ", 'store' = 'x:1', 'stream' = 's', 'transport' = 'shm', 'tls.enabled' = 'true'",
                "INSERT INTO t VALUES ('s', 'p', 'o', TIMESTAMP '2026-01-01 00:00:00')",
                "'transport' = 'shm' and TLS exclude each other");
    }

    @Test
    void changelogsOfGraphs() {
        assertReadRefused(
                "(s STRING)",
                ", 'store' = 'x:1', 'graph' = 'g', 'scan.mode' = 'log'",
                "scan.mode",
                "changelog");
        assertReadRefused(
                "(s STRING)",
                ", 'store' = 'x:1', 'graph' = 'g', 'scan.fetch-wait' = '1 s'",
                "'scan.mode' = 'changelog' only");
        assertReadRefused(
                "(s STRING, x STRING)",
                ", 'store' = 'x:1', 'graph' = 'g', 'scan.mode' = 'changelog'",
                "columns s STRING");
        assertReadRefused(
                "(a STRING)",
                ", 'store' = 'x:1', 'scan.mode' = 'changelog', 'query' = '" + QUERY + "'",
                "Option 'scan.mode' has no meaning for a table with 'query'");
    }

    @Test
    void columnsThatAreNotThere() {
        assertReadRefused(
                "(c STRING)",
                ", 'store' = 'x:1', 'query' = '" + QUERY + "'",
                "no variable for column 'c'",
                "a STRING, b STRING");
        assertReadRefused(
                "(a BYTES)", ", 'store' = 'x:1', 'query' = '" + QUERY + "'", "Column 'a' has type");
        assertReadRefused(
                "(s STRING, x STRING)", ", 'store' = 'x:1', 'graph' = 'g'", "columns s STRING");
        assertReadRefused(
                "(m BIGINT METADATA FROM 'snapshot')",
                ", 'store' = 'x:1', 'query' = '" + QUERY + "'",
                "needs a catalog of type 'wukongs'");
    }

    @Test
    void theOtherDirection() {
        assertReadRefused(TRIPLES, ", 'store' = 'x:1', 'stream' = 's'", "can be written, not read");
        assertRefused(
                "(a STRING)",
                ", 'store' = 'x:1', 'query' = '" + QUERY + "'",
                "INSERT INTO t VALUES ('a')",
                "can be read, not written");
    }

    @Test
    void columnsOfAStream() {
        for (String columns :
                new String[] {
                    "(s STRING, p STRING, ts TIMESTAMP(3))",
                    "(s STRING, p STRING, o STRING)",
                    "(s STRING, p STRING, o STRING, ts TIMESTAMP(3), ts2 TIMESTAMP(3))",
                    "(s STRING, p STRING, o STRING, ts BIGINT)"
                }) {
            assertRefused(
                    columns,
                    ", 'store' = 'x:1', 'stream' = 's'",
                    "INSERT INTO t SELECT " + nulls(columns),
                    "A stream of the store must have the columns");
        }
        assertRefused(
                "(s BIGINT, p STRING, o STRING, ts TIMESTAMP(3))",
                ", 'store' = 'x:1', 'stream' = 's'",
                "INSERT INTO t SELECT 1, 'p', 'o', CAST(NULL AS TIMESTAMP(3))",
                "Column 's' of a stream holds IRIs");
    }

    private static String nulls(String columns) {
        return columns.substring(1, columns.length() - 1)
                .replaceAll("\\w+ (STRING|BIGINT|TIMESTAMP\\(3\\))", "CAST(NULL AS $1)");
    }
}
