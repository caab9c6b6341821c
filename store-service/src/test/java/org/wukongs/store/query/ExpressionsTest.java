package org.wukongs.store.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;

/** Our expressions over ids give what RDF4J's give over terms. */
class ExpressionsTest {

    private static final int EXPRESSIONS = 1_500;
    private static final int ROWS_EACH = 8;
    private static final int DEPTH_MAX = 3;

    private final FixedCatalog catalog = FixedCatalog.ofNames(List.of(), List.of());
    private final TermDictionary dictionary = new TermDictionary(1000);

    /** Half of the terms are known to the dictionary, the others to the execution only. */
    @Test
    void asRdf4jComputesThem() {
        Random random = Seeds.random(getClass());
        RandomExpressions expressions = new RandomExpressions(random);
        List<String> terms = RandomExpressions.TERMS;
        terms.stream().filter(term -> random.nextBoolean()).forEach(dictionary::vertexId);
        int bound = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            String expression = expressions.expression(random.nextInt(DEPTH_MAX + 1));
            StringBuilder values = new StringBuilder();
            for (int row = 0; row < ROWS_EACH; row++) {
                String a = terms.get(random.nextInt(terms.size()));
                String b = terms.get(random.nextInt(terms.size()));
                values.append(" (").append(a).append(' ').append(b).append(')');
            }
            String text =
                    "SELECT ?a ?b ?r { VALUES (?a ?b) {"
                            + values
                            + " } BIND("
                            + expression
                            + " AS ?r) }";
            CsparqlQuery query = CsparqlParser.parse(text, catalog);
            List<List<String>> ours = rows(query, QueryEngine.OPERATORS);
            List<List<String>> expected = expected(query);
            assertThat(ours).as(text).isEqualTo(expected == null ? ours : expected);
            bound += ours.stream().anyMatch(row -> !row.get(2).equals("UNBOUND")) ? 1 : 0;
        }
        assertThat(bound).isGreaterThan(EXPRESSIONS / 3);
    }

    /** Null where RDF4J fails instead of giving an error: a function, or its optimizer. */
    private List<List<String>> expected(CsparqlQuery query) {
        try {
            return rows(query, QueryEngine.ALGEBRA);
        } catch (IllegalArgumentException | AssertionError e) {
            return null;
        }
    }

    private List<List<String>> rows(CsparqlQuery query, QueryEngine engine) {
        CompiledQuery compiled = QueryCompiler.compile(query, engine);
        assertThat(compiled.engine()).isEqualTo(engine.label());
        SystemNanoClock clock = new SystemNanoClock();
        ExecutionContext context =
                new ExecutionContext(
                        new GraphSet(),
                        dictionary,
                        ExecutionLimits.DEFAULT,
                        clock,
                        clock.nanoTime());
        return NaiveEvaluator.rows(compiled.execute(context).rows().strings());
    }
}
