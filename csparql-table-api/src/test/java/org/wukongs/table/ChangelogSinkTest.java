package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that are updated and deleted, into streams and graphs. */
@Timeout(180)
final class ChangelogSinkTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final String KNOWS = "http://x/knows";
    private static final String ANN = "http://x/ann";
    private static final String BOB = "http://x/bob";
    private static final String EVE = "http://x/eve";

    private final SqlSession sql = new SqlSession();

    @AfterEach
    void close() {
        sql.close();
    }

    private ChangelogTable triples() {
        return new ChangelogTable(sql);
    }

    private void view(ChangelogTable rows, ChangelogMode mode, String... key) {
        Schema.Builder schema =
                Schema.newBuilder()
                        .column("s", key.length > 0 ? "STRING NOT NULL" : "STRING")
                        .column("p", key.length > 0 ? "STRING NOT NULL" : "STRING")
                        .column("o", "STRING");
        if (key.length > 0) {
            schema.primaryKey(key);
        }
        rows.as(
                "changes",
                schema.build(),
                mode,
                new String[] {"s", "p", "o"},
                Types.STRING,
                Types.STRING,
                Types.STRING);
    }

    private List<String> graph(String name) throws Exception {
        return sql.rows("SELECT s, o FROM wk.graph.`" + name + "`");
    }

    private void people() {
        sql.withCatalog();
        sql.execute("CREATE TABLE wk.db.people WITH ('connector' = 'wukongs', 'graph' = 'people')");
    }

    @Test
    void aGraphTakesInsertedRows() throws Exception {
        people();
        sql.insert(
                "INSERT INTO wk.db.people VALUES ('" + ANN + "', '" + KNOWS + "', '" + BOB + "')");
        assertThat(graph("people")).containsExactly("+I[" + ANN + ", " + BOB + "]");
        sql.insert(
                "INSERT INTO wk.graph.people VALUES ('"
                        + BOB
                        + "', '"
                        + KNOWS
                        + "', '"
                        + ANN
                        + "')");
        assertThat(graph("people")).hasSize(2);
        sql.insert("INSERT INTO wk.graph.STORED SELECT s, p, o FROM wk.graph.people");
        assertThat(graph("STORED")).hasSize(2);
        assertThat(sql.rows("SHOW TABLES IN wk.streams"))
                .containsExactly("+I[STORED#changes]", "+I[people#changes]");
    }

    @Test
    void aContinuousQueryReadsTheChangesOfAGraph() throws Exception {
        people();
        String insert = "INSERT INTO wk.db.people VALUES ('" + ANN + "', '" + KNOWS + "', '%s')";
        sql.insert(insert.formatted(BOB));
        sql.execute(
                "CREATE TABLE wk.db.seen WITH ('connector' = 'wukongs', 'scan.bounded.by-streams' ="
                        + " 'true', 'query' = 'REGISTER QUERY seen AS SELECT ?o FROM STREAM"
                        + " <people#changes> [RANGE 100ms STEP 100ms] WHERE { ?s ?p ?o }')");
        sql.insert(insert.formatted(EVE));
        assertThat(sql.rows("SELECT o FROM wk.db.seen")).contains("+I[" + EVE + "]");
    }

    @Test
    void withoutAKeyEachRowSaysItsTripleOrTakesItBack() throws Exception {
        people();
        view(
                triples()
                        .row(RowKind.INSERT, ANN, KNOWS, BOB)
                        .row(RowKind.INSERT, ANN, KNOWS, EVE)
                        .row(RowKind.UPDATE_BEFORE, ANN, KNOWS, BOB)
                        .row(RowKind.UPDATE_AFTER, ANN, KNOWS, "nobody")
                        .row(RowKind.INSERT, BOB, KNOWS, EVE)
                        .row(RowKind.DELETE, BOB, KNOWS, EVE)
                        .row(RowKind.UPDATE_BEFORE, ANN, KNOWS, EVE)
                        .row(RowKind.UPDATE_AFTER, ANN, KNOWS, EVE),
                ChangelogMode.all());
        sql.insert("INSERT INTO wk.db.people SELECT * FROM changes");
        assertThat(graph("people"))
                .containsExactly("+I[" + ANN + ", " + EVE + "]", "+I[" + ANN + ", nobody]");
    }

    @Test
    void withAKeyARowReplacesWhatWasThere() throws Exception {
        sql.withCatalog();
        sql.load("people", "<" + ANN + "> <" + KNOWS + "> <" + EVE + ">");
        sql.load("people", "<" + ANN + "> <" + KNOWS + "> \"loaded\"");
        sql.load("people", "<" + BOB + "> <" + KNOWS + "> \"loaded\"");
        sql.load("people", "<" + EVE + "> <" + KNOWS + "> \"loaded\"");
        sql.execute(
                "CREATE TABLE wk.db.people (s STRING, p STRING, o STRING, PRIMARY KEY (s, p) NOT"
                        + " ENFORCED) WITH ('connector' = 'wukongs', 'graph' = 'people')");
        view(
                triples()
                        .row(RowKind.INSERT, ANN, KNOWS, BOB)
                        .row(RowKind.UPDATE_AFTER, ANN, KNOWS, "somebody")
                        .row(RowKind.DELETE, BOB, KNOWS, null)
                        .row(RowKind.UPDATE_AFTER, ANN, KNOWS, "nobody"),
                ChangelogMode.upsert(),
                "s",
                "p");
        sql.insert("INSERT INTO wk.db.people SELECT * FROM changes");
        assertThat(graph("people"))
                .containsExactly("+I[" + ANN + ", nobody]", "+I[" + EVE + ", loaded]");
        sql.insert(
                "INSERT INTO wk.db.people VALUES ('<"
                        + ANN
                        + ">', '"
                        + KNOWS
                        + "', 'again'),"
                        + " ('"
                        + EVE
                        + "', '"
                        + KNOWS
                        + "', 'loaded')");
        assertThat(graph("people"))
                .containsExactly("+I[" + ANN + ", again]", "+I[" + EVE + ", loaded]");
    }

    @Test
    void aStreamTakesChangesIfAsked() throws Exception {
        sql.withCatalog();
        String counts =
                " SELECT 'http://x/u' || CAST(u AS STRING), 'http://x/count', COUNT(*) FROM"
                        + " (VALUES (1), (2), (1), (1), (2)) AS t(u) GROUP BY u";
        sql.execute(
                "CREATE TABLE wk.db.plain (s STRING, p STRING, o BIGINT, ts TIMESTAMP_LTZ(3)) WITH"
                        + " ('connector' = 'wukongs', 'stream' = 'plain')");
        assertThatThrownBy(
                        () ->
                                sql.insert(
                                        "INSERT INTO wk.db.plain"
                                                + counts.replace(
                                                        "COUNT(*)",
                                                        "COUNT(*), TO_TIMESTAMP_LTZ(5, 3)")))
                .hasStackTraceContaining("'sink.changelog' = 'true'");
        assertThatThrownBy(
                        () ->
                                sql.execute(
                                        "CREATE TABLE wk.db.timeless (s STRING, p STRING, o BIGINT)"
                                                + " WITH ('connector' = 'wukongs', 'stream' = 'n')"))
                .hasStackTraceContaining("for the event time");
        sql.execute(
                "CREATE TABLE wk.db.counts (s STRING, p STRING, o BIGINT) WITH ('connector' ="
                        + " 'wukongs', 'stream' = 'counts', 'sink.changelog' = 'true')");
        sql.insert("INSERT INTO wk.db.counts" + counts);
        assertThat(graph("STORED")).containsExactly("+I[http://x/u1, 3]", "+I[http://x/u2, 2]");
    }

    private void customers(String columns, String options) {
        sql.execute(
                "CREATE TABLE wk.db.customers "
                        + columns
                        + " WITH ('connector' = 'wukongs', 'stream' = 'customers', 'sink.changelog'"
                        + " = 'true', 'mapping.subject' = 'http://x/{id}', 'mapping.class' ="
                        + " 'http://x/Customer', 'mapping.predicate-prefix' = 'http://x/'"
                        + options
                        + ")");
    }

    @Test
    void theTriplesOfARemovedRowGo() throws Exception {
        sql.withCatalog();
        customers("(id INT, name STRING, city STRING)", "");
        new ChangelogTable(sql)
                .row(RowKind.INSERT, 1, "Ann", "Ulm")
                .row(RowKind.INSERT, 2, "Bob", "Ulm")
                .row(RowKind.UPDATE_BEFORE, 1, "Ann", "Ulm")
                .row(RowKind.UPDATE_AFTER, 1, "Ann", null)
                .row(RowKind.INSERT, 3, "Eve", "Bonn")
                .row(RowKind.DELETE, 2, "Bob", "Ulm")
                .as(
                        "changes",
                        Schema.newBuilder()
                                .column("id", "INT")
                                .column("name", "STRING")
                                .column("city", "STRING")
                                .build(),
                        ChangelogMode.all(),
                        new String[] {"id", "name", "city"},
                        Types.INT,
                        Types.STRING,
                        Types.STRING);
        sql.insert("INSERT INTO wk.db.customers SELECT * FROM changes");
        assertThat(sql.rows("SELECT * FROM wk.graph.STORED"))
                .containsExactly(
                        "+I[http://x/1, http://www.w3.org/1999/02/22-rdf-syntax-ns#type,"
                                + " http://x/Customer]",
                        "+I[http://x/1, http://x/name, Ann]",
                        "+I[http://x/3, http://www.w3.org/1999/02/22-rdf-syntax-ns#type,"
                                + " http://x/Customer]",
                        "+I[http://x/3, http://x/city, Bonn]",
                        "+I[http://x/3, http://x/name, Eve]");
    }

    @Test
    void windowsHaveTheNewVersionFromItsEventTimeOn() throws Exception {
        sql.withCatalog();
        customers("(id INT, name STRING, ts TIMESTAMP_LTZ(3))", "");
        sql.execute(
                "CREATE TABLE wk.db.names WITH ('connector' = 'wukongs', 'scan.bounded.by-streams' ="
                        + " 'true', 'query' = 'REGISTER QUERY names AS SELECT ?n FROM STREAM"
                        + " <customers> [RANGE 200ms STEP 100ms] WHERE { ?c <http://x/name> ?n }')");
        new ChangelogTable(sql)
                .row(RowKind.INSERT, 1, "Ann", Instant.ofEpochMilli(1_010))
                .row(RowKind.UPDATE_BEFORE, 1, "Ann", Instant.ofEpochMilli(1_010))
                .row(RowKind.UPDATE_AFTER, 1, "Anna", Instant.ofEpochMilli(1_150))
                .row(RowKind.INSERT, 2, "Bob", Instant.ofEpochMilli(1_250))
                .row(RowKind.DELETE, 1, "Anna", Instant.ofEpochMilli(1_150))
                .as(
                        "changes",
                        Schema.newBuilder()
                                .column("id", "INT")
                                .column("name", "STRING")
                                .column("ts", "TIMESTAMP_LTZ(3)")
                                .watermark("ts", "ts - INTERVAL '1' SECOND")
                                .build(),
                        ChangelogMode.all(),
                        new String[] {"id", "name", "ts"},
                        Types.INT,
                        Types.STRING,
                        Types.INSTANT);
        sql.insert("INSERT INTO wk.db.customers SELECT * FROM changes");
        assertThat(sql.rows("SELECT result_time, n FROM wk.db.names"))
                .containsExactly(
                        "+I[1970-01-01T00:00:01.100Z, Ann]",
                        "+I[1970-01-01T00:00:01.200Z, Anna]",
                        "+I[1970-01-01T00:00:01.300Z, Bob]");
        assertThat(graph("STORED")).hasSize(2).allMatch(row -> row.contains("http://x/2"));
    }

    @Test
    void badRowsOfAGraphAreDeadLettersWithoutATime() throws Exception {
        LettersTable.ROWS.clear();
        sql.withCatalog();
        sql.execute(
                "CREATE TABLE wk.db.people WITH ('connector' = 'wukongs', 'graph' = 'people',"
                        + " 'sink.on-error' = 'dead-letter', 'sink.dead-letter.connector' ="
                        + " 'test-letters')");
        sql.insert(
                "INSERT INTO wk.db.people VALUES ('relative', 'http://x/p', 'o'), ('"
                        + ANN
                        + "', 'http://x/p', 'o')");
        assertThat(graph("people")).containsExactly("+I[" + ANN + ", o]");
        assertThat(LettersTable.ROWS)
                .singleElement()
                .asString()
                .startsWith("+I[relative, http://x/p, o, people#changes, s, an IRI");
    }

    /** The rows of a changelog that a query computes, in two subtasks. */
    @Test
    void aComputedChangelogIsKeyedOrTakenBack() throws Exception {
        people();
        sql.execute(
                "CREATE TABLE wk.db.counts (s STRING, p STRING, o BIGINT, PRIMARY KEY (s, p) NOT"
                        + " ENFORCED) WITH ('connector' = 'wukongs', 'graph' = 'counts')");
        sql.execute(
                "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'fields.n.kind' ="
                        + " 'sequence', 'fields.n.start' = '0', 'fields.n.end' = '1999')");
        String counts =
                " SELECT s, 'http://x/count', COUNT(*) FROM (SELECT 'http://x/' || CAST(MOD(n, 5) AS"
                        + " STRING) AS s FROM numbers) GROUP BY s";
        sql.insert(
                "INSERT INTO wk.db.people"
                        + counts.replace("COUNT(*)", "CAST(COUNT(*) AS STRING)"));
        sql.insert("INSERT INTO wk.db.counts" + counts);
        List<String> expected =
                IntStream.range(0, 5).mapToObj(i -> "+I[http://x/" + i + ", 400]").toList();
        assertThat(graph("people")).isEqualTo(expected);
        assertThat(graph("counts")).isEqualTo(expected);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        sql.withCatalog();
        assertRefused("(s STRING, p STRING, o STRING, PRIMARY KEY (s) NOT ENFORCED)", "", "(s, p)");
        assertRefused(
                "(s STRING, o STRING, PRIMARY KEY (s) NOT ENFORCED)", "", "the columns s, p and o");
        assertRefused("(s BIGINT, p STRING, o STRING)", ", 'sink.stream' = 'x'", "type STRING");
        assertRefused("", ", 'sink.changelog' = 'true'", "no meaning for a table with 'graph'");
        sql.execute(
                "CREATE TABLE wk.db.so (s STRING, o STRING) WITH ('connector' = 'wukongs', 'graph' = 'g')");
        assertThatThrownBy(() -> sql.insert("INSERT INTO wk.db.so VALUES ('a', 'b')"))
                .hasStackTraceContaining("the columns s, p and o");
    }

    private void assertRefused(String columns, String options, String message) {
        assertThatThrownBy(
                        () ->
                                sql.execute(
                                        "CREATE TABLE wk.db.g "
                                                + columns
                                                + " WITH ('connector' = 'wukongs', 'graph' = 'g'"
                                                + options
                                                + ")"))
                .hasStackTraceContaining(message);
    }
}
