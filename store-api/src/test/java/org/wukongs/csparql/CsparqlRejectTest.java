package org.wukongs.csparql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.wukongs.stream.StreamDefinition;

/**
 * A table of texts that are not accepted. The sign ¶ marks where the error must be reported; it is
 * no part of the text.
 */
class CsparqlRejectTest {

    private static final String Q = "REGISTER QUERY q AS ";
    private static final String BODY = " WHERE { ?s ?p ?o }";

    static Stream<Arguments> registration() {
        return Stream.of(
                Arguments.of("¶", "end of text"),
                Arguments.of("¶ # nothing but a comment", "end of text"),
                Arguments.of("REGISTER ¶VIEW q AS SELECT * " + Grammar.S1 + BODY, "'VIEW'"),
                Arguments.of(
                        "REGISTER QUERY ¶AS SELECT * " + Grammar.S1 + BODY,
                        "the name of the query"),
                Arguments.of(
                        "REGISTER QUERY ¶?q AS SELECT * " + Grammar.S1 + BODY,
                        "the name of the query"),
                Arguments.of(
                        "REGISTER QUERY ¶x:q AS SELECT * " + Grammar.S1 + BODY,
                        "unknown prefix 'x:'"),
                Arguments.of(
                        "REGISTER QUERY ¶<q> AS SELECT * " + Grammar.S1 + BODY, "relative IRI"),
                Arguments.of(
                        "REGISTER QUERY q COMPUTED ¶1s AS SELECT * " + Grammar.S1 + BODY, "EVERY"),
                Arguments.of(
                        "REGISTER QUERY q COMPUTED EVERY ¶0s AS SELECT * " + Grammar.S1 + BODY,
                        "zero"),
                Arguments.of(
                        "REGISTER QUERY q COMPUTED EVERY ¶250ms AS SELECT * " + Grammar.S1 + BODY,
                        "100 ms"),
                Arguments.of(
                        Q + "¶REGISTER QUERY r AS SELECT * " + Grammar.S1 + BODY,
                        "one registration"),
                Arguments.of(
                        Q + "SELECT * " + Grammar.S1 + BODY + " ¶REGISTER QUERY r", "one REGISTER"),
                Arguments.of("REGISTER STREAM q AS ¶SELECT * " + Grammar.S1 + BODY, "CONSTRUCT"),
                Arguments.of("REGISTER STREAM q AS ¶ASK " + Grammar.S1 + BODY, "CONSTRUCT"),
                Arguments.of("¶REGISTER QUERY q AS SELECT * " + BODY, "without a stream"),
                Arguments.of(
                        "¶REGISTER QUERY q AS SELECT * FROM STORED " + BODY, "without a stream"),
                Arguments.of("¶INSERT DATA { <u:a> <u:b> 1 }", "this is an update, not a query"),
                Arguments.of(
                        "PREFIX x: <u:x> ¶DELETE WHERE { ?s ?p ?o }",
                        "this is an update, not a query"),
                Arguments.of("SELECT * { ?s ?p ?o } ¶garbage", "'garbage'"),
                Arguments.of("SELECT * { ?s ?p ?o } ¶garbage  ", "'garbage'"),
                Arguments.of("SELECT *\n{ ?s ?p ?o }\n\t¶garbage\n\n", "'garbage'"),
                Arguments.of("SELECT * { ?s ?p ?o } ¶garbage # no more", "'garbage'"),
                Arguments.of(Q + "SELECT * " + Grammar.S1 + BODY + " ¶garbage ", "'garbage'"),
                Arguments.of("¶hello", "'hello'"),
                Arguments.of("PREFIX ¶x <u:x> SELECT *" + BODY, "prefix"),
                Arguments.of("PREFIX ¶x:y <u:x> SELECT *" + BODY, "prefix"),
                Arguments.of("PREFIX x: ¶u:x SELECT *" + BODY, "IRI of the prefix"),
                Arguments.of("PREFIX x: ¶<rel> SELECT *" + BODY, "BASE"),
                Arguments.of("BASE ¶<rel> SELECT *" + BODY, "BASE"));
    }

    static Stream<Arguments> windows() {
        return Stream.of(
                window("[RANGE ¶0s STEP 1s]", "zero"),
                window("[RANGE 1s STEP ¶0ms]", "zero"),
                window("[RANGE ¶-1s STEP 1s]", "positive range"),
                window("[RANGE ¶\"-PT1S\" STEP 1s]", "positive"),
                window("[RANGE 10 ¶STEP 1s]", "ms, s, m, h, d"),
                window("[RANGE 10¶] ", "ms, s, m, h, d"),
                window("[RANGE 10 ¶weeks STEP 1s]", "ms, s, m, h, d"),
                window("[RANGE ¶1.5s STEP 1s]", "integer"),
                window("[RANGE ¶soon STEP 1s]", "duration"),
                window("[RANGE ¶P1M STEP 1s]", "duration"),
                window("[RANGE ¶PT STEP 1s]", "duration"),
                window("[RANGE ¶PT0.0005S STEP 1s]", "whole milliseconds"),
                window("[RANGE ¶99999999999999999999d STEP 1s]", "too long"),
                window("[RANGE ¶9223372036854775807ms STEP 1s]", "too long"),
                window("[RANGE ¶P99999999999D STEP 1s]", "too long"),
                window("[RANGE \"PT1S\"^^¶<u:duration> STEP 1s]", "xsd:duration"),
                window("[RANGE 10s¶]", "STEP, SLIDE or TUMBLING"),
                window("[RANGE 10s STEP¶]", "duration"),
                window("[¶STEP 1s]", "RANGE"),
                window("[TRIPLES ¶0]", "a number of triples that is not 0"),
                window("[RANGE TRIPLES ¶1.5]", "a number of triples"),
                window("[TRIPLES ¶1234567890]", "at most 9 digits"),
                window("[RANGE TRIPLES 10 ¶STEP 1s]", "']'"),
                window("[RANGE TRIPLES ¶STEP 1s]", "a number of triples"),
                window("[RANGE 1s STEP 1s", "']'", "¶WHERE"),
                window("", "a window such as", "¶WHERE"),
                window(
                        "[RANGE 1s STEP ¶150ms]",
                        "batch interval of 100 ms of stream http://ex.org/s1"),
                window("[RANGE ¶150ms TUMBLING]", "batch interval of 100 ms"));
    }

    private static Arguments window(String window, String message) {
        return window(window, message, "WHERE");
    }

    private static Arguments window(String window, String message, String where) {
        return Arguments.of(
                Q
                        + "SELECT * FROM STREAM <http://ex.org/s1> "
                        + window
                        + " "
                        + where
                        + " { ?s ?p ?o }",
                message);
    }

    static Stream<Arguments> names() {
        String w = " [RANGE 1s STEP 1s]";
        return Stream.of(
                Arguments.of(Q + "SELECT * FROM STREAM ¶?x" + w + BODY, "name of a stream"),
                Arguments.of(
                        Q + "SELECT * FROM STREAM ¶<http://ex.org/none>" + w + BODY,
                        "unknown stream"),
                Arguments.of(Q + "SELECT * FROM STREAM ¶none" + w + BODY, "Like_Stream"),
                Arguments.of(
                        Q + "SELECT * FROM STREAM ¶<http://ex.org/s1" + w + BODY, "without '>'"),
                Arguments.of(Q + "SELECT * FROM ¶none" + w + BODY, "unknown stream"),
                Arguments.of(Q + "SELECT * FROM ¶STORED" + w + BODY, "unknown stream"),
                Arguments.of(Q + "SELECT * FROM ¶Tweet_Stream" + BODY, "without window"),
                Arguments.of(
                        Q + "SELECT * " + Grammar.S1 + "FROM ¶none" + BODY,
                        "STORED, X-Lab, http://ex.org/static"),
                Arguments.of(Q + "SELECT * " + Grammar.S1 + "FROM ¶stored" + BODY, "unknown graph"),
                Arguments.of("SELECT * FROM ¶<http://ex.org/none>" + BODY, "unknown graph"),
                Arguments.of("SELECT * FROM NAMED ¶x:g" + BODY, "unknown prefix 'x:'"),
                Arguments.of(
                        "SELECT * FROM ¶WHERE { ?s ?p ?o }", "name of a stream or stored graph"),
                Arguments.of(
                        "SELECT * ¶FROM STREAM <http://ex.org/s1>" + w + BODY, "REGISTER QUERY"),
                Arguments.of("SELECT * { ¶WINDOW w { ?s ?p ?o } }", "REGISTER QUERY"),
                Arguments.of("SELECT * { GRAPH ¶none { ?s ?p ?o } }", "unknown graph"),
                Arguments.of("SELECT * { GRAPH ¶s1 { ?s ?p ?o } }", "REGISTER QUERY"),
                Arguments.of("SELECT * { GRAPH ¶<none> { ?s ?p ?o } }", "BASE"),
                Arguments.of(Q + "SELECT * FROM WINDOW w ¶OF s1" + w + BODY, "ON"),
                Arguments.of(Q + "SELECT * FROM WINDOW ¶?w ON s1" + w + BODY, "name of a window"),
                Arguments.of(
                        Q + "SELECT * FROM WINDOW w ON s1" + w + " FROM WINDOW ¶w ON s2" + w + BODY,
                        "second window"),
                Arguments.of(
                        Q + "SELECT * FROM s1" + w + " FROM STREAM ¶s1" + w + BODY,
                        "second window"),
                Arguments.of(
                        Q + "SELECT * FROM NAMED s1" + w + " FROM NAMED STREAM ¶s1" + w + BODY,
                        "second window"),
                Arguments.of(
                        Q
                                + "SELECT * FROM NAMED s1"
                                + w
                                + " FROM s1"
                                + w
                                + " FROM STREAM ¶s1"
                                + w
                                + BODY,
                        "second window"),
                Arguments.of(
                        Q
                                + "SELECT * FROM NAMED WINDOW w ON s1"
                                + w
                                + " FROM WINDOW ¶w ON s2"
                                + w
                                + BODY,
                        "second window"),
                Arguments.of(
                        Q
                                + "SELECT * FROM WINDOW <http://ex.org/static> ON s1"
                                + w
                                + " FROM ¶static"
                                + BODY,
                        "a window and a stored graph"),
                Arguments.of(
                        Q + "SELECT * " + Grammar.S1 + "{ GRAPH ¶s2 { ?s ?p ?o } }",
                        "FROM STREAM s2"),
                Arguments.of(
                        Q + "SELECT * " + Grammar.S1 + "{ GRAPH ¶<http://ex.org/no> { ?s ?p ?o } }",
                        "unknown graph"),
                Arguments.of(
                        Q + "SELECT * " + Grammar.S1 + "{ WINDOW ¶w { ?s ?p ?o } }",
                        "unknown window"),
                Arguments.of(
                        Q + "SELECT * " + Grammar.S1 + "{ WINDOW ¶static { ?s ?p ?o } }",
                        "unknown window"),
                Arguments.of(
                        Q
                                + "SELECT * FROM WINDOW a ON s1"
                                + w
                                + " FROM WINDOW b ON s1"
                                + w
                                + " { GRAPH ¶s1 { ?s ?p ?o } }",
                        "several windows"));
    }

    static Stream<Arguments> sparql() {
        return Stream.of(
                Arguments.of(Q + "SELECT *" + BODY + " ¶" + Grammar.S1, "before the WHERE clause"),
                Arguments.of(
                        "SELECT * { { SELECT ?s ¶FROM STORED { ?s ?p ?o } } }",
                        "before the WHERE clause"),
                Arguments.of(
                        "SELECT * FROM STORED ¶junk FROM X-Lab { ?s ?p ?o }", "FROM, WHERE or '{'"),
                Arguments.of("SELECT (COUNT(?o AS ?n) ¶FROM STORED { ?s ?p ?o }", "')' first"),
                Arguments.of(
                        "SELECT * { ?s ?p ?o\n  ¶SERVICE <u:x> { ?s ?p ?o } }",
                        "SERVICE is not supported"),
                Arguments.of("SELECT *\r\n{\t?s\t?p\t¶}", "a term"),
                Arguments.of("SELECT * {\n\t?s ?p 'a\tb' ; ;\n\t¶, }", "','"),
                Arguments.of("SELECT * { ?s ?p ?o¶", "end of text"),
                Arguments.of("SELECT * { ?s ?p ?o¶\n# nothing more\n", "end of text"),
                Arguments.of("SELECT * { ?s ?p ?o } ¶}", "'}'"),
                Arguments.of("SELECT * { ?s ¶x:p ?o }", "unknown prefix 'x:'"),
                Arguments.of("SELECT * { ?s ¶rdf:type ?o }", "unknown prefix 'rdf:'"),
                Arguments.of("SELECT * { ?s ¶<p> ?o }", "relative IRI"),
                Arguments.of("SELECT * { ?s ¶po ?o }", "bare words name streams and graphs only"),
                Arguments.of("SELECT * { ?s ?p ?o FILTER(¶nofunction(?o)) }", "'nofunction'"),
                Arguments.of("SELECT * { ?s ?p ¶<http://ex.org/a b> }", "'<'"),
                Arguments.of("SELECT * { ?s ?p ¶<http://ex.org/a }", "'<'"),
                Arguments.of("SELECT * { ?s ?p ¶'abc }", "not closed"),
                Arguments.of("SELECT * { ?s ?p ¶\"\"\"abc\" }", "not closed"),
                Arguments.of("SELECT * { ?s ?p 'a¶\\xb' }", "unknown escape"),
                Arguments.of("SELECT * { ?s ?p ¶§ }", "'§'"),
                Arguments.of("SELECT * { ?s ?p '😀' ¶§ }", "'§'"),
                Arguments.of("SELECT * { ?s ?p '\\u0061\\U0001F600' ¶§ }", "'§'"),
                Arguments.of("SELECT * { ?s ?p '¶\\uD800' }", "surrogate"),
                Arguments.of("SELECT * { ?s ?p '¶\\U0000DC00' }", "surrogate"),
                Arguments.of("SELECT * { ?s ?p 'a¶\\uD83D\\uDE00' }", "surrogate"),
                Arguments.of("SELECT * { ?s ?p '¶\\uD83D\uDE00' }", "surrogate"),
                Arguments.of("SELECT * { ?s <u:¶\\uD83D\\uDE00> ?o }", "surrogate"),
                Arguments.of("SELECT ?x¶\\uDB7F\\uDFFF { ?s ?p ?o }", "surrogate"),
                Arguments.of("SELECT * { ?s ?p ?o } # ¶\\uDFFF", "surrogate"),
                Arguments.of("SELECT * {¶\u00A0?s ?p ?o }", "U+00A0"),
                Arguments.of("SELECT * { ?s ?p ¶_: }", "blank node"),
                Arguments.of("SELECT (COUNT(?o) AS ¶?s) { ?s ?p ?o }", "'?s'"),
                Arguments.of("SELECT ?s (1 AS ¶?s) { ?x ?p ?o }", "already projected"),
                Arguments.of(
                        "SELECT * { { SELECT ?s (1 AS ¶?s) { ?x ?p ?o } } }", "already projected"),
                Arguments.of(
                        "SELECT ?s (COUNT(?o) AS ?n) ¶?p { ?s ?p ?o } GROUP BY ?s", "GROUP BY"),
                Arguments.of(
                        "SELECT (COUNT(?o) AS ?n) (¶?p + 1 AS ?q) { ?s ?p ?o } GROUP BY ?s",
                        "GROUP BY"),
                Arguments.of("SELECT * { ?s ?p ?o BIND(1 AS ¶?s) }", "'?s'"),
                Arguments.of("SELECT * { ?s ?p ?o ¶VALUES (?a ?b) { (1) } }", "bindingset"),
                Arguments.of("SELECT * { ?s ?p ?o } LIMIT ¶99999999999999999999", "18 digits"),
                Arguments.of("SELECT * { ?s ?p ?o } LIMIT ¶?x", "non-negative integer"),
                Arguments.of("SELECT * { ?s ?p ?o } ¶BINDINGS ?s { (1) }", "VALUES"),
                Arguments.of("¶CONSTRUCT WHERE { ?s ?p ?o FILTER(?o > 1) }", "CONSTRUCT"),
                Arguments.of("SELECT (¶timestamp(?s, ?p) AS ?t) { ?s ?p ?o }", "2 arguments"),
                Arguments.of("SELECT (¶TIMESTAMP() AS ?t) { ?s ?p ?o }", "0 arguments"),
                Arguments.of("SELECT * { ?s ?p ?o FILTER(¶timestamp > 1) }", "'timestamp'"),
                Arguments.of("SELECT * { ¶<< ?a ?b ?c >> ?p ?o }", "RDF-star and RDF 1.2"),
                Arguments.of("SELECT * { ?s ?p ¶<<( ?a ?b ?c )>> }", "RDF-star and RDF 1.2"),
                Arguments.of("SELECT * { ?s ?p \"a\"¶@en--ltr }", "language direction"),
                Arguments.of(
                        Q
                                + "SELECT * FROM NAMED WINDOW ¶<w> ON s1 [RANGE 1s STEP 1s]"
                                + " WHERE { WINDOW <w> { ?s ?p ?o } }",
                        "relative IRI '<w>' without BASE"),
                Arguments.of(
                        "SELECT * " + "{ ".repeat(Nesting.DEPTH_MAX) + "¶{ " + "} ".repeat(101),
                        "too deep nesting"));
    }

    static Stream<Arguments> aggregates() {
        return Stream.of(
                Arguments.of("SELECT (SUM(¶COUNT(?x)) AS ?s) { ?x ?p ?o }", "aggregate 'SUM'"),
                Arguments.of(
                        "SELECT (MAX(1 + IF(?p, ¶avg(?x), 2)) AS ?s) { ?x ?p ?o }",
                        "aggregate 'MAX'"),
                Arguments.of(
                        "SELECT ?x { ?x ?p ?o } GROUP BY ?x HAVING (MIN(¶COUNT(?o)) > 1)",
                        "aggregate 'MIN'"),
                Arguments.of(
                        "SELECT ?x { ?x ?p ?o } GROUP BY ?x ORDER BY DESC(MAX(¶SAMPLE(?o)))",
                        "aggregate 'MAX'"),
                Arguments.of(
                        Q
                                + "SELECT (GROUP_CONCAT(¶COUNT(*); separator=',') AS ?s) "
                                + Grammar.S1
                                + BODY,
                        "aggregate 'GROUP_CONCAT'"),
                Arguments.of(
                        "SELECT * { { SELECT (SUM(¶COUNT(?x)) AS ?s) { ?x ?p ?o } } }",
                        "aggregate 'SUM'"),
                Arguments.of("SELECT * { ?x ?p ?o FILTER(¶COUNT(?o) > 1) }", "outside of SELECT"),
                Arguments.of("SELECT * { ?x ?p ?o BIND(¶SUM(?o) AS ?s) }", "outside of SELECT"),
                Arguments.of(
                        "SELECT ?s { ?x ?p ?o } GROUP BY (¶MIN(?o) AS ?s)", "outside of SELECT"),
                Arguments.of(
                        "SELECT (IF(EXISTS { ?x ?p ?o FILTER(¶COUNT(?o) > 1) }, 1, 2) AS ?s) {}",
                        "outside of SELECT"));
    }

    static Stream<Arguments> listedTwice() {
        return Stream.of(
                Arguments.of("SELECT * { VALUES (?a ¶?a) { (1 2) } }", "'?a' appears twice"),
                Arguments.of("SELECT * { VALUES (?a ?b ¶$a) { (1 2 3) } }", "'$a' appears twice"),
                Arguments.of("SELECT * { ?a ?b ?c } VALUES (?a ¶?a) { }", "'?a' appears twice"));
    }

    static Stream<Arguments> iris() {
        String valid = "expected one that RFC 3987 allows";
        String port = "PREFIX p: <http://h:9> ";
        return Stream.of(
                Arguments.of("SELECT * { ?s ¶<http://h:99999x/a> ?o }", valid),
                Arguments.of("SELECT * { ?s ?p ¶<http://[> }", valid),
                Arguments.of("SELECT * { ?s ?p 'x'^^¶<http://h:99999x/a> }", valid),
                Arguments.of("PREFIX p: ¶<http://h:99999x/> SELECT * { ?s p:a ?o }", valid),
                Arguments.of(port + "SELECT * { ?s ¶p:x\\/a ?o }", valid),
                Arguments.of(port + "SELECT * { ?s ?p 'x'^^¶p:x\\/a }", valid),
                Arguments.of(port + "SELECT * FROM ¶p:x\\/a { ?s ?p ?o }", valid),
                Arguments.of("BASE <http://b/> " + port + "SELECT * { ?s ¶p:x\\/a ?o }", valid),
                Arguments.of("BASE <http://b/> SELECT * { ?s ¶<http://h:99999x/a> ?o }", valid),
                Arguments.of("SELECT * { GRAPH ¶_:b { ?s ?p ?o } }", "a variable or an IRI"),
                Arguments.of(
                        Q + "SELECT * " + Grammar.S1 + "{ GRAPH ¶_:b { ?s ?p ?o } }",
                        "a variable or an IRI"),
                Arguments.of("SELECT * FROM ¶_:b { ?s ?p ?o }", "stored graph"));
    }

    @ParameterizedTest
    @MethodSource({
        "registration",
        "windows",
        "names",
        "sparql",
        "aggregates",
        "listedTwice",
        "iris"
    })
    void saysWhereAndWhat(String marked, String message) {
        int offset = marked.indexOf('¶');
        String before = marked.substring(0, offset);
        int lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
        int line =
                (int) before.lines().count()
                        + (lineStart == before.length() && lineStart > 0 ? 1 : 0);
        String text = before + marked.substring(offset + 1);
        CsparqlSyntaxException error = Grammar.rejected(text, Grammar.CATALOG);
        assertThat(error.getMessage()).contains(message);
        assertThat(List.of(error.line(), error.column()))
                .as(error.getMessage())
                .isEqualTo(
                        List.of(
                                Math.max(line, 1),
                                before.codePointCount(lineStart, before.length()) + 1));
    }

    @Test
    void ambiguousNameListsCandidates() {
        FixedCatalog catalog = FixedCatalog.ofNames(List.of("http://a/x", "http://b#x"), List.of());
        String text = Q + "SELECT * FROM STREAM x [RANGE 1s STEP 1s] { ?s ?p ?o }";
        CsparqlSyntaxException error = Grammar.rejected(text, catalog);
        assertThat(error.getMessage()).contains("ambiguous name 'x'", "http://a/x, http://b#x");
        assertThat(error.column()).isEqualTo(text.indexOf("x [") + 1);
    }

    @Test
    void unknownNameListsTenKnownOnes() {
        List<String> many = Stream.iterate(10, i -> i + 1).limit(12).map(i -> "s" + i).toList();
        CsparqlSyntaxException error =
                Grammar.rejected(
                        Q + "SELECT * FROM STREAM x [RANGE 1s STEP 1s] { ?s ?p ?o }",
                        FixedCatalog.ofNames(many, List.of()));
        assertThat(error.getMessage()).contains("s10, s11", "s19 and 2 more").doesNotContain("s20");
    }

    @Test
    void everyIsCheckedAgainstAllStreams() {
        StreamDefinition slow =
                new StreamDefinition("slow", 1000, StreamDefinition.STORED, Set.of());
        FixedCatalog catalog =
                FixedCatalog.of(List.of(slow, StreamDefinition.of("fast")), List.of());
        String text =
                "REGISTER QUERY q COMPUTED EVERY 500ms AS SELECT * FROM fast [RANGE 1s STEP 100ms]"
                        + " FROM slow [RANGE 2s STEP 1s] { ?s ?p ?o }";
        CsparqlSyntaxException error = Grammar.rejected(text, catalog);
        assertThat(error.getMessage())
                .contains("COMPUTED EVERY of 500 ms", "1000 ms of stream slow");
        assertThat(error.column()).isEqualTo(33);
    }

    @Test
    void tooLongText() {
        CsparqlSyntaxException error =
                Grammar.rejected(" ".repeat(CsparqlParser.TEXT_CHARS_MAX + 1), FixedCatalog.EMPTY);
        assertThat(error.getMessage()).contains("text too long");
    }

    @Test
    void endlessOperatorsAreAnErrorNotACrash() {
        String text = "SELECT * { ?s ?p ?o FILTER(" + "?o||".repeat(100_000) + "?o) }";
        assertThat(Grammar.rejected(text, FixedCatalog.EMPTY).getMessage()).contains("too complex");
    }
}
