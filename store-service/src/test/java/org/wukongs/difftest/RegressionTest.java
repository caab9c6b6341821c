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
                "MINUS with nothing in common ~ SELECT * { ?a :p ?b MINUS { ?c :q ?d } } ~ :a :p :b . :c :q :d . ~ a=:a b=:b",
            })
    void rowsAreRight(String name, String query, String quads, String rows) {
        String data = quads.strip().replace(" . ", " .\n") + "\n";
        StoreEngine store = new StoreEngine(full(data), folder);
        Answer answer = store.answer(PREFIXES + query);
        assertThat(answer.failure()).as(name).isNull();
        assertThat(answer.rows().stream().map(row -> shortened(new TreeMap<>(row))).toList())
                .as(name)
                .containsExactlyInAnyOrderElementsOf(
                        rows.equals("-") ? List.of() : List.of(rows.split("; ", -1)));
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
