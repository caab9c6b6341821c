package org.wukongs.table.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.csparql.CsparqlSyntaxException;

final class QueryColumnsTest {

    private static final String PREFIXES =
            "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> PREFIX : <http://x/> ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?o | STRING",
                "(42 AS ?v) | BIGINT",
                "(COUNT(?o) AS ?v) | BIGINT",
                "(COUNT(DISTINCT *) AS ?v) | BIGINT",
                "(COUNT(?o) / 2 AS ?v) | DECIMAL(38, 18)",
                "(SUM(?o) AS ?v) | STRING",
                "(SUM(xsd:integer(?o)) AS ?v) | BIGINT",
                "(AVG(xsd:integer(?o)) AS ?v) | DECIMAL(38, 18)",
                "(AVG(xsd:double(?o)) AS ?v) | DOUBLE",
                "(MAX(xsd:dateTime(?o)) AS ?v) | TIMESTAMP_LTZ(3)",
                "(MIN(?o) AS ?v) | STRING",
                "(GROUP_CONCAT(?o) AS ?v) | STRING",
                "(xsd:float(?o) AS ?v) | DOUBLE",
                "(xsd:decimal(?o) + 1 AS ?v) | DECIMAL(38, 18)",
                "(xsd:string(?o) AS ?v) | STRING",
                "(?o + 1 AS ?v) | STRING",
                "(1 / 3 AS ?v) | DECIMAL(38, 18)",
                "(1 + 2e0 AS ?v) | DOUBLE",
                "(?o > 5 AS ?v) | BOOLEAN",
                "(?o IN (1, 2) AS ?v) | BOOLEAN",
                "(CONTAINS(STR(?o), 'x') && BOUND(?s) AS ?v) | BOOLEAN",
                "(EXISTS { ?o ?p ?s } AS ?v) | BOOLEAN",
                "(isIRI(?o) AS ?v) | BOOLEAN",
                "(REGEX(STR(?o), 'x') AS ?v) | BOOLEAN",
                "(STRLEN(STR(?o)) AS ?v) | BIGINT",
                "(ABS(xsd:integer(?o)) AS ?v) | BIGINT",
                "(ROUND(?o) AS ?v) | STRING",
                "(YEAR(?o) AS ?v) | BIGINT",
                "(SECONDS(?o) AS ?v) | DECIMAL(38, 18)",
                "(NOW() AS ?v) | TIMESTAMP_LTZ(3)",
                "(RAND() AS ?v) | DOUBLE",
                "(timestamp(?o) AS ?v) | BIGINT",
                "(IF(?o > 1, 1, 2.5) AS ?v) | DECIMAL(38, 18)",
                "(IF(?o > 1, 1, 'x') AS ?v) | STRING",
                "(COALESCE(xsd:integer(?o), 0) AS ?v) | BIGINT",
                "(true AS ?v) | BOOLEAN",
                "('1970-01-01T00:00:00Z'^^xsd:dateTime AS ?v) | TIMESTAMP_LTZ(3)",
                "('x'@en AS ?v) | STRING",
            })
    void theTypeOfAnExpressionIsTheColumns(String projected, String type) {
        assertThat(types("SELECT " + projected + " WHERE { ?s ?p ?o }")).containsExactly(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ BIND(1 AS ?v) } | BIGINT",
                "{ ?s ?p ?o OPTIONAL { BIND(1 AS ?v) } } | BIGINT",
                "{ { BIND(1 AS ?v) } UNION { BIND(2.5 AS ?v) } } | DECIMAL(38, 18)",
                "{ { BIND(1 AS ?v) } UNION { ?s ?p ?v } } | STRING",
                "{ { BIND(1 AS ?v) } UNION { ?s ?p ?o } } | BIGINT",
                "{ VALUES ?v { 1 2 } } | BIGINT",
                "{ VALUES ?v { 1 UNDEF 'x' } } | STRING",
                "{ VALUES ?v { 1 2 } ?s ?p ?v } | BIGINT",
                "{ VALUES (?v ?s) { (1 :a) (UNDEF :b) } ?s ?p ?v } | STRING",
                "{ ?s ?p ?v OPTIONAL { BIND(1 AS ?v) } } | STRING",
                "{ { SELECT (COUNT(*) AS ?v) WHERE { ?s ?p ?o } } } | BIGINT",
                "{ GRAPH ?g { VALUES ?v { true } } } | BOOLEAN",
                "{ ?s ?p ?o MINUS { BIND(1 AS ?v) } } | STRING",
                "{ ?s :p+ ?v } | STRING",
            })
    void theTypeOfAPatternIsTheColumns(String pattern, String type) {
        assertThat(types("SELECT ?v WHERE " + pattern)).containsExactly(type);
    }

    @Test
    void groupsKeepTheTypesOfTheirKeys() {
        assertThat(
                        types(
                                "SELECT ?k ?s (COUNT(*) AS ?n) WHERE { ?s ?p ?o BIND(STRLEN(STR(?o))"
                                        + " AS ?k) } GROUP BY ?k ?s HAVING (COUNT(*) > 1) ORDER BY ?k LIMIT 3"))
                .containsExactly("BIGINT", "STRING", "BIGINT");
    }

    @Test
    void namesOfStreamsAndGraphsNeedNoStore() {
        List<QueryColumns.Column> columns =
                QueryColumns.of(
                        "REGISTER QUERY q AS SELECT ?X (COUNT(?Z) AS ?n) FROM Tweet_Stream [RANGE 10s"
                                + " STEP 1s] FROM X-Lab WHERE { GRAPH Tweet_Stream { ?X <http://x/po>"
                                + " ?Z } GRAPH X-Lab { ?X ?p ?Y } } GROUP BY ?X");
        assertThat(columns).extracting(QueryColumns.Column::name).containsExactly("X", "n");
        assertThat(columns)
                .extracting(column -> column.type().toString())
                .containsExactly("STRING", "BIGINT");
    }

    @Test
    void otherResultForms() {
        assertThat(QueryColumns.of("ASK { ?s ?p ?o }"))
                .containsExactly(new QueryColumns.Column("answer", TermType.BOOLEAN));
        assertThat(QueryColumns.of("CONSTRUCT { ?s ?p 1 } WHERE { ?s ?p ?o }"))
                .extracting(QueryColumns.Column::name)
                .containsExactly("subject", "predicate", "object");
    }

    @Test
    void aTextThatDoesNotParseSaysWhere() {
        assertThatThrownBy(() -> QueryColumns.of("SELECT ?s WHERE { ?s ?p }"))
                .isInstanceOf(CsparqlSyntaxException.class)
                .hasMessageContaining("line 1, column");
    }

    private static List<String> types(String query) {
        return QueryColumns.of(PREFIXES + query).stream()
                .map(column -> column.type().toString())
                .toList();
    }
}
