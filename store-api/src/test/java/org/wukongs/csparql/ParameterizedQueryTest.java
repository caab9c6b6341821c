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
