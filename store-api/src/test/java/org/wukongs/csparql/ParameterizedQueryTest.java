package org.wukongs.csparql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;

final class ParameterizedQueryTest {

    @Test
    void termsComeBeforeThePattern() {
        assertThat(with("SELECT ?f WHERE { ?u <http://x/knows> ?f }", List.of("u"), "<http://x/a>"))
                .isEqualTo(
                        "SELECT ?f WHERE { VALUES (?u ) { (<http://x/a> ) }  ?u <http://x/knows> ?f"
                                + " }");
        assertThat(with("ASK { ?u ?p ?f }", List.of("f", "u"), "\"}\"", "<http://x/a>"))
                .contains("VALUES (?f ?u ) { (\"}\" <http://x/a> ) }");
    }

    @Test
    void bracesOfTheSelectClauseAreNotTheGroup() {
        assertThat(
                        with(
                                "SELECT (EXISTS { ?u ?p 1 } AS ?e) { ?u ?p ?f }",
                                List.of("u"),
                                "<http://x/a>"))
                .startsWith("SELECT (EXISTS { ?u ?p 1 } AS ?e) { VALUES");
    }

    @Test
    void aSubSelectKeepsAGroupOfItsOwn() {
        assertThat(
                        with(
                                "SELECT ?u { SELECT ?u { ?u ?p ?o } } LIMIT 1",
                                List.of("u"),
                                "<http://x/a>"))
                .endsWith("} { SELECT ?u { ?u ?p ?o } }} LIMIT 1");
    }

    @Test
    void withoutParametersTheTextIsAsItWas() {
        assertThat(with("DESCRIBE <http://x/a>", List.of())).isEqualTo("DESCRIBE <http://x/a>");
    }

    @Test
    void manyExecutionsAreOneText() {
        ParameterizedQuery query =
                ParameterizedQuery.of(
                        "SELECT DISTINCT ?f (COUNT(*) AS ?n) { ?u ?p ?f } GROUP BY ?f HAVING"
                                + " (COUNT(*) > 1) ORDER BY ?n",
                        List.of("u"));
        assertThat(query.isBatchable()).isTrue();
        String text =
                query.withAll(
                        List.of(
                                List.of(List.of("<http://x/a>"), List.of("\"a\"")),
                                List.of(List.of("<http://x/b>"))));
        CsparqlParser.parse(text);
        assertThat(text)
                .isEqualTo(
                        "SELECT DISTINCT ?execution  ?f (COUNT(*) AS ?n) { VALUES (?execution ?u )"
                                + " { (0 <http://x/a> ) (0 \"a\" ) (1 <http://x/b> ) }  ?u ?p ?f }"
                                + " GROUP BY ?execution  ?f HAVING (COUNT(*) > 1) ORDER BY ?n");
        assertThat(
                        ParameterizedQuery.of("ASK { ?u ?p ?f }", List.of("u"))
                                .withAll(List.of(List.of(List.of("<http://x/a>")))))
                .isEqualTo(
                        "SELECT DISTINCT ?execution { VALUES (?execution ?u ) { (0 <http://x/a> ) }"
                                + "  ?u ?p ?f }");
    }

    @Test
    void aResultIsTakenApart() {
        ParameterizedQuery query =
                ParameterizedQuery.of("SELECT * { ?execution ?p ?u }", List.of("u"));
        String one = "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>";
        List<String[]> rows =
                List.of(
                        new String[] {one, "<http://x/a>", "<http://x/s>", null},
                        new String[] {one, "<http://x/a>", "<http://x/t>", "<http://x/p>"});
        List<List<String[]>> found =
                query.split(List.of("execution_", "u", "execution", "p"), rows, 2);
        assertThat(query.vars()).containsExactly("execution", "p", "u");
        assertThat(found.get(0)).isEmpty();
        assertThat(found.get(1))
                .containsExactly(
                        new String[] {"<http://x/s>", null, "<http://x/a>"},
                        new String[] {"<http://x/t>", "<http://x/p>", "<http://x/a>"});
    }

    @Test
    void whatCountsOverAllRowsIsNotBatched() {
        for (String text :
                List.of(
                        "SELECT ?f { ?u ?p ?f } LIMIT 3",
                        "SELECT ?f { ?u ?p ?f } ORDER BY ?f OFFSET 3",
                        "ASK { ?u ?p ?f } LIMIT 1",
                        "SELECT (COUNT(*) AS ?n) { ?u ?p ?f }",
                        "SELECT (COUNT(*) + 1 AS ?n) { ?u ?p ?f } HAVING (COUNT(*) > 0)",
                        "SELECT ?n { SELECT (COUNT(*) AS ?n) ?u { ?u ?p ?f } GROUP BY ?u }")) {
            assertThat(ParameterizedQuery.of(text, List.of("u")).isBatchable()).isFalse();
        }
        String limitInside = "SELECT ?f { ?u ?p ?f { SELECT ?f { ?f ?q ?r } LIMIT 1 } }";
        assertThat(ParameterizedQuery.of(limitInside, List.of("u")).isBatchable()).isTrue();
    }

    @Test
    void termsAreWrittenAsTerms() {
        String ask = "ASK { ?u ?p ?f }";
        assertThatThrownBy(() -> with(ask, List.of("u"), "<http://x/a> ) } #"))
                .hasMessageContaining("not an N-Triples term");
        assertThatThrownBy(() -> with(ask, List.of("u"), "<a b>"))
                .hasMessageContaining("not an N-Triples term");
        for (String label : List.of("\"}", "a\nb", "\\u0022 ) } ", "\\", "\u00e9\ud83d\ude00")) {
            String term = NTriples.literal(label);
            assertThat(NTriples.canonical(term)).isEqualTo(term);
            with(ask, List.of("f"), term);
        }
        assertThatThrownBy(() -> NTriples.iri("a b")).hasMessageContaining("not an absolute IRI");
        assertThat(NTriples.iri("http://x/a")).isEqualTo("<http://x/a>");
        String escaped = NTriples.iri("http://x/\u00e9");
        assertThat(escaped).isEqualTo("<http://x/\\u00E9>");
        assertThat(NTriples.canonical(escaped)).isEqualTo(escaped);
    }

    @Test
    void whatCannotBeAParameterIsSaid() {
        assertFails("SELECT ?f { ?u ?p ?f }", "no such variable: name=v variables=[f, p, u]", "v");
        assertFails("SELECT ?f { ?u ?p ?f }", "twice: names=[u, u]", "u", "u");
        assertFails("CONSTRUCT { ?s ?p 1 } { ?s ?p ?o }", "only SELECT and ASK", "s");
        assertFails("SELECT ?f { ?u ?p }", "line 1", "u");
        assertFails(
                "REGISTER QUERY q AS SELECT ?f FROM s [RANGE 1s STEP 1s] { ?u ?p ?f }",
                "continuous",
                "u");
        assertThatThrownBy(() -> with("ASK { ?u ?p ?f }", List.of("u"), "_:b"))
                .hasMessageContaining("blank node");
    }

    private static void assertFails(String text, String message, String... names) {
        assertThatThrownBy(() -> ParameterizedQuery.of(text, List.of(names)))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining(message);
    }

    private static String with(String text, List<String> names, String... terms) {
        String bound = ParameterizedQuery.of(text, names).with(List.of(terms));
        CsparqlParser.parse(bound);
        return bound;
    }
}
