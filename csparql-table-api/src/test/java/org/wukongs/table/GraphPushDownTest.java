package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements over a stored graph find what they find over the same rows in a table of Flink's own;
 * and the plan says that the store does the work.
 */
@Timeout(180)
final class GraphPushDownTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final long SEED = Long.getLong("wukongs.seed", 20261122L);
    private static final int QUERY_COUNT = 5;
    private static final String LIKED = "http://x/s1";

    private final SqlSession sql = new SqlSession();
    private final Random random = new Random(SEED);

    @BeforeEach
    void printSeed() {
        System.out.println("GraphPushDownTest: -Dwukongs.seed=" + SEED);
    }

    @AfterEach
    void close() {
        sql.close();
    }

    private String drawn(String... values) {
        return values[random.nextInt(values.length)];
    }

    private String subject() {
        return "http://x/s" + random.nextInt(5);
    }

    private String predicate() {
        return "http://x/p" + random.nextInt(3);
    }

    /** A term whose text in a column others may have too. */
    private String object(String text) {
        return text.equals(LIKED)
                ? drawn(
                        "<" + text + ">",
                        '"' + text + '"',
                        '"' + text + "\"^^<http://www.w3.org/2001/XMLSchema#anyURI>")
                : '"' + text + '"' + drawn("", "@en", "^^<http://x/type>");
    }

    private List<Row> triples() {
        TreeSet<String> triples = new TreeSet<>();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String s = subject();
            String p = predicate();
            String o = drawn("a", "b", "1", LIKED, "it's");
            if (triples.add("<" + s + "> <" + p + "> " + object(o))) {
                rows.add(Row.of(s, p, o));
            }
        }
        sql.load("g", triples.toArray(String[]::new));
        return rows;
    }

    private String condition() {
        return switch (random.nextInt(7)) {
            case 0 -> "p = '" + predicate() + "'";
            case 1 -> "p IN ('" + predicate() + "', '" + predicate() + "', 'http://x/none')";
            case 2 -> "s IN ('" + subject() + "', 'no IRI')";
            case 3 -> "o IN ('" + drawn("a", "b", LIKED) + "', 'it''s')";
            case 4 -> "o IN ('" + LIKED + "', 'http://x/none')";
            case 5 -> "(s = '" + subject() + "' OR o = '1')";
            default -> "'" + subject() + "' = s";
        };
    }

    /** Its column is text, so that many are one job. */
    private String query(int number) {
        String where = random.nextInt(4) == 0 ? "" : " WHERE " + condition();
        if (!where.isEmpty() && random.nextBoolean()) {
            where += " AND " + condition();
        }
        String column = drawn("s", "p", "o");
        String body =
                switch (random.nextInt(6)) {
                    case 0 -> "CAST(COUNT(*) AS STRING) AS x FROM g" + where;
                    case 1 -> "DISTINCT " + column + " AS x FROM g" + where;
                    case 2 ->
                            "CONCAT_WS(' ', #, CAST(COUNT(*) AS STRING)) AS x FROM g & GROUP BY #"
                                    .replace("#", column)
                                    .replace("&", where);
                    case 3 ->
                            "CONCAT_WS(' ', s, CAST(COUNT(o) AS STRING), MAX(o)) AS x FROM g"
                                    + where
                                    + " GROUP BY s";
                    case 4 -> column + " AS x FROM g" + where;
                    default -> "CONCAT_WS(' ', s, p, o) AS x FROM g" + where;
                };
        return "SELECT '" + number + "' AS q, x FROM (SELECT " + body + ")";
    }

    private TableEnvironment tables(boolean batch) {
        TableEnvironment tables =
                TableEnvironment.create(
                        batch
                                ? EnvironmentSettings.inBatchMode()
                                : EnvironmentSettings.inStreamingMode());
        tables.getConfig().set("parallelism.default", "2");
        tables.executeSql(
                "CREATE CATALOG wk WITH ('type' = 'wukongs', 'store' = '" + sql.address() + "')");
        return tables;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theStoreFindsWhatFlinkFinds(boolean batch) throws Exception {
        List<Row> rows = triples();
        TableEnvironment tables = tables(batch);
        tables.createTemporaryView(
                "memory",
                tables.fromValues(
                        DataTypes.ROW(
                                DataTypes.FIELD("s", DataTypes.STRING()),
                                DataTypes.FIELD("p", DataTypes.STRING()),
                                DataTypes.FIELD("o", DataTypes.STRING())),
                        rows));
        List<String> queries = new ArrayList<>();
        for (int i = 0; i < QUERY_COUNT; i++) {
            queries.add(query(i));
        }
        String all = String.join(" UNION ALL ", queries);
        List<String> expected = found(tables, all.replace("FROM g", "FROM memory"));
        assertThat(found(tables, all.replace("FROM g", "FROM wk.graph.g")))
                .as(all)
                .isEqualTo(expected);
    }

    /** What is left when all changes have been made, sorted. */
    @SuppressWarnings("try") // close() may be interrupted, and so it declares.
    private static List<String> found(TableEnvironment tables, String query) throws Exception {
        List<String> rows = new ArrayList<>();
        try (CloseableIterator<Row> changes = tables.executeSql(query).collect()) {
            while (changes.hasNext()) {
                Row row = changes.next();
                boolean gone =
                        row.getKind() == RowKind.DELETE || row.getKind() == RowKind.UPDATE_BEFORE;
                row.setKind(RowKind.INSERT);
                if (gone) {
                    assertThat(rows.remove(row.toString())).isTrue();
                } else {
                    rows.add(row.toString());
                }
            }
        }
        Collections.sort(rows);
        return rows;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thePlanSaysWhatTheStoreDoes(boolean batch) {
        sql.load("g", "<http://x/a> <http://x/p> \"1\"");
        TableEnvironment tables = tables(batch);
        assertThat(
                        tables.explainSql(
                                "SELECT s, o FROM wk.graph.g WHERE p IN ('http://x/p', 'a:q')"))
                .contains("filter=[")
                .doesNotContain("where=");
        assertThat(tables.explainSql("SELECT s FROM wk.graph.g WHERE s = 'a:x' OR o = 'y'"))
                .contains("where=[");
        String counted = tables.explainSql("SELECT p, COUNT(*) FROM wk.graph.g GROUP BY p");
        assertThat(counted).contains("project=[p]");
        if (batch) {
            assertThat(counted).contains("aggregates=[grouping=[p]");
            assertThat(tables.explainSql("SELECT COUNT(*) FROM wk.graph.g WHERE p = 'a:p'"))
                    .contains("aggregates=[grouping=[]");
            assertThat(tables.explainSql("SELECT MAX(o) FROM wk.graph.g"))
                    .doesNotContain("aggregates=[");
        }
        assertThat(tables.explainSql("SELECT * FROM wk.graph.g LIMIT 3")).contains("limit=[3]");
    }
}
