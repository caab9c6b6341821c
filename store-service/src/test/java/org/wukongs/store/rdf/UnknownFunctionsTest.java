package org.wukongs.store.rdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.plan.QueryCompiler;

/** Functions that a store does not have, found before anything is executed; ¶ marks the place. */
class UnknownFunctionsTest {

    private static final String PREFIXES =
            "PREFIX f: <http://x/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>"
                    + " PREFIX a: <http://rdf4j.org/aggregate#> ";
    private static final String REGISTER =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 1s STEP 1s] ";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * { ?s ?p ?o FILTER(¶<http://x/none>(?o)) }",
                "SELECT * { ?s ?p ?o\nFILTER(?o > 1 + ¶f:none(?o, 2)) }",
                "SELECT (¶f:none() AS ?x) { }",
                "SELECT (COALESCE(1, ¶f:none(1)) AS ?x) { }",
                "SELECT (SUM(¶f:none(?o)) AS ?x) { ?s ?p ?o }",
                "SELECT (¶f:none(DISTINCT ?o) AS ?x) { ?s ?p ?o }",
                "SELECT (¶xsd:integer(DISTINCT ?o) AS ?x) { ?s ?p ?o }",
                "SELECT * { ?s ?p ?o } ORDER BY ¶f:none(?o)",
                "SELECT * { ?s ?p ?o } GROUP BY ?s ?p ?o HAVING (¶f:none(?o))",
                "ASK { ?s ?p ?o FILTER NOT EXISTS { ?o ?p ?s FILTER(¶f:none(?o)) } }",
                "CONSTRUCT { ?s ?p ?x } { { SELECT * { ?s ?p ?o BIND(¶f:none(?o) AS ?x) } } }",
                "SELECT (¶<urn:wukongs:counted>(1) AS ?x) { }",
                "SELECT (¶<urn:wukongs:bounded>(1) AS ?x) { }",
                "SELECT (¶<urn:wukongs:row-blank-node>(1, '') AS ?x) { }",
                "SELECT (¶f:none(timestamp(?s)) AS ?x) { ?s ?p ?o }",
                REGISTER + "{ ?s ?p ?o FILTER(¶f:none(?o)) }",
                REGISTER + "{ ?s ?p ?o } ORDER BY ¶f:none(?s)"
            })
    void isAnErrorWithItsPlace(String marked) {
        String text = PREFIXES + marked.replace("¶", "");
        int offset = PREFIXES.length() + marked.indexOf('¶');
        int lineStart = text.lastIndexOf('\n', offset) + 1;
        assertThatThrownBy(() -> compile(text))
                .isInstanceOfSatisfying(
                        CsparqlSyntaxException.class,
                        e ->
                                assertThat(List.of(e.line(), e.column()))
                                        .as(e.getMessage())
                                        .isEqualTo(
                                                List.of(
                                                        lineStart > 0 ? 2 : 1,
                                                        offset - lineStart + 1)))
                .hasMessageStartingWith("unknown ");
    }

    private static void compile(String text) {
        CsparqlQuery query =
                CsparqlParser.parse(text, FixedCatalog.ofNames(List.of("s"), List.of()));
        QueryCompiler.compile(query);
    }

    @Test
    void functionsThatThereAreGoOn() {
        String all =
                "SELECT (xsd:integer('1') + xsd:decimal('1') + xsd:double(1) + xsd:float(1) AS ?a)"
                        + " (xsd:date('2020-01-01') AS ?b) (xsd:string(xsd:boolean('1')) AS ?c)"
                        + " (xsd:dateTime('2020-01-01T00:00:00Z') AS ?d) (MD5('x') AS ?e)"
                        + " (STRLEN(STRUUID()) AS ?f) (BNODE('x') AS ?g) (RAND() AS ?h)"
                        + " (CONCAT('a', UCASE('b')) AS ?i) (NOW() AS ?j) { }";
        compile(PREFIXES + all);
        compile(PREFIXES + "SELECT (a:stdev(?o) AS ?d) { ?s ?p ?o }");
        compile(
                REGISTER
                        + "{ ?s ?p ?o FILTER(timestamp(?s) > 1)"
                        + " FILTER(<http://larkc.eu/csparql/sparql/jena/ext#timestamp>(?s, ?p, ?o) > 1) }");
        StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());
        assertThat(node.query(PREFIXES + all).rows().get(0)).doesNotContainNull();
    }

    @Test
    void soDoesOneThatIsRegistered() {
        String text = PREFIXES + "SELECT (f:late(1) AS ?x) { }";
        assertThatThrownBy(() -> compile(text)).hasMessageContaining("<http://x/late>");
        Late late = new Late();
        FunctionRegistry.getInstance().add(late);
        try {
            StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());
            assertThat(node.query(text).rows().get(0)[0]).isEqualTo("\"late\"");
        } finally {
            FunctionRegistry.getInstance().remove(late);
        }
    }

    private static final class Late implements Function {

        @Override
        public String getURI() {
            return "http://x/late";
        }

        @Override
        @Deprecated
        @SuppressWarnings("InlineMeSuggester")
        public Value evaluate(ValueFactory values, Value... args) {
            return values.createLiteral("late");
        }
    }
}
