package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.naive.Seeds;

/**
 * Statements over a graph's table with {@code 'scan.mode' = 'changelog'}, while the graph changes.
 */
@Timeout(120)
@SuppressWarnings("try") // close() of a result may be interrupted, and so it declares.
final class GraphChangelogTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final String GRAPH =
            "wk.graph.`urn:g` /*+ OPTIONS('scan.mode' = 'changelog', 'scan.fetch-wait' = '20 ms') */";

    private final SqlSession sql = new SqlSession();

    @AfterEach
    void close() {
        sql.close();
    }

    private CloseableIterator<Row> select(String statement) {
        sql.withCatalog();
        return sql.tables().executeSql(statement).collect();
    }

    private static List<String> next(CloseableIterator<Row> rows, int count) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            found.add(rows.next().toString());
        }
        return found;
    }

    @Test
    void triplesThenChanges() throws Exception {
        sql.load("urn:g", "<urn:a> <urn:p> \"1\"", "<urn:b> <urn:p> \"2\"");
        try (CloseableIterator<Row> rows = select("SELECT o, s FROM " + GRAPH)) {
            assertThat(next(rows, 2)).containsExactlyInAnyOrder("+I[1, urn:a]", "+I[2, urn:b]");
            sql.client()
                    .update(
                            "DELETE DATA { GRAPH <urn:g> { <urn:a> <urn:p> '1' } } ;"
                                    + " INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> '3' } } ;"
                                    + " INSERT DATA { GRAPH <urn:g> { <urn:c> <urn:p> '4' } } ;"
                                    + " DELETE DATA { GRAPH <urn:g> { <urn:c> <urn:p> '4' } }");
            assertThat(next(rows, 2)).containsExactly("-D[1, urn:a]", "+I[3, urn:a]");
            sql.client().update("DELETE WHERE { GRAPH <urn:g> { ?s <urn:p> '2' } }");
            assertThat(next(rows, 1)).containsExactly("-D[2, urn:b]");
        }
    }

    /** What Flink counts is, in the end, what the store counts. */
    @Test
    void countsFollowTheGraph() throws Exception {
        Random random = Seeds.random(getClass());
        sql.load("urn:g", "<urn:a> <urn:p0> \"1\"");
        String statement = "SELECT p, COUNT(*), COUNT(DISTINCT s) FROM " + GRAPH + " GROUP BY p";
        try (CloseableIterator<Row> rows = select(statement)) {
            for (int i = 0; i < 60; i++) {
                change(random);
            }
            Map<String, String> expected = counts();
            Map<String, String> found = new TreeMap<>();
            while (!found.equals(expected)) {
                Row row = rows.next();
                String predicate = row.getFieldAs(0);
                if (row.getKind() == RowKind.INSERT || row.getKind() == RowKind.UPDATE_AFTER) {
                    found.put(predicate, row.getField(1) + " " + row.getField(2));
                } else {
                    found.remove(predicate);
                }
            }
        }
    }

    private void change(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            text.append(random.nextInt(3) == 0 ? "DELETE" : "INSERT")
                    .append(" DATA { GRAPH <urn:g> { <urn:v")
                    .append(random.nextInt(6))
                    .append("> <urn:p")
                    .append(random.nextInt(4))
                    .append("> ")
                    .append(random.nextInt(3))
                    .append(" } } ;");
        }
        sql.client().update(text.toString());
    }

    private Map<String, String> counts() {
        Map<String, String> counts = new TreeMap<>();
        sql.client()
                .query(
                        "SELECT ?p (STR(COUNT(*)) AS ?n) (STR(COUNT(DISTINCT ?s)) AS ?m)"
                                + " FROM <urn:g> { ?s ?p ?o } GROUP BY ?p")
                .rows()
                .forEach(
                        row ->
                                counts.put(
                                        unquoted(row[0]),
                                        unquoted(row[1]) + " " + unquoted(row[2])));
        return counts;
    }

    private static String unquoted(String term) {
        return term.substring(1, term.length() - 1);
    }

    @Test
    void theTableServesLookupsToo() throws Exception {
        sql.load("urn:g", "<urn:a> <urn:p> \"1\"");
        sql.execute(
                "CREATE TEMPORARY TABLE g (s STRING, p STRING, o BIGINT) WITH ("
                        + "'connector' = 'wukongs', 'store' = 'localhost:7878', 'graph' = 'urn:g',"
                        + " 'scan.mode' = 'changelog')");
        sql.triples("orders", "100 urn:a x y", "200 urn:b x y");
        assertThat(
                        sql.rows(
                                "SELECT t.s, g.o FROM (SELECT *, PROCTIME() AS now FROM orders) AS t"
                                        + " LEFT JOIN g FOR SYSTEM_TIME AS OF t.now ON t.s = g.s"))
                .containsExactly("+I[urn:a, 1]", "+I[urn:b, null]");
    }

    @Test
    void aGraphThatIsNotThere() {
        sql.execute(
                "CREATE TEMPORARY TABLE lost (s STRING) WITH ('connector' = 'wukongs',"
                        + " 'store' = 'localhost:7878', 'graph' = 'none', 'scan.mode' = 'changelog')");
        assertThatThrownBy(() -> sql.rows("SELECT * FROM lost"))
                .hasStackTraceContaining("there is no such graph: graph=none");
    }
}
