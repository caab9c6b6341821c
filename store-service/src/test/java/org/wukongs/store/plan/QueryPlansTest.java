package org.wukongs.store.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.csparql.ResultForm;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.Seeds;

/** Exploration = operators = either with shared plans = nested loops over sets of strings. */
class QueryPlansTest {

    private static final int GRAPH_SETS = 40;
    private static final int QUERIES_EACH = 50;
    private static final int SHARED_PLANS_MAX = 30;

    private final FixedCatalog catalog = FixedCatalog.ofNames(List.of(), RandomQueries.GRAPHS);

    @Test
    void allAgree() {
        Random random = Seeds.random(getClass());
        int explorations = 0;
        int operatorPlans = 0;
        int rows = 0;
        for (int g = 0; g < GRAPH_SETS; g++) {
            RandomQueries queries = new RandomQueries(random);
            RandomData data = new RandomData(queries, random);
            NaiveContinuous naive = new NaiveContinuous(List.of(), data.naive);
            PlanTemplates shared = new PlanTemplates(SHARED_PLANS_MAX);
            for (int q = 0; q < QUERIES_EACH; q++) {
                String text = queries.query();
                CsparqlQuery query = CsparqlParser.parse(text, catalog);
                List<List<String>> expected = naive.rows(text, 0);
                CompiledQuery compiled = QueryCompiler.compile(query);
                explorations += compiled.engine().equals("exploration") ? 1 : 0;
                rows += expected.size();
                assertRows(compiled, query, data, text, expected);
                CompiledQuery sharing = QueryCompiler.compile(query, shared);
                assertRows(sharing, query, data, text, expected);
                if (query.form() == ResultForm.SELECT) {
                    CsparqlQuery ordered = CsparqlParser.parse(text + " ORDER BY (1)", catalog);
                    CompiledQuery operators = QueryCompiler.compile(ordered);
                    assertThat(operators.engine()).isEqualTo("operators");
                    assertRows(operators, ordered, data, text, expected);
                    CompiledQuery sorted = QueryCompiler.compile(ordered, shared);
                    assertRows(sorted, ordered, data, text, expected);
                    operatorPlans++;
                }
            }
        }
        assertThat(explorations).isGreaterThan(GRAPH_SETS * QUERIES_EACH / 3);
        assertThat(operatorPlans).isGreaterThan(GRAPH_SETS * QUERIES_EACH * 2 / 3);
        assertThat(rows).isGreaterThan(GRAPH_SETS * QUERIES_EACH / 5);
    }

    private static void assertRows(
            CompiledQuery compiled,
            CsparqlQuery query,
            RandomData data,
            String text,
            List<List<String>> expected) {
        QueryResult result = compiled.execute(data.context(query));
        assertThat(NaiveEvaluator.sortedRows(result.rows().strings()))
                .as("%s: %s%ndata: %s", compiled.engine(), text, data.naive)
                .isEqualTo(expected);
        assertThat(result.vars()).isEqualTo(query.vars());
        assertThat(result.engineNs()).isNotNegative();
    }

    /** OFFSET and LIMIT cut a run of rows out of the whole result, whatever they are. */
    @Test
    void slicesArePartsOfTheWhole() {
        Random random = Seeds.random(getClass());
        RandomQueries queries = new RandomQueries(random);
        RandomData data = new RandomData(queries, random);
        List<Long> numbers = List.of(0L, 1L, 2L, 5L, 100L, 999_999_999_999_999_999L);
        for (String distinct : List.of("", "DISTINCT ")) {
            String select = "SELECT " + distinct + "?a ?b WHERE { ?a ?p ?b . ?b ?q ?c }";
            CsparqlQuery whole = CsparqlParser.parse(select, catalog);
            List<List<String>> all =
                    NaiveEvaluator.rows(
                            QueryCompiler.compile(whole)
                                    .execute(data.context(whole))
                                    .rows()
                                    .strings());
            for (long offset : numbers) {
                for (long limit : numbers) {
                    String text = select + " OFFSET " + offset + " LIMIT " + limit;
                    CsparqlQuery query = CsparqlParser.parse(text, catalog);
                    CompiledQuery compiled = QueryCompiler.compile(query);
                    assertThat(compiled.engine()).isEqualTo("exploration");
                    int from = (int) Math.min(offset, all.size());
                    int to = (int) Math.min(limit, all.size() - from) + from;
                    assertThat(
                                    NaiveEvaluator.rows(
                                            compiled.execute(data.context(query)).rows().strings()))
                            .as(text)
                            .isEqualTo(all.subList(from, to));
                }
            }
        }
    }
}
