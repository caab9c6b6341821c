package org.wukongs.csparql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups mean the same however they are written. */
class GroupOrderTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "FILTER(?c) MINUS { ?x ?y ?b } ?a ?b ?c ~ MINUS { ?x ?y ?b } ?a ?b ?c FILTER(?c)",
                "?a ?b ?c FILTER(?e > 1) OPTIONAL { ?a ?d ?e } ?e ?f ?g ~ ?a ?b ?c OPTIONAL { ?a ?d ?e } ?e ?f ?g FILTER(?e > 1)",
                "?a ?b ?c . FILTER(?e) . ?c ?d ?e OPTIONAL { ?a ?d ?e } ~ ?a ?b ?c . ?c ?d ?e OPTIONAL { ?a ?d ?e } FILTER(?e)",
                "?a ?b ?c FILTER(?e) ?c ?d ?e OPTIONAL { ?a ?d ?e } ~ ?a ?b ?c . ?c ?d ?e OPTIONAL { ?a ?d ?e } FILTER(?e)",
                "?a ?b ?c FILTER(?e) FILTER isIRI(?a) MINUS { ?a ?d ?e } ~ ?a ?b ?c MINUS { ?a ?d ?e } FILTER(?e) FILTER isIRI(?a)",
                "{ FILTER(?x) OPTIONAL { FILTER(?y) MINUS { ?y ?y ?y } ?b ?b ?b } ?x ?x ?x } ~ { { OPTIONAL { { MINUS { ?y ?y ?y } } ?b ?b ?b FILTER(?y) } } ?x ?x ?x FILTER(?x) }",
                "FILTER NOT EXISTS { FILTER(?a) MINUS { ?a ?b ?c } ?d ?e ?f } MINUS { ?x ?y ?z } ?a ?b ?c ~ MINUS { ?x ?y ?z } ?a ?b ?c FILTER NOT EXISTS { { MINUS { ?a ?b ?c } } ?d ?e ?f FILTER(?a) }",
                "BIND(1 AS ?a) FILTER(?c) VALUES ?b { 2 } OPTIONAL { ?a ?b ?c } ?c ?c ?c ~ BIND(1 AS ?a) VALUES ?b { 2 } OPTIONAL { ?a ?b ?c } ?c ?c ?c FILTER(?c)",
                "?a ?b ?c FILTER(COALESCE() || ?e) MINUS { ?a ?d ?e } ~ ?a ?b ?c MINUS { ?a ?d ?e } FILTER(COALESCE() || ?e)",
            })
    void aFilterBeforeAnOptionalIsOneBehindIt(String text, String same) {
        assertThat(algebra(text)).isEqualTo(algebra(same));
    }

    private static String algebra(String group) {
        return Grammar.parse("SELECT * { " + group + " }")
                .algebra()
                .getTupleExpr()
                .toString()
                .replaceAll("_const_[0-9a-f]+", "_const");
    }

    @Test
    void whatStandsBehindMinusStaysInItsGraph() {
        assertThat(algebra("GRAPH <u:g> { ?x ?y ?z MINUS { ?a ?b ?c } . ?d ?e ?f }"))
                .isEqualTo(algebra("GRAPH <u:g> { { ?x ?y ?z MINUS { ?a ?b ?c } } ?d ?e ?f }"));
        assertThat(algebra("GRAPH <u:g> { MINUS { ?a ?b ?c } OPTIONAL { ?d ?e ?f } ?g ?h ?i }"))
                .isEqualTo(
                        algebra(
                                "GRAPH <u:g> { { MINUS { ?a ?b ?c } OPTIONAL { ?d ?e ?f } } ?g ?h ?i }"));
        assertThat(algebra("GRAPH <u:g> { ?x ?y ?z MINUS { ?a ?b ?c } FILTER(?x) ?d ?e ?f }"))
                .isEqualTo(
                        algebra(
                                "GRAPH <u:g> { { ?x ?y ?z MINUS { ?a ?b ?c } } ?d ?e ?f FILTER(?x) }"));
    }

    @Test
    void whatStandsBehindAnOptionalInAnOptionalIsJoined() {
        assertThat(algebra("OPTIONAL { OPTIONAL { ?a ?b ?c } ?d ?e ?c }"))
                .isEqualTo(algebra("OPTIONAL { { OPTIONAL { ?a ?b ?c } } ?d ?e ?c }"));
    }

    @Test
    void anErrorInItIsWhereItIsWritten() {
        assertThatThrownBy(
                        () ->
                                Grammar.parse(
                                        "SELECT * {\n FILTER(?a >) \n OPTIONAL { ?a ?b ?c }\n}"))
                .hasMessageContaining("line 2, column 13");
        assertThatThrownBy(() -> Grammar.parse("SELECT * {\n FILTER(?a) \n OPTIONAL { ?a ?b }\n}"))
                .hasMessageContaining("line 3, column 19");
    }
}
