package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The function SPARQL of the module. */
@Timeout(180)
final class SparqlFunctionTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static SqlSession session() {
        return session("'lookup.connections' = '2'");
    }

    private static SqlSession session(String options) {
        SqlSession sql = new SqlSession();
        sql.execute("LOAD MODULE wukongs WITH ('store' = 'localhost:7878', " + options + ")");
        sql.load(
                "STORED",
                "<http://x/ann> <http://x/knows> <http://x/bob>",
                "<http://x/ann> <http://x/knows> <http://x/eve>",
                "<http://x/bob> <http://x/age> \"7\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        sql.tables()
                .createTemporaryView(
                        "orders",
                        sql.tables()
                                .sqlQuery(
                                        "SELECT * FROM (VALUES (1, 'http://x/ann', 7), (2,"
                                                + " 'http://x/bob', 8), (3, CAST(NULL AS STRING), 7),"
                                                + " (4, '> } SELECT', 1)) AS t(id, user_iri, age)"));
        return sql;
    }

    @Test
    void eachRowAsksWithItsTerms() throws Exception {
        try (SqlSession sql = session()) {
            assertThat(
                            sql.rows(
                                    "SELECT o.id, f.friend FROM orders AS o, LATERAL"
                                            + " TABLE(SPARQL('SELECT ?friend WHERE { ?user"
                                            + " <http://x/knows> ?friend }', 'user', o.user_iri)) AS"
                                            + " f(friend)"))
                    .containsExactly("+I[1, http://x/bob]", "+I[1, http://x/eve]");
            assertThat(
                            sql.rows(
                                    "SELECT o.id, n, who FROM orders AS o LEFT JOIN LATERAL"
                                            + " TABLE(SPARQL('SELECT (COUNT(*) AS ?n) (SAMPLE(?u) AS"
                                            + " ?who) { ?u <http://x/age> ?a }', 'a', o.age)) ON TRUE"))
                    .containsExactly(
                            "+I[1, 1, http://x/bob]",
                            "+I[2, 0, null]",
                            "+I[3, 1, http://x/bob]",
                            "+I[4, 0, null]");
            assertThat(
                            sql.rows(
                                    "SELECT o.id, a.answer FROM orders AS o, LATERAL"
                                            + " TABLE(SPARQL('ASK { ?u <http://x/age> ?a }', 'u',"
                                            + " o.user_iri, 'a', o.age)) AS a"))
                    .containsExactly("+I[1, false]", "+I[2, false]", "+I[4, false]");
        }
    }

    @Test
    void whatWasFoundIsKeptByOption() throws Exception {
        String ask =
                "SELECT o.id, f.age FROM orders AS o, LATERAL TABLE(SPARQL('SELECT ?age {"
                        + " <http://x/bob> ?p ?age }')) AS f(age)";
        String cache =
                "'lookup.cache' = 'PARTIAL', 'lookup.partial-cache.max-rows' = '100',"
                        + " 'lookup.partial-cache.expire-after-write' = '1 h'";
        try (SqlSession sql = session(cache)) {
            assertThat(sql.rows(ask))
                    .containsExactly("+I[1, 7]", "+I[2, 7]", "+I[3, 7]", "+I[4, 7]");
        }
    }

    @Test
    void columnsAreThoseOfTheirNames() throws Exception {
        try (SqlSession sql = session()) {
            assertThat(
                            sql.rows(
                                    "SELECT f.friend, f.`user` FROM orders AS o, LATERAL"
                                            + " TABLE(SPARQL('SELECT * { ?friend ^<http://x/knows>"
                                            + " ?user }', 'user', o.user_iri)) AS f"))
                    .containsExactly(
                            "+I[http://x/bob, http://x/ann]", "+I[http://x/eve, http://x/ann]");
        }
    }

    @Test
    void cachesThatAreNoneAreRefused() {
        assertThatThrownBy(() -> session("'lookup.cache' = 'FULL'").close())
                .hasStackTraceContaining("'lookup.cache' must be NONE or PARTIAL");
        assertThatThrownBy(
                        () ->
                                session(
                                                "'lookup.cache' = 'PARTIAL',"
                                                        + " 'lookup.partial-cache.max-rows' = '0'")
                                        .close())
                .hasStackTraceContaining("must be positive");
    }

    @Test
    void whatIsWrongIsSaidAtPlanning() throws Exception {
        try (SqlSession sql = session()) {
            assertRefused(
                    sql, "'SELECT ?f { ?u ?p ?f }', 'usr', user_iri", "no such variable: name=usr");
            assertRefused(sql, "'SELECT ?f { ?u ?p }', 'u', user_iri", "line 1, column");
            assertRefused(sql, "'SELECT ?f { ?u ?p ?f }', 'u'", "names and values in turn");
            assertRefused(sql, "user_iri", "names and values in turn");
            sql.execute("UNLOAD MODULE wukongs");
            assertThatThrownBy(
                            () ->
                                    sql.execute(
                                            "LOAD MODULE wukongs WITH ('store' = 'x:1', 'retries' = '1')"))
                    .hasStackTraceContaining("retries")
                    .hasStackTraceContaining("lookup.max-retries");
        }
    }

    private static void assertRefused(SqlSession sql, String arguments, String message) {
        assertThatThrownBy(
                        () ->
                                sql.rows(
                                        "SELECT * FROM orders, LATERAL TABLE(SPARQL("
                                                + arguments
                                                + "))"))
                .hasStackTraceContaining(message);
    }
}
