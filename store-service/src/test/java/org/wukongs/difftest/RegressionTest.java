package org.wukongs.difftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Differences that {@link DifferentialTest} has found, made small and settled: a query, triples in
 * N-Quads with short names, and the rows. {@code a} to {@code z} stand for IRIs.
 */
class RegressionTest {

    private static final String PREFIXES =
            "PREFIX : <http://x/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "a function of an invalid literal ~ SELECT * { ?c :p ?d BIND(FLOOR(?d) AS ?e) } ~ :a :p '1,5'^^xsd:decimal . ~ c=:a d='1,5'^^xsd:decimal",
                "a cast of NaN ~ SELECT ?b { ?a :p ?b FILTER(xsd:integer(?b)) } ~ :a :p 'NaN'^^xsd:double . ~ -",
                "a cast of an invalid literal ~ SELECT ?r { ?a :p ?b BIND(xsd:decimal(?b) AS ?r) } ~ :a :p '1,5'^^xsd:decimal . ~ ``",
                "a negative half ~ SELECT ?r { ?a :p ?b BIND(ROUND(?b) AS ?r) } ~ :a :p '-2.5'^^xsd:decimal . ~ r='-2'^^decimal",
                "a filter before MINUS ~ SELECT * { FILTER(?c) MINUS { ?e :q ?b } ?a :p ?c } ~ :a :p '12' . ~ a=:a c='12'",
                "behind MINUS in a graph ~ SELECT * { GRAPH :g { ?a :p ?b MINUS { ?b :r ?b } ?b :q ?c } } ~ :a :p :b :g . :b :q :c :g . ~ a=:a b=:b c=:c",
                "OPTIONAL behind MINUS in a graph ~ SELECT * { GRAPH :g { MINUS { VALUES ?a { 1 } } OPTIONAL { ?b :q ?c } } } ~ :b :q :c :g . ~ b=:b c=:c",
                "an OPTIONAL before a pattern in an OPTIONAL ~ SELECT * { OPTIONAL { OPTIONAL { :a :p ?c } ?d :q ?c } } ~ :a :p :b . :b :q :c . ~ ``",
                "IF of what is unbound ~ SELECT ?h { FILTER(IF(?b, ?d, ?h)) } ~ :a :p :b . ~ -",
                "VALUES behind HAVING ~ SELECT ?a { ?a :p ?c } GROUP BY ?a HAVING(COUNT(*) > 0) VALUES ?a { :b } ~ :a :p :b . :b :p :b . ~ a=:b",
                "a filter that only its own group may see ~ SELECT * { ?a :p ?b { ?b :q ?c FILTER(?c != :a) } } ~ :a :p :b . :b :q :c . ~ a=:a b=:b c=:c",
                "VALUES without variables ~ SELECT * { ?a :p ?b } VALUES () { () } ~ :a :p :b . ~ a=:a b=:b",
                "GRAPH of what is optional, and no graphs ~ SELECT * { GRAPH ?g { OPTIONAL { ?a :p ?b } } } ~ :a :p :b . ~ -",
                "a graph in two FROM clauses' union ~ SELECT ?a FROM :g FROM :h { ?a :p ?b } ~ :a :p :b :g . :a :p :b :h . ~ a=:a",
                "a count over no graph ~ SELECT (COUNT(*) AS ?n) { GRAPH <http://x/none> { ?a ?b ?c } } ~ :a :p :b . ~ n='0'^^xsd:integer",
                "a count over a union in no graph ~ SELECT (COUNT(*) AS ?n) { GRAPH :none { { ?a :p ?c } UNION { ?a :q ?c } } } ~ :a :p :b . ~ n='0'^^xsd:integer",
                "a count over VALUES in no graph ~ SELECT (COUNT(*) AS ?n) { GRAPH :none { VALUES ?a { 1 2 } } } ~ :a :p :b . ~ n='0'^^xsd:integer",
                "a count over VALUES in graphs ~ SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { VALUES ?a { 1 2 } } } GROUP BY ?g ~ :a :p :b :g . :a :p :b :h . ~ g=:g n='2'^^xsd:integer; g=:h n='2'^^xsd:integer",
                "a count over filters in no graph ~ SELECT (COUNT(*) AS ?n) { GRAPH :none { FILTER(true) } } ~ :a :p :b . ~ n='0'^^xsd:integer",
                "a count over filters in graphs ~ SELECT (COUNT(*) AS ?n) { GRAPH ?g { FILTER(1 = 2) } } ~ :a :p :b :g . ~ n='0'^^xsd:integer",
                "a count over BIND in graphs ~ SELECT (COUNT(?b) AS ?n) { GRAPH ?g { BIND(1 AS ?b) } } ~ :a :p :b :g . :a :p :b :h . ~ n='2'^^xsd:integer",
                "a count over MINUS in no graph ~ SELECT (COUNT(*) AS ?n) { GRAPH :none { ?a :p ?b MINUS { ?a :q ?c } } } ~ :a :p :b . ~ n='0'^^xsd:integer",
                "a count in a sub-select in graphs ~ SELECT ?g ?n { GRAPH ?g { SELECT (COUNT(*) AS ?n) { ?a :q ?b } } } ~ :a :p :b :g . :a :q :b :h . ~ g=:g n='0'^^xsd:integer; g=:h n='1'^^xsd:integer",
                "a count over no graph in a sub-select ~ SELECT ?n { { SELECT (COUNT(*) AS ?n) { GRAPH :none { ?a ?b ?c } } } } ~ :a :p :b . ~ n='0'^^xsd:integer",
                "aggregates over nothing ~ SELECT (SUM(1) AS ?s) (COUNT(*) AS ?n) (MIN(1) AS ?m) { ?a :z ?b FILTER NOT EXISTS { MINUS { ?q :y ?r } } } ~ :a :p :b . ~ n='0'^^xsd:integer s='0'^^xsd:integer",
                "aggregates over nothing ~ SELECT (AVG(2) AS ?s) (SAMPLE(1) AS ?n) (GROUP_CONCAT('x') AS ?m) { ?a :z ?b } ~ :a :p :b . ~ m='' s='0'^^xsd:integer",
                "an empty path at a term that the graph does not have ~ SELECT * { ?e :r ?y . GRAPH :g { ?e :t* ?x } } ~ :a :r :b . :c :t :d :g . ~ -",
                "an empty path at a term that the graph has ~ SELECT * { ?e :r ?y . GRAPH :g { ?e :t* ?x } } ~ :a :r :b . :a :s :d :g . ~ e=:a x=:a y=:b",
                "MINUS of an empty path ~ SELECT * { ?e :r ?y MINUS { GRAPH :g { ?e :t* ?x } } } ~ :a :r :b . :c :t :d :g . ~ e=:a y=:b",
                "an empty path at a constant ~ SELECT * { GRAPH :g { :a :t* ?x } } ~ :c :t :d :g . ~ x=:a",
                "an optional path in graphs ~ SELECT * { GRAPH ?g { :a :t? ?x } } ~ :a :t :d :g . :c :t :d :h . ~ g=:g x=:a; g=:g x=:d; g=:h x=:a",
                "a path of paths ~ SELECT ?y { :a (:p+/:q?)+ ?y } ~ :a :p :b . :b :q :c . :c :p :d . ~ y=:b; y=:c; y=:d",
                "a path against itself ~ SELECT ?x { ?x (:p|^:q)+ ?x } ~ :a :p :b . :a :q :b . ~ x=:a; x=:b",
                "a path stays in its graph ~ SELECT * { GRAPH ?g { :a :p+ ?x } } ~ :a :p :b :g . :b :p :c :h . ~ g=:g x=:b",
                "MINUS first in EXISTS ~ SELECT ?a { ?a :p ?b FILTER EXISTS { MINUS { SELECT ?a { ?a :p ?c } } } } ~ :a :p :b . ~ a=:a",
                "a sub-select in EXISTS ~ SELECT ?a { ?a :p ?b FILTER EXISTS { SELECT ?a (COUNT(*) AS ?n) { ?a :q ?c } GROUP BY ?a HAVING(COUNT(*) > 1) } } ~ :a :p :b . :a :q :b . :a :q :c . :d :p :b . :d :q :b . ~ a=:a",
                "LIMIT in a sub-select in EXISTS ~ SELECT ?a { ?a :p ?b FILTER EXISTS { SELECT ?a { ?a :q ?c } LIMIT 1 } } ~ :a :p :b . :a :q :b . :d :p :b . :d :q :b . ~ a=:a; a=:d",
                "MINUS in EXISTS ~ SELECT ?a { ?a :p ?b FILTER EXISTS { ?a :q ?c MINUS { ?c :r ?d } } } ~ :a :p :b . :a :q :b . :d :p :b . :d :q :c . :c :r :a . ~ a=:a",
                "OPTIONAL of a variable outside, in EXISTS ~ SELECT ?a { ?a :p ?x FILTER EXISTS { ?a :q ?y { ?y :r ?z OPTIONAL { ?z :s ?x } } } } ~ :a :p :b . :a :q :c . :c :r :d . :d :s :e . ~ a=:a",
                "BIND and VALUES with UNDEF ~ SELECT * { BIND(1 AS ?a) VALUES (?a ?b) { (1 2) (UNDEF 3) } } ~ :a :p :b . ~ a='1'^^xsd:integer b='2'^^xsd:integer; a='1'^^xsd:integer b='3'^^xsd:integer",
                "EXISTS as an argument ~ SELECT ?a { ?a :p ?b FILTER(STR(EXISTS { ?b :q ?c }) = 'true') } ~ :a :p :b . :b :q :c . :d :p :e . ~ a=:a",
                "GRAPH of a variable in GRAPH of a constant ~ SELECT * { GRAPH :g { GRAPH ?e { ?d :p ?c } } } ~ :a :p :b :g . :a :q :b :h . ~ c=:b d=:a e=:g",
                "a filter on the variable of GRAPH ~ SELECT ?g { GRAPH ?g { ?a :p ?b FILTER(?g = :h) } } ~ :a :p :b :g . :a :p :b :h . ~ g=:h",
                "a registered aggregate ~ SELECT (<http://rdf4j.org/aggregate#stdev_population>(?b) AS ?s) { ?a :p ?b } ~ :a :p '1.0'^^xsd:double . :b :p '3.0'^^xsd:double . ~ s='1'^^double",
                "VALUES behind a count ~ SELECT (COUNT(*) AS ?n) { ?a :p ?b } VALUES ?a { :a :x } ~ :a :p :b . :c :p :b . ~ n='2'^^xsd:integer; n='2'^^xsd:integer",
                "VALUES behind a sub-select's count ~ SELECT ?n { { SELECT (COUNT(*) AS ?n) { VALUES ?a { :a } ?a :p ?b } VALUES ?c { 1 } } } ~ :a :p :b . :c :p :b . ~ n='1'^^xsd:integer",
                "VALUES behind nothing that is counted ~ SELECT (COUNT(*) AS ?n) { } VALUES ?a { } ~ :a :p :b . ~ -",
                "MINUS with nothing in common ~ SELECT * { ?a :p ?b MINUS { ?c :q ?d } } ~ :a :p :b . :c :q :d . ~ a=:a b=:b",
            })
    void rowsAreRight(String name, String query, String quads, String rows) {
        String data = quads.strip().replace(" . ", " .\n") + "\n";
        for (int nodeCount : new int[] {1, 2, 5}) {
            try (StoreEngine store = new StoreEngine(full(data), folder, nodeCount)) {
                Answer answer = store.answer(PREFIXES + query);
                assertThat(answer.failure()).as(name).isNull();
                assertThat(
                                answer.rows().stream()
                                        .map(row -> shortened(new TreeMap<>(row)))
                                        .toList())
                        .as(name)
                        .containsExactlyInAnyOrderElementsOf(
                                rows.equals("-") ? List.of() : List.of(rows.split("; ", -1)));
            }
        }
    }

    /** N-Quads without short names. */
    private static String full(String data) {
        return data.replace('\'', '"')
                .replaceAll("xsd:([a-z]+)", "<" + Terms.XSD + "$1>")
                .replaceAll("(?<![\\w\"]):([a-z]+)", "<http://x/$1>");
    }

    private static String shortened(Map<String, String> row) {
        List<String> cells = new ArrayList<>();
        row.forEach(
                (variable, term) ->
                        cells.add(
                                variable
                                        + "="
                                        + term.replace("<" + Terms.XSD, "xsd:")
                                                .replace("<http://x/", ":")
                                                .replace(">", "")
                                                .replace('"', '\'')));
        return String.join(" ", cells);
    }
}
