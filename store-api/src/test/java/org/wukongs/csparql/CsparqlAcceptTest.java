package org.wukongs.csparql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.query.parser.ParsedQuery;
import org.eclipse.rdf4j.query.parser.sparql.SPARQLParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.stream.StreamDefinition;

class CsparqlAcceptTest {

    private static final String Q = "REGISTER QUERY q AS ";
    private static final String W = " [RANGE 1s STEP 1s] ";

    @Test
    void workedExampleOfThePaper() {
        CsparqlQuery query =
                Grammar.parse(
                        """
                        PREFIX : <http://ex.org/>
                        REGISTER QUERY QC AS SELECT ?X ?Y ?Z
                        FROM Tweet_Stream [RANGE 10s STEP 1s] FROM Like_Stream [RANGE 5s STEP 1s] FROM X-Lab
                        WHERE { GRAPH Tweet_Stream { ?X :po ?Z } GRAPH X-Lab { ?X :fo ?Y } GRAPH Like_Stream { ?Y :li ?Z } }
                        """);
        assertThat(query.name()).isEqualTo("QC");
        assertThat(query.windows())
                .containsExactly(
                        new QueryWindow(
                                "urn:wukongs:name:Tweet_Stream",
                                "Tweet_Stream",
                                10_000,
                                1_000,
                                false),
                        new QueryWindow(
                                "urn:wukongs:name:Like_Stream",
                                "Like_Stream",
                                5_000,
                                1_000,
                                false));
        assertThat(query.graphs())
                .containsExactly(new QueryGraph("urn:wukongs:name:X-Lab", "X-Lab", false));
        assertThat(query.graphAliases()).isEqualTo(Map.of("urn:wukongs:name:X-Lab", "X-Lab"));
        assertThat(query.vars()).containsExactly("X", "Y", "Z");
        assertThat(query.sparql())
                .contains("SERVICE <urn:wukongs:name:Tweet_Stream> {")
                .doesNotContain("REGISTER", "FROM", "RANGE");
        assertThat(query.sparql().lines().count()).isEqualTo(query.text().lines().count());
        assertThat(query.algebra().getDataset()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT (SUM(IF(BOUND(?o), 1, 0)) + COUNT(?p) AS ?n) { ?s ?p ?o }",
                "SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING (COUNT(*) > 1) ORDER BY DESC(MIN(?o))",
                "SELECT (MAX(?n) AS ?m) { { SELECT (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?s } }",
                "ASK { ?s ?p ?o } GROUP BY ?s HAVING (COUNT(*) > 1)",
                "SELECT * { VALUES ?a { 1 } VALUES (?a ?b) { (1 2) } }",
                "SELECT ('\\U0001F600\\u00e9' AS ?a) ('\\\\uD800' AS ?b) { }",
                "PREFIX p: <http://h:9> SELECT * { ?s p:9\\/a <http://h:/> }"
            })
    void whatIsLikeSomethingForbidden(String text) {
        assertThat(Grammar.parse(text).text()).isEqualTo(text);
    }

    @Test
    void aStreamIsListedWithAndWithoutNamed() {
        QueryWindow named = new QueryWindow("http://ex.org/s1", "http://ex.org/s1", 1, 1_000, true);
        QueryWindow other =
                new QueryWindow("http://ex.org/s1", "http://ex.org/s1", 2_000, 1_000, false);
        String body = " WHERE { GRAPH s1 { ?s ?p ?o } WINDOW s1 { ?s ?p ?o } }";
        String one = " FROM NAMED STREAM s1 [RANGE 1ms STEP 1s]";
        String two = " FROM s1 [RANGE 2s STEP 1s]";
        assertThat(Grammar.parse(Q + "SELECT *" + one + two + body).windows())
                .containsExactly(named, other);
        assertThat(Grammar.parse(Q + "SELECT *" + two + one + body).windows())
                .containsExactly(other, named);
    }

    @Test
    void windowsByCount() {
        CsparqlQuery one =
                Grammar.parse(
                        "REGISTER QUERY Q AS SELECT ?s FROM STREAM Tweet_Stream [TRIPLES 10]"
                                + " WHERE { ?s ?p ?o }");
        assertThat(one.windows())
                .containsExactly(
                        new QueryWindow(
                                "urn:wukongs:name:Tweet_Stream", "Tweet_Stream", 0, 0, 10, false));
        assertThat(one.byBlock()).isTrue();
        assertThat(one.stepMs()).as("the stream's batch interval").isPositive();
        CsparqlQuery two =
                Grammar.parse(
                        "REGISTER QUERY Q AS SELECT ?s FROM STREAM Tweet_Stream [RANGE TRIPLES 3]"
                                + " FROM STREAM Like_Stream [RANGE 5s STEP 2s] WHERE { ?s ?p ?o }");
        assertThat(two.windows().get(0).byCount()).isTrue();
        assertThat(two.byBlock()).isFalse();
        assertThat(two.stepMs()).isEqualTo(2_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FROM STREAM <http://ex.org/s1> [RANGE 10s STEP 1s] { GRAPH <http://ex.org/s1> { ?s ?p ?o } }",
                "FROM STREAM ex:s1 [RANGE PT10S SLIDE PT1S] WHERE { GRAPH s1 { ?s ?p ?o } }",
                "FROM s1 [ range 10 s step 1000 ms ] where { graph ex:s1 { ?s ?p ?o } }",
                "FROM STREAM <s1> [RANGE \"PT10S\"^^xsd:duration STEP 'PT1S'] { { SELECT * { OPTIONAL { GRAPH s1 { ?s ?p ?o } } } } }",
                "FROM STREAM <urn:wukongs:name:s1> [RANGE 10s STEP 1s] { ?s ?p ?o FILTER EXISTS { GRAPH s1 { ?s ?p ?o } } }"
            })
    void spellingsOfOneWindow(String query) {
        String prologue =
                "BASE <http://ex.org/> PREFIX ex: <#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";
        CsparqlQuery parsed =
                Grammar.parse(prologue + Q + "PREFIX ex: <http://ex.org/> SELECT * " + query);
        assertThat(parsed.windows())
                .containsExactly(
                        new QueryWindow(
                                "http://ex.org/s1", "http://ex.org/s1", 10_000, 1_000, false));
        assertThat(parsed.sparql().toUpperCase(Locale.ROOT)).doesNotContain("GRAPH S1");
        assertThat(parsed.graphAliases()).isEmpty();
    }

    @Test
    void rspQlWindowsHaveNamesOfTheirOwn() {
        CsparqlQuery query =
                Grammar.parse(
                        "PREFIX : <http://ex.org/> REGISTER RSTREAM :out AS SELECT * FROM NAMED WINDOW :w ON :s1 [RANGE PT10S STEP"
                                + " PT5S] FROM WINDOW v ON :s1 [RANGE 1m TUMBLING] WHERE { WINDOW :w { ?a ?b ?c } window v { ?d"
                                + " ?e ?f } WINDOW ?x { ?g ?h ?i } GRAPH :w { ?a ?b ?c } }");
        assertThat(query.name()).isEqualTo("http://ex.org/out");
        assertThat(query.stepMs()).isEqualTo(5_000);
        assertThat(query.windows())
                .containsExactly(
                        new QueryWindow("http://ex.org/w", "http://ex.org/s1", 10_000, 5_000, true),
                        new QueryWindow(
                                "urn:wukongs:name:v", "http://ex.org/s1", 60_000, 60_000, false));
        assertThat(query.sparql())
                .contains(
                        "SERVICE <http://ex.org/w> {",
                        "SERVICE <urn:wukongs:name:v> {",
                        "SERVICE ?x {")
                .doesNotContainIgnoringCase("window");
    }

    @Test
    void aRelativeWindowIsRelativeToBase() {
        CsparqlQuery query =
                Grammar.parse(
                        "BASE <http://x/y/> "
                                + Q
                                + "SELECT * FROM NAMED WINDOW <w> ON s1"
                                + W
                                + "{ WINDOW <w> { ?s ?p ?o } GRAPH <../y/w> { ?s ?p ?o } }");
        assertThat(query.windows()).hasSize(1);
        assertThat(query.windows().get(0).iri()).isEqualTo("http://x/y/w");
    }

    @Test
    void aNamedWindowMayBeAddressedByItsStream() {
        CsparqlQuery query =
                Grammar.parse(Q + "SELECT * FROM WINDOW w ON s1" + W + "{ GRAPH s1 { ?s ?p ?o } }");
        assertThat(query.sparql()).contains("SERVICE <urn:wukongs:name:w> {");
        CsparqlQuery both =
                Grammar.parse(
                        Q
                                + "SELECT * FROM WINDOW w ON s1"
                                + W
                                + "FROM s1"
                                + W
                                + "{ GRAPH s1 { ?s ?p ?o } }");
        assertThat(both.sparql()).contains("SERVICE <http://ex.org/s1> {");
    }

    @ParameterizedTest
    @CsvSource({
        "QUERY, RSTREAM, false",
        "STREAM, RSTREAM, true",
        "RSTREAM, RSTREAM, false",
        "istream, ISTREAM, false",
        "DSTREAM, DSTREAM, false"
    })
    void registrations(String kind, Emission emission, boolean stream) {
        CsparqlQuery query =
                Grammar.parse(
                        "REGISTER "
                                + kind
                                + " out COMPUTED EVERY 2s PREFIX ex: <u:x> CONSTRUCT { ?s ex:p ?o } "
                                + Grammar.S1
                                + "WHERE { ?s ?p ?o }");
        assertThat(query.emission()).isEqualTo(emission);
        assertThat(query.stream()).isEqualTo(stream);
        assertThat(query.stepMs()).isEqualTo(2_000);
        assertThat(query.form()).isEqualTo(ResultForm.GRAPH);
        assertThat(query.vars()).containsExactly("subject", "predicate", "object");
    }

    @ParameterizedTest
    @CsvSource({
        "1ms, 1",
        "10 s, 10000",
        "2M, 120000",
        "3h, 10800000",
        "1d, 86400000",
        "PT0.5S, 500",
        "P1DT1H1M1S, 90061000",
        "3652500d, 315576000000000"
    })
    void durations(String written, long ms) {
        String text =
                Q + "SELECT * FROM s1 [RANGE " + written + " STEP " + written + "] { ?s ?p ?o }";
        assertThat(CsparqlParser.parse(text).windows())
                .containsExactly(new QueryWindow("urn:wukongs:name:s1", "s1", ms, ms, false));
    }

    @Test
    void stepsAgainstBatchIntervals() {
        FixedCatalog catalog =
                FixedCatalog.of(
                        List.of(
                                new StreamDefinition("a", 250, StreamDefinition.STORED, Set.of()),
                                new StreamDefinition(
                                        "b", 1_000, StreamDefinition.STORED, Set.of())),
                        List.of());
        String text =
                "SELECT * FROM a [RANGE 1s STEP 750ms] FROM b [RANGE 1s STEP 5s] { ?s ?p ?o }";
        assertThat(CsparqlParser.parse(Q + text, catalog).stepMs()).isEqualTo(750);
        assertThat(
                        CsparqlParser.parse(
                                        "REGISTER QUERY q COMPUTED EVERY 3s AS " + text, catalog)
                                .stepMs())
                .isEqualTo(3_000);
    }

    @Test
    void storedGraphs() {
        CsparqlQuery query =
                Grammar.parse(
                        "SELECT * FROM STORED FROM NAMED X-Lab FROM NAMED <http://ex.org/static> FROM STORED {"
                                + " GRAPH STORED { ?a ?b ?c } GRAPH <urn:wukongs:stored> { ?a ?b ?c } GRAPH static { ?d ?e ?f }"
                                + " GRAPH <http://ex.org/other> { ?g ?h ?i } }");
        assertThat(query.graphs())
                .containsExactly(
                        new QueryGraph(CsparqlQuery.STORED_IRI, "STORED", false),
                        new QueryGraph("urn:wukongs:name:X-Lab", "X-Lab", true),
                        new QueryGraph("http://ex.org/static", "http://ex.org/static", true));
        assertThat(query.graphAliases())
                .containsExactly(
                        Map.entry(CsparqlQuery.STORED_IRI, "STORED"),
                        Map.entry("http://ex.org/static", "http://ex.org/static"));
        assertThat(query.continuous()).isFalse();
        assertThat(query.emission()).isNull();
        assertThat(query.stepMs()).isZero();
    }

    @Test
    void aContinuousQueryMayReadAGraphThatItDoesNotList() {
        CsparqlQuery query =
                Grammar.parse(
                        Q
                                + "SELECT * "
                                + Grammar.S1
                                + "{ ?s ?p ?o GRAPH <urn:wukongs:name:X-Lab> { ?o ?q ?r } }");
        assertThat(query.graphs()).isEmpty();
        assertThat(query.graphAliases()).isEqualTo(Map.of("urn:wukongs:name:X-Lab", "X-Lab"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * { ?s ?p _:b . ?b ?c [ ?d 'x' ] BIND(1 AS ?z) ?x <u:a>/<u:b>* ?y } | s,p,b,c,d,z,x,y",
                "SELECT ?b ?a (1 AS ?c) { ?a ?b ?x } | b,a,c",
                "SELECT ?s (COUNT(?o) AS ?n) (?n + 1 AS ?m) { ?s ?p ?o } GROUP BY ?s | s,n,m",
                "ASK { ?s ?p ?o } | ''",
                "DESCRIBE <u:x> | subject,predicate,object",
                "DESCRIBE ?s FROM STORED { ?s ?p ?o } LIMIT 1 | subject,predicate,object",
                "CONSTRUCT WHERE { ?s ?p ?o } | subject,predicate,object",
                "CONSTRUCT FROM STORED WHERE { ?s ?p ?o } | subject,predicate,object"
            })
    void vars(String text, String vars) {
        assertThat(String.join(",", Grammar.parse(text).vars())).isEqualTo(vars);
    }

    @ParameterizedTest
    @ValueSource(strings = {"timestamp(?s)", "TIMESTAMP (?s, ?p, IF(?a,?b,?c))", "f:timestamp(?s)"})
    void timestamps(String call) {
        CsparqlQuery query =
                Grammar.parse(
                        "PREFIX f: <http://larkc.eu/csparql/sparql/jena/ext#> SELECT ("
                                + call
                                + " AS ?t) { ?s ?p ?o }");
        String iri = call.startsWith("f:") ? TimestampFunction.CSPARQL_IRI : TimestampFunction.IRI;
        assertThat(TimestampFunction.IRIS).contains(iri);
        assertThat(query.algebra().getTupleExpr().toString())
                .contains("FunctionCall (" + iri + ")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * { ?s ?p 'GRAPH x { FROM', \"SERVICE\", '''it's\nFROM STREAM x''', \"\"\"a\\\"b\"\"\" } # SERVICE",
                "SELECT * { ?s ?p ?o FILTER(?s<?o&&?o<<http://ex.org/a>||?s<=?o) }",
                "SELECT * { ?s ?p ?o FILTER(?s<?o && ?o>?s) }",
                "PREFIX ex: <u:x> SELECT * { ?s ex:a\\-b%20c ex:1.2:3 . ?s ex: ex:d.} ",
                "PREFIX x: <u:a> PREFIX x: <u:b> BASE <u:c> BASE <http://d/> SELECT * { <e> x:f ?g }",
                "SELECT * { ?s ?p 1, -1, +1.5, .5, 1e3, 1.e3, true.?a ?b false . ?c ?d 'x'@en-US, 'y'^^<u:t> }",
                "SELECT * { ?s ?p ?o; ?q ?r;; . }",
                "SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING (COUNT(?o) > 1) (COUNT(?p) > 1) ORDER BY ?s",
                "SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING (COUNT(?o) > 1) VALUES (?s) { (1) }",
                "SELECT (COALESCE() AS ?a) (CONCAT() AS ?b) { }",
                "SELECT (EXISTS { ?a ?b ?c } AS ?x) FROM STORED { ?s ?p ?o }",
                "SELECT * { ?s ?p '\\u00e9\\\\u00', '\\u005C\\u005C' }",
                "SELECT?s{?s?p?o}ORDER BY?s",
                "\uFEFFSELECT * { ?größe ?p ?o }"
            })
    void sparqlOfAllSorts(String text) {
        assertThat(Grammar.parse(text).form()).isEqualTo(ResultForm.SELECT);
    }

    @Test
    void theSparqlTextParsesToTheSameAlgebra() {
        CsparqlQuery query =
                Grammar.parse(Q + "SELECT * " + Grammar.S1 + "{ GRAPH s1 { ?s ?p 'a\tb' } # c\n }");
        ParsedQuery again = new SPARQLParser().parseQuery(query.sparql(), null);
        assertThat(again.getTupleExpr()).isEqualTo(query.algebra().getTupleExpr());
        assertThat(query.sparql()).contains("'a\\tb'").doesNotContain("#", "\t");
    }

    @Test
    void withoutCatalogEveryNameIsItself() {
        CsparqlQuery query =
                CsparqlParser.parse(
                        Q
                                + "SELECT * FROM any [RANGE 7ms STEP 7ms] FROM other { GRAPH any { ?s ?p ?o } GRAPH third { ?s ?p ?o } }");
        assertThat(query.windows())
                .containsExactly(new QueryWindow("urn:wukongs:name:any", "any", 7, 7, false));
        assertThat(query.graphs())
                .containsExactly(new QueryGraph("urn:wukongs:name:other", "other", false));
        assertThat(query.graphAliases()).isEqualTo(Map.of("urn:wukongs:name:third", "third"));
    }
}
