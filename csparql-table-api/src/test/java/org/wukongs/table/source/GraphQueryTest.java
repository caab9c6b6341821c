package org.wukongs.table.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.table.type.TermFormat;

final class GraphQueryTest {

    private static GraphQuery all(String graph, TermFormat format) {
        return GraphQuery.all(graph, GraphQuery.COLUMNS, format);
    }

    private static String checked(GraphQuery query) {
        CsparqlParser.parse(query.text());
        return query.text();
    }

    @Test
    void columnsConditionsAndLimitAreInTheText() {
        GraphQuery query = all("STORED", TermFormat.PLAIN);
        assertThat(checked(query))
                .isEqualTo("SELECT ?s ?p ?o FROM <urn:wukongs:stored> WHERE { ?s ?p ?o }");
        assertThat(
                        checked(
                                query.with(List.of("o"))
                                        .where(
                                                Map.of(
                                                        "s",
                                                        List.of("http://x/a"),
                                                        "p",
                                                        List.of("http://x/p")))
                                        .withLimit(3)))
                .isEqualTo(
                        "SELECT ?o FROM <urn:wukongs:stored> WHERE { VALUES ?p { <http://x/p> } VALUES"
                                + " ?s { <http://x/a> } ?s ?p ?o } LIMIT 3");
        assertThat(checked(query.where(Map.of("o", List.of("a \"b\"")))))
                .endsWith("{ ?s ?p ?o FILTER(STR(?o) IN (\"a \\\"b\\\"\")) }");
        assertThat(checked(query.where(Map.of("o", List.of("http://x/b")))))
                .contains("VALUES ?o { <http://x/b> \"http://x/b\" \"http://x/b\"^^<");
        assertThat(checked(query.with(List.of()))).startsWith("SELECT ?s FROM");
    }

    @Test
    void equalRowsAreCounted() {
        GraphQuery query = all("g", TermFormat.PLAIN).where(Map.of("s", List.of("a:a", "a:b")));
        assertThat(checked(query.with(List.of("p")).withCount()))
                .startsWith("SELECT ?p (COUNT(*) AS ?n) FROM")
                .endsWith("VALUES ?s { <a:a> <a:b> } ?s ?p ?o } GROUP BY ?p");
        assertThat(checked(query.with(List.of()).withCount()))
                .startsWith("SELECT (COUNT(*) AS ?n) FROM")
                .endsWith("}");
        assertThat(query.repeatsRows()).isFalse();
        assertThat(query.with(List.of("s", "o")).repeatsRows()).isFalse();
        assertThat(query.with(List.of("o")).repeatsRows()).isTrue();
        GraphQuery fixed = query.where(Map.of("s", List.of("a:a"), "p", List.of("a:p")));
        assertThat(fixed.with(List.of("o")).repeatsRows()).isFalse();
        assertThat(fixed.with(List.of()).repeatsRows()).isTrue();
        assertThat(checked(query.where(Map.of("o", List.of("x", "a:y")))))
                .contains("FILTER(STR(?o) IN (\"x\", \"a:y\"))");
    }

    @Test
    void graphsAreNamedByIris() {
        assertThat(checked(all("knows", TermFormat.PLAIN))).contains("<urn:wukongs:name:knows>");
        assertThat(checked(all("http://x/g", TermFormat.PLAIN))).contains("<http://x/g>");
    }

    @Test
    void termsAreAskedForAsTheyAre() {
        GraphQuery query = all("g", TermFormat.N_TRIPLES).where(Map.of("o", List.of("\"x\"@en")));
        assertThat(checked(query)).contains("VALUES ?o { \"x\"@en }");
    }

    @Test
    void keysAreParameters() {
        GraphQuery query = all("g", TermFormat.PLAIN).where(Map.of("p", List.of("http://x/p")));
        List<String> keys = List.of("o", "s");
        List<List<String>> terms = List.of(List.of("\"b\"", "<http://x/a>"));
        String byTerms = query.byTerms(keys).withAll(List.of(terms));
        assertThat(byTerms)
                .contains("VALUES (?execution ?o ?s ) { (0 \"b\" <http://x/a> ) }")
                .endsWith(" VALUES ?p { <http://x/p> } ?s ?p ?o }");
        String byLabel = query.byLabel(keys).withAll(List.of(terms));
        assertThat(byLabel)
                .contains("VALUES (?execution ?label ?s ) { (0 \"b\" <http://x/a> ) }")
                .endsWith(" ?s ?p ?o FILTER(STR(?o) = ?label) }");
        CsparqlParser.parse(byTerms);
        CsparqlParser.parse(byLabel);
    }

    @Test
    void whatSparqlCannotSayIsNotAsked() {
        assertThat(GraphQuery.canAsk("s", "_:b", TermFormat.PLAIN)).isFalse();
        assertThat(GraphQuery.canAsk("s", "text", TermFormat.PLAIN)).isFalse();
        assertThat(GraphQuery.canAsk("o", "text", TermFormat.PLAIN)).isTrue();
        assertThat(GraphQuery.canAsk("o", "text", TermFormat.N_TRIPLES)).isFalse();
        assertThat(GraphQuery.canAsk("o", "_:b", TermFormat.N_TRIPLES)).isFalse();
        assertThat(GraphQuery.canAsk("s", "<http://x/a>", TermFormat.N_TRIPLES)).isTrue();
    }
}
