package org.wukongs.w3c;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;

/** What the W3C's tests leave out beside what they brought to light; needs no bench data. */
final class QueryCornersTest {

    private static final String PREFIX =
            "PREFIX : <urn:t:> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

    @TempDir private Path folder;

    private StoreNode node;

    @BeforeEach
    void load() throws IOException {
        node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());
        RdfLoader loader = new RdfLoader(node.dictionary(), LoadOptions.STRICT);
        loader.add(StreamDefinition.STORED, file("d.ttl", ":a :p :b . :b :p :c . :a :l 'x'@EN ."));
        loader.add("urn:t:g1", file("g1.ttl", ":a :p :b . :a :g :g1 . :c :q 1 ."));
        loader.add("urn:t:g2", file("g2.ttl", ":b :p :c . :b :g :g1 ."));
        loader.finish(node.loader()::load);
    }

    private Path file(String name, String turtle) throws IOException {
        return Files.writeString(folder.resolve(name), "@prefix : <urn:t:> . " + turtle);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '`',
            value = {
                "SELECT ?g { GRAPH ?g { } } ¦ <g1>; <g2>",
                "SELECT ?g { GRAPH ?g { OPTIONAL { ?s :none ?o } } } ¦ <g1>; <g2>",
                "SELECT ?g { :a :p :b GRAPH ?g { } } ¦ <g1>; <g2>",
                "SELECT ?g ?n { GRAPH ?g { SELECT (COUNT(*) AS ?n) { ?s :q ?o } } } ¦ <g1> 1; <g2> 0",
                "SELECT ?g ?x { GRAPH ?g { VALUES ?x { :a :b } } } ¦ <g1> <a>; <g1> <b>; <g2> <a>; <g2> <b>",
                "SELECT ?g ?s { GRAPH ?g { ?s :p ?o MINUS { ?x :g ?y } } } ¦ <g1> <a>; <g2> <b>",
                "SELECT ?g ?s { GRAPH ?g { ?s :p ?o MINUS { ?s :g ?y } } } ¦",
                "SELECT ?g ?s { GRAPH ?g { ?s :g ?g } } ¦ <g1> <a>",
                "SELECT ?s { VALUES ?g { :g2 } GRAPH ?g { { ?s :p ?o } UNION { ?s :q ?o } } } ¦ <b>",
                "SELECT ?g ?h { GRAPH ?g { { ?s :q 1 } GRAPH ?h { :b :p ?s } } } ¦ <g1> <g2>",
                "SELECT ?g { GRAPH ?g { FILTER EXISTS { ?s :q 1 } } } ¦ <g1>",
                "SELECT ?x { BIND(1 AS ?x) GRAPH :none { } } ¦",
                "SELECT ?x { BIND(1 AS ?x) GRAPH :g1 { } } ¦ 1",
                "SELECT ?x { BIND(1 AS ?x) GRAPH :none { OPTIONAL { ?s ?p ?o } } } ¦",
                "SELECT ?g ?o { GRAPH ?g { { :a :p* ?o } } } ¦ <g1> <a>; <g1> <b>; <g2> <a>",
                "SELECT ?o { :a :p* ?o } ¦ <a>; <b>; <c>",
                "SELECT ?o { :nowhere :p* ?o } ¦ <nowhere>",
                "SELECT ?s { ?s :p* :c } ¦ <a>; <b>; <c>",
                "SELECT ?o { :a :p? ?o } ¦ <a>; <b>",
                "SELECT ?o { GRAPH :g1 { :a :p+ ?o } } ¦ <b>",
                "SELECT ?s { ?s :l 'x'@en } ¦ <a>",
                "SELECT ?s { ?s :l 'x'@eN } ¦ <a>",
                "SELECT ?s { ?s :p ?x . ?x :p ?y } VALUES () { () } ¦ <a>",
                "SELECT ?s { ?s :p ?x } VALUES () { () () } ¦ <a>; <a>; <b>; <b>",
                "SELECT ?s { ?s :p ?x } VALUES () { } ¦",
                "SELECT ?x { BIND(COALESCE(1/0, 2) AS ?x) } ¦ 2",
                "SELECT ?x { BIND(IF(true, 1, 1/0) AS ?x) } ¦ 1",
                "SELECT ?x { BIND(1 AS ?x) FILTER(true || 1/0 > 0) } ¦ 1",
                "SELECT ?x { BIND(1 AS ?x) FILTER(1/0 > 0) } ¦",
                "SELECT ?x { BIND(SUBSTR('a👪bc', 2, 2) AS ?x) } ¦ '👪b'",
                "SELECT ?x { BIND(SUBSTR('12345', 1.5, 2.6) AS ?x) } ¦ '234'",
                "SELECT ?x { BIND(SUBSTR('12345', 0, 3) AS ?x) } ¦ '12'",
                "SELECT ?x { BIND(SUBSTR('motor', 6) AS ?x) } ¦ ''",
                "SELECT ?x { BIND(STRLEN('a👪') AS ?x) } ¦ 2",
                "SELECT ?x { BIND(ENCODE_FOR_URI('a b*~é') AS ?x) } ¦ 'a%20b%2A~%C3%A9'",
                "SELECT ?x { BIND(xsd:string(1e6) AS ?x) } ¦ '1.0E6'",
                "SELECT ?x { BIND(xsd:string(123456.5e0) AS ?x) } ¦ '123456.5'",
                "SELECT ?x { BIND(xsd:string('-0'^^xsd:float) AS ?x) } ¦ '-0'",
                "SELECT ?x { BIND(xsd:string('-INF'^^xsd:double) AS ?x) } ¦ '-INF'",
                "SELECT ?x { BIND(xsd:string(0.10) AS ?x) } ¦ '0.1'",
                "SELECT ?x { BIND(xsd:string(100.0) AS ?x) } ¦ '100'",
                "SELECT ?x { BIND(xsd:string('1'^^xsd:boolean) AS ?x) } ¦ 'true'",
                "SELECT ?x { BIND(COALESCE(xsd:boolean('maybe'), 7) AS ?x) } ¦ 7",
                "SELECT ?x { BIND(IF(xsd:boolean('NaN'^^xsd:double), 1, 2) AS ?x) } ¦ 2",
                "SELECT ?x { BIND(IF(xsd:boolean(0.00), 1, 2) AS ?x) } ¦ 2",
                "SELECT ?x { BIND(BNODE('k') AS ?a) BIND(BNODE('k') AS ?b) BIND(sameTerm(?a, ?b) AS ?x) } ¦ 'true'",
                "SELECT (COUNT(DISTINCT ?b) AS ?x) { { ?s :p ?o } UNION { ?s :p ?o } BIND(BNODE('k') AS ?b) } ¦ 4",
                "SELECT (isBlank(BNODE('k')) AS ?x) { } ¦ 'true'",
                "SELECT (isNumeric('x'^^xsd:integer) AS ?x) { } ¦ 'false'",
                "SELECT (STR(isNumeric('x'^^xsd:integer)) AS ?x) { } ¦ 'false'",
                "SELECT (COALESCE(TZ('2020-13-01T00:00:00Z'^^xsd:dateTime), 7) AS ?x) { } ¦ 7",
                "SELECT (COALESCE(CEIL('x'^^xsd:integer), 7) AS ?x) { } ¦ 7"
            })
    void corners(String query, String expected) {
        List<String> wanted = expected == null ? List.of() : List.of(expected.split("; "));
        List<String> rows =
                node.query(PREFIX + query).rows().stream()
                        .map(QueryCornersTest::shortened)
                        .sorted()
                        .toList();
        assertThat(rows).containsExactlyInAnyOrderElementsOf(wanted);
    }

    /** IRIs without the tests' prefix, numbers bare, strings in single quotes. */
    private static String shortened(String[] row) {
        return String.join(
                " ",
                Arrays.stream(row)
                        .map(term -> term == null ? "null" : term)
                        .map(term -> term.replace("<urn:t:", "<"))
                        .map(term -> term.replaceAll("^\"([^\"]*)\"\\^\\^.*#integer>$", "$1"))
                        .map(term -> term.replaceAll("^\"([^\"]*)\".*", "'$1'"))
                        .toList());
    }

    @Test
    void halfASurrogatePairIsSkippedWhereBadStatementsAre() throws IOException {
        Path bad = file("bad.ttl", ":a :p \"\\uD800\" . :a :p \"ok\" .");
        RdfLoader loader = new RdfLoader(node.dictionary(), new LoadOptions(true, bytes -> {}));
        loader.add(StreamDefinition.STORED, bad);
        assertThat(loader.finish(node.loader()::load)).isEqualTo(1);
        assertThat(loader.badCount()).isEqualTo(1);
    }
}
